"""Khamul: four hidden cards each, seen once; get rid of points, match what is thrown, and call at five or less."""

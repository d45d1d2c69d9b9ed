"""Khamul: four hidden cards each, seen once; get rid of points, match discards, and call at five or less."""

"""Tests of what a release holds."""

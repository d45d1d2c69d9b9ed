"""Forms without their screens: their lines, values and words."""

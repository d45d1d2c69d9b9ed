"""Forms without their screens: what can be filled in, and in which words."""

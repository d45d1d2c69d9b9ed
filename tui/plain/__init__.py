"""The card room by lines: one statement for each event, for screen readers, slow lines and scripts."""

"""Measurements, each side by side with a yardstick in the same run, so that they hold on any machine."""

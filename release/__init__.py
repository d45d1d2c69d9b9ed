"""How a release is built and tried. Nothing here is installed."""

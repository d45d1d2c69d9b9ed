"""The two halves of what differs by system."""

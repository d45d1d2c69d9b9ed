"""What earlier versions read, frozen."""

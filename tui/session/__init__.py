"""What screens share: the app as they see it, the way to a table and back, records and statistics."""

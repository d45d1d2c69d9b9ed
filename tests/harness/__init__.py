"""What tests share: rooms, players, terminals, networks that fail."""

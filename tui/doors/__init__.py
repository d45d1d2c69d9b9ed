"""Other ways into the card room than a terminal of this machine: each is a process and an ordinary client."""

"""Which tables exist: on this machine, on the network, and those that this user met earlier."""

"""Which tables exist: on this machine, on the network, and from earlier evenings."""

"""This machine's sockets and TLS."""

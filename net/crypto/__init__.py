"""Proofs: signatures, the join code exchange, and proof of work. Pure."""

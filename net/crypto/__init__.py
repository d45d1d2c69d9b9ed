"""Proofs: signatures, the exchange about a join code, proof of work. Pure."""

"""Commitments, shares and the hash chain: what makes a deal verifiable. Nothing here knows a table."""

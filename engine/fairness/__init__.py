"""Commitments, shares and the hash chain, which make deals verifiable. This package knows no tables."""

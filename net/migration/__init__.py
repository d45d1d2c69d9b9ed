"""The host is gone: find who continues, or continue here."""

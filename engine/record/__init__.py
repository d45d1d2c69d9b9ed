"""Bytes: the codec, the framing of records, the journal."""

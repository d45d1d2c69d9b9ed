"""This machine's files: folders, keys, tokens, known hosts."""

"""Khamul: each player has four hidden cards and sees two of them once. Match discards, and call with five points or
fewer.
"""

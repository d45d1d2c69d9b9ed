"""The screens of the card room, one file each with its style sheet beside it; the app imports each when it
is first shown.
"""

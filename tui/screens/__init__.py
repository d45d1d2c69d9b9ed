"""The screens of the card room, one file each; the app imports each when it is first shown."""

"""The card room on screen: it draws what a client session tells and sends what the player chose.

Nothing here decides anything about a game. Importing this package, or `tui.cli`, loads no Textual: the
screens are imported when the first one is shown.
"""

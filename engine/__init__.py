"""The rules of the card room: pure, with no clock, socket, file, thread, print or global random.

Glossary
    game a set of rules; table: the full truth of one match; view: what one viewer knows.
    match a series of deals until a player wins; deal: one hand of cards for everybody; phase: a part of a deal.
    seat        a place at the table, 0..n-1 clockwise; viewer: a seat, or None for a spectator.
    decision    what the table asks a seat; move: the seat's answer; event: what happened, numbered from 0.
    zone        a place for cards; it says who sees their faces.

Card notation
    A card is its face as text: rank then suit (QS, 10H, AD), "*" a joker, "??" a card whose face is not known.

Everything that other packages may use comes through `engine.api`.
"""

"""The rules of the card room: pure, with no clock, socket, file, thread, print or global random.

Glossary
    game        a set of rules
    match       a series of deals until a player wins
    deal        one hand of cards for everybody
    phase       a part of a deal
    table       the full state of one match
    seat        a place at the table, 0..n-1 clockwise
    viewer      a seat, or None for a spectator
    view        what one viewer knows of a match
    decision    what the table asks a seat
    move        the seat's answer to a decision
    event       something that happened, numbered from 0
    zone        a place for cards, which says who sees their faces

Card notation
    A card is its face as text: rank then suit (QS, 10H, AD), "*" a joker, "??" a card whose face is not known.

Everything that other packages may use comes through `engine.api`.
"""

"""The card room between people: what they say to each other, the room they say it in, and the wires.

Without input or output: text, frames, protocol, lobby, room and what they are made of. Bytes come in and effects go
out; there is no socket, clock or thread in them. Around them: the drivers that have all three.
"""

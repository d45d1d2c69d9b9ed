"""Every machine code on the wire. A code stands beside each sentence that says no; programs compare codes alone.

A later version may add codes: a reader treats a code that it does not know like a refusal without one.
"""

from typing import Final, Literal

DoneCode = Literal[
    "bad_move",
    "rules",
    "stale",
    "right",
    "stage",
    "paused",
    "unknown",
    "value",
    "unavailable",
    "proof",
    "busy",
    "slow",
    "malformed",
    "reused",
    "fault",
]
ErrorCode = Literal["malformed", "slow", "host", "fault"]
RefusedCode = Literal[
    "version",
    "table",
    "full",
    "closed",
    "locked",
    "banned",
    "token",
    "key",
    "code",
    "right",
    "slow",
    "early",
    "malformed",
    "fault",
]
ByeCode = Literal[
    "left", "kicked", "banned", "displaced", "silent", "slow", "malformed", "probe", "closed", "moved", "fault"
]

NOT_KEPT: Final[frozenset[DoneCode]] = frozenset(("slow", "busy", "paused", "stage", "malformed", "reused"))
"""After one of these nothing was done. The answer is not kept, so that the same request may be sent again later."""

DONE_CODES: Final[dict[DoneCode, str]] = {
    "bad_move": "The move does not fit the decision: nobody asks you, or no choice has this form.",
    "rules": "A rule of the game forbids the move. `paragraph` names it.",
    "stale": "The decision is over.",
    "right": "You may not ask for this. It is for the host, for players, for spectators, or for somebody else.",
    "stage": "Not now: it belongs to another phase of the table. Nothing was done. It may be sent again later.",
    "paused": "The table is paused. Nothing was done. Send the move again when it goes on.",
    "unknown": "There is no such seat, name, option, level or vote.",
    "value": "The value is not possible, or does not go with the other options.",
    "unavailable": "It cannot be had: the seat is taken or out of the match, or no more fit.",
    "proof": "The signature or claim does not hold.",
    "busy": "The host is occupied for a moment. Nothing was done. Send it again.",
    "slow": "Too many requests. Nothing was done. Send it again after a second.",
    "malformed": "The request could not be read. Nothing was done.",
    "reused": "The id was used for another request before. Nothing was done.",
    "fault": "The host's program made a mistake and took it back. Nothing has changed. Another try needs a new id; "
    "after a second mistake none is made for ten minutes.",
}
ERROR_CODES: Final[dict[ErrorCode, str]] = {
    "malformed": "The message could not be read, or has no place here.",
    "slow": "Too many messages. This one was not looked at.",
    "host": "The host's machine has a problem, such as a full disk. The table goes on.",
    "fault": "The host's program made a mistake with this message, which counts as not sent.",
}
REFUSED_CODES: Final[dict[RefusedCode, str]] = {
    "version": "The host speaks another major version.",
    "table": "The table you named is not here.",
    "full": "There is no room, or too many are coming in at once.",
    "closed": "The table is closing. Do not try again.",
    "locked": "The table is locked. Only people who have a token come in.",
    "banned": "The host has banned you until the match is over.",
    "token": "Somebody else has your seat now.",
    "key": "Your signature does not prove the key that you named.",
    "code": "The table's code is wanted, or yours was wrong.",
    "right": "Only the user whose table it is may ask for this, on the host's machine.",
    "slow": "Too many tries. Wait before the next one.",
    "early": "The first message was no hello.",
    "malformed": "The first message could not be read.",
    "fault": "The host's program made a mistake with a first message. Whoever has another token can come in.",
}
BYE_CODES: Final[dict[ByeCode, str]] = {
    "left": "You left for good.",
    "kicked": "The host or the players sent you away.",
    "banned": "The host banned you until the match is over.",
    "displaced": "You came back on another connection.",
    "silent": "Nothing was heard from you for too long.",
    "slow": "You sent too much for too long.",
    "malformed": "What you sent could not be read.",
    "probe": "You asked for a look at the table, and have it.",
    "closed": "The table is closed.",
    "moved": "The table goes on at another host. `to` says where.",
    "fault": "The host's program made a mistake. Come back with your token.",
}

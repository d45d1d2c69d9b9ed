"""Every machine code on the wire. Each refusal has a code and a sentence; programs compare only codes. A later version
may add codes: an unknown code counts as a refusal without one.
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
ErrorCode = Literal["malformed", "slow", "host", "checking", "here", "fault"]
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
"""After one of these codes nothing was done. The answer is not kept, so that the same request may be sent again
later.
"""

DONE_CODES: Final[dict[DoneCode, str]] = {
    "bad_move": "You have nothing to decide now, or the move has a wrong form. For example, the pack has no such card.",
    "rules": "A rule of the game forbids the move. The field `paragraph` names the rule.",
    "stale": "The decision that you answered is already over.",
    "right": "You are not allowed to send this request. For example, only the owner of the table may send it.",
    "stage": "The table is not at the right stage for this request. You may send the request again later.",
    "paused": "The table is paused, so the host ignored your move. Send the move again when play continues.",
    "unknown": "The request names a seat, a player, an option, a bot level or a vote that does not exist.",
    "value": "A value in the request is not possible, or conflicts with other options.",
    "unavailable": "The request is not possible here. For example, the seat is taken, or the table has no room.",
    "proof": "A signature is not valid, or the request `taken_over` names a table that does not continue this match.",
    "busy": "The host is busy for a moment and ignored the request. Send the request again after one second.",
    "slow": "You sent too many requests, so the host ignored this one. Send it again after one second.",
    "malformed": "The host could not read the request and ignored it.",
    "reused": "You already used this id for another request, so the host ignored this one.",
    "fault": (
        "The host's program made a mistake with this request. Nothing has changed. Use a new id to try again. "
        "After two mistakes with the same kind of request, wait ten minutes."
    ),
}
ERROR_CODES: Final[dict[ErrorCode, str]] = {
    "malformed": "The host could not read the message, or this message is not allowed at this time.",
    "slow": "You sent too many messages, so the host ignored this one.",
    "host": "A notice to everybody, for example that the disk of the host's machine is full.",
    "checking": "A notice to everybody: the match waits while the host checks whether another host has taken it over.",
    "here": "A notice to everybody after `checking`: the host's check is over, and the match continues at this table.",
    "fault": "The host's program made a mistake with this message. The host ignored the message.",
}
REFUSED_CODES: Final[dict[RefusedCode, str]] = {
    "version": "The host uses another major version of the protocol.",
    "table": "The host does not have the table that your message names.",
    "full": "There is no room, or too many people are joining at once.",
    "closed": "The table is closing, or the match has moved to another table. Do not try again.",
    "locked": "The table is locked. Only people who send the token of an earlier visit can join.",
    "banned": "You are banned, or another person at your address is banned. The ban lasts until the match is over.",
    "token": "Another person has your seat now.",
    "key": "Your signature does not prove that the key is yours.",
    "code": "The table needs a code, or your code was wrong.",
    "right": "Only the user who runs the host may send `operate`, from the host's machine.",
    "slow": (
        "Too many wrong codes or too many messages `knock` came from your address, or from all addresses together. "
        "If the field `work` is null, wait. If not, do the calculation that `work` asks for (see *A private table*)."
    ),
    "early": "You sent another message before your `hello`.",
    "malformed": "The host could not read your message, or you sent `knock` twice.",
    "fault": "The host's program made a mistake when you or another person joined. Try again after a minute.",
}
BYE_CODES: Final[dict[ByeCode, str]] = {
    "left": "You sent `leave`.",
    "kicked": "The host player removed you, or the players voted to remove you.",
    "banned": "The host player banned you until the match is over.",
    "displaced": "You joined again over another connection, so the host closed this connection.",
    "silent": "The host received nothing from you for too long.",
    "slow": "Your program sent too many messages for too long.",
    "malformed": "The host could not read what you sent.",
    "probe": "You asked only for a description of the table, or sent `operate`. The host has sent its answer.",
    "closed": "The table is closed.",
    "moved": "The match continues with another host. The field `to` says where.",
    "fault": "The host's program made a mistake. Reconnect with your token.",
}

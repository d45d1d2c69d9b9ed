"""What is no message of this protocol, or one of another version of it."""

from typing import Any

from .client_messages import MAGIC, MAJOR, MINOR


class ProtocolError(ValueError):
    """A frame's content that is no message of this protocol. The text says where, and quotes nothing of the content.

    request_id: of a request that could not be read, by which it is answered. about: the message's kind. "" for none.
    """

    def __init__(self, sentence: str, request_id: str = "", about: str = "") -> None:
        super().__init__(sentence)
        self.request_id = request_id
        self.about = about


class OtherVersion(ProtocolError):
    """A hello of another major version. major, minor: of the one who said it."""

    def __init__(self, major: int, minor: int) -> None:
        super().__init__(version_sentence((MAJOR, MINOR), (major, minor)))
        self.major = major
        self.minor = minor


def version_sentence(host: tuple[int, int], client: tuple[int, int]) -> str:
    """Why two versions cannot play, naming both."""
    older = "this table's host" if host < client else "your card room"
    return (
        f"The table speaks protocol {host[0]}.{host[1]} and you speak {client[0]}.{client[1]}: "
        f"{older} has to be updated."
    )


def verify_major(plain: Any) -> None:
    """Look before anything else: of another major version only these fields are known. Raises OtherVersion."""
    if not isinstance(plain, dict) or plain.get("t") != "hello" or plain.get("magic") != MAGIC:
        return
    major, minor = plain.get("major"), plain.get("minor")
    if type(major) is not int or type(minor) is not int or major == MAJOR:
        return
    if 0 <= major <= 65535 and 0 <= minor <= 65535:
        raise OtherVersion(major, minor)

"""The messages that reach a screen from outside.

A session calls back on the event loop; the app turns each piece of news into one message for every screen on the stack,
in order. Nothing else reaches a widget from the network. These messages do not bubble, because the app would receive
its own messages again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from ..config.settings import Settings

if TYPE_CHECKING:
    from net.news import News


@dataclass
class SessionNews(Message, bubble=False):
    """The session has news: an event, a question, the lobby changed, the link was lost."""

    news: News


@dataclass
class SettingsChanged(Message, bubble=False):
    """The player changed a setting, or the terminal turned out to need other glyphs."""

    settings: Settings

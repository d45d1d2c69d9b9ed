"""A line of text to type."""

from textual.events import Key
from textual.widgets import Input


class LineInput(Input):
    """Textual's input, with keys that are taken in the order in which they come.

    Textual writes a character at once, but hands a key that edits to the app first. If both come in one packet, the
    characters after the key would be written before it.
    """

    async def _on_key(self, event: Key) -> None:
        for binding in self._bindings.key_to_bindings.get(event.key, ()):
            event.stop()
            event.prevent_default()
            await self.app.run_action(binding.action, self)
            return
        await super()._on_key(event)

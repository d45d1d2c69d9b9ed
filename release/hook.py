"""Hatchling calls this for each wheel: it adds the man page and the completion scripts."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PagesHook(BuildHookInterface[Any]):
    """Puts the pages below share/ of the prefix into which the wheel is installed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the pages in a folder that lasts until the wheel is written."""
        if version == "editable":  # a checkout, where `make` has not installed what makes the pages
            return
        sys.path.insert(0, self.root)
        from release.pages import make_pages

        self._folder = TemporaryDirectory()
        for place, text in make_pages(self.metadata.version).items():
            page = Path(self._folder.name, place)
            page.parent.mkdir(parents=True)
            page.write_text(text, "utf-8", newline="\n")
            build_data["shared_data"][str(page)] = place

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder again."""
        if version != "editable":
            self._folder.cleanup()

"""The import contracts of pyproject.toml, as `make contracts` checks them."""

import subprocess
import sys
import tomllib
from pathlib import Path

from .sources import ROOT


def test_every_import_contract_is_kept() -> None:
    tool = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run(
        [tool, "--no-cache", "--no-logo"], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    assert f"{len(contracts)} kept, 0 broken" in done.stdout

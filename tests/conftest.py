"""What keeps tests apart from each other, and from the tables of whoever runs them.

Every process of a test run has a usual port and a service name of its own, and announces tables on the loopback alone;
every test has a folder of its own. The programs that tests start inherit all of it.
"""

import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from net import environment, process

from .ports import release_ports, reserve_port
from .processes import kill_process

# Compiled modules are kept, whatever the environment says: else each of the hundreds of programs that tests start would
# compile all of them again, and pytest all tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

_FOLDER = Path(tempfile.mkdtemp(prefix="kht-", dir="/tmp"))  # short, since sockets lie below it
_PORT, _CLAIM = reserve_port()
_numbers = iter(range(1_000_000_000))

os.environ.update(
    {
        environment.HOME: str(_FOLDER / "none"),
        environment.PORT: str(_PORT),
        environment.SERVICE: secrets.token_hex(3),
        environment.INTERFACES: "127.0.0.1",
    }
)


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    shutil.rmtree(_FOLDER, ignore_errors=True)
    _CLAIM.close()


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder that stands for the user's own. Hosts of homes in it or below it are killed at the end."""
    place = _FOLDER / str(next(_numbers))
    place.mkdir(mode=0o700)
    monkeypatch.setenv(environment.HOME, str(place))
    yield place
    try:
        place.rmdir()
    except OSError:  # somebody has used it
        for one in (place, *(below for below in place.iterdir() if below.is_dir())):
            if (one / "run").is_dir():
                monkeypatch.setenv(environment.HOME, str(one))
                _kill_hosts()
        shutil.rmtree(place, ignore_errors=True)
    release_ports()


def _kill_hosts() -> None:
    """End the hosts of this home."""
    kill_process(*(table.pid for table in process.running_tables() if table.pid != os.getpid()))

"""What keeps tests apart from each other, and from the tables of whoever runs them.

Every process of a test run has a service name of its own, and announces tables on the loopback alone; every test has a
folder and a usual port of its own. The programs that tests start inherit all of it.
"""

import contextlib
import gc
import importlib
import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from net import environment
from net.host import launcher

from .harness.ports import free_port, release_ports
from .harness.processes import kill_process

# Compiled modules are kept, whatever the environment says: else each of the hundreds of programs that tests start would
# compile all of them again, and pytest all tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A run that a shell started in the background ignores Ctrl-C and Ctrl-\, and so would the programs that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)

_FOLDER = Path(tempfile.mkdtemp(prefix="kht-", dir="/tmp"))  # short, since sockets lie below it
_numbers = iter(range(1_000_000_000))

os.environ.update(
    {
        environment.HOME: str(_FOLDER / "none"),
        environment.PORT: str(free_port()),
        environment.SERVICE: secrets.token_hex(3),
        environment.INTERFACES: "127.0.0.1",
        "TZ": "UTC",
    }
)
time.tzset()

# Nothing that is made while the tests are collected is garbage.
gc.disable()

# How fast cases are made says how busy the machine is, and nothing of the code.
settings.register_profile("khanhoo", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("khanhoo")

_TESTS = Path(__file__).parent
# Modules whose tests take long, the longest first: those that wait for other programs, and those that compute.
_WAITING = [
    "e2e/any_bytes",
    "tui/doors/any_bytes",
    "tui/commands/output",
    "e2e/homes",
    "net/discovery/networks",
    "tui/doors/web",
    "net/faults/offline",
    "e2e/heirs",
    "e2e/ssh",
    "e2e/petition",
    "net/faults/split",
    "net/migration/one_table",
    "net/migration/takeover",
    "e2e/wall",
    "net/migration/handing_over",
    "e2e/khanhoo",
    "net/migration/links",
    "net/client/going_on",
    "e2e/together",
    "net/faults/host_killed",
    "e2e/pause",
    "e2e/private",
    "net/host/host",
    "net/host/host_end",
    "net/match/rivals",
    "e2e/looking_back",
    "net/host/second_host",
    "tui/session/following",
    "net/host/moderation",
    "e2e/leaving",
    "net/faults/apart",
    "net/faults/host_crash",
    "e2e/alone",
    "e2e/terminals",
    "tui/session/saved_seat",
    "e2e/closed_terminal",
    "net/faults/disk_full",
    "net/host/crowd",
    "net/attacks/host_trials",
]
_COMPUTING = [
    "net/match/delay",
    "conformance/delay",
    "tui/table/choice/enter",
    "conformance/secrets",
    "tui/shots",
    "conformance/play",
    "arch/imports",
    "net/faults/killed",
    "engine/verify/mutations",
    "net/faults/network_faults",
    "net/faults/stateful",
    "games/khanhoo/reasons",
    "games/solo/reasons",
    "games/kanhu_qing/wins",
    "tui/screens/lying_host",
    "net/faults/rules_faults",
    "conformance/one_too_many",
    "net/compat",
    "net/attacks/limits",
]


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Where several workers collect the same tests, each first imports a part of the modules.

    Pytest compiles a module when it is imported, with its assertions spelled out. Else, on a fresh clone, all workers
    would compile all modules at the same time; so each finds most of them compiled by another.
    """
    worker: dict[str, Any] | None = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    places = [session.config.invocation_params.dir / arg.partition("::")[0] for arg in session.config.args]
    paths = sorted({path for place in places for path in (place.rglob("test_*.py") if place.is_dir() else [place])})
    for path in paths[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        # What is wrong with a module is reported when it is collected.
        with contextlib.suppress(Exception, pytest.skip.Exception, pytest.fail.Exception):
            importlib.import_module(".".join(path.relative_to(_TESTS.parent).with_suffix("").parts))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what takes long first, so that no worker is left waiting for another's last test.

    Each worker begins with an equal part of the tests, and takes from the end of another's when its own are done: so
    the first half begins with those that wait, the second with those that compute. There are more workers than cores,
    since many tests wait for other programs.
    """
    long = {
        _TESTS.joinpath(f"{name}.py").with_stem(f"test_{name.rpartition('/')[2]}"): place
        for place, name in enumerate([*_WAITING, *_COMPUTING])
    }
    if gone := sorted(path.name for path in long if not path.exists()):
        raise pytest.UsageError(f"tests/conftest.py names modules that are gone: {', '.join(gone)}")
    ranked = sorted((item for item in items if item.path in long), key=lambda item: long[item.path])
    waiting = [item for item in ranked if long[item.path] < len(_WAITING)]
    others = [item for item in items if item.path not in long]
    between = max(0, len(items) // 2 - len(waiting))
    items[:] = [*waiting, *others[:between], *ranked[len(waiting) :], *others[between:]]


def pytest_collection_finish() -> None:
    """Keep all modules and tests out of the collector's sight: it would look at each of them again and again. And since
    nearly everything that tests make is freed without it, look seldom.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    shutil.rmtree(_FOLDER, ignore_errors=True)


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder that stands for the user's own, and a usual port. Hosts of homes in it or below it are killed at the
    end."""
    place = _FOLDER / str(next(_numbers))
    place.mkdir(mode=0o700)
    monkeypatch.setenv(environment.HOME, str(place))
    monkeypatch.setenv(environment.PORT, str(free_port()))
    yield place
    try:
        place.rmdir()
    except OSError:  # somebody has used it
        for run in place.glob("**/run"):
            monkeypatch.setenv(environment.HOME, str(run.parent))
            _kill_hosts()
        shutil.rmtree(place, ignore_errors=True)
    release_ports()


def _kill_hosts() -> None:
    """End the hosts of this home."""
    kill_process(*(table.pid for table in launcher.running_tables() if table.pid != os.getpid()))

"""`make bench`: every benchmark, one after the other, each in an interpreter of its own.

Names on the command line choose some of them: make bench ARGS="melds first_frame".
"""

import ast
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
NO_BENCHMARKS = {"__init__", "run_all"}


def names() -> list[str]:
    """Every benchmark: a module of this folder that can be run."""
    return sorted(
        path.stem
        for path in HERE.glob("*.py")
        if path.stem not in NO_BENCHMARKS and "__main__" in path.read_text("utf-8")
    )


def title(name: str) -> str:
    """The first line of a benchmark's docstring."""
    text = ast.get_docstring(ast.parse((HERE / f"{name}.py").read_text("utf-8"))) or name
    return text.splitlines()[0]


def main() -> int:
    """Run the chosen benchmarks; 1 if one failed or missed a goal."""
    chosen = sys.argv[1:] or names()
    if unknown := sorted(set(chosen) - set(names())):
        print(f"There is no benchmark {', '.join(unknown)}; there is {', '.join(names())}.")
        return 2
    missed = []
    for name in chosen:
        print(f"\n{name}: {title(name)}", flush=True)
        done = subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], cwd=HERE.parent, check=False)
        if done.returncode:
            missed.append(name)
    print(f"\n{len(chosen) - len(missed)} of {len(chosen)} benchmarks met every goal", end="")
    print(f"; not {', '.join(missed)}." if missed else ".")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

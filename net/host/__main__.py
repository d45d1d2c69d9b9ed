"""`python -m net.host`: one table, hosted until its match is over."""

from .host import main

if __name__ == "__main__":
    raise SystemExit(main())

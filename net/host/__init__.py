"""The process that runs one room: its sockets, its disk and its bots."""

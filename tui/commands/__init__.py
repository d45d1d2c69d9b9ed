"""The subcommands, one module each: `add_arguments(parser)` and `run(args) -> exit code`; the command line
imports the one it needs.
"""

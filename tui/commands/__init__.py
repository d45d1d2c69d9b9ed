"""The subcommands, one module each: `add_arguments(parser)` and `run(args) -> exit code`.

The command line imports the one that it needs. A command that cannot do what was asked raises a Problem; one
that was asked the wrong thing raises a UsageProblem.
"""

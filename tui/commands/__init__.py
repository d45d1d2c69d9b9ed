"""The subcommands, one module each: `add_arguments(parser)` and `run(args) -> exit code`.

The command line imports the one that it needs. A command that fails raises a Problem; a command with wrong arguments
raises a UsageProblem.
"""

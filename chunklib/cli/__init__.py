"""Run the command line: ``chunklib --help`` lists the commands.

Whatever a user gets wrong ends in one line on standard error and exit status 2.
"""

from chunklib.cli.command import main as main

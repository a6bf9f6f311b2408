"""Run the command line: ``python -m chunklib``."""

from chunklib.cli import main

raise SystemExit(main())

"""``python -m chunklib`` is the command line."""

from chunklib.cli import main

raise SystemExit(main())

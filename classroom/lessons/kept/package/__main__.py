"""Answer a question from your document: ``python -m my_rag "question"``.

``python FOLDER "question"`` does the same from any place, where FOLDER is the path of this folder.
"""

import os
import sys
from importlib import import_module
from pathlib import Path


def main() -> int:
    """Print the answer and return the exit status: 0, or 2 after one line about what is wrong; 141 if nobody reads."""
    here = Path(__file__).resolve().parent
    if len(sys.argv) != 2 or not sys.argv[1].strip() or sys.argv[1] in ("-h", "--help"):
        print(f'usage: python -m {here.name} "your question"', file=sys.stderr)
        return 2
    if not __package__:  # the folder itself was run
        sys.path[0] = str(here.parent)
    try:
        said = str(import_module(f"{__package__ or here.name}.bot").answer(" ".join(sys.argv[1].split())))
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")  # a terminal may not know the quotes
        print(said, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains at its end
        return 141
    except ModuleNotFoundError as error:
        how = "run this with the course's .venv/bin/python, or install it: pip install chunklib"
        print(f"{here.name}: {error.name} is not installed for {sys.executable}; {how}", file=sys.stderr)
        return 2
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 (nobody is shown a traceback)
        print(f"{here.name}: {' '.join(str(error).split()) or type(error).__name__}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

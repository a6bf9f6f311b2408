"""Answer a question from your document: ``python -m my_rag "question"``."""

import sys

from classroom.lessons.kept.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], __file__))

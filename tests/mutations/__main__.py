"""Runs the commands that the package describes."""

import sys

from tests.mutations import box, documents

if __name__ == "__main__":
    sys.exit(box.main(sys.argv[1:]) if "--box" in sys.argv else documents.main())

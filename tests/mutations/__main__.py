"""The commands; see the package."""

import sys

from tests.mutations import box, documents, edits

if __name__ == "__main__":
    if "--edits" in sys.argv:
        sys.exit(edits.main())
    sys.exit(box.main(sys.argv[1:]) if "--box" in sys.argv else documents.main())

"""Runs the commands that the package describes."""

import sys

from tests.mutations import booklets, box, documents, edits, game_file, harmless

if __name__ == "__main__":
    if "--booklets" in sys.argv:
        sys.exit(booklets.main(sys.argv[1:]))
    if "--game" in sys.argv:
        sys.exit(game_file.main([one for one in sys.argv[1:] if one != "--game"]))
    if "--harmless" in sys.argv:
        sys.exit(harmless.main([one for one in sys.argv[1:] if one != "--harmless"]))
    if "--edits" in sys.argv:
        sys.exit(edits.main())
    sys.exit(box.main(sys.argv[1:]) if "--box" in sys.argv else documents.main())

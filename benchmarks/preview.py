"""Measures the time from saving a file until a browser shows the new face.

    python benchmarks/preview.py [PROJECT [GAME [LIST]]]

The title of one card is edited twenty times in a copy of the project. The time runs from just
before the file is written to the message that tells the page, and to the frame in which a headless
Chromium shows the new face. Prints each time, the medians and the slowest, in ms.
"""

import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
EDITS, PAUSE_MS = 20, 900
_TITLE = re.compile(r"(title: \{\w\w: )([^,\"]+|\"[^\"]+\")(,)")

_WATCH = """
window.seenAt = {}; window.toldAt = 0; window.watched = "";
const look = () => {
  // What was there before goes as soon as the new picture is loaded.
  const art = `.tile[data-id="${watched}"] .art`;
  for (const image of document.querySelectorAll(`${art} image:only-child`)) {
    const found = image.getAttribute("href").match(/Edit%20\\d+/);
    if (found && !(found[0] in seenAt)) {
      seenAt[found[0]] = null;
      requestAnimationFrame(() => { seenAt[found[0]] = Date.now(); });
    }
  }
};
new MutationObserver(look).observe(document, { subtree: true, childList: true });
const Source = window.EventSource;
window.EventSource = class extends Source {
  addEventListener(name, act) {
    super.addEventListener(name, (event) => {
      if (name === "change") toldAt ||= Date.now();
      act(event);
    });
  }
};
"""


def main(arguments: list[str]) -> None:
    """Copies the project, serve it, edits it, and prints the times."""
    source = Path(arguments[0]) if arguments else ROOT
    game = arguments[1] if len(arguments) > 1 else "moving-kingdoms"
    listed = arguments[2] if len(arguments) > 2 else "deck-2-advanced.yaml"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for part in ("content", "templates"):
            shutil.copytree(source / part, root / part)
        command = [sys.executable, "-m", "fustella", "preview", "--project", folder]
        server = subprocess.Popen([*command, "--port", "8400"], cwd=ROOT, stdout=subprocess.PIPE)
        try:
            report(measure(address_of(server), game, root / "content" / game / listed))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


def address_of(server: "subprocess.Popen[bytes]") -> str:
    """The address that the server prints."""
    assert server.stdout is not None
    for line in server.stdout:
        if b"http" in line:
            return line.decode().split()[0]
    raise SystemExit("the preview did not start")


def measure(address: str, game: str, file: Path) -> list[tuple[float, float]]:
    """The ms to the message and the ms to the picture, for each edit."""
    good = file.read_text(encoding="utf-8")
    with sync_playwright() as driver:
        found = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.add_init_script(_WATCH)
        page.goto(f"{address.partition('#')[0]}#game={game}")
        page.wait_for_selector(".face.drawn")
        piece = re.search(r"- id: ([\w-]+)", good)
        assert piece is not None
        page.evaluate(f"watched = '{piece[1]}'")
        page.locator(f'[data-id="{piece[1]}"]').scroll_into_view_if_needed()
        page.wait_for_timeout(2 * PAUSE_MS)
        edits = [edit(page, file, good, number) for number in range(EDITS)]
        browser.close()
    return edits


def edit(page: Page, file: Path, good: str, number: int) -> tuple[float, float]:
    """Writes the file once, and returns the times at which the page got message and picture."""
    page.evaluate("toldAt = 0")
    start_ms = time.time() * 1000
    file.write_text(_TITLE.sub(rf"\g<1>Edit {number}\g<3>", good, count=1), encoding="utf-8")
    page.wait_for_timeout(PAUSE_MS)
    told, seen = page.evaluate(f"[toldAt, seenAt['Edit%20{number}']]")
    if seen is None:
        raise SystemExit(f"edit {number} was not seen: does the first card say `title: {{…}}`?")
    return told - start_ms, seen - start_ms


def report(edits: list[tuple[float, float]]) -> None:
    """Prints all times, then the medians and the slowest."""
    for told, seen in edits:
        print(f"told after {told:4.0f} ms, seen after {seen:4.0f} ms")
    for word, of in (("median", statistics.median), ("slowest", max)):
        told, seen = (of(one) for one in zip(*edits, strict=True))
        print(f"{word}: told after {told:.0f} ms, seen after {seen:.0f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])

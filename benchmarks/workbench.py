"""Measures the workbench: from letting go of a zone to its paint, and the frames while dragging.

    python benchmarks/workbench.py [CARDS]

A title is dragged twenty times on one of forty cards of a kind, in a headless Chromium. The time
runs from the release of the mouse to the frame in which the new face of the card is shown; the
other faces of the kind, which all change, follow. Prints each time with the longest frame of its
drag, then the medians and the slowest, in ms.
"""

import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
ART = ROOT / "generator/fustella/resources/starts/cards/art"
DRAGS, STEPS, PAUSE_MS = 20, 60, 1500

_GAME = """\
title: Forty
languages: [en]
kinds:
  animal: {front: ready/card, back: ready/back}
"""
_CARD = (
    "  - {{id: a{0}, front: {{title: Animal {0}, art: {1}, type: Beast, cost: {2}, points: 3, text:"
    ' "Draw **two cards**. Ships may stop here in storm {0}.", note: Its light is seen.}}}}\n'
)

_WATCH = """() => {
  window.times = { released: 0, painted: 0, frames: [] };
  const art = document.querySelector(".drawing .art");
  const painted = () => requestAnimationFrame(() => setTimeout(() => {
    times.painted ||= performance.now();
  }));
  new MutationObserver((changes) => {
    if (times.released && changes.some((change) => change.removedNodes.length)) painted();
  }).observe(art, { childList: true });
  addEventListener("pointerdown", () => {
    Object.assign(times, { released: 0, painted: 0, frames: [] });
    let last = performance.now();
    const frame = (now) => {
      times.frames.push(now - last);
      last = now;
      if (!times.released) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }, true);
  addEventListener("pointerup", () => { times.released = performance.now(); }, true);
}"""


_GRIP = """() => {
  const box = document.querySelector(".frame-of-chosen .body")?.getBoundingClientRect();
  return box && [box.x + box.width / 3, box.y + box.height / 2];
}"""


def main(arguments: list[str]) -> None:
    """Makes the project, serves it, drags the title, and prints the times."""
    cards = int(arguments[0]) if arguments else 40
    with tempfile.TemporaryDirectory() as folder, _serving(_project(Path(folder), cards)) as at:
        report(measure(at))


def _project(root: Path, cards: int) -> Path:
    (root / "art").mkdir()
    pictures = [Path(shutil.copy(path, root / "art")).stem for path in sorted(ART.glob("*.svg"))]
    rows = (_CARD.format(n, pictures[n % len(pictures)], n % 7) for n in range(cards))
    (root / "game.yaml").write_text(_GAME)
    (root / "animals.yaml").write_text("kind: animal\npieces:\n" + "".join(rows))
    return root


@contextmanager
def _serving(root: Path) -> Iterator[str]:
    """The address of a preview of the project, with its token."""
    command = [
        sys.executable,
        "-m",
        "fustella",
        "preview",
        "--project",
        str(root),
        "--port",
        "8410",
    ]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        address = next(line for line in server.stdout if b"http" in line).decode().split()[0]
        try:
            yield address
        finally:
            server.send_signal(signal.SIGINT)


def measure(address: str) -> list[tuple[float, float]]:
    """The ms from release to paint and the longest frame, for each drag."""
    with sync_playwright() as driver:
        found = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.goto(address)
        page.locator('.tile[data-id="a3"]').click()
        page.get_by_role("button", name="Edit", exact=True).click()
        page.locator('[data-key="pick zone:title"]').click()
        page.wait_for_selector(".drawing .art image")
        page.evaluate(_WATCH)
        page.wait_for_timeout(PAUSE_MS)
        drags = [drag(page, -1 if number % 2 else 1) for number in range(DRAGS)]
        browser.close()
    return drags


def drag(page: Page, down: int) -> tuple[float, float]:
    """Drags the zone that is chosen, and returns the times of that."""
    x, y = page.wait_for_function(_GRIP).json_value()
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, STEPS + 1):
        page.mouse.move(x, y + down * step)
    page.mouse.up()
    page.wait_for_function("() => times.painted")
    took, longest = page.evaluate("[times.painted - times.released, Math.max(...times.frames)]")
    page.wait_for_timeout(PAUSE_MS)
    return took, longest


def report(drags: list[tuple[float, float]]) -> None:
    """Prints all times, then the medians and the slowest."""
    for painted, longest in drags:
        print(f"painted after {painted:4.0f} ms, longest frame {longest:4.1f} ms")
    for word, of in (("median", statistics.median), ("slowest", max)):
        painted, longest = (of(one) for one in zip(*drags, strict=True))
        print(f"{word}: painted after {painted:.0f} ms, longest frame {longest:.1f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])

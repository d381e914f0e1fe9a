"""Measures the tables of the four games in a browser: their files, first paint, and frames.

Each table is laid for the most players. *Ready* is when all pieces that are seen have their
pictures. Then a thousand pieces lie side by side. Each frame is from one to the next, of a browser
that paints at most sixty a second: the median of two seconds, and the longest but five of a
hundred. *All* has all pieces on the screen, and moves the table; *near* is twice as near, so that
pieces come and go while it is moved from side to side; *zoom* goes nearer and back, step by step;
*drag* has a piece carried over the others. *Anew* paints the whole table in each frame, as when
something glides to its place.

    python benchmarks/table.py
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from measuring import conditions, write_table

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))
PART = "table"
MOST_PLAYERS = {"city-duel": 2, "el-mapa": 6, "empire-plateau": 4, "moving-kingdoms": 6}
PIECES = 1000

READY = """async () => {
  const step = () => new Promise(requestAnimationFrame);
  do { redraw(); await step(); } while (!faces.blobs.length || pictures.wanted.size);
  return performance.now();
}"""
SPREAD = """count => {
  const state = structuredClone(now()), side = Math.ceil(Math.sqrt(count * 1.6));
  state.piles = {};
  for (let number = 0; number < count; number += 1) {
    const copies = [number % given.first.length + 1];
    const [x, y] = [number % side * 26, Math.floor(number / side) * 26];
    state.piles[`p${number}`] = {copies, x, y, turn: number % 4 * 90, z: number, form: "pile",
      name: "", fixed: false, aside: false};
  }
  session.states.push(state);
  choose([]);
  showAll();
}"""
FRAMES = """async () => {
  const step = () => new Promise(requestAnimationFrame), frames = [];
  let last = await step();
  for (let number = 0; number < 120; number += 1) {
    MOVE
    const time = await step();
    frames.push(time - last);
    last = time;
  }
  frames.sort((one, other) => one - other);
  return [frames[60], frames[113]];
}"""
MOVES = {
    "all": "panBy(number % 60 < 30 ? 9 : -9, 0);",
    "near": "if (!number) zoomAt(640, 400, 2); panBy(number % 80 < 40 ? 18 : -18, 0);",
    "zoom": "zoomAt(640, 400, number % 40 < 20 ? 1.04 : 1 / 1.04);",
    "drag": """if (!number) lift({key: orderOf(now()).at(-1), x: 9, y: 400, whole: true});
      carry(300 + 5 * number, 400);""",
    "anew": "redraw();",
}
END = "() => { giveUp(); showAll(); }"


def main() -> int:
    """Measure all four and write the table."""
    from tests.export.played import exported_table  # noqa: PLC0415  (no part of the package)
    from tests.preview.driving import browsing  # noqa: PLC0415  (the same)

    heads = ("MB", "first paint ms", "ready ms", *(f"{name}: frame ms" for name in MOVES))
    rows = [f"| | {' | '.join(heads)} |", "|---|" + "---:|" * len(heads)]
    with tempfile.TemporaryDirectory() as folder, browsing() as browser:
        for game, players in MOST_PLAYERS.items():
            file = exported_table(game, ROOT, Path(folder))
            cells = measured(browser, file, players)
            rows.append(f"| {game} | {file.stat().st_size / 1e6:.1f} | {' | '.join(cells)} |")
    write_table(PART, "\n".join([conditions(1), "", *rows]), Path(__file__).name)
    return 0


def measured(browser: Any, file: Path, players: int) -> list[str]:
    """The cells of a table's row, but for its size."""
    context = browser.browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True)
    try:
        page = context.new_page()
        page.goto(file.as_uri())
        page.wait_for_function("performance.getEntriesByType('paint').length")
        paint = page.evaluate("performance.getEntriesByType('paint')[0].startTime")
        page.locator(f"#count input[value='{players}']").check()
        begun = page.evaluate("performance.now()")
        page.click("#start-go")
        page.click("#curtain-go")
        ready = page.evaluate(READY) - begun
        page.evaluate(SPREAD, PIECES)
        page.evaluate(READY)
        cells = []
        for move in MOVES.values():
            frames = page.evaluate(FRAMES.replace("MOVE", move))
            cells.append(" / ".join(f"{each:.0f}" for each in frames))
            page.evaluate(END)
            page.evaluate(READY)
        return [f"{paint:.0f}", f"{ready:.0f}", *cells]
    finally:
        context.close()


if __name__ == "__main__":
    sys.exit(main())

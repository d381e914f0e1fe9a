"""Measures rule booklets: setting one of twelve pages, and again after an edit of a paragraph.

    python benchmarks/booklet.py [--runs 7] [--project DIR [--game GAME] [--language LANGUAGE]]
    python benchmarks/booklet.py --seen --project . --game el-mapa

Without a project it takes the booklet of the tests, with paragraphs until it has twelve pages. The
faces of the game are drawn before. *Whole* begins with nothing set and starts typst; *edit* is what
a preview waits for that keeps typst: the chapters are read again, and the PDF is made. Prints
medians in ms, by the clock and of the processor (this process and typst's).

With `--seen`, the preview is served, and the time runs in a headless Chromium: from the save of a
paragraph in the middle of the booklet to the frame in which its page is shown anew. Beside it
stands what the processor did for it in the preview and in the browser, which is the same on a busy
machine.
"""

import argparse
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import sync_playwright

from fustella.build import BuildOptions, Job, RulesOptions
from fustella.build.booklet import BookletMaker
from fustella.core.files.project import Project, project_at
from fustella.core.values.paper import Duplex
from fustella.draw.render.documents import DocumentCompiler

ROOT = Path(__file__).parent.parent
PAGES = 12
_FILLER = """\
Each ferry carries one card at a time, and pays for it where it is loaded. Who has no coin left
waits for the next turn, and takes one from the supply. Round {0} begins at the other shore.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="how long a rule booklet takes")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--project", type=Path)
    parser.add_argument("--game", default="")
    parser.add_argument("--language", default="")
    parser.add_argument("--seen", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "booklet"
        shutil.copytree(asked.project or ROOT / "tests/games/booklet", root, ignore=_LEFT_OUT)
        bench = Bench(project_at(root), asked.game, asked.language)
        if asked.project is None:
            bench.fill(PAGES)
        if asked.seen:
            bench.compiler.close()
            seen(bench, asked.runs)
        else:
            bench.report(asked.runs)


_LEFT_OUT = shutil.ignore_patterns("output", ".git", ".venv")


class Bench:
    """A project whose booklet is set again and again."""

    def __init__(self, project: Project, game: str, language: str) -> None:
        self.project, self.game = project, game or project.games()[0]
        output = project.root / "output"
        self.options = BuildOptions("A4", Duplex.LONG_EDGE, output, language)
        self.compiler = DocumentCompiler()
        self.edits = 0
        job = self.job()
        _ = job.faces
        job.artist.face_cache.save()

    def job(self) -> Job:
        return Job(self.project, self.game, self.options)

    @property
    def chapter(self) -> Path:
        booklet = self.job().booklet
        assert booklet is not None, "the game has no booklet in this language"
        return self.project.root / booklet.chapters[-1].place.file

    def fill(self, pages: int) -> None:
        """Writes paragraphs into the last chapter until the booklet has so many pages."""
        number = 0
        while self.made().pages < pages:
            with self.chapter.open("a", encoding="utf-8") as file:
                for number in range(number, number + 8):  # noqa: B020
                    file.write(f"\n{_FILLER.format(number)}")

    def edit(self) -> None:
        """Types a few words into the last chapter."""
        self.edits += 1
        path = self.chapter
        lines = path.read_text(encoding="utf-8").rstrip("\n")
        path.write_text(f"{lines} And {self.edits} again.\n", encoding="utf-8")

    def made(self) -> BookletMaker:
        job = self.job()
        assert job.booklet is not None
        maker = BookletMaker(job, job.booklet, RulesOptions(), self.compiler)
        _ = maker.pdf
        return maker

    def anew(self) -> None:
        """Sets the booklet in a new process, with nothing kept."""
        self.compiler.close()
        self.edit()  # else the PDF would come from the cache
        self.made()

    def again(self) -> None:
        self.edit()
        self.made()

    def report(self, runs: int) -> None:
        maker = self.made()
        print(f"{maker.pages} pages of {self.game}, {len(maker.pdf) // 1000} kB")
        for name, work in (("whole", self.anew), ("edit", self.again)):
            taken = [self._taken(work) for _ in range(runs)]
            wall, used = (statistics.median(each) * 1000 for each in zip(*taken, strict=True))
            print(f"{name:6} {wall:6.0f} ms by the clock, {used:6.0f} ms of the processor")
        self.compiler.close()

    def _taken(self, work: Callable[[], None]) -> tuple[float, float]:
        begun, used = time.perf_counter(), self._used_s()
        work()
        return time.perf_counter() - begun, self._used_s() - used

    def _used_s(self) -> float:
        """The processor's time of this process, of those that ended, and of typst's."""
        own = os.times()
        worker = self.compiler.pid
        total = own.user + own.system + own.children_user + own.children_system
        if worker:
            stat = Path(f"/proc/{worker}/stat").read_text(encoding="utf-8").rpartition(")")[2]
            user, system = stat.split()[11:13]
            total += (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        return total


_PAUSE_MS = 2500

_WATCH = """() => {
  window.seen = new Promise((done) => {
    const watcher = new MutationObserver((changes) => {
      if (!changes.some((change) => change.attributeName === "src")) return;
      watcher.disconnect();
      requestAnimationFrame(() => setTimeout(() => done(Date.now())));
    });
    for (const page of document.querySelectorAll(".leaf img")) {
      watcher.observe(page, { attributes: true });
    }
  });
}"""


def seen(bench: Bench, runs: int) -> None:
    """Serves the preview, edits a paragraph, and prints when its page was seen in a browser."""
    with serving(bench.project.root) as address, sync_playwright() as driver:
        found = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.set_default_timeout(120_000)
        page.goto(f"{address}&view=rules&game={bench.game}")
        page.wait_for_selector(".leaf img")
        blocks = page.locator('button.block[aria-label^="Paragraph"]')
        blocks.nth(blocks.count() // 2).scroll_into_view_if_needed()
        page.wait_for_timeout(_PAUSE_MS)
        line = page.evaluate(
            "number => document.querySelectorAll('button.block[aria-label^=Paragraph]')[number]"
            ".dataset.key",
            blocks.count() // 2,
        )
        file, number, _ = line.split(",")
        path = bench.project.root / file
        lines = path.read_text(encoding="utf-8").split("\n")
        times = []
        for run in range(runs):
            changed = [*lines]
            changed[int(number) - 1] += f" And {run} again."
            page.evaluate(_WATCH)
            used, begun = used_below_s(os.getpid()), time.time()
            path.write_text("\n".join(changed), encoding="utf-8")
            wall = page.evaluate("() => window.seen") - begun * 1000
            times.append((wall, (used_below_s(os.getpid()) - used) * 1000))
            print("seen after {:4.0f} ms, {:4.0f} ms of the processor".format(*times[-1]))
            page.wait_for_timeout(_PAUSE_MS)
        wall, own = (statistics.median(each) for each in zip(*times, strict=True))
        pages = page.locator(".leaf").count()
        print(f"{pages} pages: median {wall:.0f} ms, {own:.0f} ms of the processor")
        browser.close()


def used_below_s(process: int) -> float:
    """The processor's time of all processes that one began, and of those that they began."""
    stats = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            words = path.read_text(encoding="utf-8").rpartition(")")[2].split()
            ticks = sum(map(int, words[11:15]))  # with those of its children that have ended
            stats[int(path.parent.name)] = int(words[1]), ticks / os.sysconf("SC_CLK_TCK")
    found, waiting = 0.0, [process]
    for parent in waiting:  # grows by their children
        own = [number for number, (its, _) in stats.items() if its == parent]
        found += sum(stats[number][1] for number in own)
        waiting += own
    return found


@contextmanager
def serving(root: Path) -> Iterator[str]:
    """The address of a preview of a project, with its token."""
    words = ["-m", "fustella", "preview", "--project", str(root), "--port", "8411"]
    with subprocess.Popen([sys.executable, *words], cwd=ROOT, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        try:
            yield next(line for line in server.stdout if b"http" in line).decode().split()[0]
        finally:
            server.send_signal(signal.SIGINT)


if __name__ == "__main__":
    main()

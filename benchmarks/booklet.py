"""Measures rule booklets: setting one of twelve pages, and again after an edit of a paragraph.

    python benchmarks/booklet.py [--runs 7] [--project DIR [--game GAME] [--language LANGUAGE]]

Without a project it takes the booklet of the tests, with paragraphs until it has twelve pages. The
faces of the game are drawn before. *Whole* begins with nothing set and starts typst; *edit* is what
a preview waits for that keeps typst: the chapters are read again, and the PDF is made. Prints
medians in ms, by the clock and of the processor (this process and typst's).
"""

import argparse
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

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
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "booklet"
        shutil.copytree(asked.project or ROOT / "tests/games/booklet", root, ignore=_LEFT_OUT)
        bench = Bench(project_at(root), asked.game, asked.language)
        if asked.project is None:
            bench.fill(PAGES)
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


if __name__ == "__main__":
    main()

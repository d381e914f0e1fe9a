"""A game in a folder of its own, and the requests of the page about it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fustella.build import BuildOptions
from fustella.build.job import Job
from fustella.core.files.cache import DiskCache
from fustella.core.files.project import find_project
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import ProblemsFound
from fustella.preview.views import to_json
from fustella.workbench import Draft, EditRequest, Workbench, tables_of, zones_of
from fustella.workbench.draft import digest_of


class GameBench:
    """A project with one game, which is read anew for each request, as in the preview."""

    def __init__(self, root: Path, files: Mapping[str, str | bytes] = {}) -> None:
        self.root = root
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        self.project = find_project(root)
        (self.game,) = self.project.games()

    @property
    def job(self) -> Job:
        options = BuildOptions("A4", Duplex.LONG_EDGE, self.root / "output")
        job = Job(self.project, self.game, options)
        _ = job.game
        return job

    def zones(
        self,
        kind: str,
        side: str = "front",
        piece: str = "",
        language: str = "",
        job: Job | None = None,
    ) -> Any:
        """The view of the zones of a piece, as the page gets it; `job` has read the game before."""
        job = job or self.job
        draft = Draft(self.project, self.game, language or job.game.languages[0], job)
        return json.loads(to_json(zones_of(draft, kind, side, piece)))

    def tables(self, table: str = "") -> Any:
        """The view of the tables of the game, as the page gets it, whatever faults there are."""
        try:
            job: Job | None = self.job
        except ProblemsFound:
            job = None
        return json.loads(to_json(tables_of(Draft(self.project, self.game, "", job), table)))

    def table(self, table: str) -> Any:
        (found,) = self.tables(table)["tables"]
        return found

    def zone(self, zone: str, kind: str, side: str = "front", piece: str = "") -> Any:
        view = self.zones(kind, side, piece)
        return next(each for each in view["zones"] if each["name"] == zone)

    def edit(self, *gestures: object, language: str = "", merge: str = "") -> Any:
        """The answer to a request that has seen all files as they are."""
        files = {
            path.relative_to(self.root).as_posix(): digest_of(path.read_bytes())
            for path in self.root.rglob("*")
            if path.is_file()
        }
        try:
            job: Job | None = self.job
        except ProblemsFound:
            job = None
        known = language or (job.game.languages[0] if job else "")
        request = EditRequest(json.loads(json.dumps(gestures)), files, known, merge)
        return self.workbench.edit(request, job)

    @property
    def workbench(self) -> Workbench:
        return Workbench.of(self.project, self.game, DiskCache(self.root / "output/.cache"))

    def read(self, name: str) -> bytes:
        return (self.root / name).read_bytes()

    def text(self, name: str) -> str:
        return self.read(name).decode()

"""Reads the git history of a project: its commits, and the files in them.

The repository is never changed; files are unpacked into temporary folders. The history is empty
without git or a repository, and revisions that today's tool cannot read are skipped. Only
`revision_named`, which finds a revision that a user typed, reports the reason.
"""

import hashlib
import re
import shutil
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from operator import eq
from pathlib import Path, PurePosixPath

from msgspec.structs import replace

from fustella.core.files.project import CONTENT, TEMPLATES, Project, may_be_content
from fustella.core.files.reading import is_inside, read_own
from fustella.core.files.scratch import scratch_folder
from fustella.core.files.unwritten import why_unwritten
from fustella.core.values.problems import Place, Problem, ProblemsFound, nearest
from fustella.core.values.structs import PartlyCompared
from fustella.core.words.patterns import regex
from fustella.git.folders import NoRepository, NotInGit
from fustella.git.repository import MOST_BYTES, Repository, UnreadableFiles

LAST_COMMIT = "HEAD"

_MADE = ("output", "kits")
"""The folders of a single game that hold the tool's output, not content."""

_ID = regex(r"[0-9a-f]{7,64}")

_FORMAT = "--format=%H%x09%cs%x09%s"


class Revision(PartlyCompared, frozen=True):
    """A commit: its id, its day as 2026-11-22, and the first line of its message.

    A revision from `revision_named` keeps its unpacked files, because a command reads them several
    times: for each game, and to see whether anything changed.
    """

    UNCOMPARED = frozenset({"repository", "kept"})

    id: str
    day: str
    subject: str
    repository: Repository | None = None
    kept: "_Checkout | None" = None

    def __str__(self) -> str:
        return f"{self.day}, {self.id[:8]} {self.subject}".rstrip()


def revision_named(project: Project, name: str, known: Iterable[str] = ()) -> Revision:
    """The commit that git knows by a name: `HEAD~3`, `v1.0`, `main`, `1a2b3c4d`.

    `known` are other words that the user may have meant, for the hint. Raises ProblemsFound: E611
    for an unknown revision, E612 without git, a repository or a commit.
    """
    place = Place(name or '""')
    try:
        repository = Repository(project.root, project.git_folders)
    except NoRepository as why:
        message = f"git cannot be asked what was before: {why}"
        hint = why.hint or "mend that, or compare with a kit: `fustella diff NAME`"
        raise ProblemsFound([Problem("E612", place, message, hint)]) from None
    arguments = ("rev-parse", "--verify", "--quiet", "--end-of-options")
    commit = repository.ask(*arguments, f"{name}^{{commit}}") if "\0" not in name else b""
    if commit:
        revision = _log(repository, "--max-count=1", commit.decode().strip())[0]
        return replace(revision, kept=_Checkout(project, revision))
    if name == LAST_COMMIT:
        hint = "commit what you have, then change it; or compare with a kit: `fustella diff NAME`"
        raise ProblemsFound([Problem("E612", place, "nothing is committed yet", hint)])
    refs = repository.ask("for-each-ref", "--format=%(refname:short)").decode(errors="replace")
    near = nearest(name, (*known, *refs.split()))
    hint = (
        f"did you mean `{near}`?"
        if near
        else "a revision is a tag, a branch, HEAD~3 or the id of a commit"
    )
    if repository.shallow:
        hint += "; this clone is shallow: `git fetch --unshallow` brings the older ones"
    raise ProblemsFound(
        [Problem("E611", place, "no kit, no game and no revision of git has this name", hint)]
    )


def revision_tagged(project: Project, name: str) -> Revision:
    """The commit of a tag, or with an id: unlike a branch, it stays what it is.

    Raises ProblemsFound: E611, E612.
    """
    key = project.root, project.git_folders, name
    if key not in _TAGGED:
        plain = name if _ID.fullmatch(name) else f"refs/tags/{name}"
        try:
            found = revision_named(project, plain)
        except ProblemsFound as faults:
            raise ProblemsFound(_untagged(problem, name) for problem in faults.problems) from None
        _TAGGED[key] = replace(found, kept=None)
    return _TAGGED[key]


_TAGGED: dict[object, Revision] = {}
"""The commits of tags that were asked for; the preview asks after each edit."""


def _untagged(problem: Problem, name: str) -> Problem:
    if problem.code != "E611":
        return problem
    return replace(
        problem,
        message=f"git has no tag `{name}`",
        hint=f"make it: `git tag {name} COMMIT`; or write the id of a commit",
    )


def why_unasked(project: Project) -> str:
    """The reason, with a hint, why git does not answer about a project; "" if it does."""
    try:
        Repository(project.root, project.git_folders)
    except NotInGit:
        return ""
    except NoRepository as why:
        return f"git cannot be asked: {why}; {why.hint}".removesuffix("; ")
    return ""


def revisions_of(project: Project, path: str, most: int) -> tuple[Revision, ...]:
    """The last commits that touched a file, newest first."""
    return commits_touching(project, most, (path,))


def revisions_of_looks(project: Project, game_id: str, most: int) -> tuple[Revision, ...]:
    """The last commits that touched the content or the templates of a game, newest first."""
    folders = project.input_folders(game_id)
    touched = [""] if project.single else [project.name_of(path) for path in folders]
    return commits_touching(project, most, touched)


@contextmanager
def project_at_revision(project: Project, revision: Revision) -> Iterator[Project]:
    """The content and templates of a revision, as a project in a temporary folder.

    Callers must not change the files. Raises ProblemsFound: E615, where git does not give all of
    them.
    """
    checkout = revision.kept or _Checkout(project, revision)
    yield checkout.project


class _Checkout:
    """The content and templates of a revision in a folder, which is removed with this object."""

    def __init__(self, project: Project, revision: Revision) -> None:
        # Without `kept`: that may be this object, which would then never be removed.
        self._project, self._revision = project, replace(revision, kept=None)

    @cached_property
    def project(self) -> Project:
        """The project with the files, which are unpacked at the first call.

        Raises ProblemsFound: E615.
        """
        folder = scratch_folder("checkout")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        try:
            unpack(self._project, self._revision, folder, (CONTENT, TEMPLATES))
        except UnreadableFiles as why:
            message = f"what was there, {self._revision}, cannot be unpacked: {why}"
            hint = (
                "compare with another revision; where files are not in this clone, get them with "
                "`git fetch --refetch`"
            )
            place = Place(self._revision.id[:8])
            raise ProblemsFound([Problem("E615", place, message, hint)]) from None
        return replace(self._project, root=folder)


def commits_touching(project: Project, most: int, paths: Iterable[str]) -> tuple[Revision, ...]:
    """The last commits that touched one of the paths; "" is the content of a single game."""
    try:
        repository = Repository(project.root, project.git_folders)
    except NoRepository:
        return ()
    outputs = (f":(top,literal,exclude){repository.prefix}{name}" for name in _MADE)
    within = [f"{repository.prefix}{path}" for path in paths]
    looked_at = [f":(top,literal){path}" if path else "." for path in within]
    excluded = outputs if "" in paths else ()
    return _log(repository, f"--max-count={most}", "HEAD", "--", *looked_at, *excluded)


def _log(repository: Repository, *arguments: str) -> tuple[Revision, ...]:
    listed = repository.ask("log", _FORMAT, *arguments)
    lines = listed.decode("utf-8", errors="replace").splitlines()
    parts = (line.split("\t", 2) for line in lines)
    return tuple(
        Revision(part[0], part[1], part[2], repository) for part in parts if len(part) == 3
    )


def unpack(project: Project, revision: Revision, folder: Path, paths: Iterable[str]) -> None:
    """Writes the files of a revision below some paths into a folder; the path "" is all of them.

    Raises UnreadableFiles.
    """
    wanted = [PurePosixPath(path).parts for path in paths]

    def asked_for(path: PurePosixPath) -> bool:
        if project.single:
            return may_be_content(path.parts[0])
        return any(all(map(eq, path.parts, parts)) for parts in wanted)

    repository = revision.repository
    if repository is None:
        return
    try:
        for path, stored in repository.files(revision.id, asked_for):
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(_bytes_in_project(stored, project.root, path, repository))
    except OSError as error:
        raise UnreadableFiles(
            f"the temporary folder cannot be written: {why_unwritten(error)}"
        ) from None


def _bytes_in_project(
    stored: bytes, root: Path, path: PurePosixPath, repository: Repository
) -> bytes:
    """The bytes of a stored file, as the project had them at the commit.

    Git may store a text with other line ends, and Git LFS stores a digest in the place of a large
    file. In these cases, today's file of the same name gives the bytes, if its content is still the
    same.
    """
    today = root / path, root
    if pointer := _LARGE.fullmatch(stored):
        digest, size = pointer[1].decode(), int(pointer[2])
        for file in (today, repository.large_file(digest)):
            body = _read(*file, size)
            if hashlib.sha256(body).hexdigest() == digest:
                return body
    # With `text` and `eol=crlf`, git stores line feeds alone (gitattributes(5)).
    ends = stored.count(b"\n")
    body = _read(*today, len(stored) + ends) if ends else b""
    return body if body.replace(b"\r\n", b"\n") == stored else stored


# A pointer of Git LFS, in the one form that its specification has.
_LARGE = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\noid sha256:([0-9a-f]{64})\nsize (\d{1,10})\n"
)


def _read(path: Path, root: Path, size: int) -> bytes:
    """The bytes of a plain file of that size below `root`; b"" for any other file."""
    try:
        if (
            size <= MOST_BYTES
            and is_inside(path, root)
            and path.is_file()
            and path.stat().st_size == size
        ):
            return read_own(path, MOST_BYTES)
    except OSError:
        pass
    return b""

"""Stores faces when their author accepts them, and finds their changes since.

`faces.accepted`, beside game.yaml, has a line of JSON for each face: what can be seen on it, and a
hash of the values that its piece had in the lists. It has the words of game.yaml, too, in all
languages. A change that no change of a list explains is a fault: it came from a template, from
game.yaml, from an icon or from a newer Fustella.
"""

import hashlib
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from fustella import __version__
from fustella.core.files.project import GAME_FILE, SHARED_TEMPLATES, Project
from fustella.core.files.reading import NotRead, files_in, is_there, read_bytes, unread, why_unread
from fustella.core.processes import limits
from fustella.core.values.claims import Finding, Verdict
from fustella.core.values.model import Game, Piece, Shown, ShownSort, Text, leaves
from fustella.core.values.problems import TOLD_EACH, Place, Problem, ProblemsFound
from fustella.core.values.texts import is_computed, texts_of_game

ACCEPTED = "accepted"
"""The `check` of findings about accepted faces and words, which no claim makes."""

COMMAND = "fustella check --accept-faces"

_FORMAT = 1
_STAYS_MM = 1.5
"""A thing may move this far: texts of one size move each other when one of them gets longer."""


class _Head(Struct, frozen=True, array_like=True, tag="faces"):
    """The first line of the file: its format, its language, the hash of the faces' sources."""

    version: int
    language: str
    sources: str


class AcceptedFace(Struct, frozen=True, array_like=True, tag="face"):
    """An accepted face: its name, a hash of its piece's values, the file of its list, its contents.

    A face that shows the same as an earlier one has that face's name in `like`.
    """

    name: str
    values: str
    file: str
    like: str
    shown: tuple[tuple[str, str, float, float, str], ...]


class _AcceptedWord(Struct, frozen=True, array_like=True, tag="word"):
    """A text of game.yaml by its key, in each language."""

    key: str
    by_language: dict[str, str]


class AcceptedGame(Struct, frozen=True):
    """The faces and the words of a game as they were accepted, in one language.

    `sources` is what `sources_of` gave then.
    """

    language: str
    sources: str
    faces: Mapping[str, AcceptedFace]
    words: Mapping[str, Mapping[str, str]]


class FaceNow(Struct, frozen=True):
    """A present face: its `AcceptedFace`, its template and its piece's place."""

    name: str
    values: str
    file: str
    template: Place
    place: Place
    shown: tuple[Shown, ...]


def read_accepted(project: Project, game_id: str) -> AcceptedGame | None:
    """Reads the accepted faces of a game; None without any. Raises ProblemsFound: E131, E510."""
    path = project.accepted_faces_of(game_id)
    if not is_there(path):
        return None
    name, head, read = project.name_of(path), None, 0
    faces, words = dict[str, AcceptedFace](), dict[str, Mapping[str, str]]()
    try:
        for text in read_bytes(path, project.root, limits.DOCUMENT_BYTES).splitlines():
            read += 1
            found = _LINE.decode(text)
            if isinstance(found, _Head):
                head = found
            elif isinstance(found, AcceptedFace):
                shown = faces[found.like].shown if found.like else found.shown
                faces[found.name] = replace(found, shown=shown)
            else:
                words[found.key] = found.by_language
        if head is None or head.version != _FORMAT:
            raise ValueError
    except NotRead as error:
        raise ProblemsFound([unread(error, Place(name))]) from None
    except OSError as error:
        message, hint = f"cannot be read: {why_unread(error)}", "look at the rights of the file"
        raise ProblemsFound([Problem("E510", Place(name), message, hint)]) from None
    except (ValueError, KeyError, RecursionError):
        message = f"this line is not as `{COMMAND}` writes it"
        hint = f"bring back the file as it was; or delete it and run `{COMMAND}`"
        raise ProblemsFound([Problem("E510", Place(name, read), message, hint)]) from None
    return AcceptedGame(head.language, head.sources, faces, words)


_LINE = msgspec.json.Decoder(_Head | AcceptedFace | _AcceptedWord)


def accepted_text(project: Project, game: Game, faces: Iterable[FaceNow]) -> str:
    """The text of the file for the present faces and words; `read_accepted` reads it."""
    lines: list[Struct] = [_Head(_FORMAT, game.languages[0], sources_of(project, game.id))]
    known = dict[object, str]()
    for face in faces:
        shown = tuple(
            (each.sort.value, each.words, each.x_mm, each.y_mm, each.field) for each in face.shown
        )
        like = known.setdefault(shown, face.name)
        own = () if like != face.name else shown
        like = "" if like == face.name else like
        lines.append(AcceptedFace(face.name, face.values, face.file, like, own))
    lines += [_AcceptedWord(key, words) for key, (words, _) in _words_of(game).items()]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines).decode()


def sources_of(project: Project, game_id: str) -> str:
    """Hashes the files that faces are drawn from, except lists and tables.

    These are game.yaml, templates, icons and the version of Fustella. The hash is the same on every
    machine.
    """
    folder = project.folder_of(game_id)
    shared = (project.templates / name for name in SHARED_TEMPLATES)
    folders = (project.templates_of(game_id), *shared, folder / "icons")
    files = [
        folder / GAME_FILE,
        *(path for each in folders for path in files_in(each, project.root)),
    ]
    total = hashlib.sha256(__version__.encode())
    for path in sorted(set(files)):
        try:
            data = read_bytes(path, project.root, limits.DOCUMENT_BYTES)
        except OSError:  # reported by the stage that needs the file
            data = b""
        name = path.relative_to(project.root).as_posix()
        total.update(f"{name} {len(data)}\n".encode(errors="surrogateescape") + data)
    return total.hexdigest()[:32]


def digest_of_values(piece: Piece, language: str, seen: Sequence[str] = ()) -> str:
    """Hashes the values that the lists give a piece, and what its face has `seen` of other pieces.

    For a box only the values that are computed from its pieces count: all others are in game.yaml.
    """
    typed = [*leaves("front", piece.front), *leaves("back", piece.back)]
    if piece.kind.box:
        typed = [(path, value) for path, value in typed if is_computed(path)]
    said = [
        (path, str(value.in_language(language)) if isinstance(value, Text) else repr(value))
        for path, value in typed
    ]
    name = "" if piece.kind.box else str(piece.name.in_language(language))
    total = repr((piece.id, name, piece.copies, said, *seen))
    return hashlib.sha256(total.encode(errors="surrogatepass")).hexdigest()[:16]


def _words_of(game: Game) -> dict[str, tuple[dict[str, str], Place]]:
    """The texts of game.yaml by their keys, each in all languages, with their places."""
    texts = texts_of_game(game)
    texts |= {f"sheets.{name}": text for name, text in game.sheets.items()}
    texts |= {f"kinds.{kind.id}.name": kind.name for kind in game.kinds}
    found: dict[str, tuple[dict[str, str], Place]] = {}
    for key, value in texts.items():
        words = (
            value.by_language if isinstance(value, Text) else dict.fromkeys(game.languages, value)
        )
        place = getattr(next(iter(words.values())), "place", game.place)
        found[key] = {language: str(word) for language, word in words.items()}, place
    return found


def changes(
    accepted: AcceptedGame, game: Game, faces: Iterable[FaceNow] | None
) -> tuple[tuple[Finding, ...], int]:
    """The findings about words and faces that differ from the accepted ones, joined.

    Equal findings are one. A face whose words changed only in game.yaml is not reported again. The
    second value is the number of faces that are not compared, because the lists give their pieces
    other values than when they were accepted. Without `faces` only words are compared.
    """
    words = [*_changed_words(accepted, game)]
    findings = tuple(finding for finding, _ in words)
    if faces is None:
        return findings, 0
    reworded = [was for _, texts in words for was in texts]
    now, others = {face.name: face for face in faces}, 0
    alike = dict[tuple[object, ...], list[tuple[FaceNow, _Change]]]()
    for name, face in now.items():
        known = accepted.faces.get(name)
        if known is None:
            continue
        if known.values != face.values:
            others += 1
        elif change := _main_change(known.shown, face.shown, reworded):
            place = change.place or face.template
            alike.setdefault((change.sort, place.file, place.line), []).append((face, change))
    of_faces = map(_of_change, alike.values())
    return (*findings, *of_faces, *_gone(accepted, game, now)), others


def _changed_words(accepted: AcceptedGame, game: Game) -> Iterator[tuple[Finding, Collection[str]]]:
    """Yields a finding for each changed text of game.yaml, with all its accepted words."""
    now = _words_of(game)
    for key in sorted(accepted.words):
        before, (after, place) = accepted.words[key], now.get(key, ({}, game.place))
        differing = [one for one in {**before, **after} if before.get(one) != after.get(one)]
        if differing:
            first = differing[0]
            alone = len({*before.values()}) == 1 and len(differing) == len(before)
            where = replace(place, key=key if alone else f"{key}.{first}")
            was, has = before.get(first), after.get(first)
            yield _finding(where, _quoted(was), _quoted(has)), before.values()
    new = [key for key in now if key not in accepted.words]
    if new:
        words, place = now[new[0]]
        more = f" and {len(new) - 1} more texts" if len(new) > 1 else ""
        has = f"{_quoted(next(iter(words.values())))}{more}"
        yield _finding(replace(place, key=new[0]), _quoted(None), has), ()


def _quoted(words: str | None) -> str:
    return "nothing" if words is None else f"“{words}”"


class _Change(Struct, frozen=True):
    """The change of a face: its words, places or drawing; `place` is the origin of the new part."""

    sort: str
    before: str
    after: str
    place: Place | None


def _main_change(
    before: Sequence[tuple[str, str, float, float, str]],
    after: Sequence[Shown],
    reworded: Sequence[str],
) -> _Change | None:
    """The most important change of a face: of words or marks, of places, or of the drawing.

    None if the only missing texts are among the `reworded` ones.
    """
    had = Counter((sort, words) for sort, words, *_ in before if sort != ShownSort.DRAWING)
    has = Counter((each.sort.value, each.words) for each in after if each.sort != ShownSort.DRAWING)
    if had != has:
        gone = had - has
        if gone and all(
            sort == ShownSort.TEXT and any(was in words or words in was for was in reworded)
            for sort, words in gone
        ):
            return None
        new = [each for each in after if (each.sort.value, each.words) in has - had]
        place = next((each.place for each in new if each.place), None)
        return _Change("words", _listed(gone), _listed(has - had), place)
    places = dict[tuple[str, str], list[tuple[float, float]]]()
    for sort, words, x_mm, y_mm, _ in before:
        places.setdefault((sort, words), []).append((x_mm, y_mm))
    for each in after:
        if each.sort is ShownSort.DRAWING:
            continue
        at = each.x_mm, each.y_mm
        nearest = min(places[each.sort.value, each.words], key=lambda was: math.dist(was, at))
        places[each.sort.value, each.words].remove(nearest)
        if math.dist(nearest, at) > _STAYS_MM:
            what = _named(each.sort.value, each.words)
            was, here = (f"{what} at {x:g}, {y:g} mm" for x, y in (nearest, at))
            return _Change("places", was, here, each.place)
    drawn = [words for sort, words, *_ in before if sort == ShownSort.DRAWING]
    if drawn != [each.words for each in after if each.sort is ShownSort.DRAWING]:
        return _Change("drawing", "other shapes, lines or colours", "these", None)
    return None


def _listed(things: Counter[tuple[str, str]]) -> str:
    named = [_named(*thing) for thing in things]
    more = f" and {len(named) - TOLD_EACH} more" if len(named) > TOLD_EACH else ""
    return ", ".join(named[:TOLD_EACH]) + more if named else "nothing"


def _named(sort: str, words: str) -> str:
    return f"“{words}”" if sort == ShownSort.TEXT else f"the {sort} `{words}`"


def _of_change(alike: Sequence[tuple[FaceNow, _Change]]) -> Finding:
    (first, change), *others = alike
    more = f" (and on {len(others)} more)" if others else ""
    where = tuple(dict.fromkeys(face.place for face, _ in alike))
    place = change.place or first.template
    return _finding(place, f"{change.before} on `{first.name}`{more}", change.after, *where)


def _gone(accepted: AcceptedGame, game: Game, now: Mapping[str, FaceNow]) -> Iterator[Finding]:
    """Yields findings about missing faces whose rows are still in the lists."""
    pieces, files = (
        {piece.id for piece in game.with_boxes().pieces},
        {face.file for face in now.values()},
    )
    gone = dict[str, list[str]]()
    for name, face in accepted.faces.items():
        if name not in now and (name.split()[0] in pieces or face.file not in files):
            gone.setdefault(face.file, []).append(name)
    for file, names in gone.items():
        more = f" (and {len(names) - 1} more)" if len(names) > 1 else ""
        yield _finding(game.place, f"the face `{names[0]}`{more} of {file}", "no such face")


def _finding(place: Place, says: str, has: str, *where: Place) -> Finding:
    return Finding(
        claim="accepted-faces",
        check=ACCEPTED,
        place=place,
        lines=(),
        verdict=Verdict.DIFFERS,
        says=says,
        has=has,
        where=where,
        unfixable=f"mend it; or look at the face, and accept it as it is with `{COMMAND}`",
        alike=True,
    )

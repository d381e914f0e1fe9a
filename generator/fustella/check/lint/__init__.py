"""Lint for the whole box: faults that no document speaks of. Each rule is a module of this package.

A rule is a file whose docstring is its page in docs/checks/, with a function

    findings(game, claims, faces) -> Iterator[Finding]

that yields nothing when all is well. The rule of `small_text.py` is called `small-text`. A rule
that reads a key of `lint` in claims.yaml has it in `OPTIONS`, and one that looks at drawn faces
has `BY_FACES = True`. One that reads the words of some languages has `knows(language)`. Nothing
else needs to know of it. Modules that begin with `_` are no rules.

A rule that looks at booklets, too, has a function `in_booklets(game, claims, booklets)` that yields
findings about them.

A rule looks at all pieces that are printed, except for the fields or icons that claims.yaml lets
go:

```yaml
lint:
  ignore:
    - {rule: numbers, of: aid, fields: front.turn, why: "Spanish counts what English shows"}
    - {rule: icons, of: battle-board, drawn: own:shield, why: "it stands beside its word"}
    - {rule: sense, booklet: "as often as you like", why: "Italian says it without a word of order"}
```

A rule says by `LETS_GO` what it may let go: "fields", as most do, "drawn" icons, or "pieces" where
it looks at pieces as a whole. Whole pieces are let go by their ids or by what a field says, never
as a kind: a piece that joins the kind later is looked at.
"""

import contextlib
import importlib
import pkgutil
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.check.errors import InvalidClaim
from fustella.check.keys import PHRASES, Key, fields, keys_schema, one_of, selection
from fustella.check.selection import as_text, conditions_in, select
from fustella.check.texts import texts
from fustella.core.values.claims import Claims, Finding, Verdict
from fustella.core.values.model import (
    FaceId,
    FaceMetadata,
    Game,
    Piece,
    Record,
    SideName,
    Text,
    Value,
    Word,
    leaves,
)
from fustella.core.values.problems import TOLD_EACH, Place, Problem, ProblemsFound, did_you_mean
from fustella.core.values.schemas import SAYING, Schema, Vocabulary
from fustella.core.words.patterns import regex

if TYPE_CHECKING:
    from fustella.check.booklets import Booklets

Faces: TypeAlias = Mapping[FaceId, FaceMetadata] | None
"""The metadata of drawn faces; None where nothing is drawn."""

_IGNORE = "ignore"
_IGNORE_KEYS = ("rule", "of", "fields", "drawn", "booklet", "why")
_BOOKLET = "booklet"
"""The key of an entry that lets a part of a booklet go, by words of it, instead of pieces."""

_PARTS = ("fields", "drawn")
"""The keys of an entry that name parts of pieces; a rule uses one of them, or none."""


def lint_box(game: Game, claims: Claims, faces: Faces) -> tuple[Finding, ...]:
    """The findings of all rules, in the order of the rules' names.

    Raises ProblemsFound with everything that is wrong in `lint` of claims.yaml: unknown keys and
    rules, an ignore without a reason, selections of pieces that do not exist.
    """
    return _findings(rules().values(), game, claims, faces)


def lint_faces(game: Game, claims: Claims, faces: Faces) -> tuple[Finding, ...]:
    """The findings of the rules that look at drawn faces, without all other rules."""
    by_faces = [module for module in rules().values() if getattr(module, "BY_FACES", False)]
    return _findings(by_faces, game, claims, faces)


def lint_booklets(game: Game, claims: Claims, booklets: "Booklets") -> tuple[Finding, ...]:
    """The findings about the booklets of a game, in the order of the rules' names.

    Raises ProblemsFound for entries of `ignore` with words that no booklet has; all other faults of
    `lint` are those of `lint_box`.
    """
    problems, collected = list[Problem](), list[Finding]()
    try:
        kept = {rule: set(_let_go(rule, claims, booklets)) for rule in rules()}
    except InvalidClaim as bad:
        raise ProblemsFound([_problem(claims, bad)]) from None
    for rule, module in rules().items():
        if not hasattr(module, "in_booklets"):
            continue
        try:
            found = [*module.in_booklets(game, claims, booklets)]
        except InvalidClaim as bad:
            problems.append(_problem(claims, bad))
            continue
        collected += (
            booklets.closer(one) for one in found if kept[rule].isdisjoint((one.place, *one.where))
        )
    if problems:
        raise ProblemsFound(problems)
    return tuple(dict.fromkeys(collected))


def _let_go(rule: str, claims: Claims, booklets: "Booklets") -> Iterator[Place]:
    """Yields the places of the parts of booklets that a rule lets go. Raises InvalidClaim."""
    for key, entry in _ignores(claims):
        if _BOOKLET not in entry or "rule" not in entry or entry["rule"] != rule:
            continue
        for words in map(as_text, in_list(entry[_BOOKLET])):
            parts = [part for _, part in booklets.parts() if words in part.letters]
            if not parts:
                hint = "copy words of a paragraph, a heading or a caption, without its markup"
                message = f"no part of a booklet has “{words}”"
                raise InvalidClaim(f"{key}.{_BOOKLET}", message, hint, "E506")
            for part in parts:
                yield from part.places


def _findings(
    modules: Iterable[ModuleType], game: Game, claims: Claims, faces: Faces
) -> tuple[Finding, ...]:
    problems = list(_problems(game, claims))
    collected: list[Finding] = []
    for module in () if problems else modules:
        try:
            collected += module.findings(game, claims, faces)
        except InvalidClaim as bad:
            problems.append(_problem(claims, bad))
    if problems:
        raise ProblemsFound(problems)
    return tuple(_joined_findings(collected))


def _joined_findings(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Joins findings in the same words into one, with all their places."""
    same: dict[Finding, list[Finding]] = {}
    for finding in findings:
        same.setdefault(replace(finding, place=Place(""), where=()), []).append(finding)
    for first, *others in same.values():
        if others:
            has = f"{first.has} (in {len(others) + 1} places)"
            places = (place for other in others for place in (other.place, *other.where))
            where = tuple(dict.fromkeys((*first.where, *places)))
            yield replace(first, has=has, where=where, alike=first.alike or not first.where)
        else:
            yield first


def unknown_languages(game: Game) -> tuple[str, ...]:
    """The languages of a game that some rule compares with others without knowing their words.

    A game's only language is compared with none, and so is a language without translated texts.
    """
    knowing = [module.knows for module in rules().values() if hasattr(module, "knows")]
    unknown = {
        language for language in game.languages if not all(knows(language) for knows in knowing)
    }
    if not unknown:
        return ()
    written: list[Text] = [game.title, *texts(game.words)]
    for piece in printed(game):
        written += [piece.name, *texts(piece.front), *texts(piece.back)]
    first, *others = game.languages
    compared = [
        one
        for one in others
        if any(text.in_language(one) != text.in_language(first) for text in written)
    ]
    return tuple(
        language for language in ((first, *compared) if compared else ()) if language in unknown
    )


@cache
def rules() -> Mapping[str, ModuleType]:
    """The modules of all rules, by the names that claims.yaml has for them."""
    names = (module.name for module in pkgutil.iter_modules(__path__, f"{__name__}."))
    visible = sorted(name for name in names if not name.rpartition(".")[2].startswith("_"))
    return {_rule_of(name): importlib.import_module(name) for name in visible}


def _rule_of(module: str) -> str:
    return module.rpartition(".")[2].replace("_", "-")


def pieces_for(module: str, game: Game, claims: Claims) -> tuple[Piece, ...]:
    """The pieces that a rule looks at, without the fields that `ignore` takes from it.

    `module` is its `__name__`. Raises InvalidClaim.
    """
    gone = dict[str, set[str]]()
    for entry, ids in _entries_for_rule(module, game, claims):
        paths = {as_text(path) for path in in_list(entry["fields"])} if "fields" in entry else {""}
        for piece in () if "drawn" in entry else ids:
            gone.setdefault(piece, set()).update(paths)
    return tuple(
        _piece_without(piece, gone[piece.id]) if piece.id in gone else piece
        for piece in printed(game)
        if "" not in gone.get(piece.id, ())
    )


def icons_let_go(module: str, game: Game, claims: Claims) -> frozenset[tuple[str, str]]:
    """The ids of pieces, each with an icon on it that a rule ignores.

    Raises InvalidClaim.
    """
    return frozenset(
        (piece, as_text(icon))
        for entry, ids in _entries_for_rule(module, game, claims)
        if "drawn" in entry
        for piece in ids
        for icon in in_list(entry["drawn"])
    )


def in_list(value: Value) -> tuple[Value, ...]:
    """The entries of a list; for any other value, a tuple with this value alone."""
    return value if isinstance(value, tuple) else (value,)


def _entries_for_rule(
    module: str, game: Game, claims: Claims
) -> Iterator[tuple[Record, list[str]]]:
    """Yields the entries of `ignore` for a rule, each with the ids of its pieces."""
    for key, entry in _ignores(claims):
        if "rule" in entry and "of" in entry and entry["rule"] == _rule_of(module):
            yield entry, [piece.id for piece in select(game, entry["of"], f"{key}.of")]


def _piece_without(piece: Piece, paths: Collection[str]) -> Piece:
    """A piece without the fields at some paths, such as `front.steps.text` in each of the steps."""
    sides, name = {"front": piece.front, "back": piece.back}, piece.name
    for path in paths:
        side, _, inside = path.partition(".")
        if side == "name":
            name = Text({each: Word("", piece.place) for each in name.by_language})
        else:
            sides[side] = _record_without(sides[side], inside.split("."))
    return replace(piece, name=name, front=sides["front"], back=sides["back"])


def _record_without(record: Record, path: Sequence[str]) -> Record:
    first, *rest = path
    kept = [name for name in record if rest or name != first]
    values: dict[str, Value] = {name: record[name] for name in kept}
    if rest and first in values:
        values[first] = _value_without(values[first], rest)
    places = {name: place for name in kept if (place := record.place_of(name))}
    return Record(values, [record.line_of(name) for name in kept], places)


def _value_without(value: Value, path: Sequence[str]) -> Value:
    if isinstance(value, Record):
        return _record_without(value, path)
    return tuple(_value_without(one, path) for one in value) if isinstance(value, tuple) else value


def printed(game: Game) -> tuple[Piece, ...]:
    """The pieces that are not struck out."""
    return tuple(piece for piece in game.pieces if piece.struck_out is None)


def printed_texts(game: Game, pieces: Iterable[Piece]) -> list[Text]:
    """The texts of some pieces, and the game's texts that belong to no piece.

    These are the words that templates print, the values of its cover, the names of its kinds and
    sheets. The game's title, which is a proper name, is not among them.
    """
    found = [*texts(game.words), *game.sheets.values(), *(kind.name for kind in game.kinds)]
    if game.cover is not None:
        found += texts(game.cover.says)
    for piece in pieces:
        found += [piece.name, *texts(piece.front), *texts(piece.back)]
    return found


def design_notes(pieces: Iterable[Piece]) -> list[Text]:
    """The notes on the design of some pieces, which the cover prints."""
    designed = (piece.source.designed for piece in pieces)
    return [note for note in designed if note is not None]


def place_of(piece: Piece, side: SideName) -> Place:
    """The place of a side of a piece: the line of its first field, else the place of the piece."""
    record = piece.front if side is SideName.FRONT else piece.back
    # A field that the whole list or a variant gives was typed above the piece.
    lines = [line for line in map(record.line_of, record) if line >= piece.place.line]
    line = min(lines, default=piece.place.line)
    return replace(piece.place, line=line, key=f"{piece.place.key}.{side}")


class ByPieces(Struct):
    """Collects faults of pieces, so that a rule reports each fault once, with all its pieces."""

    _places: dict[Hashable, dict[str, Place]] = field(default_factory=dict)

    def add(self, wrong: Hashable, piece: str, place: Place) -> None:
        """Adds a piece with a fault and its place; only the first place of a piece is kept."""
        self._places.setdefault(wrong, {}).setdefault(piece, place)

    def __iter__(self) -> Iterator[tuple[Any, "FaultyPieces"]]:
        """Yields each fault with its pieces."""
        return ((wrong, FaultyPieces(places)) for wrong, places in self._places.items())


class FaultyPieces(Struct, frozen=True):
    """Pieces that have one fault in common, by their ids, each with the place of the fault."""

    places: Mapping[str, Place]

    def __len__(self) -> int:
        return len(self.places)

    @property
    def first(self) -> str:
        return next(iter(self.places))

    def named(self, kind: str = "") -> str:
        """Names the pieces for a message: `archer`, or 5 pieces (`archer`, `knight`, `rook`, …)."""
        of_kind = f" of `{kind}`" if kind else ""
        if len(self) == 1:
            return f"`{self.first}`{of_kind}"
        shown = [f"`{name}`" for name in self.places][:TOLD_EACH]
        return f"{len(self)} pieces{of_kind} ({', '.join(shown)}{', …' * (len(self) > TOLD_EACH)})"

    def fault(self, module: str, says: str, has: str) -> Finding:
        """The one finding of a rule about all these pieces."""
        place, *others = dict.fromkeys(self.places.values())
        return replace(fault(module, place, says, has, *others), alike=True)


def fault(
    module: str,
    place: Place,
    says: str,
    has: str,
    *where: Place,
    verdict: Verdict = Verdict.DIFFERS,
) -> Finding:
    """A finding of a rule: what the rule demands (`says`), the box `has`, and further places."""
    return Finding(
        claim=f"lint-{_rule_of(module)}",
        check="lint",
        place=place,
        lines=(),
        verdict=verdict,
        says=says,
        has=has,
        where=where,
    )


def _problems(game: Game, claims: Claims) -> Iterator[Problem]:
    """Yields the problems of the entries under `lint` in claims.yaml."""
    known = [_IGNORE, *_options()]
    for key in claims.lint:
        if key not in known:
            message = f"`lint` has no key `{key}`"
            hint = did_you_mean(key, known)
            yield _problem(claims, InvalidClaim(f"lint.{key}", message, hint, "E106"))
    try:
        for key, entry in _ignores(claims):
            _check_ignore(game, key, entry)
    except InvalidClaim as bad:
        yield _problem(claims, bad)


def _options() -> dict[str, Key]:
    """The keys of `lint` that rules read."""
    return {
        name: key for rule in rules().values() for name, key in getattr(rule, "OPTIONS", {}).items()
    }


def _ignore_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of `ignore`: one entry, or a list of entries."""
    keys = {
        "rule": Key(one_of(tuple(rules())), "The rule that lets something go.", required=True),
        "of": Key(selection, "The pieces in which it lets something go."),
        "fields": Key(fields, "The fields that it does not look at: [front.steps.text]; or name."),
        "drawn": Key(PHRASES, "The icons that it does not look for, where it looks for icons."),
        _BOOKLET: Key(PHRASES, "Words of a booklet, whose paragraph it lets go, instead of `of`."),
        "why": Key(SAYING, "The reason, in a few words.", required=True),
    }
    one = keys_schema(keys, vocabulary, ("of", _BOOKLET))
    one = {**one, "allOf": [_needs_schema(needed) for needed in (*_PARTS, "pieces")]}
    title = "rule, pieces and reason, or a list of them"
    return {**one, "title": title, "type": ["array", "object"], "items": one}


def _needs_schema(needed: str) -> Schema:
    """The schema of an `ignore` entry for a rule that needs the key `needed`."""
    rule_names = [name for name, module in rules().items() if _lets_go(module) == needed]
    return {
        "if": {"properties": {"rule": {"enum": rule_names}}, "required": ["rule", "of"]},
        "then": {
            "properties": {part: False for part in _PARTS if part != needed},
            "required": [part for part in _PARTS if part == needed],
        },
    }


def _lets_go(module: ModuleType) -> str:
    return str(getattr(module, "LETS_GO", "fields"))


def lint_schemas(vocabulary: Vocabulary) -> dict[str, Schema]:
    """The schemas of the keys of `lint` in claims.yaml."""
    ignore = Key(_ignore_schema, "Fields, icons or pieces that a rule does not look at, and why.")
    return {name: key.schema(vocabulary) for name, key in {_IGNORE: ignore, **_options()}.items()}


def _ignores(claims: Claims) -> Iterator[tuple[str, Record]]:
    """The entries of `lint.ignore`, each with its path. Raises InvalidClaim for a plain value."""
    value: Value = claims.lint[_IGNORE] if _IGNORE in claims.lint else ()
    for number, entry in enumerate(in_list(value), start=1):
        key = f"lint.ignore[{number}]"
        if not isinstance(entry, Record):
            hint = 'write {rule: numbers, of: aid, fields: front.turn, why: "…"}'
            raise InvalidClaim(key, "an entry says which rule lets what go, and why", hint)
        yield key, entry


def _check_ignore(game: Game, key: str, entry: Record) -> None:
    """Raises InvalidClaim when an entry of `ignore` is not complete."""
    for name in entry:
        if name not in _IGNORE_KEYS:
            hint = did_you_mean(name, _IGNORE_KEYS)
            raise InvalidClaim(
                f"{key}.{name}", f"an entry of `ignore` has no key `{name}`", hint, "E106"
            )
    in_booklet = _BOOKLET in entry
    for name in ("rule", _BOOKLET if in_booklet else "of", "why"):
        if name not in entry or entry[name] in ("", None):
            raise InvalidClaim(f"{key}.{name}", f"`{name}` is missing", f"add `{name}: …`", "E107")
    rule = as_text(entry["rule"])
    if rule not in rules():
        hint = did_you_mean(rule, list(rules()))
        raise InvalidClaim(f"{key}.rule", f"there is no rule `{rule}`", hint, "E506")
    if in_booklet:
        _check_ignored_words(key, entry, rule)
        return
    pieces = select(game, entry["of"], f"{key}.of")
    needed = _lets_go(rules()[rule])
    if needed != "pieces" and needed not in entry:
        message = f"`{needed}` is missing: `{rule}` lets no whole pieces go"
        hint = f"add `{needed}: …`, with those that it is to let go"
        raise InvalidClaim(f"{key}.{needed}", message, hint, "E107")
    if needed == "pieces" and _is_whole_kind(entry["of"]):
        message = "`of` lets whole kinds go, with every piece that joins them later"
        hint = (
            "name pieces by their ids, or add what a field of them says: {kind: …, front.value: 1}"
        )
        raise InvalidClaim(f"{key}.of", message, hint)
    for part in _PARTS:
        if part in entry and part != needed:
            message = f"`{rule}` lets {needed} go, and has no key `{part}`"
            raise InvalidClaim(f"{key}.{part}", message, "delete it", "E106")
    for path in map(as_text, in_list(entry["fields"]) if "fields" in entry else ()):
        if not any(_has_field(piece, path) for piece in pieces):
            message = f"none of the pieces has a field `{path}`"
            raise InvalidClaim(f"{key}.fields", message, "correct its path", "E506")


def _check_ignored_words(key: str, entry: Record, rule: str) -> None:
    """Raises InvalidClaim for an entry that names pieces beside words of a booklet."""
    if not hasattr(rules()[rule], "in_booklets"):
        message = f"`{rule}` does not look at booklets"
        raise InvalidClaim(f"{key}.{_BOOKLET}", message, "name pieces: `of: …`", "E106")
    for name in ("of", *_PARTS):
        if name in entry:
            message = f"`{name}` names pieces, and `{_BOOKLET}` words of a booklet"
            raise InvalidClaim(f"{key}.{name}", message, "write two entries", "E106")


def _is_whole_kind(wanted: Value) -> bool:
    """Whether a selection is `*`, or a kind without ids and without values of fields."""
    if isinstance(wanted, Record):
        by_id = "id" in wanted and not _is_whole_kind(wanted["id"])
        return not by_id and not conditions_in(wanted)
    return any(not as_text(word).strip("*?") for word in in_list(wanted))


def _has_field(piece: Piece, path: str) -> bool:
    """Whether a piece has a field; `path` is `front.costs`, without the numbers of entries."""
    side, _, _ = path.partition(".")
    if side == "name":
        return True
    typed = leaves(side, piece.front if side == SideName.FRONT else piece.back)
    general = {_ENTRY.sub("", one) for one, _ in typed}
    return any(one == path or one.startswith(f"{path}.") for one in general)


_ENTRY = regex(r"\[\d+\]")


def _problem(claims: Claims, bad: InvalidClaim) -> Problem:
    """The problem of an invalid `lint`, at the line of the deepest entry on the way to its key."""
    line = claims.lint.line_of(bad.key.split(".")[1].split("[")[0]) if "." in bad.key else 0
    with contextlib.suppress(InvalidClaim):
        for key, entry in _ignores(claims):
            if bad.key.startswith(key):
                name = bad.key[len(key) + 1 :].split(".")[0]
                line = entry.line_of(name) or next(map(entry.line_of, entry), 0) or line
    place = Place(claims.place.file, line or claims.place.line, bad.key)
    return Problem(bad.code, place, bad.message, bad.hint)

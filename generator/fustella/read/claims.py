"""Reads claims.yaml, which repeats what the rule document says about the box.

`check` interprets it. An original is a game without a rule document: its claims are its designer's
own, without a `document` and without lines of one.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.project import Project
from fustella.core.files.reading import is_there
from fustella.core.values.claims import OWN_KEYS, Claim, Claims, Excuse, Lines, Verdict
from fustella.core.values.model import Game, Text, Word
from fustella.core.values.problems import Place, Problem, ProblemsFound, nearest
from fustella.core.values.schemas import (
    Schema,
    Vocabulary,
    list_schema,
    mapping_schema,
    named,
)
from fustella.read.fields import REMARK
from fustella.read.forms import (
    At,
    Form,
    anything,
    checked_leniently,
    entry,
    form_of,
    list_of,
    one_of,
    schema_of,
)
from fustella.read.languages import Languages, read_text
from fustella.read.nodes import FAULTY, ListNode, MappingNode, place_at, record_of
from fustella.read.scalars import IDENTIFIER, LINES, STRING, nothing, raw
from fustella.read.simulations import read_simulations
from fustella.read.source import load

SIMULATION = "simulation"
"""The key of a claim that is about a script of simulations.yaml."""

_VERDICTS = (Verdict.CONTRADICTION.value, Verdict.OPEN.value)
"""The words that `else` may have."""


_PASSAGES: Schema = {
    "title": "passage, or a list of passages",
    "type": ["string", "array"],
    "items": {"title": "passage", "type": "string"},
}
_ANYTHING: Schema = {"title": "keys with values", "type": "object"}


class ClaimForm(Form, frozen=True):
    """The keys of a claim of any kind."""

    id: str = entry(IDENTIFIER, about="The name of the claim: small letters, digits and hyphens.")
    check: str = entry(STRING, about="The kind of check.")
    lines: Lines = entry(
        LINES, default=(), about="The lines of the document where the passages stand."
    )
    text: object = entry(
        anything(_PASSAGES),
        default=None,
        about='Words of the document with their figures in braces: "{40} castles".',
    )
    decision: object = entry(
        REMARK, default=None, about="What we do where the claim does not hold, and why."
    )


class ExcuseForm(Form, frozen=True):
    """Figures of the document that concern no component."""

    text: object = entry(anything(_PASSAGES), about="Words of the document, figures in braces.")
    why: object = entry(REMARK, about="Why they concern no component.")
    lines: Lines = entry(LINES, about="The lines of the document where the passages stand.")


class ClaimsForm(Form, frozen=True):
    """The keys of claims.yaml. Only an original may leave out `document` and `claims`."""

    document: str = entry(
        STRING.described(lambda vocabulary: named([vocabulary.document or ""], "name of a file")),
        default="",
        about="The file of the rule document, as in game.yaml; an original has none.",
    )
    claims: tuple[MappingNode, ...] = entry(
        list_of(raw(_ANYTHING), least=1),
        default=(),
        about="What the document says about the components, or what you claim of them.",
    )
    excused: tuple[MappingNode, ...] = entry(
        list_of(raw(form_of(ExcuseForm).description)),
        default=(),
        about="Figures of the document that concern no component, and why.",
    )
    aids: tuple[str, ...] = entry(
        list_of(STRING.described(lambda vocabulary: named(vocabulary.kinds, "kind"))),
        default=(),
        about="The kinds of pieces that explain the game to players.",
    )
    lint: MappingNode = entry(
        raw(_ANYTHING), factory=nothing, about="What the rules for the whole box need to know."
    )


ELSE: Schema = {
    "title": " | ".join(_VERDICTS),
    "enum": list(_VERDICTS),
    "description": "The verdict where the claim does not hold and the document is to blame.",
}
"""The schema of `else` of a claim; `ClaimForm` cannot have this key: Python reserves the word."""

_ORIGINAL: Schema = {"document": False, "excused": False}
"""The schemas of keys that an original may not have."""


def claims_schema(
    vocabulary: Vocabulary, checks: Mapping[str, Schema], lint: Mapping[str, Schema]
) -> Schema:
    """The schema of claims.yaml.

    `checks` has the schemas of keys by kind of check, `lint` the schemas of keys under `lint`.
    """
    schema = dict(schema_of(ClaimsForm, vocabulary))
    own = dict(schema_of(ClaimForm, vocabulary))
    of_document, original = bool(vocabulary.document), vocabulary.document == ""
    if original:
        own["properties"] = {**own["properties"], "lines": False}
    names = {"title": "kind of check", "enum": list(checks)}
    claim = {
        "title": "claim",
        "type": "object",
        "required": own["required"],
        "properties": {"check": {**own["properties"]["check"], **names}},
        "dependencies": {"else": ["decision"], **({"text": ["lines"]} if of_document else {})},
        "allOf": [*(_of_check(name, own, checks[name]) for name in checks)],
    }
    changed = {
        "claims": list_schema(claim, 1),
        "lint": mapping_schema(lint, title="what lint needs to know"),
    }
    properties = {key: {**schema["properties"][key], **changed[key]} for key in changed}
    properties |= _ORIGINAL if original else {}
    needed = {"required": ["document", "claims"]} if of_document else {}
    return {**schema, **needed, "properties": {**schema["properties"], **properties}}


def _of_check(name: str, own: Schema, keys: Schema) -> Schema:
    """The schema of a claim of one kind of check, with all its keys."""
    properties = {**own["properties"], "else": ELSE, **keys["properties"]}
    return {
        "if": {"properties": {"check": {"const": name}}, "required": ["check"]},
        "then": {**keys, "properties": properties},
    }


def claims_file(project: Project, game_id: str) -> Path:
    """The claims.yaml of a game, which need not exist."""
    return project.folder_of(game_id) / "claims.yaml"


def read_claims(project: Project, game: Game) -> Claims | None:
    """The claims of a game, or None if it has no claims.yaml.

    Raises ProblemsFound with every fault in its form.
    """
    path = claims_file(project, game.id)
    if not is_there(path):
        return None
    file = project.name_of(path)
    data = load(path, file, project.root)
    form, problems = checked_leniently(ClaimsForm, data, file)
    problems += _missing_keys(data, file, game)
    if form is None:
        raise ProblemsFound(problems)
    reader = _ClaimsReader(file, data, Languages(game.languages), game.original, problems)
    reader.check_original()
    claims = Claims(
        document=reader.word(form.document, "document"),
        aids=tuple(reader.word(aid, "aids") for aid in form.aids),
        claims=tuple(
            claim
            for number, node in enumerate(form.claims)
            if (claim := reader.claim(number, node)) is not None
        ),
        excused=tuple(
            excuse
            for number, node in enumerate(() if game.original else form.excused)
            if (excuse := reader.excuse(number, node)) is not None
        ),
        lint=record_of(form.lint, Place(file, key="lint")),
        place=Place(file, 1),
    )
    if any(SIMULATION in claim.parameters for claim in claims.claims):
        try:
            claims = replace(claims, simulations=read_simulations(project, game.id))
        except ProblemsFound as faults:
            problems += faults.problems
    if problems:
        raise ProblemsFound(problems)
    return claims


def _missing_keys(data: MappingNode, file: str, game: Game) -> Iterator[Problem]:
    """Yields E107 for each missing key that claims about a document must have."""
    if not game.original:
        for key in ("document", "claims"):
            if key not in data:
                place = Place(file, data.line, key)
                yield Problem("E107", place, f"`{key}` is missing", f"add a line `{key}: …`")


def _with_misspelling(problem: Problem, others: Iterable[str]) -> Problem:
    """The problem; for a missing key, its hint names a key among `others` that may mean it."""
    key = problem.place.key.rpartition(".")[2]
    near = nearest(key, others) if problem.code == "E107" else ""
    return replace(problem, hint=f"write `{key}` where `{near}` stands") if near else problem


class _ClaimsReader(Struct, frozen=True):
    file: str
    data: MappingNode
    languages: Languages
    original: bool
    problems: list[Problem]

    def check_original(self) -> None:
        """Reports E505 for each key of an original that only claims about a document may have."""
        if not self.original:
            return
        if "document" in self.data:
            hint = "write `document: …` into game.yaml too, or delete it here"
            place = place_at(self.data, self.file, "document")
            self._report("E505", place, "game.yaml names no document", hint)
        if "excused" in self.data:
            hint = "delete it; or write `document: …` into game.yaml and here"
            message = "only figures of a rule document are excused, and game.yaml names none"
            place = place_at(self.data, self.file, "excused")
            self._report("E505", place, message, hint)

    def claim(self, number: int, node: MappingNode) -> Claim | None:
        """Reads one claim; keys of its kind of check stay as typed."""
        own = MappingNode(node.line)
        rest = MappingNode(node.line)
        for key, value in node.items():
            if key != "else":
                (own if key in OWN_KEYS else rest).put(key, value, node.lines[key])
        place = place_at(self.data, self.file, "claims", number)
        form, problems = checked_leniently(ClaimForm, own, self.file, place.key)
        self.problems.extend(_with_misspelling(problem, rest) for problem in problems)
        if form is None:
            return None
        passages, lines_place = self._passages(form.text, node, place), _lines_place(node, place)
        if self.original and "lines" in node:
            hint = "delete them; or write `document: …` into game.yaml and here"
            message = "lines of a rule document, and game.yaml names none"
            self._report("E505", lines_place, message, hint)
        elif passages and "lines" not in node and not self.original:
            hint = "add `lines: 12`, the line where the passage stands"
            self._report("E107", place, "`lines` is missing", hint)
        return Claim(
            id=form.id,
            check=Word(form.check, node.place_of("check", place)),
            lines=form.lines,
            passages=passages,
            parameters=record_of(rest, place),
            otherwise=self._verdict_otherwise(node, place),
            decision=self._remark(form.decision, node.place_of("decision", place)),
            place=replace(place, key=form.id),
            lines_place=lines_place,
        )

    def excuse(self, number: int, node: MappingNode) -> Excuse | None:
        place = place_at(self.data, self.file, "excused", number)
        form, problems = checked_leniently(ExcuseForm, node, self.file, place.key)
        self.problems.extend(problems)
        why = self._remark(form.why, node.place_of("why", place)) if form else None
        if form is None or why is None:
            return None
        passages = self._passages(form.text, node, place)
        return Excuse(form.lines, passages, why, place, _lines_place(node, place))

    def word(self, typed: str, key: str) -> Word:
        """The value of a key at the top of the file, with its place."""
        return Word(typed, place_at(self.data, self.file, key))

    def _passages(self, typed: object, node: MappingNode, at: Place) -> tuple[Word, ...]:
        """Reads the passages of a claim or an excuse: a single one, or a list."""
        if typed is None:
            return ()
        place = node.place_of("text", at)
        passages = [(typed, place)]
        if isinstance(typed, ListNode):
            passages = [(text, typed.place_of(n, place)) for n, text in enumerate(typed)]
        words = []
        for text, where in passages:
            if isinstance(text, str):
                words.append(Word(text, where))
            else:
                hint = 'put it in quotes, like "{40} castles"'
                self._report("E104", where, "expected a passage of the document", hint)
        return tuple(words)

    def _verdict_otherwise(self, node: MappingNode, at: Place) -> Verdict | None:
        """The verdict under `else`, which requires a `decision`."""
        if "else" not in node:
            return None
        inside = At(node.place_of("else", at), self.problems, "else")
        if "decision" not in node:
            hint = "add `decision: …`: what you do about it, and why"
            inside.report("E107", "`else` needs a `decision`", hint)
        verdict = one_of(*_VERDICTS)(node["else"], inside)
        return None if verdict is FAULTY else Verdict(str(verdict))

    def _remark(self, typed: object, place: Place) -> Text | None:
        if typed is None:
            return None
        text = read_text(typed, self.languages, place, self.problems, plain=True)
        if not any(word.strip() for word in text.by_language.values()):
            name = place.key.rpartition(".")[2]
            self._report("E107", place, f"`{name}` says nothing", "write why, in a few words")
        return text

    def _report(self, code: str, place: Place, message: str, hint: str) -> None:
        self.problems.append(Problem(code, place, message, hint))


def _lines_place(node: MappingNode, at: Place) -> Place:
    """The place of the lines that a claim or an excuse names; with line 0 if it names none."""
    return node.place_of("lines", replace(at, line=0))

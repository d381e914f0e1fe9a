"""Small projects around fragments of files, so that the tool itself reads or draws them.

A comment above a block says what it is a fragment of:

    game           keys of game.yaml; a kind need not say what every kind has
    kind           keys of one kind in game.yaml
    list alone     a list of a ready face, which is a game by itself
    list: KIND     a list of pieces; KIND are keys of its kind, `{fields: {front: …}}`
    list alone     the only file in a folder
    piece: KIND    keys of one piece
    template: KIND a template, and the kind that it draws; `box` the template of the boxes
    face           what stands in a block `face`; `face: E226` is a fault
    claims         claims.yaml, or entries of its `claims`; `original`, of a game without a document
    selections     in each line another `of` of a claim
    rows: KIND     the CSV file of a list
    sheet          the key `source` of a list that is kept online
    papers, stocks, sizes, printers, words   a table of the project
    copies, kit    a list of copies, a file in kits/
    steps          steps of a workflow
    rules          a chapter of the rule booklet in tests/games/booklet
    booklet        its booklet.yaml
    session        a played session
    questions      playtest.yaml
    simulations    simulations.yaml, or the value of its key
"""

import re
from collections.abc import Mapping
from pathlib import Path

import yaml
from PIL import Image

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.model import Game
from fustella.core.values.problems import Problem, ProblemsFound

GAME = "example"

_GAME = """
title: @Example
document: rules.txt
colours: {ink: "#2b2a33", paper: "#f6f0e2", gold: "#c9a227", sea: "#2f7f9b", orange: "#d9822b",
          sky: "#8fc7e8"}
icons: {wood: mdi:tree, gold: {icon: fa:coins, colour: gold}}
words: {price: @price}
"""
_KINDS = """
kinds:
  card:
    stock: card
    fields: {front: {deck: word}}
  archer: {shape: hexagon, across_flats: 20mm, stock: board}
  knight: {shape: hexagon, across_flats: 20mm, stock: board}
  board: {width: 190mm, height: 160mm, stock: board, fields: {front: {}}}
  aid: {width: 63mm, height: 88mm, stock: card}
"""
_PIECES = {
    "card": "pieces: [{id: seed, name: @Seed, copies: 30, front: {deck: initial}}]",
    "archer": "pieces: [{id: archer, name: @Archer, copies: 40}]",
    "knight": "pieces: [{id: knight, name: @Knight, copies: 20}]",
    "board": "pieces: [{id: island, name: @Island}]",
}
_OUTLINES = ("size", "width", "height", "shape", "diameter", "across_flats")
_FACE = '{% extends "_shared/face.svg.j2" %}\n{% block face %}\n{}{% endblock %}\n'
_VALUES = {
    "text": '{it: "Uno, **due** {wood}", en: "One, **two** {wood}"}',
    "word": "A",
    "number": "3",
    "decimal": "2.5",
    "flag": "true",
    "icon": "mdi:castle",
    "image": "art",
    "colour": "gold",
    "length": "2mm",
}
"""What a piece says in a field of each type, in YAML."""


class Example:
    """A project with one game, to which fragments are added before it is read.

    An `original` has no document, whose lines nothing of it can name.
    """

    def __init__(self, root: Path, *, original: bool = True) -> None:
        self.root = root
        self.languages = ["it", "en"]
        self.original = original
        self.content = root / "content" / GAME
        self.templates = root / "templates" / GAME
        for folder in (self.content / "art", self.templates):
            folder.mkdir(parents=True)

    def write_game(self, fragment: str = "", kinds: str = _KINDS) -> None:
        """Writes game.yaml: the fragment over a game that has all it needs."""
        whole = "\nkinds:" in f"\n{fragment}"
        said = f"languages: {self.languages}\n{_GAME}{'' if whole else kinds}"
        said = said.replace("document: rules.txt\n", "") if self.original else said
        base, added = composed(self._in_all(said)), composed(fragment)
        assert isinstance(base, yaml.MappingNode)
        if added is not None:
            _merge(base, added)
        for kind in _entries(_entries(base)["kinds"]).values():
            self._complete(kind)
        for box in _entries(_entries(base).get("boxes")).values():
            self._write_template(_entries(box)["front"].value)
        if "cover" in _entries(base):
            self._write_template(_entries(_entries(base)["cover"])["front"].value)
        document = _entries(base).get("document")
        if document is not None:
            (self.content / document.value).write_text("Regole.\n", encoding="utf-8")
        text = yaml.serialize(base, allow_unicode=True)
        (self.content / "game.yaml").write_text(text, encoding="utf-8")
        if not whole and kinds == _KINDS:
            for kind, pieces in _PIECES.items():
                self.write_list(
                    f"kind: {kind}\nsource: {{designed: base}}\n{pieces}\n", f"{kind}s.yaml"
                )

    def write_kind(self, name: str, typed: str) -> dict[str, object]:
        """Writes a game.yaml with one kind, some of whose keys are `typed`; returns all of them."""
        added = parsed(typed or "{}")
        assert isinstance(added, dict)
        kinds = yaml.dump({"kinds": {name: added}}, allow_unicode=True, sort_keys=False)
        self.write_game("", kinds)
        return dict(added)

    def write_list(self, text: str, name: str = "list.yaml") -> None:
        (self.content / name).write_text(self._in_all(text), encoding="utf-8")

    def write_sample(self, kind: str, keys: Mapping[str, object]) -> None:
        """Writes a list with one piece of a kind, whose fields all say something."""
        fields = keys.get("fields") or {}
        assert isinstance(fields, dict)
        sides = [f"{side}: {_sample(of)}" for side, of in fields.items()]
        piece = ", ".join(("id: one", "copies: 2", "name: @One", *sides))
        self.write_list(f"kind: {kind}\npieces:\n  - {{{piece}}}\n")
        Image.new("RGB", (1200, 1200), "#c9a227").save(self.content / "art" / "art.png")

    def write_table(
        self, name: str, columns: Mapping[str, str], keys: Mapping[str, object]
    ) -> None:
        """Writes a CSV file with one row, of the columns of a list and all other fields.

        For a game in one language.
        """
        fields = keys.get("fields") or {}
        assert isinstance(fields, dict)
        heads = {said: field for field, said in columns.items()}
        rows: list[tuple[str, str]] = [(head, "x") for head in columns if columns[head] == "ignore"]
        for field, kind in (fields.get("front") or {}).items():
            head = heads.get(field) or heads.get(f"front.{field}") or field
            rows.append((head, "Uno" if kind == "text" else _VALUES[str(kind)]))
        lines = (",".join(head for head, _ in rows), ",".join(value for _, value in rows))
        (self.content / name).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def write_face(self, name: str, text: str) -> None:
        """Writes a template whose block `face` is a text."""
        (self.templates / name).write_text(_FACE.replace("{}", text, 1), encoding="utf-8")

    def _in_all(self, text: str) -> str:
        """A text of ours in which `@Word` is said in every language."""
        said = ", ".join(f"{language}: {{0}}" for language in self.languages)
        return re.sub(r"(?<=: )@(\w+)", lambda word: f"{{{said.format(word[1])}}}", text)

    def problems(self) -> list[str]:
        """What is wrong with the game as it is read: code, line and message of each."""
        try:
            self.game()
        except ProblemsFound as found:
            return [told(problem) for problem in found.problems]
        return []

    def game(self) -> Game:
        return load_game(Project(self.root), GAME)

    def _complete(self, kind: yaml.Node) -> None:
        """Adds to a kind what every kind must have, and writes the templates that it names."""
        keys = _entries(kind)
        if "like" in keys:  # the other kind has it
            return
        added = "" if "name" in keys else self._in_all("name: @Pieces\n")
        added += "" if "front" in keys else "front: sample.svg.j2\n"
        added += "" if "fields" in keys else "fields: {}\n"
        two_sided = "fields" in keys and "back" in _entries(keys["fields"])
        added += "back: sample.svg.j2\n" if two_sided and "back" not in keys else ""
        added += "" if any(name in keys for name in _OUTLINES) else "size: poker\n"
        if added:
            _merge(kind, composed(added))
        for side in ("front", "back"):
            if side in _entries(kind):
                self._write_template(_entries(kind)[side].value)

    def _write_template(self, name: str) -> None:
        if not name.startswith("ready/") and not (self.templates / name).exists():
            self.write_face(name, '<path d="{{ outline }}" fill="#ffffff"/>\n')


def composed(text: str) -> yaml.Node | None:
    """The nodes of a YAML text, whose scalars are as they were typed; None of an empty one."""
    return yaml.compose(text, Loader=yaml.CSafeLoader)


def parsed(text: str) -> object:
    """The value of a YAML text."""
    return yaml.load(text, Loader=yaml.CSafeLoader)


def told(problem: Problem) -> str:
    return f"{problem.code} {problem.place.line} {problem.place.key}: {problem.message}"


def _sample(of: object) -> str:
    """What a piece says of a type, in YAML."""
    if isinstance(of, dict):
        entries = {str(key).removesuffix("?"): _sample(value) for key, value in of.items()}
        return "{" + ", ".join(f"{key}: {value}" for key, value in entries.items()) + "}"
    if isinstance(of, list):
        return f"[{_sample(of[0])}]"
    named = str(of).removesuffix("?")
    return _VALUES.get(named) or named.partition("|")[0].strip()


def _entries(node: yaml.Node | None) -> dict[str, yaml.Node]:
    if node is None:
        return {}
    assert isinstance(node, yaml.MappingNode)
    return {key.value: value for key, value in node.value}


def _merge(base: yaml.Node, added: yaml.Node) -> None:
    """Puts the keys of one mapping over another's, mappings key by key; scalars stay as typed."""
    assert isinstance(base, yaml.MappingNode) and isinstance(added, yaml.MappingNode)
    for key, value in added.value:
        there = next((pair for pair in base.value if pair[0].value == key.value), None)
        if there is None:
            base.value.append((key, value))
        elif isinstance(value, yaml.MappingNode) and isinstance(there[1], yaml.MappingNode):
            _merge(there[1], value)
        else:
            base.value[base.value.index(there)] = (key, value)

"""The page of `fustella diff --format html`, made of changes that were never drawn or read."""

from collections.abc import Mapping
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec.structs import replace

from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face, FaceId, SideName
from fustella.core.values.problems import Place
from fustella.git.revisions import Revision
from fustella.history import GameState, PieceState, Version
from fustella.history.html import as_page
from fustella.history.pictures import Region
from fustella.history.since import GameComparison, Since, comparison

PAGES = Path(__file__).parent / "pages"

CARD, COIN, TILE, BOARD = (
    Outline.rectangle(63, 88, 3),
    Outline.circle(20),
    Outline.hexagon(50),
    Outline.rectangle(120.5, 80),
)
EVIL = """<b onclick="x">&amp;' "it's"</b>"""


class NoPictures:
    """Stands in for pictures: names of faces, and the same two regions for all that differ."""

    def data_url(self, face: Face) -> str:
        return f"data:image/png;base64,{face.digest[:8]}+/="

    def differences(self, then: Face, now: Face) -> tuple[Region, ...]:
        return (Region(0.1, 0.25, 0.3, 0.125), Region(0.5, 2 / 3, 1 / 3, 0.1))


def drawn(piece: str, outline: Outline, front: str, back: str | None = None) -> dict[FaceId, Face]:
    faces = {FaceId(piece, SideName.FRONT): Face.drawn(front, outline, 0)}
    if back is not None:
        faces[FaceId(piece, SideName.BACK)] = Face.drawn(back, outline, 0)
    return faces


def state(
    piece: str,
    said: Mapping[str, str] | None,
    faces: Mapping[FaceId, Face],
    copies: int = 1,
    code: str = "TI-2222",
    name: str = "",
) -> PieceState:
    """A piece whose fields are texts where they end in `text`."""
    fields = said or {}
    texts = frozenset(field for field in fields if field.endswith("text"))
    rules = repr([value for field, value in fields.items() if field not in texts])
    wording = repr([fields[field] for field in sorted(texts)])
    looks = "".join(face.digest for face in faces.values())
    places = {
        field: Place("other.yaml" if "far" in field else "cards.yaml", line, field)
        for line, field in enumerate(fields, start=30)
    }
    return PieceState(
        id=piece,
        name=name or piece.capitalize(),
        kind="Cards",
        fields=said,
        wording=texts,
        places=places,
        copies=copies,
        version=Version(code, rules, wording, looks),
        faces=faces,
        place=Place("cards.yaml", 12),
    )


def games() -> tuple[GameComparison, ...]:
    """Changes for every reason, with every form of a picture, and games without changes."""
    boat_then = {
        "front.title.text": "A boat for two",
        "front.cost": "3",
        "front.options[1].far": "mdi:fish",
        "front.band": "#b0503c",
        "front.gone": "1\n 2",
        "front.long.text": "Sleep here and take two coins.",
    }
    boat_now = {
        "front.title.text": f"A boat for {EVIL}",
        "front.cost": "4",
        "front.options[1].far": "mdi:waves",
        "front.band": "#fff",
        "front.new": "",
        "front.long.text": "Nobody knows why this was ever written",
    }
    old = [
        state("boat", boat_then, drawn("boat", CARD, "a", "back"), 3),
        state("hut", {"front.text": "One"}, drawn("hut", CARD, "b", "back"), 2),
        state("crab", {"front.text": "One"}, drawn("crab", CARD, "c", "back"), 2),
        state("coin", {"front.value": "5"}, drawn("coin", COIN, "d"), 6),
        state("coin", {"front.value": "4"}, drawn("coin", COIN, "e"), 2, "TI-4444"),
        state("tile", {"front.value": "5"}, drawn("tile", TILE, "f", "g"), 6),
        state("pit", {"front.value": "5"}, drawn("pit", TILE, "h"), 6),
        state("lost", None, {}, 1),
        state("far", {"front.value": "1"}, drawn("far", TILE, "r", "s"), 1, code=""),
    ]
    new = [
        state("boat", boat_now, drawn("boat", CARD, "a2", "back2"), 3, "TI-3333", EVIL),
        state("hut", {"front.text": "Two"}, drawn("hut", CARD, "b", "back2"), 2),
        state("crab", {"front.text": "A one"}, drawn("crab", CARD, "c", "back"), 2),
        state("coin", {"front.value": "5"}, drawn("coin", COIN, "d"), 8),
        state("tile", {"front.value": "5"}, drawn("tile", TILE, "f", "g"), 7),
        state("island", {"front.value": "5"}, drawn("island", BOARD, "i", "j"), 1),
        state("lost", {"front.value": "5"}, drawn("lost", BOARD, "k")),
        state("far", {"front.value": "1"}, drawn("far", TILE, "r2", "s2"), 1, code=""),
    ]
    then = GameState("tiny", "Tiny", "en", tuple(old), ("1 piece is <not> drawn",))
    now = GameState("tiny", "Tiny & Co", "it", tuple(new))
    other = replace(now, game="twin", title="Twin's", pieces=tuple(new[:1]))
    redrawn = replace(old[0], faces=drawn("boat", CARD, "a3", "back"))
    redrawn = replace(redrawn, version=replace(redrawn.version, looks="other"))
    return (
        comparison(then, now),
        comparison(replace(other, pieces=tuple(old[:1]), notes=()), other),
        comparison(replace(other, game="same", title="Same", notes=("a note",)), other),
        comparison(replace(other, title="Still the same"), replace(other, title="Still the same")),
        comparison(
            replace(other, pieces=(old[0],)), replace(other, game="third", pieces=(redrawn,))
        ),
    )


REVISION = Since("HEAD", Revision("0123456789abcdef", "2025-03-04", f"All {EVIL}"))
KIT = Since("<club>", None)


class Events(HTMLParser):
    """Everything that a parser sees of a page, one after the other; texts in one piece."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.seen: list[tuple[object, ...]] = []
        self.feed(page)
        self.close()

    def handle_decl(self, decl):
        self.seen.append(("declaration", decl))

    def handle_starttag(self, tag, attrs):
        self.seen.append(("start", tag, *attrs))

    def handle_endtag(self, tag):
        self.seen.append(("end", tag))

    def handle_data(self, data):
        self.seen.append(("text", data))


def page_of(since: Since, comparisons: tuple[GameComparison, ...]) -> str:
    """A page without its style."""
    style = (files("fustella.history") / "diff.css").read_text(encoding="utf-8")
    page = as_page(since, comparisons, NoPictures())
    assert page.count(style) == 1
    return page.replace(style, "")


@pytest.mark.parametrize(
    ("name", "since", "comparisons"),
    [
        ("revision", REVISION, games()),
        ("kit", KIT, games()[:1]),
        ("unchanged", REVISION, games()[3:4]),
    ],
)
def test_page_of_known_changes_has_the_known_elements_and_texts(name, since, comparisons, request):
    page = page_of(since, comparisons)
    path = PAGES / f"{name}.html"
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(page, encoding="utf-8")
    assert Events(page).seen == Events(path.read_text(encoding="utf-8")).seen


def test_page_with_markup_in_names_and_values_shows_it_as_text():
    page = page_of(REVISION, games()[1:2])
    seen = Events(page).seen
    starts = [event[1:] for event in seen if event[0] == "start"]
    assert not [tag for tag, *attributes in starts if dict(attributes).get("onclick")]
    alts = [dict(attributes)["alt"] for tag, *attributes in starts if tag == "img"]
    assert f"{EVIL}, front, after" in alts
    texts = "".join(str(event[1]) for event in seen if event[0] == "text")
    assert EVIL in texts
    assert f"All {EVIL} · 2025-03-04" in texts


def test_known_changes_have_every_reason():
    every = {change.kind.value for game in games() for change in game.changes}
    assert every == {"rules", "wording", "looks", "count", "new", "gone"}

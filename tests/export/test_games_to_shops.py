"""The four games go to every shop: files are counted and measured, and nothing is left untold.

What is measured is held against the file of the shop, its table of products and the lists of the
games. One piece of each kind and size stands for the others;
`FUSTELLA_ALL_PIECES=1 pytest tests/export/test_games_to_shops.py` exports them all.
"""

import csv
import io
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pypdf
import pytest
import yaml
from PIL import Image

from fustella.build import render_faces
from fustella.core.files.project import RESOURCES
from fustella.core.geometry.shapes import Size
from fustella.core.values.codes import box_code
from fustella.core.values.model import Edition, Kind, Piece
from fustella.core.values.problems import Problem
from fustella.core.values.sizes import kinds_by_size
from fustella.export import ExportOptions
from fustella.export.game import ExportGame, pieces_of
from fustella.export.pictures import FacePictures
from fustella.export.run import format_named
from fustella.read import read_shop
from fustella.write import PicturePool
from tests.helpers.drawn import PROJECT, Drawings, drawn, game_of
from tests.helpers.made_profiles import made_profile
from tests.helpers.pdfx import broken_rules

GAMES = PROJECT.games()
EVERY_PIECE = bool(os.environ.get("FUSTELLA_ALL_PIECES"))
FEW = None if EVERY_PIECE else 3
"""How many kinds go to each press, and how many files are read to their last operator."""

MM_PER_PT = 25.4 / 72
NEAR_MM = 0.02
PRESSES = ("longpack", "cartamundi", "onlineprinters", "punchboard", "drivethru")


def rules_of(shop: str) -> dict:
    """The file of a shop, read by another library than the tool's."""
    return yaml.safe_load((RESOURCES / "shops" / f"{shop}.yaml").read_text(encoding="utf-8"))


def in_mm(typed: str) -> float:
    """A length of such a file: 3mm, 0.125in."""
    units = {"mm": 1.0, "in": 25.4}
    return float(typed[:-2]) * units[typed[-2:]]


@dataclass(frozen=True)
class Sent:
    """What came of an export: its files, what was told, and the pieces that were asked for."""

    files: Mapping[str, bytes]
    told: tuple[Problem, ...]
    pieces: tuple[Piece, ...]

    @property
    def kinds(self) -> dict[str, Kind]:
        return {piece.kind.id: piece.kind for piece in self.pieces}

    def is_told(self, code: str, kind: Kind) -> bool:
        places = {kind.place, *(one.place for one in self.pieces if one.kind.id == kind.id)}
        return any(one.code == code and one.place in places for one in self.told)

    def copies(self, kind: str) -> int:
        return sum(piece.copies for piece in self.pieces if piece.kind.id == kind)

    def rows(self, file: str) -> list[dict[str, str]]:
        text = self.files[file].decode("utf-8-sig")
        return [*csv.DictReader(io.StringIO(text))]


class Pages(Drawings):
    """A stand-in, in memory, for the cache of rendered pages."""

    def prune(self) -> None:
        """Keeps all."""


@cache
def pages_of(_: str) -> Pages:
    """What was rendered of a game: all shops get the same pages."""
    return Pages()


def chosen(game: str) -> tuple[Piece, ...]:
    """The pieces of a game that are printed, each with the kind of its size; one of each kind."""
    pieces = [piece for piece in game_of(game).pieces if piece.copies]
    sized = kinds_by_size(pieces)
    if EVERY_PIECE:
        return tuple(pieces)
    return tuple({sized[piece.id].id: piece for piece in reversed(pieces)}.values())


@cache
def sent(
    game: str,
    to: str,
    shop: str,
    profile: Path | None = None,
    most: int | None = None,
    **more: object,
) -> Sent:
    """A game as a shop gets it, in memory; of its kinds at most so many, small ones first."""
    edition = Edition(game_of(game), game_of(game).languages[0])
    pieces = sorted(chosen(game), key=lambda piece: piece.kind.outline.area_mm2)[:most]
    all_drawn = drawn(game, edition.language)
    named = {piece.id for piece in pieces}
    faces = {one: face for one, face in all_drawn.faces.items() if one.piece in named}
    options = ExportOptions(format=to, output=Path("none"), profile=profile, **more)  # type: ignore[arg-type]
    asked = ExportGame(
        edition=edition,
        options=options,
        pieces=tuple(pieces_of(edition, pieces, faces, all_drawn.metadata, backs=True)),
        pictures=FacePictures(
            lambda: render_faces(edition.game, faces, pages_of(game), lambda *_: None),  # type: ignore[arg-type]
            PicturePool(0),
            "",
            edition.game.place,
            dpi=edition.game.images.dpi,
        ),
        project=PROJECT,
        folder=Path("none"),
        version=box_code(edition.game, edition.language),
        shop=read_shop(PROJECT, shop) if to in ("press", "punchboard") else None,
    )
    exported = format_named(to).export(asked)
    files = {}
    for file in exported.files:
        assert file.file not in files, "two files of one name"
        folder = file.file.rpartition("/")[0]
        if FEW and file.file.endswith(".png") and any(one.startswith(folder) for one in files):
            files[file.file] = b""  # of each folder one picture is made
            continue
        content = file.content()
        files[file.file] = content if isinstance(content, bytes) else b"".join(content)
    own = tuple({piece.piece.id: piece.piece for piece in asked.pieces}.values())
    return Sent(files, tuple(exported.warnings), own)


def assert_keep_pdf_x(files: Iterable[bytes], standard: str) -> None:
    """Reads files by another library; of many, the smallest: a map takes it seconds."""
    for data in sorted(files, key=len)[:FEW]:
        assert broken_rules(data, standard) == set()


@pytest.fixture(scope="module")
def profile(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("press") / "press.icc"
    path.write_bytes(made_profile())
    return path


def measured(page) -> tuple[Size, float]:
    """The trim of a page in mm, and the least bleed around it."""
    media, trim = (
        [float(one) * MM_PER_PT for one in page[box]] for box in ("/MediaBox", "/TrimBox")
    )
    assert page["/BleedBox"] == page["/MediaBox"]
    bleed_mm = min(trim[0] - media[0], trim[1] - media[1], media[2] - trim[2], media[3] - trim[3])
    return Size(trim[2] - trim[0], trim[3] - trim[1]), bleed_mm


def alike(one: Size, other: Size) -> bool:
    return (
        abs(one.width_mm - other.width_mm) < NEAR_MM
        and abs(one.height_mm - other.height_mm) < NEAR_MM
    )


def upright(size: Size) -> Size:
    return Size(*sorted((size.width_mm, size.height_mm)))


def is_edged(game: str, kind: Kind) -> bool:
    """Whether a kind has one colour along its trim, which a shop may draw on."""
    return kind.edge in game_of(game).colours or kind.edge.startswith("#")


def assert_bleed_is_told(came: Sent, game: str, kind: Kind, asked_mm: float) -> None:
    """A kind is told exactly if it has less bleed than asked for, and no plain edge."""
    less = kind.bleed_mm < asked_mm - 0.05 and not is_edged(game, kind)
    assert came.is_told("E803", kind) == less, kind.id


def products(shop: str) -> dict[str, tuple[int, int]]:
    text = (RESOURCES / "products" / f"{shop}.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(io.StringIO(text))
    return {row["identity"]: (int(row["width_px"]), int(row["height_px"])) for row in rows}


def picture_size(png: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(png)) as picture:
        assert (picture.format, picture.mode) == ("PNG", "RGB")
        assert [round(dpi) for dpi in picture.info["dpi"]] == [300, 300]
        return picture.size


@pytest.mark.parametrize("game", GAMES)
def test_game_crafter_gets_each_piece_in_the_pixels_of_its_product(game):
    came, sizes = sent(game, "tgc", "tgc"), products("tgc")
    rows = came.rows("tgc.csv")
    listed = {file for row in rows for file in (row["front"], row["back"]) if file}
    assert listed == {*came.files} - {"tgc.csv"}
    for row in rows:
        for file in filter(None, (row["front"], row["back"])):
            if came.files[file]:
                assert picture_size(came.files[file]) == sizes[row["identity"]], file
    for kind in came.kinds.values():
        own = [row for row in rows if row["kind"] == kind.id]
        if own:
            assert sum(int(row["quantity"]) for row in own) == came.copies(kind.id)
            assert_bleed_is_told(came, game, kind, in_mm(rules_of("tgc")["bleed"]["least"]))
            differs = any(row["difference"] for row in own)
            assert came.is_told("E801", kind) == differs, kind.id
        else:
            assert came.is_told("E801", kind), kind.id


@pytest.mark.parametrize("game", GAMES)
def test_makers_of_playing_cards_get_orders_whose_slots_are_all_filled(game):
    came, sizes = sent(game, "mpc", "mpc"), {*products("mpc").values()}
    orders = [file for file in came.files if file.startswith("order")]
    pictures, slots = set[str](), 0
    for file in orders:
        order = ElementTree.fromstring(came.files[file])
        quantity = int(order.findtext("details/quantity", ""))
        assert 0 < quantity <= rules_of("mpc")["orders"]["cards"]
        for side in ("fronts", "backs"):
            filled = [
                int(slot)
                for card in order.iterfind(f"{side}/card")
                for slot in card.findtext("slots", "").split(",")
            ]
            assert len(filled) == len({*filled})
            assert {*filled} <= {*range(quantity)}
            assert side == "backs" or len(filled) == quantity
        paths = [card.findtext("id", "") for card in order.iter("card")]
        paths.append(order.findtext("cardback", ""))
        pictures |= {"/".join(Path(path).parts[-2:]) for path in paths}
        slots += quantity
    assert pictures == {*came.files} - {*orders}
    for file in pictures:
        assert not came.files[file] or picture_size(came.files[file]) in sizes, file
    taken = {kind for kind in came.kinds if any(f"/{kind}-" in file for file in pictures)}
    assert slots == sum(map(came.copies, taken))
    for kind in came.kinds.values():
        if kind.id in taken:
            assert_bleed_is_told(came, game, kind, in_mm(rules_of("mpc")["bleed"]["least"]))
        else:
            assert came.is_told("E801", kind), kind.id


@pytest.mark.parametrize("game", GAMES)
def test_drivethru_gets_two_pages_a_card_in_pdf_x_1a_with_its_bleed(game, profile):
    came, asked_mm = sent(game, "drivethru", "drivethru", profile), 0.125 * 25.4
    assert in_mm(rules_of("drivethru")["bleed"]["least"]) == asked_mm
    left_out = {kind.id for kind in came.kinds.values() if came.is_told("E801", kind)}
    wanted = dict[tuple[float, float], int]()
    for kind in came.kinds.values():
        if kind.id not in left_out:
            size = upright(kind.outline.size)
            key = size.width_mm, size.height_mm
            wanted[key] = wanted.get(key, 0) + 2 * came.copies(kind.id)
            assert_bleed_is_told(came, game, kind, asked_mm)
    assert len(came.files) == len(wanted)
    assert_keep_pdf_x(came.files.values(), "PDF/X-1a:2003")
    for data in came.files.values():
        pages = pypdf.PdfReader(io.BytesIO(data)).pages
        (size,) = {
            (round(one.width_mm, 2), round(one.height_mm, 2)) for one, _ in map(measured, pages)
        }
        (found,) = [count for each, count in wanted.items() if alike(Size(*each), Size(*size))]
        assert len(pages) == found
        assert all(abs(measured(page)[1] - asked_mm) < NEAR_MM for page in pages)


@pytest.mark.parametrize("game", GAMES)
def test_printplaygames_gets_a_page_for_each_copy_with_its_bleed(game):
    came, least_mm = sent(game, "printplaygames", "printplaygames"), 2.0
    assert in_mm(rules_of("printplaygames")["bleed"]["least"]) == least_mm
    fronts = 0
    for file, data in came.files.items():
        pages = pypdf.PdfReader(io.BytesIO(data)).pages
        sizes = [measured(page) for page in pages]
        assert all(bleed_mm >= least_mm - NEAR_MM for _, bleed_mm in sizes), file
        assert all(
            any(alike(size, kind.outline.size) for kind in came.kinds.values()) for size, _ in sizes
        )
        if file.endswith("-fronts.pdf"):
            fronts += len(pages)
            backs = came.files.get(file.replace("-fronts", "-backs"))
            if backs is not None:
                assert len(pypdf.PdfReader(io.BytesIO(backs)).pages) == len(pages)
    assert fronts == sum(map(came.copies, came.kinds))
    for kind in came.kinds.values():
        assert_bleed_is_told(came, game, kind, least_mm)


def spots(data: bytes) -> set[str]:
    """The names of the plates besides the four inks; the tool writes them as they are."""
    return {name.decode() for name in re.findall(rb"/Separation ?/([^/ \[\]]+)", data)}


@pytest.mark.parametrize("shop", PRESSES)
@pytest.mark.parametrize("game", GAMES)
def test_press_gets_each_design_in_the_flavour_and_the_inks_of_its_shop(game, shop):
    rules = rules_of(shop)
    most = FEW if shop != "onlineprinters" else None
    came = sent(game, "press", shop, most=most, inks="ink" in rules)
    standard = {"x4": "PDF/X-4", "x1a": "PDF/X-1a:2003"}[rules["takes"]]
    asked_mm = in_mm(rules["bleed"]["least"]) if "bleed" in rules else 3.0
    rows = came.rows("press.csv")
    assert {row["file"] for row in rows} == {*came.files} - {"press.csv"}
    assert len(came.files) == len(came.kinds) + 1
    assert_keep_pdf_x([came.files[row["file"]] for row in rows if row["page"] == "1"], standard)
    plates = rules.get("plates", {})
    apart = plates.get("apart", False) or standard != "PDF/X-4"
    for kind in came.kinds.values():
        own = [row for row in rows if row["kind"] == kind.id]
        data = came.files[own[0]["file"]]
        pages = pypdf.PdfReader(io.BytesIO(data)).pages
        assert [int(row["page"]) for row in own] == [*range(1, len(pages) + 1)]
        for page in pages:
            size, bleed_mm = measured(page)
            assert alike(size, kind.outline.size)
            assert abs(bleed_mm - kind.bleed_mm) < NEAR_MM
        assert_bleed_is_told(came, game, kind, asked_mm)
        fronts = sum(int(row["quantity"]) for row in own if row["side"] == "front")
        assert fronts == came.copies(kind.id)
        if "ink" in rules:
            assert all(float(row["highest ink %"]) <= rules["ink"]["most"] for row in own)
        names = spots(data)
        cut = plates.get("names", {}).get("cut", "CutContour")
        assert names == set() if apart else cut in names, kind.id


@pytest.mark.parametrize("shop", ["punchboard", "tgc"])
@pytest.mark.parametrize("game", [game for game in GAMES if game != "city-duel"])
def test_makers_of_punchboards_get_boards_of_their_sizes_with_every_thick_piece(game, shop):
    boards = rules_of(shop)["punchboards"]["boards"]
    sizes = {tuple(sorted((in_mm(one["width"]), in_mm(one["height"])))) for one in boards}
    came = sent(game, "punchboard", shop, lines=("svg",))
    for row in came.rows("boards.csv"):
        size = tuple(sorted((float(row["width_mm"]), float(row["height_mm"]))))
        assert any(max(abs(a - b) for a, b in zip(size, one, strict=True)) < 0.01 for one in sizes)
        art = pypdf.PdfReader(io.BytesIO(came.files[row["art"]]))
        page = art.pages[int(row["first_page"]) - 1]
        found = Size(*(float(one) * MM_PER_PT for one in page["/MediaBox"][2:]))
        assert alike(upright(found), Size(*size))
    punched = dict[str, int]()
    for row in came.rows("pieces.csv"):
        punched[row["kind"]] = punched.get(row["kind"], 0) + int(row["copies"])
    for kind in came.kinds.values():
        thick = kind.stock is not None and kind.stock.thickness_mm > 0.6
        if kind.id in punched:
            assert thick
            assert punched[kind.id] >= came.copies(kind.id)
        else:
            assert not thick or came.is_told("E792", kind), kind.id


def test_city_duel_has_nothing_to_punch_out_and_says_so():
    thick = [kind for kind in sent("city-duel", "mpc", "mpc").kinds.values() if kind.stock]
    assert all(kind.stock.thickness_mm <= 0.6 for kind in thick)

"""Reads the rules of shops from `shops/NAME.yaml`, of the package and of a project.

A project's file replaces that of the package with the same name. Each figure names its source, so
that whoever orders can see how old it is. A game says in game.yaml which pieces need not keep a
rule, and why.
"""

import re
from collections.abc import Iterator, Mapping

from fustella.core.files.names import unfit_name
from fustella.core.files.pictures import COARSEST_DPI, FINEST_DPI
from fustella.core.files.project import RESOURCES, SHOPS, Project
from fustella.core.files.reading import is_folder, is_there, names_in
from fustella.core.geometry.shapes import Size
from fustella.core.geometry.units import PT_PER_MM
from fustella.core.values.plates import PLAIN_NAMES, PlateSort, plate_problems
from fustella.core.values.problems import Place, Problem, ProblemsFound, as_spelt, did_you_mean
from fustella.core.values.schemas import Schema, Vocabulary
from fustella.core.values.shops import (
    NAMED_IN_FILES,
    USUAL_NAME,
    Exclusion,
    Nicks,
    Origin,
    Products,
    Punchboards,
    Shop,
    ShopRule,
    Takes,
    file_name,
)
from fustella.read.forms import (
    Form,
    Reader,
    Rejected,
    checked,
    entry,
    form_of,
    list_of,
    one_of,
    schema_of,
    shown,
    table_of,
    value_of,
)
from fustella.read.nodes import MappingNode, is_number, is_whole, place_at
from fustella.read.scalars import (
    DISTANCE,
    FLAG,
    IDENTIFIER,
    STRING,
    SizeForm,
)
from fustella.read.source import load

_ENDING = ".yaml"
_DAY = re.compile(r"[12]\d{3}-[01]\d(-[0-3]\d)?")
_MOST_NICKS = 50
_MOST_CARDS = 100_000
_PLATE_LETTERS = 60


def _number(least: float, most: float, noun: str, like: float) -> Reader:
    def check(value: object) -> float:
        if not is_number(value) or not least <= value <= most:
            hint = f"write a number from {least:g} to {most:g}, such as {like:g}"
            raise Rejected("E104", f"expected {noun}, found {shown(value)}", hint)
        return float(value)

    schema = {"title": "number", "type": "number", "minimum": least, "maximum": most}
    return value_of(check, schema)


def _count(least: int, most: int, like: int) -> Reader:
    def check(value: object) -> int:
        if not is_whole(value) or not least <= value <= most:
            hint = f"write a whole number from {least} to {most}, such as {like}"
            raise Rejected("E104", f"expected a number, found {shown(value)}", hint)
        return value

    schema = {"title": "whole number", "type": "integer", "minimum": least, "maximum": most}
    return value_of(check, schema)


def _day(value: object) -> str:
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        raise Rejected(
            "E104", f"expected a month or a day, found {shown(value)}", "write 2026-11-27"
        )
    return value


def _plate_name(value: object) -> str:
    """Reads the name of a plate, which names an ink in PDF (ISO 32000-1, 8.6.6.4)."""
    if not isinstance(value, str) or not value.strip() or len(value) > _PLATE_LETTERS:
        raise Rejected("E104", f"expected the name of a plate, found {shown(value)}", "CutContour")
    return value


_INK = _number(100, 400, "a sum of inks in percent", 300)
_DPI = _number(COARSEST_DPI, FINEST_DPI, "a resolution in dpi", 300)
_SEEN = value_of(_day, {"title": "month or day", "type": "string", "pattern": f"^{_DAY.pattern}$"})
PLATE_NAME = value_of(_plate_name, {"title": "name of a plate", "type": "string"})
_SOURCE_ABOUT = "Which of the `sources` says so."


class OriginForm(Form, frozen=True):
    """Where figures of a shop are from."""

    what: str = entry(STRING, about="What was read: an address, a letter, a talk.")
    seen: str = entry(_SEEN, about="The month or the day in which it was read: 2026-11-27.")


class LeastForm(Form, frozen=True):
    """A length that must not be less."""

    least: float = entry(DISTANCE, about="The least length: 3mm, 0.125in, 6pt.")
    source: str = entry(IDENTIFIER, about=_SOURCE_ABOUT)


class InkLimitForm(Form, frozen=True):
    """The highest sum of inks."""

    most: float = entry(_INK, about="The highest sum of the inks at a place, in percent: 300.")
    source: str = entry(IDENTIFIER, about=_SOURCE_ABOUT)


class PicturesForm(Form, frozen=True):
    """The resolution of pictures."""

    dpi: float = entry(_DPI, about="The resolution that the shop wants: 300.")
    source: str = entry(IDENTIFIER, about=_SOURCE_ABOUT)


class PlatesForm(Form, frozen=True):
    """How die lines and special inks are handed over."""

    source: str = entry(IDENTIFIER, about=_SOURCE_ABOUT)
    names: dict[str, str] = entry(
        table_of(one_of(*PlateSort), PLATE_NAME),
        factory=dict,
        about="The names that plates have at the shop: {cut: CutContour}.",
    )
    line: float | None = entry(DISTANCE, default=None, about="The width of die lines: 0.25pt.")
    apart: bool = entry(
        FLAG, default=False, about="Whether die lines must lie in a file of their own."
    )


class NicksForm(Form, frozen=True):
    """The bridges that keep a piece in its board."""

    count: int = entry(_count(0, _MOST_NICKS, 3), about="How many each outline has, at least.")
    width: float = entry(DISTANCE, about="How wide each of them is: 0.25mm.")


class PunchboardsForm(Form, frozen=True):
    """The boards from which pieces are pressed out."""

    boards: tuple[SizeForm, ...] = entry(
        list_of(form_of(SizeForm), least=1),
        about="The sizes of boards, the first one for preference: [{width: …, height: …}].",
    )
    gap: float = entry(DISTANCE, about="What stays between two cuts: 3mm.")
    nicks: NicksForm = entry(form_of(NicksForm), about="The bridges: {count: 3, width: 0.25mm}.")
    source: str = entry(IDENTIFIER, about=_SOURCE_ABOUT)
    kerf: float = entry(DISTANCE, default=0.0, about="What a laser or a blade takes away: 0.25mm.")
    web: float | None = entry(
        DISTANCE, default=None, about="What stays between a cut and the rim; default: the gap."
    )


class PiecesForm(Form, frozen=True):
    """The pieces that a shop prints."""

    only: str = entry(one_of("cards"), about="It prints nothing else: cards.")
    source: str = entry(IDENTIFIER, about=_SOURCE_ABOUT)


class ProductsForm(Form, frozen=True):
    """The products of a shop, which have fixed sizes."""

    table: str = entry(IDENTIFIER, about="The table of products: tgc for products-tgc.csv.")
    within: float = entry(
        DISTANCE, about="A product agrees with a piece that differs by no more than this."
    )
    source: str = entry(IDENTIFIER, about=_SOURCE_ABOUT)
    stands_in: float | None = entry(
        DISTANCE,
        default=None,
        about="It may stand in for a piece that differs by no more than this; default: for any.",
    )


class OrdersForm(Form, frozen=True):
    """The bounds of an order."""

    cards: int = entry(_count(1, _MOST_CARDS, 612), about="The most cards of one size in an order.")
    source: str = entry(IDENTIFIER, about=_SOURCE_ABOUT)


class FilesForm(Form, frozen=True):
    """How files are called."""

    called: str = entry(
        STRING, about="The name of the file of a kind, without its ending: `{game}_{kind}`."
    )
    source: str = entry(IDENTIFIER, about=_SOURCE_ABOUT)


class ShopForm(Form, frozen=True):
    """The rules of a shop. What it does not say is left out."""

    name: str = entry(STRING, about="The name of the shop.")
    takes: str = entry(
        one_of(*Takes),
        about="What it takes: PDF/X-4, PDF/X-1a, plain PDF, or pictures.",
    )
    sources: dict[str, OriginForm] = entry(
        table_of(IDENTIFIER, form_of(OriginForm)),
        about="Where the figures are from, by names that the rules refer to.",
    )
    bleed: LeastForm | None = entry(
        form_of(LeastForm), default=None, about="How far the artwork goes beyond the trim."
    )
    safe: LeastForm | None = entry(
        form_of(LeastForm), default=None, about="How far texts stay inside of the trim."
    )
    text: LeastForm | None = entry(
        form_of(LeastForm), default=None, about="The smallest letters: 6pt."
    )
    line: LeastForm | None = entry(
        form_of(LeastForm), default=None, about="The thinnest printed line: 0.25pt."
    )
    ink: InkLimitForm | None = entry(form_of(InkLimitForm), default=None, about="The sum of inks.")
    pictures: PicturesForm | None = entry(
        form_of(PicturesForm), default=None, about="The resolution of pictures."
    )
    plates: PlatesForm | None = entry(
        form_of(PlatesForm), default=None, about="Die lines and special inks."
    )
    punchboards: PunchboardsForm | None = entry(
        form_of(PunchboardsForm), default=None, about="Boards from which pieces are pressed out."
    )
    pieces: PiecesForm | None = entry(
        form_of(PiecesForm), default=None, about="What it prints, if not everything."
    )
    products: ProductsForm | None = entry(
        form_of(ProductsForm), default=None, about="Products of fixed sizes."
    )
    orders: OrdersForm | None = entry(
        form_of(OrdersForm), default=None, about="The bounds of an order."
    )
    files: FilesForm | None = entry(form_of(FilesForm), default=None, about="Names of files.")


def shop_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of a file in `shops/`."""
    return schema_of(ShopForm, vocabulary)


def shop_names(project: Project) -> tuple[str, ...]:
    """The names of all shops, of the package and of the project, sorted."""
    folders = ((RESOURCES / SHOPS, None), (project.content / SHOPS, project.root))
    names = (
        name.removesuffix(_ENDING)
        for folder, root in folders
        if is_folder(folder)
        for name in names_in(folder, root)
        if name.endswith(_ENDING) and name[0] != "."
    )
    return tuple(sorted({*names}))


def read_shop(project: Project, name: str) -> Shop:
    """The rules of a shop. Raises ProblemsFound: E780 for an unknown shop, faults of its file."""
    known = shop_names(project)
    name = as_spelt(name, known)
    if name not in known:
        place = Place(project.name_of(project.content / SHOPS))
        message = f"there is no shop `{name}`"
        near = did_you_mean(name, known)
        own = f"write its rules in {project.name_of(project.content / SHOPS)}/NAME{_ENDING}"
        hint = f"{near}{'' if near.endswith('?') else ';'} or {own}" if near else own
        raise ProblemsFound([Problem("E780", place, message, hint)])
    own_file = project.content / SHOPS / f"{name}{_ENDING}"
    ours = not is_there(own_file)
    path = RESOURCES / SHOPS / own_file.name if ours else own_file
    file = project.name_of(path)
    data = load(path, file, None if ours else project.root)
    form = checked(ShopForm, data, file)
    if problems := [*_faults(form, data, file)]:
        raise ProblemsFound(problems)
    return _shop(name, form, Place(file, data.line))


def _rules(form: ShopForm) -> Iterator[tuple[str, str]]:
    """Yields the key of each rule that a shop states, and the name of its source."""
    for key in ShopForm.DECLARED:
        source = getattr(getattr(form, key), "source", "")
        if source:
            yield key, source


def _faults(form: ShopForm, data: MappingNode, file: str) -> Iterator[Problem]:
    """Yields E782 for unknown sources and braces in names of files, E790 and E791 for plates."""
    for key, source in _rules(form):
        if source not in form.sources:
            message = f"`{source}` is none of the sources of this shop"
            hint = did_you_mean(source, form.sources) or "add it to `sources`"
            yield Problem("E782", place_at(data, file, key, "source"), message, hint)
    names = form.plates.names if form.plates else {}
    typed = {sort: names.get(sort, PLAIN_NAMES[sort]) for sort in PlateSort}
    yield from plate_problems(typed, lambda sort: place_at(data, file, "plates", "names", sort))
    if form.files:
        place = place_at(data, file, "files", "called")
        yield from _faults_of_name(form.files.called, place)


def _faults_of_name(called: str, place: Place) -> Iterator[Problem]:
    """Yields E782 for what means nothing in the name of a file, E403 for what none may have."""
    named = re.findall(r"\{(.*?)\}", called)
    unknown = [name for name in named if name not in NAMED_IN_FILES]
    for name in unknown:
        message = f"`{{{name}}}` means nothing in the name of a file"
        hint = did_you_mean(name, NAMED_IN_FILES) or "write `{game}_{kind}`"
        yield Problem("E782", place, message, hint)
    if not unknown and (named.count("kind") != 1 or named.count("game") > 1):
        message = "each kind has a file, whose name has its `{kind}` once"
        yield Problem("E782", place, message, "write `{game}_{kind}`")
    plain = file_name(called, dict.fromkeys(NAMED_IN_FILES, "a"))
    unfit = unfit_name(plain, place)
    if unfit is not None:
        yield unfit


def _shop(name: str, form: ShopForm, place: Place) -> Shop:
    origins = {one: Origin(of.what, of.seen) for one, of in form.sources.items()}
    plates, boards, products = form.plates, form.punchboards, form.products
    names = plates.names if plates else {}
    usual = Shop("", "", Takes.PDF, place)
    return Shop(
        id=name,
        name=form.name,
        takes=Takes(form.takes),
        place=place,
        cards_only=form.pieces is not None,
        bleed_mm=form.bleed.least if form.bleed else 0.0,
        safe_mm=form.safe.least if form.safe else 0.0,
        text_pt=form.text.least * PT_PER_MM if form.text else 0.0,
        line_mm=form.line.least if form.line else 0.0,
        ink_percent=form.ink.most if form.ink else 0.0,
        dpi=form.pictures.dpi if form.pictures else usual.dpi,
        plates={sort: names.get(sort, PLAIN_NAMES[sort]) for sort in PlateSort},
        plate_line_mm=plates.line if plates and plates.line else usual.plate_line_mm,
        apart=bool(plates and plates.apart),
        punchboards=Punchboards(
            tuple(Size(board.width, board.height) for board in boards.boards),
            boards.gap,
            Nicks(boards.nicks.count, boards.nicks.width),
            boards.kerf,
            boards.web or 0.0,
        )
        if boards
        else None,
        products=Products(
            products.table,
            products.within,
            float("inf") if products.stands_in is None else products.stands_in,
        )
        if products
        else None,
        most_cards=form.orders.cards if form.orders else 0,
        called=form.files.called if form.files else USUAL_NAME,
        origins={key: origins[source] for key, source in _rules(form)},
    )


# What a game need not keep.


class ExclusionForm(Form, frozen=True):
    """A rule of a shop that some pieces need not keep."""

    rule: str = entry(one_of(*ShopRule), about="The rule, as the file of the shop calls it.")
    pieces: str = entry(STRING, about="The pieces, or their kinds, by id: aid-*.")
    reason: str = entry(STRING, about="Why they need not keep it.")


class ShopsForm(Form, frozen=True):
    """What a shop need not tell of a game."""

    excluding: tuple[ExclusionForm, ...] = entry(
        list_of(form_of(ExclusionForm), least=1),
        about="The rules that pieces need not keep, each with a reason.",
    )


EXCLUSIONS = table_of(IDENTIFIER, form_of(ShopsForm))


def exclusions_of(
    shops: Mapping[str, ShopsForm], data: MappingNode, file: str
) -> tuple[Exclusion, ...]:
    """The exclusions of a game, with their places in game.yaml."""
    return tuple(
        Exclusion(
            shop,
            ShopRule(one.rule),
            one.pieces,
            one.reason,
            place_at(data, file, "shops", shop, "excluding", index),
        )
        for shop, form in shops.items()
        for index, one in enumerate(form.excluding)
    )

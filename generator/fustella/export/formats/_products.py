"""Reads the products of shops from tables, and chooses a product for each piece.

The tables of the package are `resources/products/<shop>.csv`. A newer table of a project,
`products-<shop>.csv` among the tables of its content, takes the place of such a table.
"""

import csv
import io
import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from fustella.core.files.project import RESOURCES, Project
from fustella.core.files.reading import is_there, read_bytes, unread
from fustella.core.geometry.shapes import Outline, Shape, Size
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.processes import limits
from fustella.core.values.model import Kind, SideName
from fustella.core.values.problems import Place, Problem, ProblemsFound, did_you_mean, warning
from fustella.core.values.shops import Shop
from fustella.export.game import ExportGame, ExportPiece
from fustella.read import read_shop
from fustella.write.pictures import PictureForm

if TYPE_CHECKING:
    from fustella.export.rulebook import Rulebook

SHOP_DPI = 300.0
"""The resolution of all pictures for shops, whatever `--dpi` says: products count in pixels."""

FULL_BLEED_MM = MM_PER_INCH / 8
"""The bleed around the trim that American shops want."""

THIN = ("deck", "shard", "mat")
THICK = ("tile", "chit", "board")
"""The sorts of products for thin and for thick flat pieces, preferred sorts first."""

BOOKLET = "booklet"
"""The sort of products with folded and stapled pages; its size is that of a page."""

_OTHERS = ("folio", BOOKLET, "standee", "pad", "box")
_SHAPES = ("rectangle", "hexagon", "circle", "triangle", "other")
_CUT_OFF_MM = 1.5
"""A product may be this much narrower or lower than its piece, which is then cut off."""

_FRAME_MM = 6.0
"""The widest margin to fill by repeating the pixels of the edge; in a wider one, stripes show."""

_NEEDED = (
    *("identity", "what", "shape", "width_px", "height_px"),
    *("finished_width_mm", "finished_height_mm"),
)
_IDENTITY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_MOST_PX = 20_000
_MOST_PRODUCTS = 10_000

_IN_PLAIN_WORDS = {
    "',' expected after '\"'": "a quote ends in the middle of a cell",
    "';' expected after '\"'": "a quote ends in the middle of a cell",
    "unexpected end of data": "a quote is not closed",
}
"""Plain words for Python's messages about a broken table."""

_ROUNDED_PX = 2.0
_SAME_MM = 0.05


class Product(Struct, frozen=True):
    """A product of a shop: its finished size, and the size of the picture that the shop wants.

    `finished` is the size after cutting, with width and height as in the picture of `size_px`.
    `what` is one of the sorts that the tables name; `sides` is the number of printed sides.
    """

    identity: str
    what: str
    shape: str
    size_px: tuple[int, int]
    finished: Size
    sides: int = 2


class ProductFit(Struct, frozen=True):
    """A product for a piece, which is wider than the piece by `wider_mm` and higher by `higher_mm`.

    A piece that is `turned` lies on its side in the picture of the product. A product that `agrees`
    has the shape and the size of the piece.
    """

    product: Product
    turned: bool
    wider_mm: float
    higher_mm: float
    agrees: bool

    @property
    def difference(self) -> str:
        """The difference in size in words for people: `0.9 mm narrower and 1.1 mm higher`."""
        words = []
        for more_mm, larger, smaller in (
            (self.wider_mm, "wider", "narrower"),
            (self.higher_mm, "higher", "lower"),
        ):
            if abs(more_mm) >= _SAME_MM:
                words.append(f"{abs(more_mm):.1f} mm {larger if more_mm > 0 else smaller}")
        return " and ".join(words)

    def form(self, side: SideName) -> PictureForm:
        """The form of a side's picture, as large as the product wants it.

        A back is turned the other way round than its front, so that both stand upright on the
        piece. Around a piece that is much smaller than its product, the pixels of the edge are
        repeated for a bleed, and then one colour follows.
        """
        turn_deg = (90 if side is SideName.FRONT else 270) if self.turned else 0
        frame = max(self.wider_mm, self.higher_mm) / 2 + FULL_BLEED_MM > _FRAME_MM
        bleed_mm = FULL_BLEED_MM if frame else 0.0
        return PictureForm(
            dpi=SHOP_DPI, bleed_mm=bleed_mm, size_px=self.product.size_px, turn_deg=turn_deg
        )


def fit_of(piece: ExportPiece, products: Sequence[Product], within_mm: float) -> ProductFit | None:
    """The product for a piece: one that agrees within `within_mm`, else the nearest one.

    Thin pieces become decks, shards or mats; thick pieces become tiles, chits or boards. The
    nearest product may be up to 1.5 mm narrower or lower. Where no product has the piece's shape, a
    rectangle takes its place. None where no product is large enough, and for pieces that are
    folded, slit or torn.
    """
    outline = piece.kind.outline
    if not outline.is_flat:
        return None
    sorts = THIN if piece.is_thin else THICK
    flat = sorted(
        (product for product in products if product.what in sorts),
        key=lambda p: sorts.index(p.what),
    )
    shape = outline.shape.value
    for alike in dict.fromkeys((shape, Shape.RECTANGLE.value)):
        for sides in (2, 1) if piece.back else (1,):
            known = [
                product for product in flat if product.shape == alike and product.sides >= sides
            ]
            fits = [
                _fit_to(outline, product, turned, within_mm)
                for product in known
                for turned in (0, 1)
            ]
            near = [fit for fit in fits if fit.agrees or _check_picture_size(fit)]
            if near:
                return min(near, key=lambda fit: (not fit.agrees, _distance_mm(fit)))
    return None


def _fit_to(outline: Outline, product: Product, turned: int, within_mm: float) -> ProductFit:
    size = product.finished.turned() if turned else product.finished
    wider_mm = size.width_mm - outline.size.width_mm
    higher_mm = size.height_mm - outline.size.height_mm
    alike = product.shape == outline.shape.value
    agrees = alike and max(abs(wider_mm), abs(higher_mm)) <= within_mm
    return ProductFit(product, bool(turned), wider_mm, higher_mm, agrees)


def _check_picture_size(fit: ProductFit) -> bool:
    return min(fit.wider_mm, fit.higher_mm) >= -_CUT_OFF_MM


def _distance_mm(fit: ProductFit) -> float:
    return round(abs(fit.wider_mm) + abs(fit.higher_mm), 2)


# Problems and notes


class ProductShop(Struct, frozen=True):
    """A shop, by its name in messages, with its products.

    A product agrees with a piece if their sizes differ by at most `within_mm`; it may stand in for
    a piece if they differ by at most `stands_in_mm`. `rules` are the rules of the shop.
    """

    name: str
    products: tuple[Product, ...]
    within_mm: float
    stands_in_mm: float
    rules: Shop

    def fit(self, piece: ExportPiece) -> tuple[ProductFit | None, list[Problem]]:
        """The product for a piece's kind, None where the kind is left out; and warnings E801."""
        kind, fit = piece.kind, fit_of(piece, self.products, self.within_mm)
        if fit and max(abs(fit.wider_mm), abs(fit.higher_mm)) > self.stands_in_mm:
            return None, [_differs_warning(kind, fit, self.name, left_out=True)]
        if fit is None:
            return None, [self._left_out(piece)]
        warnings = []
        if not fit.agrees:
            warnings.append(_differs_warning(kind, fit, self.name))
        if piece.back and fit.product.sides < 2:
            message = f"{fit.product.identity} is printed on one side: the back is left out"
            hint = "order it elsewhere, `--to shop`, or as two pieces that are glued"
            warnings.append(warning("E801", kind.place, message, hint))
        return fit, warnings

    def booklet_fit(self, rulebook: "Rulebook") -> tuple[ProductFit | None, list[Problem]]:
        """The nearest booklet for the rules, None where the shop has none; and warnings E801."""
        size = rulebook.size
        outline = Outline.rectangle(size.width_mm, size.height_mm)
        known = [product for product in self.products if product.what == BOOKLET]
        fits = [_fit_to(outline, product, 0, self.within_mm) for product in known]
        if not fits:
            message = f"{self.name} prints no booklets: the rules are left out"
            hint = "print them with `fustella rules`, or order them elsewhere: `--to shop`"
            return None, [warning("E801", rulebook.place, message, hint)]
        fit = min(fits, key=_distance_mm)
        if fit.agrees:
            return fit, []
        product = fit.product
        message = (
            f"{self.name} has no booklet of {_size(size)}: the rules are set anew for the nearest, "
            f"{product.identity}, {_size(product.finished)}"
        )
        hint = "look through its pages before you order"
        return fit, [warning("E801", rulebook.place, message, hint)]

    def _left_out(self, piece: ExportPiece) -> Problem:
        kind = piece.kind
        hint = "order it elsewhere: `--to shop` asks a print shop for a price"
        if not kind.outline.is_flat:
            message = f"{self.name} prints no piece that is folded like this one: it is left out"
            return warning("E801", kind.place, message, hint)
        sorts = THIN if piece.is_thin else THICK
        sizes = [product for product in self.products if product.what in sorts]
        message = f"no product of {self.name} is as large as {_size(kind.outline.size)}"
        if sizes:
            largest = max(sizes, key=lambda p: p.finished.width_mm * p.finished.height_mm)
            message += f"; the largest, {largest.identity}, has {_size(largest.finished)}"
        return warning("E801", kind.place, f"{message}: it is left out", hint)


def _differs_warning(kind: Kind, fit: ProductFit, shop: str, *, left_out: bool = False) -> Problem:
    product = fit.product
    size = product.finished.turned() if fit.turned else product.finished
    outline = kind.outline
    own_shape = "" if outline.is_rectangle else f"a {outline.shape.value} of "
    a_shape = "" if product.shape == outline.shape.value else f"a {product.shape}, "
    message = (
        f"no product of {shop} is {own_shape}{_size(outline.size)}: "
        f"the nearest, {product.identity}, is {a_shape}{fit.difference or 'of this size'}"
    )
    wanted = f"make it {_size(size)}"
    if outline.is_round and not a_shape:
        wanted = f"give it a diameter of {size.width_mm:g} mm"
    if left_out:
        hint = f"{wanted}, or order it elsewhere: `--to shop`"
        return warning("E801", kind.place, f"{message}, and it is left out", hint)
    return warning("E801", kind.place, message, f"{wanted}, or cut it out by hand")


def _size(size: Size) -> str:
    return f"{round(size.width_mm, 2):g} x {round(size.height_mm, 2):g} mm"


# The tables


def products_at(game: ExportGame, shop: str) -> ProductShop:
    """A shop by the name of its file, with its products. Raises ProblemsFound: E780, E806."""
    return shop_with_products(game.project, read_shop(game.project, shop))


def shop_with_products(project: Project, rules: Shop) -> ProductShop:
    """A shop with its products; none where its rules name no table. Raises ProblemsFound: E806."""
    of = rules.products
    if of is None:
        return ProductShop(rules.name, (), 0.0, math.inf, rules)
    products = _products_in(project, of.table)
    return ProductShop(rules.name, products, of.within_mm, of.stands_in_mm, rules)


def _products_in(project: Project, table: str) -> tuple[Product, ...]:
    """The products in a table, in its order. Raises ProblemsFound: E806."""
    own = project.content / f"products-{table}.csv"
    path, root = RESOURCES / "products" / f"{table}.csv", None
    if is_there(own):
        path, root = own, project.root
    place = Place(project.name_of(path))
    try:
        data = read_bytes(path, root, limits.TABLE_BYTES)
    except OSError as error:
        raise ProblemsFound([unread(error, place)]) from None
    return _ProductTable(place).read(data)


class _ProductTable:
    """Reads a table of products, and collects its problems."""

    def __init__(self, place: Place) -> None:
        self._file = place.file
        self._line = 0
        self._row: Mapping[str, str] = {}
        self._problems: list[Problem] = []

    def read(self, data: bytes) -> tuple[Product, ...]:
        """All products of the table. Raises ProblemsFound: E806."""
        products: dict[str, Product] = {}
        for row in self._rows(data):
            product = self._product(row)
            if product.identity in products:
                self._add_problem(
                    "identity", f"`{product.identity}` stands twice", "delete one of them"
                )
            products[product.identity] = product
        if not products and not self._problems:
            hint = "delete the file, and the table of the package is taken"
            self._add_problem("", "no product is in it", hint)
        if self._problems:
            raise ProblemsFound(self._problems)
        return tuple(products.values())

    def _rows(self, data: bytes) -> list[Mapping[str, str]]:
        """The rows that are not empty; each has the number of its line under the key ""."""
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self._line = data.count(b"\n", 0, error.start) + 1
            self._add_problem(
                "", "no UTF-8 text", "save it as CSV, UTF-8, from your spreadsheet program"
            )
            return []
        head = text.partition("\n")[0]
        between = ";" if head.count(";") > head.count(",") else ","
        table = csv.reader(io.StringIO(text, newline=""), delimiter=between, strict=True)
        rows: list[Mapping[str, str]] = []
        heads: list[str] = []
        try:
            for cells in table:
                if not any(cell.strip() for cell in cells):
                    continue
                if not heads:
                    heads = [cell.strip() for cell in cells]
                    self._line = table.line_num
                    if self._lacks_columns(heads):
                        return []
                    continue
                row = dict(zip(heads, (cell.strip() for cell in cells), strict=False))
                rows.append({**row, "": str(table.line_num)})
                if len(rows) > _MOST_PRODUCTS:
                    self._add_problem("", f"more than {_MOST_PRODUCTS:,} products", "make several")
                    return []
        except csv.Error as error:
            self._line = table.line_num
            hint = "save it anew, as CSV, from your spreadsheet program"
            fault = _IN_PLAIN_WORDS.get(str(error), "it is no CSV")
            self._add_problem("", f"no table of products: {fault}", hint)
        return rows

    def _lacks_columns(self, heads: Sequence[str]) -> bool:
        """Reports the columns that are missing, and returns whether there are any."""
        missing = [name for name in _NEEDED if name not in heads]
        for name in missing:
            unknown = [head for head in heads if head not in _NEEDED]
            hint = did_you_mean(name, unknown) or f"its columns are {', '.join(_NEEDED)}"
            self._add_problem(name, f"the column `{name}` is missing", hint)
        return bool(missing)

    def _product(self, row: Mapping[str, str]) -> Product:
        self._row, self._line = row, int(row[""])
        before = len(self._problems)
        identity = row.get("identity", "")
        if not _IDENTITY.fullmatch(identity) or len(identity) > limits.ID_LETTERS:
            hint = "write the name of the product at the shop: letters, digits, - and _"
            self._add_problem("identity", f"`{identity[:40]}` names no product", hint)
        sort = self._one_of("what", (*THIN, *THICK, *_OTHERS))
        shape = self._one_of("shape", _SHAPES)
        width, height = (int(self._number(f"{name}_px", _MOST_PX)) for name in ("width", "height"))
        finished = Size(
            *(self._number(f"finished_{name}_mm", limits.SIDE_MM) for name in ("width", "height"))
        )
        sides = 2 if self._row.get("sides", "") == "" else int(self._number("sides", 2))
        if sort in (*THIN, *THICK, BOOKLET) and before == len(self._problems):
            self._check_picture_size(("width_px", width, finished.width_mm))
            self._check_picture_size(("height_px", height, finished.height_mm))
        return Product(identity, sort, shape, (width, height), finished, sides)

    def _one_of(self, column: str, known: Sequence[str]) -> str:
        value = self._row.get(column, "").lower()
        if value not in known:
            hint = did_you_mean(value, known) or f"known: {', '.join(known)}"
            self._add_problem(column, f"`{value[:40]}` is not known", hint)
        return value

    def _number(self, column: str, most: float) -> float:
        """The number in a cell, which must be above 0.

        Numbers of pixels or sides must be whole.
        """
        value = self._row.get(column, "").replace(",", ".")
        whole = not column.endswith("_mm")
        number = r"\d{1,9}" if whole else r"\d{1,9}(\.\d{1,9})?"
        number_px = float(value) if re.fullmatch(number, value, re.ASCII) else 0.0
        if not 0 < number_px <= most:
            noun = "whole number" if whole else "number"
            self._add_problem(
                column, f"`{value[:40]}` is no size", f"write a {noun} from 1 to {most:g}"
            )
        return number_px

    def _check_picture_size(self, side: tuple[str, int, float]) -> None:
        """Reports a picture smaller than the finished size; width and height may be exchanged."""
        column, size_px, size_mm = side
        cut_px = size_mm / MM_PER_INCH * SHOP_DPI
        if size_px < cut_px - _ROUNDED_PX:
            message = f"{size_px} pixels are less than {size_mm:g} mm at {SHOP_DPI:g} dpi"
            hint = f"write at least {round(cut_px)}, and width and height as the picture has them"
            self._add_problem(column, message, hint)

    def _add_problem(self, column: str, message: str, hint: str) -> None:
        self._problems.append(Problem("E806", Place(self._file, self._line, column), message, hint))

"""Takes pictures that a file names by their addresses: whole ones, and cells of sheets of cards."""

from collections.abc import Callable
from typing import TypeAlias

from fustella.core.files.names import fault_in_name
from fustella.core.processes import limits
from fustella.core.values.problems import Place, ProblemsFound
from fustella.draw.pictures.raster import UnreadablePicture
from fustella.intake.addresses import short_name
from fustella.intake.cutting import PictureLook, look_of
from fustella.intake.ids import free_name
from fustella.intake.pictures import stand_in
from fustella.intake.sources import ImportSource
from fustella.intake.taken import Cut, Loss, Miss

Grid: TypeAlias = tuple[int, int, int]
"""The columns and the rows of a sheet, and a cell of it, counted from 0 row by row."""

WHOLE: Grid = (1, 1, 0)


class SheetPictures:
    """The pictures of a game by their addresses.

    `taken` has their names in `art/` and those in the source, `cut` those that are cells, `drawn`
    the stand-ins of those that are not there, `downloads` the names to save these under. Each is
    told once, among `losses`.
    """

    def __init__(
        self,
        source: ImportSource,
        file_of: Callable[[str], str],
        download_of: Callable[[str], tuple[str, str] | None],
        losses: list[Loss],
    ) -> None:
        """Pictures are in the files of the source that `file_of` finds for their addresses.

        `download_of` says where on the net one lies that is not there, and the name to save it
        under; None for one that lies on somebody's computer.
        """
        self._source, self._file_of, self._losses = source, file_of, losses
        self._download_of = download_of
        self.taken: dict[str, str] = {}
        self.cut: dict[str, Cut] = {}
        self.drawn: dict[str, bytes] = {}
        self.downloads: dict[str, str] = {}
        self._found: dict[str, tuple[str, PictureLook | None]] = {}
        self._names: dict[str, str] = {}
        self._used: set[str] = set()
        self._told: set[tuple[str, str]] = set()
        self._pixels = 0
        self._grids: set[tuple[str, int, int]] = set()

    def proportions(self, address: str, columns: int, rows: int) -> float | None:
        """The width of a cell by its height, None where the picture is not there."""
        look = self._file(address)[1]
        return (look.width_px / columns) / (look.height_px / rows) if look else None

    def is_there(self, address: str) -> bool:
        return self._file(address)[1] is not None

    def take(self, address: str, place: Place, grid: Grid = WHOLE, called: str = "") -> str:
        """The name in `art/` of a cell of a picture, or that of a stand-in.

        `called` is what to call it, "" for the last part of its address.
        """
        file, look = self._file(address)
        if address not in self._found:
            why = f"more than {limits.IMPORT_ADDRESSES:,} pictures are named: import it in parts"
            self._lose("pictures", why, place)
            return self._stand_in("picture")
        stem = self._name_of(address, called)
        columns, rows, cell = grid
        if look is None:
            return self._missing(address, file, stem, place)
        if columns == rows == 1:
            name = f"{stem}{look.ending}"
            self.taken[name] = file
            return name
        if not self._may_cut(file, look, columns, rows):
            why = "its picture has too few pixels to be cut apart, or too many"
            self._lose(address, why, place)
            return self._stand_in(stem)
        name = f"{stem}/{columns}x{rows}-{cell:02}{look.cell_ending}"
        self.cut[name] = Cut(file, columns, rows, cell)
        return name

    def _may_cut(self, file: str, look: PictureLook, columns: int, rows: int) -> bool:
        grid = file, columns, rows
        pixels = look.width_px * look.height_px
        if grid not in self._grids:
            if self._pixels + pixels > limits.IMPORT_CUT_PIXELS:
                return False
            self._grids.add(grid)
            self._pixels += pixels
        small = look.width_px < columns or look.height_px < rows
        return not small and pixels <= limits.IMPORT_SHEET_PIXELS

    def _file(self, address: str) -> tuple[str, PictureLook | None]:
        """The file at an address and its look; "" and None where there is none to be read."""
        if address not in self._found:
            if len(self._found) >= limits.IMPORT_ADDRESSES:
                return "", None
            self._found[address] = self._looked(address)
        return self._found[address]

    def _looked(self, address: str) -> tuple[str, PictureLook | None]:
        file = self._file_of(address)
        if not file:
            return "", None
        try:
            return file, look_of(self._source, file)
        except UnreadablePicture as fault:
            self._lose(address, f"{file}: {fault}; {fault.hint}", Place(file))
        except ProblemsFound as error:
            self._lose(address, f"{file}: {error.problems[0].message}", Place(file))
        return file, None

    def _missing(self, address: str, file: str, stem: str, place: Place) -> str:
        if not file and (download := self._download_of(address)):
            self.downloads[download[0]] = download[1]
            why = f"it lies on the net, where nothing is fetched from: save it as `{download[1]}`"
            self._lose(download[0], why, place)
        elif not file:
            self._lose(address, "there is no such file in the source: put it there", place)
        return self._stand_in(stem)

    def _lose(self, address: str, why: str, place: Place) -> None:
        if (address, why) not in self._told:
            self._told.add((address, why))
            self._losses.append(Loss(Miss.PICTURES, address, why, place))

    def _stand_in(self, stem: str) -> str:
        name = f"missing/{stem}.svg"
        self.drawn.setdefault(name, stand_in(stem))
        return name

    def _name_of(self, address: str, called: str) -> str:
        """A name for the files of an address that no other one has."""
        if address not in self._names:
            plain = short_name(called or address)
            plain = f"p-{plain}" if fault_in_name(f"{plain}.png") else plain
            free = free_name(plain, self._used)
            self._used.add(free)
            self._names[address] = free
        return self._names[address]

"""Takes CardMaker projects (https://github.com/nhmkdev/cardmaker): layouts, elements, CSV."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element

from fustella.core.processes import limits
from fustella.core.values.problems import Place
from fustella.intake.formats._cardmaker_layout import Layout
from fustella.intake.formats._icons import NamedIcons
from fustella.intake.ids import free_name
from fustella.intake.pictures import TakenPictures
from fustella.intake.sources import ImportSource
from fustella.intake.tables import table_of
from fustella.intake.taken import Loss, Miss, Taken, TakenKind
from fustella.intake.xml import line_of, root_name, tree_of
from fustella.read.spreadsheets.rows import slug_of

ABOUT = "CardMaker"

_LOOKED_AT = 200
_EXCEL = "excel;"
_ONLINE = "google;"


def likeness(source: ImportSource) -> float:
    """How much a source looks like it: whether a file is a project that has layouts."""
    return 1.0 if _projects(source) else 0.0


def _projects(source: ImportSource) -> Sequence[str]:
    names = (
        [source.main] if source.main else [n for n in source.names() if n.lower().endswith(".cmp")]
    )
    return [name for name in names[:_LOOKED_AT] if _is_project(source, name)]


def _is_project(source: ImportSource, name: str) -> bool:
    if root_name(source, name) != "Project":
        return False
    return any(layout.get("dpi") for layout in tree_of(source, name).findall("Layout"))


def take(source: ImportSource) -> Taken:
    """Takes the project that was named, or the first of a folder: a kind for each layout."""
    losses: list[Loss] = []
    projects = _projects(source) or [source.main]
    projects = sorted(projects, key=lambda name: (name.count("/"), name))
    why = "another project: import it by its own name"
    losses += [Loss(Miss.PIECES, other, why, Place(other)) for other in projects[1:]]
    project = _Project(source, projects[0], losses)
    kinds = project.kinds()
    title = PurePosixPath(projects[0]).stem.replace("_", " ").replace("-", " ").strip().title()
    return Taken(
        title or "Cards", kinds, losses, project.pictures.taken,
        named_icons=project.icons.taken, drawn=project.pictures.drawn,
    )  # fmt: skip


class _Project:
    def __init__(self, source: ImportSource, main: str, losses: list[Loss]) -> None:
        self.source, self.main, self.losses = source, main, losses
        self.root = tree_of(source, main)
        self.pictures = TakenPictures(source, losses)
        self.icons = NamedIcons(losses)
        translator = (self.root.findtext("translatorName") or "").strip()
        self.is_script = translator.lower() == "javascript"

    def lose(
        self, miss: Miss, what: str, why: str, element: Element, *, approximated: bool = False
    ) -> None:
        place = Place(self.main, line_of(element))
        self.losses.append(Loss(miss, what[:100], why, place, approximated))

    def kinds(self) -> list[TakenKind]:
        shared = self._defines(self.main)
        for reference in self.root.iterfind("GlobalDefines/*"):
            shared |= self._defines_of(reference)
        made: list[TakenKind] = []
        used = {"game"}
        ids: set[str] = set()
        fronts: list[tuple[Element, Layout]] = []
        backs: dict[int, Layout] = {}
        drawn = 0
        for element in self.root.findall("Layout"):
            rows, defines = self._rows(element)
            layout = Layout(self, element, rows, {**shared, **defines})
            drawn += layout.marks
            if drawn > limits.IMPORT_MARKS or len(fronts) >= limits.IMPORT_KINDS:
                self.lose(Miss.PIECES, layout.name, "the project draws too much", element)
                break
            if (element.findtext("exportPDFAsPageBack") or "").strip() == "true" and fronts:
                front = fronts[-1][1]
                if front.size_mm == layout.size_mm and layout.cards in (1, front.cards):
                    backs[len(fronts) - 1] = layout
                    continue
            fronts.append((element, layout))
        for number, (element, layout) in enumerate(fronts):
            kind_id = _free_id(layout.name, used)
            kind = layout.kind(kind_id, backs.get(number), ids)
            if kind is None:
                self.lose(Miss.PIECES, layout.name, "nothing is drawn on its cards", element)
            else:
                made.append(kind)
        return made

    def _rows(self, layout: Element) -> tuple[list[Mapping[str, str]], dict[str, str]]:
        """The rows of the references of a layout that are loaded, and their defines."""
        references = layout.findall("Reference")
        every = layout.get("combineReferences") == "true"
        taken = [one for one in references if every or one.get("Default") == "true"]
        taken = taken or references[:1]
        for other in references:
            if other not in taken and "_defines." not in other.get("RelativePath", "").lower():
                why = "another table for this layout, which is not the one that is shown"
                self.lose(Miss.PIECES, other.get("RelativePath", ""), why, other)
        rows: list[Mapping[str, str]] = []
        defines: dict[str, str] = {}
        for reference in taken:
            rows += self._rows_of(reference, layout.get("Name", ""))
            defines |= self._defines_of(reference)
        if len(rows) > limits.IMPORT_CARDS:
            left = len(rows) - limits.IMPORT_CARDS
            why = f"a deck has at most {limits.IMPORT_CARDS:,} cards"
            self.lose(Miss.PIECES, f"{left} cards", why, layout)
        return rows[: limits.IMPORT_CARDS], defines

    def _file(self, reference: Element) -> tuple[str, str]:
        """The name of the table of a reference in the source, "" for none, and its sheet."""
        typed = reference.get("RelativePath", "")
        if typed.lower().startswith(_ONLINE):
            return "", ""
        if typed.lower().startswith(_EXCEL):
            _, file, *sheet = typed.split(";")
            return self.source.find(file, self.main), sheet[0] if sheet else ""
        return self.source.find(typed, self.main), ""

    def _rows_of(self, reference: Element, layout: str) -> list[Mapping[str, str]]:
        file, sheet = self._file(reference)
        typed = reference.get("RelativePath", "")
        if not file:
            online = typed.lower().startswith(_ONLINE)
            why = "there is no such table in the source"
            if online:
                why = "a sheet that is online is not fetched: save it as .csv, and name it here"
            self.lose(Miss.PIECES, typed, why, reference)
            return []
        table = table_of(self.source, file, sheet)
        first = table.columns[0] if table.columns else ""
        rows: list[Mapping[str, str]] = []
        for row in table.rows:
            cells = {name.strip().lower(): value for name, value in row.items()}
            allowed = cells.get("allowed_layout", "").strip().lower()
            if allowed and layout.lower() not in [one.strip() for one in allowed.split(";")]:
                continue
            rows.append({**cells, "": row.get(first, "")})
        return rows

    def _defines_of(self, reference: Element) -> dict[str, str]:
        file, sheet = self._file(reference)
        prefix = reference.get("DefinePrefix") or ""
        if sheet:
            return {}
        return self._defines(file, f"{prefix}." if prefix else "") if file else {}

    def _defines(self, beside: str, prefix: str = "") -> dict[str, str]:
        """The defines in the table that lies beside a file, with `_defines` behind its name."""
        path = PurePosixPath(beside)
        file = self.source.find(f"{path.stem}_defines.csv", beside)
        if not file:
            return {}
        table = table_of(self.source, file)
        made: dict[str, str] = {}
        for row in table.rows:
            values = [row.get(column, "") for column in table.columns]
            key = f"{prefix}{values[0].strip()}".lower()
            if not values[0].strip() or key in made:
                continue
            made[key] = values[1] if len(values) > 1 else ""
            for column, value in zip(table.columns[1:], values[1:], strict=True):
                made[f"{key}.{column.strip().lower()}"] = value
        return made


def _free_id(name: str, used: set[str]) -> str:
    plain = slug_of(name)[:40].strip("-") or "card"
    free = free_name(plain, used)
    used.add(free)
    return free

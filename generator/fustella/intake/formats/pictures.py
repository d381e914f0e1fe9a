"""Takes a folder of pictures of cards: fronts and backs, copies and kinds by their names."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import PurePosixPath
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.pictures import ENDINGS
from fustella.core.processes import limits
from fustella.core.processes.steps import PICTURE_S, step
from fustella.core.values.problems import Place, ProblemsFound
from fustella.draw.pictures.raster import ORIENTATION, UnreadablePicture, opened
from fustella.intake.card_kinds import PictureCard, kind_of_cards
from fustella.intake.formats._card_sizes import (
    MOST_RATIO,
    CardSize,
    known_size,
    size_of_picture,
)
from fustella.intake.formats._picture_names import (
    BACK,
    FRONT,
    PictureName,
    name_of,
    side_of_folder,
)
from fustella.intake.ids import KindIds, PieceIds
from fustella.intake.pictures import TakenPictures
from fustella.intake.sources import ImportSource
from fustella.intake.taken import Loss, Miss, Taken, TakenKind

ABOUT = "a folder of pictures"
USES = ("--size",)

_OTHER_PICTURES = (
    *(".bmp", ".psd", ".xcf", ".kra", ".ai", ".eps", ".avif", ".heic", ".jp2", ".tga", ".cdr"),
    *(".afdesign", ".afphoto", ".pdf", ".jxl"),
)
_TABLES = (".csv", ".tsv", ".xlsx", ".ods", ".json", ".xml")
_LEAST_PX = 40
_SIDEWAYS = (5, 6, 7, 8)
_MOST_KINDS = 200
_SAME_MM, _SAME_RATIO = 0.3, 0.07
"""How much the sides of two cards of a folder differ, or the proportions of their pictures, where
the cards are meant to be equally large."""

_Measure: TypeAlias = tuple[tuple[int, int], float | None]
"""The pixels of a picture across and down, and its resolution."""

_SVG_DPI = 96.0


class _Picture(Struct, frozen=True):
    """A picture of a source: what its name and its folder say, its size, and its digest."""

    origin: str
    folder: tuple[str, ...]
    name: PictureName
    size_px: tuple[int, int]
    dpi: float | None
    digest: str

    @property
    def side(self) -> str:
        return self.name.side

    @property
    def is_wide(self) -> bool:
        return self.size_px[0] > self.size_px[1]


def likeness(source: ImportSource) -> float:
    """How much a source looks like a folder of pictures; little, as any format brings some."""
    if source.main:
        return 0.3 if source.main.lower().endswith(ENDINGS) else 0.0
    names = source.names()
    pictures = sum(name.lower().endswith(ENDINGS) for name in names)
    if not pictures:
        return 0.0
    tables = any(name.lower().endswith(_TABLES) for name in names)
    return 0.3 if tables else 0.3 + 0.1 * pictures / len(names)


def take(source: ImportSource) -> Taken:
    """Takes all pictures of a folder or a zip, or the one that was named."""
    losses: list[Loss] = []
    pictures = _without_equal_sides(list(_pictures(source, losses)))
    art = TakenPictures(source, losses)
    kinds = list(_kinds(pictures, source, art, losses))
    if len(kinds) > _MOST_KINDS:
        why = f"more than {_MOST_KINDS} sizes and folders: import them one after the other"
        losses += [Loss(Miss.PIECES, kind.name, why, Place(source.name)) for kind in kinds[200:]]
    title = PurePosixPath(source.name).stem.replace("_", " ").replace("-", " ").strip()
    return Taken(
        title[:1].upper() + title[1:] or "Imported",
        kinds[:_MOST_KINDS],
        losses,
        art.taken,
        drawn=art.drawn,
    )


# What the pictures are


def _pictures(source: ImportSource, losses: list[Loss]) -> Iterator[_Picture]:
    names = [source.main] if source.main else list(source.names())
    common = _common_folder([name for name in names if name.lower().endswith(ENDINGS)])
    count = 0
    for name in names:
        path = PurePosixPath(name)
        if path.suffix.lower() in _OTHER_PICTURES:
            why = "this sort of picture cannot be read: save it as .png or .jpg"
            losses.append(Loss(Miss.PICTURES, name, why, Place(name)))
        elif not name.lower().endswith(ENDINGS):
            losses.append(Loss(Miss.OUTPUT, name, "it is no picture", Place(name)))
        elif count >= limits.IMPORT_CARDS:
            why = f"more than {limits.IMPORT_CARDS:,} pictures: import the others by themselves"
            losses.append(Loss(Miss.PIECES, name, why, Place(name)))
        else:
            try:
                size_px, dpi, digest = _measured(source, name)
            except UnreadablePicture as fault:
                why = f"{fault}: {fault.hint}"
                losses.append(Loss(Miss.PICTURES, name, why, Place(name)))
                continue
            if min(size_px) < _LEAST_PX:
                why = f"{size_px[0]} × {size_px[1]} pixels are too few for a card"
                losses.append(Loss(Miss.PICTURES, name, why, Place(name)))
                continue
            if max(size_px) > MOST_RATIO * min(size_px):
                why = f"no card is {size_px[0]} × {size_px[1]} pixels large"
                losses.append(Loss(Miss.PICTURES, name, why, Place(name)))
                continue
            count += 1
            parts = path.parent.parts[len(common) :]
            found = name_of(path.name[: -len(path.suffix)])
            words: list[str] = []
            for part in parts:
                side, others = side_of_folder(part)
                if side and not found.side:
                    found = replace(found, side=side)
                words += [" ".join(others)] if others else []
            yield _Picture(name, tuple(words), found, size_px, dpi, digest)


def _common_folder(names: Sequence[str]) -> tuple[str, ...]:
    """The folders in which all of these files are."""
    common: tuple[str, ...] | None = None
    for name in names:
        parts = PurePosixPath(name).parent.parts
        if common is None:
            common = parts
        while parts[: len(common)] != common:
            common = common[:-1]
    return common or ()


def _measured(source: ImportSource, name: str) -> tuple[tuple[int, int], float | None, str]:
    """A picture's size in pixels, its resolution, and its digest. Raises UnreadablePicture."""
    with step("reading a picture", Place(name), PICTURE_S):
        drawn = name.lower().endswith(".svg")
        try:
            data = source.bytes_of(name, limits.SVG_BYTES if drawn else limits.PICTURE_BYTES)
        except ProblemsFound as error:
            told = error.problems[0]
            if told.code == "E811":
                raise
            raise UnreadablePicture(told.message, told.hint or "leave it out") from None
        digest = hashlib.sha256(data).hexdigest()
        if drawn:
            return (*_measured_drawing(data), digest)
        with opened(BytesIO(data)) as picture:
            picture.load()
            width, height = picture.size
            stated = picture.info.get("dpi")
            if picture.format != "TIFF" and picture.getexif().get(ORIENTATION) in _SIDEWAYS:
                width, height = height, width
        dpi = max(map(float, stated)) if isinstance(stated, tuple) and len(stated) == 2 else 0.0
        return (width, height), round(dpi, 2) if 1 < dpi < 5000 else None, digest


def _measured_drawing(data: bytes) -> tuple[tuple[int, int], float | None]:
    from fustella.draw.svg.clean import clean_svg  # noqa: PLC0415  (few sources have some)
    from fustella.draw.svg.source import FaultySvg  # noqa: PLC0415

    try:
        drawn = clean_svg(data, {}, lambda href: href if href.startswith("data:") else None)
    except FaultySvg as fault:
        raise UnreadablePicture(fault.message, fault.hint) from None
    return (max(1, round(drawn.width)), max(1, round(drawn.height))), _SVG_DPI


def _without_equal_sides(pictures: list[_Picture]) -> list[_Picture]:
    """The pictures with sides where all names end with a and b, as 01a and 01b do."""
    if any(picture.side in (FRONT, BACK) for picture in pictures):
        return pictures
    halves: dict[tuple[tuple[str, ...], str], set[str]] = defaultdict(set)
    for picture in pictures:
        word = picture.name.words[-1] if picture.name.words else ""
        halves[(picture.folder, " ".join(picture.name.words)[:-1])].add(word[-1:])
    if len(pictures) < 4 or any(sides != {"a", "b"} for sides in halves.values()):
        return pictures
    made = []
    for picture in pictures:
        *words, last = picture.name.words
        side = FRONT if last.endswith("a") else BACK
        kept = (*words, last[:-1]) if last[:-1] else tuple(words)
        shown = picture.name.shown[:-1].rstrip(" ")
        made.append(
            replace(picture, name=replace(picture.name, side=side, words=kept, shown=shown))
        )
    return made


# The cards that they make


def _kinds(
    pictures: Sequence[_Picture], source: ImportSource, art: TakenPictures, losses: list[Loss]
) -> Iterator[TakenKind]:
    folders: dict[tuple[str, ...], list[_Picture]] = defaultdict(list)
    for picture in pictures:
        folders[picture.folder].append(picture)
    backs_of_all = _BacksOfAll(folders)
    kind_ids, ids = KindIds(), PieceIds()
    for folder, inside in folders.items():
        cards = _paired(inside, backs_of_all, folder, losses)
        sizes = _Sizes([front for front, _, _ in cards], source.stated.size_mm)
        of_size: dict[tuple[float, float, float], list[PictureCard]] = defaultdict(list)
        for front, back, copies in cards:
            name = _taken_name(art, front)
            behind = _taken_name(art, back) if back else ""
            card = PictureCard(front.name.shown or "Card", name, behind, copies)
            found = sizes.of(front)
            of_size[(found.width_mm, found.height_mm, found.bleed_mm)].append(card)
        losses += sizes.told(source.name)
        for (width, height, bleed), of_kind in of_size.items():
            label = " ".join(folder) or "Cards"
            if len(of_size) > 1:
                label = f"{label} {known_size(width, height) or f'{width:g} × {height:g} mm'}"
                label += " lying" if width > height and known_size(width, height) else ""
            kind_id = kind_ids.of("card" if label == "Cards" else label)
            shown = label[:1].upper() + label[1:]
            if any(card.back for card in of_kind) and not all(card.back for card in of_kind):
                bare = [card.name for card in of_kind if not card.back]
                why = "no back is there for them, and nothing is printed behind them"
                what = f"{', '.join(bare[:3])}{' …' if len(bare) > 3 else ''}"
                losses.append(Loss(Miss.PICTURES, what, why, Place(source.name)))
            yield kind_of_cards(kind_id, shown, (width, height), bleed, of_kind, ids)


def _taken_name(art: TakenPictures, picture: _Picture) -> str:
    return art.take(picture.origin, Place(picture.origin))


class _BacksOfAll:
    """Backs whose names say no card, by their folders: those of a folder are for what is in it."""

    def __init__(self, folders: Mapping[tuple[str, ...], Sequence[_Picture]]) -> None:
        self._by_folder: dict[tuple[str, ...], list[_Picture]] = {}
        self.used: set[str] = set()
        for folder, inside in folders.items():
            backs = [one for one in inside if one.side == BACK and one.name.is_of_all]
            if backs:
                self._by_folder[folder] = backs

    def of(self, folder: tuple[str, ...]) -> Sequence[_Picture]:
        """The backs for what is in a folder: its own, or those of a folder around it."""
        for depth in range(len(folder), -1, -1):
            if found := self._by_folder.get(folder[:depth]):
                return found
        return ()


def _paired(
    inside: Sequence[_Picture], of_all: _BacksOfAll, folder: tuple[str, ...], losses: list[Loss]
) -> list[tuple[_Picture, _Picture | None, int]]:
    """The fronts of a folder with their backs and copies."""
    fronts = [one for one in inside if one.side in ("", FRONT)]
    named = {one.name.words for one in fronts}
    backs: dict[tuple[str, ...], _Picture] = {}
    left: list[_Picture] = []
    for one in inside:
        if one.side in ("?", BACK) and one.name.words in named:
            backs.setdefault(one.name.words, one)
        elif one.side == "?":
            whole = name_words(one)
            fronts.append(
                replace(one, name=replace(one.name, side="", words=whole, shown=one.name.whole))
            )
        elif one.side == BACK and not one.name.is_of_all:
            left.append(one)
    common = [one for one in of_all.of(folder) if one.name.words not in backs]
    behind: dict[str, _Picture] = {}
    for front in fronts:
        own = backs.get(front.name.words)
        if own is None:
            own = _of_group(front, left) or _alike(front, common)
        if own:
            behind[front.origin] = own
    unused = [one for one in left if one not in behind.values()]
    bare = [front for front in fronts if front.origin not in behind]
    if unused and len(unused) == len(bare):
        why = "names say nothing of fronts: backs are taken in their order"
        losses.append(Loss(Miss.PICTURES, unused[0].origin, why, Place(unused[0].origin), True))
        behind |= {front.origin: back for front, back in zip(bare, unused, strict=True)}
    elif len(unused) == 1 and bare and not behind:
        why = f"no card is called {unused[0].name.shown}: it is taken as the back of all"
        losses.append(Loss(Miss.PICTURES, unused[0].origin, why, Place(unused[0].origin), True))
        behind |= {front.origin: unused[0] for front in bare}
    else:
        why = "no front has this name: a card of its own"
        losses += [Loss(Miss.PICTURES, one.origin, why, Place(one.origin), True) for one in unused]
        fronts += [replace(one, name=replace(one.name, shown=one.name.whole)) for one in unused]
    if not fronts:
        fronts = [one for one in inside if one.side == BACK]
        behind = {}
    shown = {one.digest for one in (*behind.values(), *fronts)}
    spare = [one for one in inside if one.digest not in shown and one in common]
    why = "another back of all is taken: put each beside the cards that it belongs to"
    losses += [
        Loss(Miss.PICTURES, one.origin, why, Place(one.origin)) for one in spare if bare or behind
    ]
    return _counted(fronts, behind)


def name_words(picture: _Picture) -> tuple[str, ...]:
    """All words of a picture's name, in small letters."""
    return tuple(picture.name.whole.lower().split())


def _of_group(front: _Picture, backs: Sequence[_Picture]) -> _Picture | None:
    """The back whose words begin the name of a front, or end it: the longest."""
    words = front.name.words
    fits = [
        back
        for back in backs
        if (own := back.name.words)
        and len(own) < len(words)
        and own in (words[: len(own)], words[-len(own) :])
    ]
    return max(fits, key=lambda back: len(back.name.words), default=None)


def _alike(front: _Picture, backs: Sequence[_Picture]) -> _Picture | None:
    """The first of the backs that has the proportions of a front, or else the first."""
    ratio = front.size_px[0] / front.size_px[1]
    near = [one for one in backs if abs(one.size_px[0] / one.size_px[1] / ratio - 1) < 0.03]
    return next(iter(near or backs), None)


def _counted(
    fronts: Sequence[_Picture], behind: Mapping[str, _Picture]
) -> list[tuple[_Picture, _Picture | None, int]]:
    """The fronts with their copies; equal ones with equal backs are one."""
    numbers = Counter(front.name.words for front in fronts if front.name.numbered)
    cards: dict[tuple[str, str], tuple[_Picture, _Picture | None, int]] = {}
    for one in fronts:
        front, copies = one, one.name.copies or 1
        if one.name.numbered and numbers[one.name.words] > 1:
            copies = 1
            shown = f"{one.name.shown} {one.name.copies}".strip()
            front = replace(one, name=replace(one.name, shown=shown))
        back = behind.get(front.origin)
        key = front.digest, back.digest if back else ""
        if key in cards:
            first, first_back, count = cards[key]
            cards[key] = first, first_back, min(count + copies, limits.COPIES)
        else:
            cards[key] = front, back, copies
    return list(cards.values())


class _Sizes:
    """The sizes of the fronts of a folder.

    Where files do not say it, nearly equal ones have the size of the commonest.
    """

    def __init__(self, fronts: Sequence[_Picture], stated_mm: tuple[float, float] | None) -> None:
        self._found: dict[_Measure, CardSize] = {}
        self._count: Counter[_Measure] = Counter()
        for front in fronts:
            self._count[(front.size_px, front.dpi)] += 1
        for key, _ in self._count.most_common():
            size = size_of_picture(*key, stated_mm)
            alike = (other for at, other in self._found.items() if _is_alike(at, other, key, size))
            self._found[key] = next(alike, size)

    def of(self, front: _Picture) -> CardSize:
        return self._found[(front.size_px, front.dpi)]

    def told(self, source: str) -> Iterator[Loss]:
        """Yields what was guessed about sizes."""
        guessed: dict[CardSize, list[_Measure]] = defaultdict(list)
        for key, size in self._found.items():
            if not size.is_said:
                guessed[size].append(key)
        for size, keys in guessed.items():
            count = sum(self._count[key] for key in keys)
            (width, height), _ = keys[0]
            what = f"{count} pictures of {width} × {height} pixels"
            taken = f"{size.width_mm:g} × {size.height_mm:g} mm"
            taken += f" and {size.bleed_mm:.3g} mm of bleed" if size.bleed_mm else ""
            why = f"{size.why}; {taken} are taken, `--size` says another"
            yield Loss(Miss.PLACES, what, why, Place(source), approximated=True)


def _is_alike(known: _Measure, its_size: CardSize, other: _Measure, size: CardSize) -> bool:
    """Whether a picture is meant to have the size of one that there are more of."""
    if size.is_said:
        sides = (size.width_mm, its_size.width_mm), (size.height_mm, its_size.height_mm)
        return its_size.bleed_mm == size.bleed_mm and all(abs(a - b) < _SAME_MM for a, b in sides)
    ratios = [width / height for (width, height), _ in (known, other)]
    return abs(ratios[0] / ratios[1] - 1) <= _SAME_RATIO

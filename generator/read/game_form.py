"""The form of game.yaml."""

from dataclasses import dataclass

from generator.geometry import Split
from generator.model import FibreAlong
from generator.read.forms import anything, entry, form_of, list_of, one_of, table_of
from generator.read.nodes import Mapping
from generator.read.printing import read_split
from generator.read.schema import (
    DISTANCE,
    IDENTIFIER,
    LOOKS,
    MARK,
    RAW,
    SIZE,
    STRING,
    identifier,
    nothing,
)


@dataclass(frozen=True, slots=True)
class FieldsForm:
    """What the pieces of a kind say on each side."""

    front: Mapping = entry(RAW, factory=nothing)
    back: Mapping = entry(RAW, factory=nothing)


@dataclass(frozen=True, slots=True)
class KindForm:
    """One entry of `kinds`; lengths in mm."""

    name: object = entry(anything)
    front: str = entry(STRING)
    shape: str = entry(one_of("rectangle", "hexagon", "circle"), default="rectangle")
    size: str | None = entry(STRING, default=None)
    width: float | None = entry(SIZE, default=None)
    height: float | None = entry(SIZE, default=None)
    across_flats: float | None = entry(SIZE, default=None)
    diameter: float | None = entry(SIZE, default=None)
    corner: float = entry(DISTANCE, default=0.0)
    bleed: float = entry(DISTANCE, default=0.0)
    safe: float = entry(DISTANCE, default=0.0)
    edge: str = entry(STRING, default="")
    stock: str = entry(STRING, default="")
    grain: str = entry(one_of(*FibreAlong), default=FibreAlong.ANY.value)
    back: str | None = entry(STRING, default=None)
    sheet: str | None = entry(IDENTIFIER, default=None)
    split: Split | None = entry(read_split, default=None)
    looks: int = entry(LOOKS, default=1)
    fields: FieldsForm = entry(form_of(FieldsForm), factory=FieldsForm)


@dataclass(frozen=True, slots=True)
class GameForm:
    """game.yaml."""

    title: object = entry(anything)
    languages: tuple[str, ...] = entry(list_of(IDENTIFIER, least=1))
    kinds: dict[str, KindForm] = entry(table_of(identifier, form_of(KindForm)))
    document: str = entry(STRING, default="")
    mark: str = entry(MARK, default="")
    colours: Mapping = entry(RAW, factory=nothing)
    icons: Mapping = entry(RAW, factory=nothing)
    words: Mapping = entry(RAW, factory=nothing)
    sheets: Mapping = entry(RAW, factory=nothing)
    boxes: Mapping = entry(RAW, factory=nothing)

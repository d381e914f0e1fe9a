"""Writes pieces as VASSAL defines them: traits around a basic piece, in one line of text.

A definition is a command that adds a piece: its type and its state, each a sequence of the traits
from the outermost to the basic piece. A sequence within another has a backslash more before each of
its separators. All this is read in VASSAL's sources (`SequenceEncoder`, `Decorator`, `BasicPiece`,
`Embellishment`, `Obscurable`, `FreeRotator`) and in public modules.
"""

from collections.abc import Sequence

from msgspec import Struct

from fustella.core.words.patterns import regex

_UNSAFE = regex(r"[\x00-\x1f\x7f\\/;,|$+{}<>\ud800-\udfff\ufffe\uffff]+")
_LONGEST = 80

FLIP_KEY, ROTATE_KEY, BACK_KEY = "70,130", "93,130", "91,130"
"""Ctrl-F, Ctrl-] and Ctrl-[, as VASSAL writes keys: a code of Java and its modifiers."""


class VassalPiece(Struct, frozen=True):
    """A piece of a module, with its pictures by the names of their files, `back` "" for none.

    A piece with a `mask` hides its front behind its back; any other is turned over. It can lie in
    `facings` directions, of which `facing` is the present one, clockwise from the first. One that
    is `fixed`, a board, stays where it lies, below all others.
    """

    name: str
    prototype: str
    front: str
    back: str = ""
    mask: bool = False
    face_up: bool = True
    facings: int = 4
    facing: int = 0
    code: str = ""
    fixed: bool = False

    def definition(self, gpid: int) -> str:
        """The command that adds the piece from the slot with a number."""
        keys = f"{ROTATE_KEY};{BACK_KEY};Rotate;Rotate back"
        traits = [
            (f"prototype;{self.prototype}", ""),
            ("mark;Code", self.code),
            (f"rotate;{self.facings};{keys};;;;;;;;true", str(self.facing)),
        ]
        shown = self.front
        if self.fixed:
            traits = [("immob;ngZ;V", ""), ("mark;Code", self.code)]
        elif self.back and self.mask:
            seen = f"obs;{FLIP_KEY};{self.back};Flip;2;?;player:;Peek;;false;;"
            traits.insert(0, (seen, "null;" if self.face_up else "nobody;"))
        elif self.back:
            layer = (
                f"emb2;;128;;Flip;128;;;128;;;;1;false;0;0;{self.front},{self.back};,;true;Side;;;"
                f"false;;1;1;true;;{FLIP_KEY};;;1.0"
            )
            traits.append((layer, "1" if self.face_up else "2"))
            shown = ""
        traits.append((f"piece;;;{shown};{self.name}", f"null;0;0;{gpid};0"))
        types, states = zip(*traits, strict=True)
        return f"+/null/{_escaped(_nested(types), '/')}/{_escaped(_nested(states), '/')}"


def prototype_definition(traits: Sequence[str]) -> str:
    """The command of a prototype, whose traits have no state."""
    every = (*traits, "piece;;;;")
    states = ("",) * len(traits) + ("null;0;0;;0",)
    return f"+/null/{_escaped(_nested(every), '/')}/{_escaped(_nested(states), '/')}"


def safe_name(text: str) -> str:
    """A name without signs that have a meaning in definitions, and without those not seen."""
    plain = " ".join(_UNSAFE.sub(" ", text).split())[:_LONGEST].strip(" '")
    return plain or "Piece"


def _nested(parts: Sequence[str]) -> str:
    """The parts as a sequence of the first and a sequence of all others."""
    joined = parts[-1]
    for part in reversed(parts[:-1]):
        joined = f"{_escaped(part, chr(9))}\t{_escaped(joined, chr(9))}"
    return joined


def _escaped(text: str, sign: str) -> str:
    return text.replace(sign, f"\\{sign}")

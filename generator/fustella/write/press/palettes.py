"""Says what becomes of the colours of a file: the inks of a press, or a picture of its plates.

A picture of plates shows how much of each ink lies where, as a screen shows it: pdfium, which knows
no plates, draws cyan, magenta and yellow as the complements of red, green and blue, and black by
itself. What overprints is multiplied, so that the inks under it are seen as they are printed.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fustella.core.files.pdf import PlainObject
from fustella.write.press.inks import Colour, Inks, PressInks, Use

if TYPE_CHECKING:
    from PIL import Image


def _share(ink: float) -> bytes:
    return f"{ink:.4f}".rstrip("0").rstrip(".").encode() or b"0"


class PressPalette:
    """Colours as operators of a press: `0 0 0 1 k`.

    Black alone in fine things overprints, unless the inks say otherwise, but for the special inks
    `left_out`, each with the name and the colour space of its plate: it is printed in none of them.
    """

    space = b"/DeviceCMYK"
    states = (
        b"<</Type/ExtGState/OP false/op false/OPM 0>>",
        b"<</Type/ExtGState/OP true/op true/OPM 1>>",
    )

    def __init__(self, inks: PressInks, left_out: Sequence[tuple[bytes, bytes]] = ()) -> None:
        self._inks, self._overprints = inks, inks.overprints
        self._left_out = left_out if inks.overprints else ()
        self._known: dict[tuple[Colour, Use, bool], tuple[bytes, bool]] = {}

    def operator(self, colour: Colour, use: Use, of_stroke: bool) -> tuple[bytes, bool]:
        key = colour, use, of_stroke
        if key not in self._known:
            inks = self._inks.of(colour, use)
            verb = b" K" if of_stroke else b" k"
            overprints = self._overprints and use is Use.FINE and inks == (0.0, 0.0, 0.0, 1.0)
            operator = b" ".join(map(_share, inks)) + verb
            if overprints and self._left_out:
                verbs = b"CS 1%s SCN" if of_stroke else b"cs 1%s scn"
                operator = b"/Kx " + verbs % (b" 0" * len(self._left_out))
            self._known[key] = operator, overprints
        return self._known[key]

    @property
    def black(self) -> tuple[bytes, PlainObject] | None:
        """A DeviceN (ISO 32000-1, 8.6.6.5) of black and the inks left out, and its function."""
        if not self._left_out:
            return None
        names = b"".join(name for name, _ in self._left_out)
        each = b"".join(name + space for name, space in self._left_out)
        code = b"{%s0 0 0 4 -1 roll}" % (b"pop " * len(self._left_out))
        domain = b" ".join([b"0 1"] * (1 + len(self._left_out)))
        head = b"<</FunctionType 4/Domain[%s]/Range[0 1 0 1 0 1 0 1]/Length %d>>"
        space = b"[/DeviceN[/Black%s]/DeviceCMYK @ <</Colorants<<%s>>>>]" % (names, each)
        return space, PlainObject(head % (domain, len(code)), code)

    def samples(self, colours: list[Colour]) -> tuple[int, bytes]:
        return 4, bytes(round(ink * 255) for inks in _many(self._inks, colours) for ink in inks)

    def picture(self, picture: "Image.Image") -> tuple[bytes, bytes]:
        if picture.mode == "L":
            levels = [
                round(self._inks.of((level / 255,), Use.AREA)[3] * 255) for level in range(256)
            ]
            return b"/DeviceCMYK", _as_black(picture.point(levels))
        return b"/DeviceCMYK", self._inks.picture(picture).tobytes()


def _many(inks: PressInks, colours: list[Colour]) -> list[Inks]:
    """The inks of the colours of a gradient: greys stay black, unless others are among them."""
    if all(len(one) == 1 or one[0] == one[1] == one[2] for one in colours):
        return [inks.of(one[:1], Use.AREA) for one in colours]
    return inks.of_many([one * 3 if len(one) == 1 else one for one in colours])


def _as_black(black: "Image.Image") -> bytes:
    """The pixels of a picture in black ink alone, as four inks."""
    from PIL import Image  # noqa: PLC0415

    none = Image.new("L", black.size, 0)
    return Image.merge("CMYK", (none, none, none, black)).tobytes()


class BlankPalette(PressPalette):
    """All colours as none of the four inks, so that special inks alone are left of a file."""

    def operator(self, colour: Colour, use: Use, of_stroke: bool) -> tuple[bytes, bool]:  # noqa: ARG002
        return b"0 0 0 0 K" if of_stroke else b"0 0 0 0 k", False

    def samples(self, colours: list[Colour]) -> tuple[int, bytes]:
        return 4, bytes(4 * len(colours))

    def picture(self, picture: "Image.Image") -> tuple[bytes, bytes]:
        return b"/DeviceCMYK", bytes(4 * picture.width * picture.height)


class PlatePalette:
    """Colours as a picture of plates: of the three colours, or of black.

    `operator` gives colours of a screen whose complements are the inks.
    """

    black = None
    states = (b"<</Type/ExtGState/BM/Normal>>", b"<</Type/ExtGState/BM/Multiply>>")

    def __init__(self, inks: PressInks, *, black: bool) -> None:
        self._press, self._black = PressPalette(inks), black
        self._inks = inks
        self.space = b"/DeviceGray" if black else b"/DeviceRGB"

    def operator(self, colour: Colour, use: Use, of_stroke: bool) -> tuple[bytes, bool]:
        _, overprints = self._press.operator(colour, use, of_stroke)
        shown = b" ".join(map(_share, self._shown(self._inks.of(colour, use))))
        verbs = (b" g", b" G") if self._black else (b" rg", b" RG")
        return shown + verbs[of_stroke], overprints

    def samples(self, colours: list[Colour]) -> tuple[int, bytes]:
        shown = [self._shown(inks) for inks in _many(self._inks, colours)]
        return len(shown[0]), bytes(round(part * 255) for one in shown for part in one)

    def picture(self, picture: "Image.Image") -> tuple[bytes, bytes]:
        from PIL import Image, ImageChops  # noqa: PLC0415

        _, data = self._press.picture(picture)
        inks = Image.frombytes("CMYK", picture.size, data).split()
        shown = inks[3] if self._black else Image.merge("RGB", inks[:3])
        return self.space, ImageChops.invert(shown).tobytes()

    def _shown(self, inks: Inks) -> tuple[float, ...]:
        return (1 - inks[3],) if self._black else tuple(1 - ink for ink in inks[:3])

"""Writes the objects of plates in a PDF: Separations, layers with processing steps, overprint."""

from collections.abc import Sequence

from fustella.core.files.pdf import PlainObject, PlainPdf, plain_pdf, text_string
from fustella.core.values.plates import STEPS, PlateSort

OVERPRINTS = b"<</Type/ExtGState/OP true/op true/OPM 1>>"
"""The graphics state in which what is painted leaves all other plates as they are."""

_NOT_PRINTED = b"/PrintState/OFF"


def separation(name: str, inks: Sequence[float]) -> bytes:
    """The colour space of a plate (ISO 32000-1, 8.6.6.4), and how it looks in the four inks."""
    shown = " ".join(f"{ink:.4g}" for ink in inks)
    tint = f"<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[{shown}]/N 1>>"
    return b"[/Separation %s/DeviceCMYK%s]" % (plate_name(name), tint.encode())


def layer(name: str, sort: PlateSort) -> bytes | None:
    """The layer of a plate, with its processing step (ISO 19593-1); None for a sort without one.

    A die line is to be seen and never printed, a special ink both.
    """
    step = STEPS.get(sort)
    if step is None:
        return None
    kind = f"/GTS_ProcStepsType/{step.type}" if step.type else ""
    return (
        b"<</Type/OCG/Name%s/GTS_Metadata<</GTS_ProcStepsGroup/%s%s>>"
        b"/Usage<</Print<<%s>>/View<</ViewState/ON>>>>>>"
        % (
            *(text_string(name), step.group.encode(), kind.encode()),
            _NOT_PRINTED if sort.is_line else b"/PrintState/ON",
        )
    )


def without_lines(pdf: bytes) -> bytes:
    """A file of the tool whose layers of die lines are not seen, so that its art can be drawn."""
    if _NOT_PRINTED not in pdf:
        return pdf
    source = PlainPdf(pdf)
    objects = {number: source.object(number) for number in source.numbers_in_use}
    for number, one in objects.items():
        if _NOT_PRINTED in one.head:
            head = one.head.replace(b"/ViewState/ON", b"/ViewState/OFF")
            objects[number] = PlainObject(head, None)
    return plain_pdf(objects, source.root)


def plate_name(text: str) -> bytes:
    """A name of PDF: letters other than plain ones by their numbers (ISO 32000-1, 7.3.5)."""
    letters = (
        chr(byte) if (chr(byte).isalnum() and byte < 128) or byte in b"-_." else f"#{byte:02X}"
        for byte in text.encode()
    )
    return f"/{''.join(letters)}".encode()

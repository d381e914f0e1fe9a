"""Writes the report of an import: what was taken, and what was lost, most missed first."""

from collections.abc import Iterator, Mapping, Sequence

from fustella.intake.taken import Loss, Miss, Taken, TakenKind

REPORT = "IMPORTED.md"
HOME = ".imported"
"""The folder of a game for what an import keeps to itself."""

DOWNLOADS = f"{HOME}/downloads.csv"
OUTLINES = frozenset(("across_flats", "diameter", "side"))
"""Keys of kinds that say the size of an outline without a width and a height."""

_HEADS = {
    Miss.PIECES: "Pieces",
    Miss.PICTURES: "Pictures",
    Miss.TEXTS: "Texts",
    Miss.PLACES: "Places",
    Miss.LOOKS: "Looks",
    Miss.OUTPUT: "Printing and saving",
}
_TOLD = 300
_ALONE = 6
"""The most things with one reason that have rows of their own."""

_NAMED = 8
"""The number of things that a row names of many with one reason."""


def report_text(taken: Taken, format_shown: str) -> str:
    """The report as Markdown. Many things with one reason are one row, and a list at the end."""
    lines = [f"# What was imported: {_plain(taken.title)}", ""]
    lines += [
        f"The source was read as {format_shown}.",
        "",
        *_summary(taken),
        "",
        *_downloads(taken),
    ]
    for head, approximated in (("Left", False), ("Approximated", True)):
        of_head = [loss for loss in taken.losses if loss.approximated is approximated]
        if of_head:
            lines += [f"## {head}", ""]
            lines += _loss_lines(of_head)
    if not taken.losses:
        lines += ["Nothing was left, and nothing approximated.", ""]
    lines += _all_of_many(taken.losses)
    return "\n".join(lines).rstrip() + "\n"


def _summary(taken: Taken) -> Iterator[str]:
    yield from ("| taken | |", "|---|---|")
    for kind in taken.kinds:
        zones = len(kind.front.zones) + (len(kind.back.zones) if kind.back else 0)
        outlines = [str(kind.keys[key]) for key in sorted(OUTLINES & kind.keys.keys())]
        size = outlines[0] if outlines else f"{kind.width_mm:g} × {kind.height_mm:g} mm"
        copies = _copies(kind)
        yield (
            f"| {_plain(kind.name)} | {len(kind.rows)} designs, {copies} copies, {size}, "
            f"{zones} zones |"
        )
    yield f"| pictures | {taken.picture_count} |"
    if icons := len(taken.icons) + len(taken.drawn_icons) + len(taken.named_icons):
        yield f"| icons in texts | {icons} |"
    if taken.fonts:
        yield f"| font files | {len(taken.fonts)} |"
    for head, approximated in (("left", False), ("approximated", True)):
        counts = {miss: len(_by_thing(taken.losses, miss, approximated)) for miss in Miss}
        told = [f"{_HEADS[miss].lower()}: {count}" for miss, count in counts.items() if count]
        if told:
            yield f"| {head} | {', '.join(told)} |"


def _downloads(taken: Taken) -> Iterator[str]:
    if count := len(taken.downloads):
        told = f"{count} pictures lie" if count > 1 else "A picture lies"
        yield (
            f"{told} on the net, where nothing is fetched from: `{DOWNLOADS}` has each address, "
            "and the name to save it under, beside the source. Then import again."
        )
        yield ""


def _copies(kind: TakenKind) -> int:
    if "copies" not in kind.header:
        return len(kind.rows)
    column = list(kind.header).index("copies")
    return sum(int(row[column]) for row in kind.rows)


def _by_thing(
    losses: Sequence[Loss], miss: Miss, approximated: bool
) -> Mapping[tuple[str, str], Sequence[Loss]]:
    """The losses of a sort, by what was lost and why."""
    told: dict[tuple[str, str], list[Loss]] = {}
    for loss in losses:
        if loss.miss is miss and loss.approximated is approximated:
            told.setdefault((loss.why, loss.what), []).append(loss)
    return told


def _by_reason(
    losses: Sequence[Loss], miss: Miss, approximated: bool
) -> Mapping[str, Sequence[Sequence[Loss]]]:
    """The losses of a sort, by why; those of one thing together."""
    told: dict[str, list[Sequence[Loss]]] = {}
    for (why, _), alike in _by_thing(losses, miss, approximated).items():
        told.setdefault(why, []).append(alike)
    return told


def _loss_lines(losses: Sequence[Loss]) -> Iterator[str]:
    for miss in Miss:
        told = _by_reason(losses, miss, losses[0].approximated)
        if not told:
            continue
        yield from (f"### {_HEADS[miss]}", "", "| where | what | why |", "|---|---|---|")
        for why, things in [*told.items()][:_TOLD]:
            if len(things) > (1 if miss is Miss.OUTPUT else _ALONE):
                names = ", ".join(_plain(alike[0].what, 40) for alike in things[:_NAMED])
                more = len(things) - _NAMED
                names += f", and {more} more" if more > 0 else ""
                spot = _plain(things[0][0].place.spot)
                yield f"| {spot} … | {names} | {_reason(why)} |"
                continue
            for alike in things:
                more_places = f" and {len(alike) - 1} more" if len(alike) > 1 else ""
                spot = _plain(alike[0].place.spot)
                yield f"| {spot}{more_places} | {_plain(alike[0].what)} | {_reason(why)} |"
        if len(told) > _TOLD:
            yield f"| … | {len(told) - _TOLD} more | |"
        yield ""


def _all_of_many(losses: Sequence[Loss]) -> Iterator[str]:
    """Yields the things that share a row above, each with its place."""
    begun = False
    for approximated in (False, True):
        for miss in Miss:
            for things in _by_reason(losses, miss, approximated).values():
                if miss is Miss.OUTPUT or len(things) <= max(_ALONE, _NAMED):
                    continue
                if not begun:
                    yield from ("## One by one", "")
                    begun = True
                for alike in things[: 10 * _TOLD]:
                    yield f"- {_plain(alike[0].place.spot)}: {_plain(alike[0].what)}"
                yield ""


def _reason(why: str) -> str:
    """A reason, of which the words in backquotes stay as they are."""
    parts = " ".join(why.split())[:240].split("`")
    if len(parts) % 2 == 0:
        return _plain(why, 240)
    parts[::2] = [_plain(part, 240, strip=False) for part in parts[::2]]
    parts[1::2] = [part.replace("|", "/") for part in parts[1::2]]
    return "`".join(parts)


def _plain(text: str, most: int = 160, *, strip: bool = True) -> str:
    shown = (" ".join(text.split()) if strip else text)[:most]
    for sign in "\\`*_<>[]|":
        shown = shown.replace(sign, f"\\{sign}")
    return "".join(sign for sign in shown if sign.isprintable())

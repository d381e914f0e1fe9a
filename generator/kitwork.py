"""What is done for a kit: comparing it with the box, printing what it lacks, the swap list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.contents import Contents, contents_of
from generator.covers import BoardMap
from generator.draw.cache import FaceCache
from generator.draw.checklist import Checklist, draw_checklist
from generator.draw.faces import Artist
from generator.drawing import artist_of, language_of, render_faces
from generator.edges import edges_of, refuse_false_edges
from generator.impose import (
    CoverEntry,
    CoverSizes,
    CoverTooLarge,
    assembly_maps,
    bounds_of,
    cover_area,
    cover_paper,
    impose,
    lay_out_cover,
)
from generator.ink import measure_ink
from generator.job import CACHE, PART, Built, Options, Progress
from generator.kit.versions import versions_of
from generator.kitfiles import PENDING, Pending, kit_folder, read_pending, state_of
from generator.kits import Change, Kit
from generator.ledger import add_to_ledger, entries_of, read_ledger, today
from generator.loading import load_game
from generator.model import Face, FaceId, Theme
from generator.output import OutputFile, publish, said_as_problem
from generator.press import Press
from generator.presswork import CHECKLIST, Presswork
from generator.printing import items_of, press_of
from generator.problems import Problem, ProblemsFound
from generator.project import Project
from generator.read.kits import read_kit
from generator.report import differs
from generator.review import review, review_faces
from generator.sheets import Sheet
from generator.stamp import Printed, Stamp, printed_in_stamps, write_stamp
from generator.swaps import Compared, ToPrint, swaps_of


@dataclass(frozen=True, slots=True)
class KitBuilt:
    """What was printed for a kit; `built` is None where nothing had to be.

    `unrecorded`: something else was printed before that nobody recorded.
    """

    compared: Compared
    changes: tuple[Change, ...]
    built: Built | None
    unrecorded: bool


def compare_kit(project: Project, name: str, options: Options, progress: Progress) -> Compared:
    """A kit beside its box, drawn as the kit was. Raises ProblemsFound."""
    kit = read_kit(project, name)
    progress(f"{kit.game}: reading", 0, 0)
    game = load_game(project, kit.game)
    wanted = for_kit(options, kit)
    language = language_of(game, wanted)
    artist = artist_of(project, game, language, wanted)
    progress(f"{kit.game}: drawing", 0, 0)
    faces = artist.draw_pieces(game.pieces)
    written = read_ledger(wanted.output / game.id)
    names = {entry.piece: entry.name for entry in written if entry.language == language}
    names |= {piece.id: str(piece.name.in_language(language)) for piece in game.pieces}
    return Compared(kit, game, artist, faces, versions_of(game, faces, language), names)


def for_kit(options: Options, kit: Kit) -> Options:
    """The options with the language and the theme of a kit, and its folder."""
    choice = replace(options.choice, kit=kit.name)
    return replace(options, language=kit.language, theme=Theme(kit.theme), choice=choice)


def build_for_kit(
    project: Project, name: str, options: Options, progress: Progress, *, rules_only: bool = False
) -> KitBuilt:
    """Print what a kit lacks, with a list of what to take out and put in.

    What is printed is written down as pending. A box that differs from its rule document is printed
    only when forced. Raises ProblemsFound; what was printed for the kit before stays then.
    """
    options = for_kit(options, read_kit(project, name))
    press = press_of(project, options)
    compared = compare_kit(project, name, options, progress)
    unchecked = checked(project, compared, options)
    todo = compared.changes(rules_only)
    return print_for_kit(compared, swaps_of(compared, todo), press, options, progress, unchecked)


def checked(project: Project, compared: Compared, options: Options) -> bool:
    """Whether the box differs from its rule document. Raises ProblemsFound unless forced."""
    reviewed = review(project, compared.game)
    unchecked = differs(reviewed, options.force)
    return unchecked | differs(review_faces(reviewed, compared.artist.facts), options.force)


def print_for_kit(
    compared: Compared,
    work: ToPrint,
    press: Press,
    options: Options,
    progress: Progress,
    unchecked: bool,
) -> KitBuilt:
    """Write the PDFs of what is to be printed, or take those away of which nothing is true now."""
    folder = kit_folder(options.output, compared.kit)
    former = read_pending(folder)
    unrecorded = former is not None and former.before == state_of(compared.kit)
    unrecorded = unrecorded and former is not None and former.changes != work.changes
    files = _files(compared, work, press, options, progress, unchecked) if work.changes else []
    compared.artist.album.save()
    progress(f"{compared.game.id}: writing", 0, 0)
    printed = _publish(compared, work, folder, files)
    shown = tuple(entry for entry in printed if entry.file != PENDING)
    built = Built(compared.game.id, folder, shown, False) if work.changes else None
    return KitBuilt(compared, work.changes, built, unrecorded)


def _publish(
    compared: Compared, work: ToPrint, folder: Path, files: Sequence[OutputFile]
) -> tuple[Printed, ...]:
    """Write the files, what is pending among them: all or none."""
    if not files and not folder.exists():
        return ()
    pending = Pending(state_of(compared.kit), work.changes)
    noted = [OutputFile(PENDING, "", pending.as_json)] if files else []
    known = printed_in_stamps(folder, "")
    printed = publish(folder, [*files, *noted], {entry.file for entry in known}, known)
    home = folder.parent.parent
    language = compared.artist.language
    put_in = {change.piece for change in work.changes if change.put_in}
    pieces = [piece for piece in compared.game.pieces if piece.id in put_in]
    with said_as_problem(home):
        add_to_ledger(home, entries_of(compared.game, pieces, language, today()))
        write_stamp(folder, PART, Stamp("", "", printed))
    return printed


def _files(
    compared: Compared,
    work: ToPrint,
    press: Press,
    options: Options,
    progress: Progress,
    unchecked: bool,
) -> list[OutputFile]:
    """The list of what to do, and the sheets, still to be written."""
    language, items = compared.artist.language, items_of(work.pieces)
    sheets = impose(items, press) if items else ()
    contents = contents_of(work.game, work.pieces, sheets, bounds_of(items, press))
    faces = dict(work.faces)
    covers: tuple[Sheet, ...] = ()
    if not press.paper.slots:
        boards = assembly_maps(items, press, sheets)
        listed = work.listed, press, boards, unchecked
        drawn, covers = _checklist(compared.artist, contents, *listed)
        faces |= drawn
    cache = FaceCache(options.output / CACHE)
    rendered = render_faces(work.game, faces, cache, progress)
    edges = edges_of(work.game, work.pieces, work.faces, options.theme)
    shared = f"{compared.artist.album.shared} {compared.kit.name}"
    ink = measure_ink(faces, rendered, options.theme, cache, shared, edges)
    refuse_false_edges(work.game, work.pieces, work.faces, ink.false_edges)
    presswork = Presswork(work.game, language, options, work.pieces, faces, rendered, ink)
    return presswork.files(contents, sheets, sheets, covers)


def _checklist(
    artist: Artist,
    contents: Contents,
    listed: Checklist,
    press: Press,
    boards: Sequence[BoardMap],
    unchecked: bool,
) -> tuple[Mapping[FaceId, Face], tuple[Sheet, ...]]:
    """The faces and sheets of the list. Raises ProblemsFound: E301, and what drawing finds."""
    paper = cover_paper(press.paper)
    width_mm = cover_area(paper).width_mm
    said = listed, unchecked, boards
    drawn = draw_checklist(artist, contents, paper, press.duplex, width_mm, *said)
    outlines = {piece.id: piece.kind.outline for count in contents.kinds for piece in count.pieces}
    entries = [
        CoverEntry(swap.id, section.id, outlines.get(swap.id))
        for section in listed.put_in
        for swap in section.swaps
    ]
    sizes = CoverSizes(drawn.head, drawn.section, drawn.caption)
    try:
        pages = lay_out_cover(entries, sizes, paper, maps=drawn.maps, first=drawn.notes)
    except CoverTooLarge as fault:
        hint = "choose larger paper"
        problem = Problem("E301", contents.game.place, str(fault), hint)
        raise ProblemsFound([problem]) from None
    sheets = (Sheet(CHECKLIST, n, paper, (page,), 0) for n, page in enumerate(pages, start=1))
    return drawn.faces, tuple(sheets)

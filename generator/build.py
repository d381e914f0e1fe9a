"""The pipeline: read, draw, impose, write; each stage hands one finished value to the next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.contents import Contents, contents_of
from generator.draw.album import Album
from generator.draw.cache import FaceCache
from generator.draw.cover import draw_cover
from generator.draw.faces import Artist
from generator.draw.render import RenderFailed, render
from generator.impose import (
    CoverEntry,
    CoverSizes,
    CoverTooLarge,
    cover_area,
    impose,
    lay_out_cover,
)
from generator.ink import InkOfFaces, measure_ink
from generator.job import CACHE, Built, Options, Progress, inputs_of, shared_by_faces
from generator.labels import page_labels
from generator.ledger import add_to_ledger, entries_of, today
from generator.loading import icon_shelf, load_game
from generator.model import Face, FaceId, Game, Piece, RenderedFaces, Theme
from generator.output import PdfFile, publish, said_as_problem
from generator.press import Press
from generator.printing import items_of, press_of
from generator.problems import Place, Problem, ProblemsFound, did_you_mean
from generator.project import Project
from generator.report import differs
from generator.review import review, review_faces
from generator.sheets import Sheet
from generator.stamp import Stamp, files_in_stamps, write_stamp
from generator.vocabulary import vocabulary
from generator.write.pdf import PrintDocument, pdf_bytes

COVER = "cover"


def build_game(
    project: Project,
    game_id: str,
    options: Options,
    progress: Progress,
) -> Built:
    """The PDFs of one game, in `<output>/<game>/<language>-<paper>/`.

    A box that differs from its rule document is printed only when forced, and its cover says so.
    Raises ProblemsFound with everything wrong in the stage that found it; what stood in the output
    folder stays as it was then.
    """
    progress(f"{game_id}: reading", 0, 0)
    inputs = inputs_of(project, game_id, options)
    press = press_of(project, options)
    game = load_game(project, game_id)
    work = _Work(game, _language(game, options), press, options, progress)
    pieces = _chosen(game, options.only)
    reviewed = review(project, game)
    unchecked = differs(reviewed, options.force)
    artist = _artist(project, work)
    faces = artist.draw_pieces(pieces)
    unchecked |= differs(review_faces(reviewed, artist.facts), options.force)
    files = _impose_and_render(work, artist, pieces, faces, unchecked)
    progress(f"{game_id}: writing", 0, 0)
    inside = options.folder(work.language, press.paper.id)
    home = options.output / game_id
    former = () if options.only else files_in_stamps(home, inside)
    printed = publish(home / inside, files, former)
    with said_as_problem(home):
        add_to_ledger(home, entries_of(game, pieces, work.language, today()))
        if not options.only:
            write_stamp(home, options.key(unchecked), Stamp(inputs, inside, printed))
    return Built(game_id, home / inside, printed, False)


def faces_of(
    project: Project, game: Game, language: str, theme: Theme = Theme.FULL
) -> dict[FaceId, Face]:
    """Every face of a game, drawn anew: for contact sheets and tests. Raises ProblemsFound."""
    shelf, album = icon_shelf(project), Album(None, "")
    return Artist(project.templates, game, language, shelf, album, theme).draw_pieces(game.pieces)


def _language(game: Game, options: Options) -> str:
    """The language asked for, or the game's first. Raises ProblemsFound: E005."""
    language = options.language or game.languages[0]
    if language not in game.languages:
        place = Place(game.place.file, key="languages")
        message = f"the game has no language `{language}`"
        hint = did_you_mean(language, game.languages)
        raise ProblemsFound([Problem("E005", place, message, hint)])
    return language


@dataclass(frozen=True, slots=True)
class _Work:
    """One game to print, and how: what is settled before anything is drawn."""

    game: Game
    language: str
    press: Press
    options: Options
    progress: Progress


def _artist(project: Project, work: _Work) -> Artist:
    """Who draws the game's faces, with the album of those drawn before."""
    game, language, options = work.game, work.language, work.options
    work.progress(f"{game.id}: drawing", 0, 0)
    cache = FaceCache(options.output / CACHE)
    album = Album(cache, shared_by_faces(project, game, language, options.only, options.theme))
    shelf = icon_shelf(project)
    return Artist(project.templates, game, language, shelf, album, options.theme)


def _impose_and_render(
    work: _Work,
    artist: Artist,
    pieces: Sequence[Piece],
    faces: dict[FaceId, Face],
    unchecked: bool,
) -> list[PdfFile]:
    """The game's PDFs, still to be written."""
    game, options = work.game, work.options
    batches = _batches(game, pieces, faces)
    sheets = impose(items_of(pieces), work.press)
    contents = contents_of(game, pieces, sheets)
    covers: tuple[Sheet, ...] = ()
    own = dict(faces)
    if not options.only:
        cover_faces, covers = _cover(artist, contents, work.press, unchecked)
        faces |= cover_faces
        batches.append([*cover_faces.values()])
    artist.album.save()
    cache = FaceCache(options.output / CACHE)
    rendered = _render(batches, cache, game, work.progress)
    ink = measure_ink(own, rendered, options.theme, cache, artist.album.shared)
    press = _Press(game, work.language, options, faces, rendered, ink)
    return press.files(contents, sheets, covers)


def _chosen(game: Game, only: str) -> tuple[Piece, ...]:
    """All pieces, or those of one kind. Raises ProblemsFound: E004, and E123 when there is none."""
    kinds = [kind.id for kind in game.kinds]
    if only and only not in kinds:
        message, hint = f"the game has no kind `{only}`", did_you_mean(only, kinds)
        raise ProblemsFound([Problem("E004", game.place, message, hint)])
    pieces = tuple(piece for piece in game.pieces if only in ("", piece.kind.id))
    if not any(piece.copies for piece in pieces):
        whose = f" of the kind `{only}`" if only else ""
        hint = "add a list of components beside game.yaml"
        message = f"the game has no pieces{whose}"
        raise ProblemsFound([Problem("E123", game.place, message, hint)])
    return pieces


def _batches(
    game: Game, pieces: Sequence[Piece], faces: Mapping[FaceId, Face]
) -> list[Sequence[Face]]:
    """The faces of each kind together: they share fonts, and change together."""
    kind_of = {piece.id: piece.kind.id for piece in pieces}
    by_kind: dict[str, list[Face]] = {kind.id: [] for kind in game.kinds}
    for face_id, face in faces.items():
        by_kind[kind_of[face_id.piece]].append(face)
    return [batch for batch in by_kind.values() if batch]


def _cover(
    artist: Artist, contents: Contents, press: Press, unchecked: bool
) -> tuple[Mapping[FaceId, Face], tuple[Sheet, ...]]:
    """The faces and sheets of the cover. Raises ProblemsFound: E301, and what drawing finds."""
    paper = press.paper
    width_mm = cover_area(paper).width_mm
    drawn = draw_cover(artist, contents, paper, press.duplex, width_mm, unchecked)
    entries = [
        CoverEntry(piece.id, count.kind.id, piece.kind.outline)
        for count in contents.kinds
        for piece in count.pieces
        if piece.copies
    ]
    sizes = CoverSizes(drawn.head, drawn.section, drawn.caption)
    try:
        pages = lay_out_cover(entries, sizes, paper, drawn.notes)
    except CoverTooLarge as fault:
        hint = "choose larger paper, shorten what it says, or let more kinds share sheets"
        problem = Problem("E301", contents.game.place, str(fault), hint)
        raise ProblemsFound([problem]) from None
    sheets = (Sheet(COVER, n, paper, (page,), 0) for n, page in enumerate(pages, start=1))
    return drawn.faces, tuple(sheets)


def _render(
    batches: Sequence[Sequence[Face]], cache: FaceCache, game: Game, progress: Progress
) -> tuple[RenderedFaces, ...]:
    """The faces as vector pages. Raises ProblemsFound: E210."""
    total = sum(len(batch) for batch in batches)
    try:
        return render(batches, cache, lambda done: progress(f"{game.id}: faces", done, total))
    except RenderFailed as failed:
        message = f"a face cannot be drawn: {failed.message}"
        problem = Problem("E210", game.place, message, failed.hint)
        raise ProblemsFound([problem]) from None


@dataclass(frozen=True, slots=True)
class _Press:
    """What all PDFs of a game have in common."""

    game: Game
    language: str
    options: Options
    faces: Mapping[FaceId, Face]
    rendered: tuple[RenderedFaces, ...]
    ink: InkOfFaces

    def files(
        self, contents: Contents, sheets: Sequence[Sheet], covers: Sequence[Sheet]
    ) -> list[PdfFile]:
        """The cover and one PDF for each group of kinds that share sheets."""
        files = []
        if covers:
            name = vocabulary(self.language)["cover"]
            files.append(self._file(COVER, name, covers, 0, 0))
        for group in contents.groups:
            own = [sheet for sheet in sheets if sheet.group == group.id]
            suffix = f"only-{self.options.only}" if self.options.only else group.id
            name = str(group.name.in_language(self.language))
            files.append(self._file(suffix, name, own, group.copies, group.cuts))
        return files

    def _file(
        self, suffix: str, name: str, sheets: Sequence[Sheet], copies: int, cuts: int
    ) -> PdfFile:
        title = str(self.game.title.in_language(self.language))
        document = PrintDocument(
            title=f"{title} · {name}",
            language=self.language,
            sheets=tuple(sheets),
            labels=page_labels(title, name, sheets, self.language, self.options.duplex),
            faces=self.faces,
            rendered=self.rendered,
            duplex=self.options.duplex,
        )
        return PdfFile(
            file=f"{self.game.id}-{suffix}.pdf",
            name=name,
            pieces=copies,
            sheets=len(sheets),
            cuts=cuts,
            ink_pages=round(self.ink.pages(sheets), 3) if copies else 0.0,
            content=lambda: pdf_bytes(document),
        )

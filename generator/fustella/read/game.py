"""Reads the folder of a game into a `Game`, and reports all faults of its files together."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from fustella.core.files.names import reserved_name
from fustella.core.files.pictures import (
    COARSEST_DPI,
    FINEST_DPI,
    PRINT_DPI,
    PictureFolder,
    PictureSettings,
)
from fustella.core.files.project import (
    GAME_FILE,
    JOBS,
    QUESTIONS,
    SIMULATIONS,
    TABLES,
    Project,
    is_list,
    misnamed,
    misspelt,
    yaml_files,
)
from fustella.core.files.reading import is_inside, is_there, leads_out, unread
from fustella.core.processes import limits
from fustella.core.values.codes import default_mark
from fustella.core.values.colour import LEAST_CONTRAST, contrast
from fustella.core.values.css_colours import CSS_COLOURS
from fustella.core.values.model import CoverArt, Game, InlineIcon, Kind, Piece, Record, Text, Word
from fustella.core.values.problems import Collected, Place, Problem, ProblemsFound, did_you_mean
from fustella.core.values.schemas import Schema, Vocabulary, mapping_schema, table_schema
from fustella.core.words import spelling
from fustella.core.words.patterns import regex
from fustella.core.words.printed import POINT, ToolWords
from fustella.read import hints
from fustella.read.alike import completed, told_once
from fustella.read.bought import BOUGHT, BoughtForm, read_bought
from fustella.read.boxes import BOXES, BoxReader
from fustella.read.cells import with_grids
from fustella.read.cover import COVER, CoverForm, read_cover
from fustella.read.field_tables import FieldTables
from fustella.read.fields import (
    COLOUR,
    ICON,
    PLAIN_TEXT,
    Converter,
    FieldType,
    Known,
    colour_schema,
    in_digits,
    is_colour,
    text_schema,
    texts_schema,
)
from fustella.read.following import followed
from fustella.read.fonts import FontsRead, FontsReader, fonts_schema
from fustella.read.forms import (
    At,
    Form,
    Reader,
    Rejected,
    checked,
    checked_leniently,
    entry,
    form_of,
    list_of,
    one_of,
    shown,
    table_of,
    value_of,
)
from fustella.read.game_box import GAME_BOX, GameBoxForm, read_game_box
from fustella.read.inks import INKS, InkForm, read_inks
from fustella.read.keywords import KEYWORDS, KeywordForm, read_keywords
from fustella.read.kinds import KIND, KindForm, KindRead, KindReader, problems_of_sheets
from fustella.read.languages import (
    DEFAULT_LANGUAGE,
    Languages,
    TypedText,
    read_text,
    tag_warnings,
)
from fustella.read.layouts import LIGHT_INK, READY_COLOURS
from fustella.read.lists import ListReader
from fustella.read.marks import mark_taken
from fustella.read.nodes import FAULTY, ListNode, MappingNode, is_number, place_at
from fustella.read.piece_lists import check_lists
from fustella.read.pitch import PITCH, PitchForm, read_pitch
from fustella.read.ready import PREFIX, ReadyFaces
from fustella.read.records import problems_of_records
from fustella.read.remarks import REMARKS, read_remarks, remark_warnings
from fustella.read.scalars import (
    IDENTIFIER,
    LANGUAGE,
    MARK,
    STRING,
    ListForm,
    nothing,
    raw,
)
from fustella.read.shops import EXCLUSIONS, ShopsForm, exclusions_of
from fustella.read.source import load
from fustella.read.table import TABLE, TableForm, read_table
from fustella.read.tables import Tables, read_tables
from fustella.read.translations import TRANSLATIONS, by_text, read_translations
from fustella.read.words import read_words


def _dpi(value: object) -> float:
    if not is_number(value) or not COARSEST_DPI <= value <= FINEST_DPI:
        hint = f"write a number from {COARSEST_DPI:g} to {FINEST_DPI:g}, such as {PRINT_DPI:g}"
        raise Rejected("E104", f"expected a resolution in dpi, found {shown(value)}", hint)
    return float(value)


_DPI = value_of(
    _dpi,
    {"title": "number", "type": "number", "minimum": COARSEST_DPI, "maximum": FINEST_DPI},
)


class ImagesForm(Form, frozen=True):
    """The settings for printing pictures."""

    missing: str = entry(
        one_of("refuse", "placeholder"),
        default="refuse",
        about="What happens where a picture is missing: an error, or a grey box with its name.",
    )
    dpi: float = entry(
        _DPI, default=PRINT_DPI, about="The resolution that finer pictures are reduced to."
    )


def _icons_schema(vocabulary: Vocabulary) -> Schema:
    name = {**ICON, "description": "The icon."}
    colour = {
        **colour_schema(vocabulary),
        "description": "Its colour; default: that of the text.",
    }
    coloured = mapping_schema({"icon": name, "colour": colour}, ["icon"])
    icon = {**coloured, **ICON, "type": ["string", "object"]}
    return table_schema({**icon, "title": "icon, or {icon: …, colour: …}"})


def _sheets_schema(vocabulary: Vocabulary) -> Schema:
    keys = {"enum": list(vocabulary.sheets)} if vocabulary.sheets else None
    return table_schema(text_schema(vocabulary), keys)


_read_languages = list_of(LANGUAGE, least=1)


def _each_once(value: object, at: At) -> object:
    """Reads the languages of a game. Reports E105 for a language that stands twice."""
    codes = _read_languages(value, at)
    if not isinstance(codes, tuple) or not isinstance(value, ListNode):
        return codes
    twice = [index for index, code in enumerate(codes) if code in codes[:index]]
    for index in twice:
        inside = at.inside(index, value)
        inside.report("E105", f"the language `{codes[index]}` stands twice", "delete one of them")
    return FAULTY if twice else codes


_LANGUAGES = Reader(
    _each_once, lambda vocabulary: {**_read_languages.schema(vocabulary), "uniqueItems": True}
)


class GameForm(Form, frozen=True):
    """The keys of game.yaml."""

    title: object = entry(PLAIN_TEXT, about="The name of the game, or one in each language.")
    languages: tuple[str, ...] = entry(
        _LANGUAGES,
        about="The languages of the game's texts, the default one first: [en, it].",
    )
    kinds: dict[str, KindForm] = entry(
        table_of(IDENTIFIER, KIND),
        factory=dict,
        about="The kinds of pieces of the game, by their ids.",
    )
    document: str = entry(
        STRING,
        default="",
        about="The file of the rule document that `source: {lines: …}` refers to.",
    )
    mark: str = entry(
        MARK,
        default="",
        about="Begins the version codes of the pieces; default: the initials of the folder's name.",
    )
    colours: MappingNode = entry(
        raw(table_schema(COLOUR)),
        factory=nothing,
        about='The colours of the game by name: {ink: "#2b2a33"}.',
    )
    inks: dict[str, InkForm] = entry(
        INKS,
        factory=dict,
        about="Inks beside the four of a press, on their own plates: {gold: {sort: foil}}.",
    )
    icons: MappingNode = entry(
        raw(_icons_schema), factory=nothing, about="What {wood} in a text stands for."
    )
    words: MappingNode = entry(
        raw(texts_schema), factory=nothing, about="Words that templates print, in each language."
    )
    sheets: MappingNode = entry(
        raw(_sheets_schema),
        factory=nothing,
        about="Names for kinds that share sheets, by stock or sheet; default: the kinds' names.",
    )
    boxes: MappingNode = entry(
        BOXES, factory=nothing, about="Tuck boxes, trays and lids for the pieces, by their ids."
    )
    box: GameBoxForm | None = entry(
        GAME_BOX,
        default=None,
        about="The one box in which the whole game lies, by the room inside: 285 × 285 × 65 mm.",
    )
    bought: tuple[BoughtForm, ...] = entry(
        BOUGHT, default=(), about="Parts in the box that are not printed: dice, cubes, bags."
    )
    pitch: PitchForm | None = entry(
        PITCH, default=None, about="What a sell sheet says, for `fustella quote --sell-sheet`."
    )
    cover: CoverForm | None = entry(
        COVER,
        default=None,
        about="A drawn first page for the cover; default: it begins with the list of pieces.",
    )
    images: ImagesForm = entry(
        form_of(ImagesForm), default=ImagesForm(), about="How pictures are printed."
    )
    keywords: dict[str, KeywordForm] = entry(
        KEYWORDS,
        factory=dict,
        about="Words that are set in a style of their own wherever a text has them.",
    )
    table: TableForm = entry(
        TABLE,
        factory=TableForm,
        about="How the game lies on a table, for `fustella export`.",
    )
    fonts: MappingNode = entry(
        raw(fonts_schema),
        factory=nothing,
        about="Fonts by role or name: {title: fonts/Title.otf}; other names: {Futura: sans}.",
    )
    shops: dict[str, ShopsForm] = entry(
        EXCLUSIONS,
        factory=dict,
        about="Rules of shops that some pieces need not keep: {tgc: {excluding: [...]}}.",
    )


_NAMES_OF_FOR = regex(r"[(,](\w+)=")
"""Matches the names in the key of a piece that `for` made: `pieces[1](worth=1,mint=b)`."""

NOT_LISTS = (GAME_FILE, "claims.yaml", REMARKS, JOBS, QUESTIONS, SIMULATIONS)
"""Files in a game's folder that are not component lists."""


def read_game(
    project: Project,
    game_id: str,
    tables: Tables,
    icon_fault: Callable[[str], str | None],
    texts: list[TypedText] | None = None,
) -> Game:
    """Reads one whole game.

    `icon_fault` returns None for the name of an existing icon, else a hint. All texts are added to
    `texts`, if there is such a list. Raises ProblemsFound with every fault in any of the files.
    """
    spelling.begin()
    data, file, unlike = _load(project, game_id)
    beside = (*NOT_LISTS, TRANSLATIONS, *(TABLES if project.single else ()))
    unread_files = [*misspelt(project.folder_of(game_id), beside, project.root)]
    if not project.single:
        unread_files += misspelt(project.content, TABLES, project.root)
    if unread_files:
        raise ProblemsFound(unread_files)
    if crowded := [*_too_many_names(data, file), *_unfit_names(game_id, data, file)]:
        raise ProblemsFound(crowded)
    if unlike:
        raise ProblemsFound(unlike)
    try:
        form = checked(GameForm, data, file)
    except ProblemsFound as faults:
        told = told_once(faults.problems, _kinds_as_typed(data))
        raise ProblemsFound([*told, *_problems_of_lists(project, game_id)]) from None
    return _GameReader(project, game_id, file, data, form, texts).read(tables, icon_fault)


def _too_many_names(data: MappingNode, file: str) -> Iterator[Problem]:
    """Yields E133 for each key with too many names under it, at the first name beyond the limit."""
    for key, value in data.items():
        most = limits.KINDS if key == "kinds" else limits.NAMES
        if isinstance(value, MappingNode) and len(value) > most:
            name = next(islice(value, most, None))
            place = place_at(data, file, key, name)
            message = f"with this one there are more than {most:,} under `{key}`"
            yield Problem("E133", place, message, "make several games of it")


def _unfit_names(game_id: str, data: MappingNode, file: str) -> Iterator[Problem]:
    """Yields E403 for the ids of games, kinds and languages that cannot name a folder everywhere.

    People with other systems get the game, and its output lies in folders of these names.
    """
    kinds, languages = data.get("kinds"), data.get("languages")
    named = [(game_id, Place(file))]
    if isinstance(kinds, MappingNode):
        named += [(kind, place_at(data, file, "kinds", kind)) for kind in kinds]
    if isinstance(languages, ListNode):
        place = place_at(data, file, "languages")
        named += [(language, place) for language in languages if isinstance(language, str)]
    for name, place in named:
        if problem := reserved_name(name, place):
            yield problem


def _ready_kinds(lists: Sequence[tuple[str, MappingNode]]) -> dict[str, Place]:
    """The ready faces that lists name as their kind, each with the first place of its name."""
    places: dict[str, Place] = {}
    for file, data in lists:
        typed = data.get("kind")
        if isinstance(typed, str) and typed.startswith(PREFIX):
            places.setdefault(typed, place_at(data, file, "kind"))
    return places


def _forms_of(kinds: Iterable[KindRead], pieces: Sequence[Piece]) -> Iterator[Kind]:
    """Yields each kind, or the kind of its first piece if its size or edge follows from fields."""
    first: dict[str, Kind] = {}
    for piece in pieces:
        first.setdefault(piece.kind.id, piece.kind)
    yield from (first.get(read.kind.id, read.kind) if read.whole else read.kind for read in kinds)


def _kinds_as_typed(data: MappingNode) -> MappingNode:
    kinds = data.get("kinds")
    return kinds if isinstance(kinds, MappingNode) else nothing()


def _load(project: Project, game_id: str) -> tuple[MappingNode, str, list[Problem]]:
    """The values of game.yaml as typed, its name, and the faults of `like` in it.

    Each kind is completed by the one that it is like. Raises ProblemsFound: E002.
    """
    path = project.folder_of(game_id) / GAME_FILE
    if game_id != project.single if project.single else not is_there(path):
        hint = (
            did_you_mean(game_id, project.games()) or "make a folder in content/ with a game.yaml"
        )
        if other := misnamed(project.folder_of(game_id), project.root):
            hint = f"rename `{other}` to game.yaml"
        place = Place(game_id if project.single else f"content/{game_id}")
        raise ProblemsFound([Problem("E002", place, f"there is no game `{game_id}`", hint)])
    file = project.name_of(path)
    if not is_there(path):
        return _without_a_file(project), file, []
    data, unlike = load(path, file, project.root), Collected()
    if kinds := _kinds_as_typed(data):
        whole = completed(kinds, At(place_at(data, file, "kinds"), unlike))
        data.put("kinds", whole, data.lines["kinds"])
    return data, file, unlike


def _without_a_file(project: Project) -> MappingNode:
    """The keys of a game that has lists and no game.yaml: a title and one language."""
    data = MappingNode(0)
    languages = ListNode(0)
    languages.add(DEFAULT_LANGUAGE, 0)
    data.put("title", project.root.absolute().name, 0)
    data.put("languages", languages, 0)
    return data


def languages_of(project: Project, game_id: str) -> tuple[str, ...]:
    """The languages that game.yaml names, as typed; () if it is broken or names none.

    Raises ProblemsFound: E002 for an unknown game, E100 if the file cannot be read.
    """
    try:
        data, _, _ = _load(project, game_id)
    except ProblemsFound as faults:
        if any(problem.code in {"E002", "E100"} for problem in faults.problems):
            raise
        return ()
    typed = data.get("languages")
    return tuple(map(str, typed)) if isinstance(typed, ListNode) else ()


def typed_game(project: Project, game_id: str) -> tuple[MappingNode | None, str, list[Problem]]:
    """game.yaml as typed (None if it cannot be read), its name, and the faults of its form.

    Raises ProblemsFound: E002.
    """
    try:
        data, file, unlike = _load(project, game_id)
    except ProblemsFound as faults:
        if any(problem.code == "E002" for problem in faults.problems):
            raise
        return None, "", [*faults.problems]
    return data, file, unlike or checked_leniently(GameForm, data, file)[1]


def kinds_known(
    project: Project, game_id: str, lists: Sequence[tuple[str, MappingNode]]
) -> tuple[dict[str, KindRead], tuple[str, ...]]:
    """The kinds of a game, also those that `lists` name by a ready face, and its languages.

    Faults are not reported: kinds that cannot be read are left out.
    """
    try:
        data, file, _ = _load(project, game_id)
        form, _ = checked_leniently(GameForm, data, file)
        if form is None:
            return {}, languages_of(project, game_id)
        reader = _GameReader(project, game_id, file, data, form, None)
        return reader.kinds_alone(read_tables(project), lists), tuple(form.languages)
    except ProblemsFound:
        return {}, ()


def list_files(project: Project, game_id: str) -> list[Path]:
    """The files of a game's component lists, sorted."""
    paths = yaml_files(project.folder_of(game_id), project.root)
    if project.single:
        paths = [path for path in paths if is_list(path, project.root)]
    return [path for path in paths if path.name not in NOT_LISTS]


def _problems_of_lists(project: Project, game_id: str) -> list[Problem]:
    """The faults of lists that need no kinds of the game to be found."""
    problems = Collected()
    for path in list_files(project, game_id):
        file = project.name_of(path)
        try:
            problems += checked_leniently(ListForm, load(path, file, project.root), file)[1]
        except ProblemsFound as faults:
            problems += faults.problems
    return problems


class _GameReader:
    def __init__(
        self,
        project: Project,
        game_id: str,
        file: str,
        data: MappingNode,
        form: GameForm,
        texts: list[TypedText] | None,
    ) -> None:
        self.project, self.game_id, self.file = project, game_id, file
        self.data, self.form = data, form
        self.problems = Collected()
        self.warnings: list[Problem] = []
        self.languages = self._languages(texts)

    def read(self, tables: Tables, icon_fault: Callable[[str], str | None]) -> Game:
        lists, tool_words = self._lists(), self._tool_words()
        self.fonts = self._fonts()
        brought = _ready_kinds(lists)
        colours = self._colours(brought)
        inks = read_inks(self.form.inks, self._place, self.problems)
        images = PictureSettings(
            self.form.images.dpi,
            self.form.images.missing == "placeholder",
            self._place("images", "missing"),
        )
        folder = self.project.folder_of(self.game_id)
        pictures = PictureFolder(folder, root=self.project.root)
        tables_of_fields = FieldTables(
            folder, self.project.root, self.languages.codes, self.warnings
        )
        known = Known(
            self.languages, colours, icon_fault, pictures, images.placeholder, tables_of_fields
        )
        kinds = self._kinds(tables, colours, brought)
        pieces = self._pieces(lists, kinds, known, tool_words)
        boxes = self._boxes(tables, known, kinds, pieces, tool_words)
        place = self._place("title")
        title = read_text(self.form.title, self.languages, place, self.problems, plain=True)
        game = Game(
            id=self.game_id,
            title=title.plain(),
            mark=self._mark(),
            languages=self.languages.codes,
            document=self._document(),
            kinds=tuple(_forms_of(kinds.values(), pieces)),
            pieces=tuple(pieces),
            words=Record(dict(self._texts("words", self.form.words))),
            colours=Record({n: Word(c, self._place("colours", n)) for n, c in colours.items()}),
            icons=self._icons(known),
            inks=inks,
            sheets=self._sheets(kinds),
            place=Place(self.file, 1),
            boxes=tuple(box for box, _ in boxes.values()),
            held={box: pieces for box, (_, pieces) in boxes.items()},
            box=read_game_box(
                self.form.box,
                partial(self._place, "box"),
                [read.kind.id for read in kinds.values()],
                self.problems,
            ),
            images=images,
            fonts=self.fonts.names,
            own_fonts=self.fonts.own,
            keywords=read_keywords(
                self.form.keywords, self._place, known, self.form.icons, self.problems
            ),
            table=read_table(
                self.form.table,
                partial(self._place, "table"),
                list(kinds),
                {piece.id: piece.kind for piece in pieces},
                self.languages,
                folder,
                self.project.root,
                self.problems,
            ),
            tool_words=tool_words,
            cover=self._cover(known),
            remarks=read_remarks(self.project, self.game_id, self.problems),
            exclusions=exclusions_of(self.form.shops, self.data, self.file),
            bought=read_bought(
                self.form.bought, partial(self._place, "bought"), self.languages, self.problems
            ),
            pitch=read_pitch(
                self.form.pitch,
                partial(self._place, "pitch"),
                self.languages,
                {piece.id for piece in pieces},
                self.problems,
            ),
        )
        own = told_once(self.warnings, _kinds_as_typed(self.data))
        warnings = (*own, *tag_warnings(self.languages.tags), *remark_warnings(game))
        game = replace(game, missing=tuple(self.languages.missing), read_warnings=warnings)
        printed = (*game.kinds, *(box.kind for box in game.boxes))
        self.problems += problems_of_sheets(printed, self.data, self.file)
        if self.problems:
            raise ProblemsFound([*told_once(self.problems, _kinds_as_typed(self.data))])
        return game

    def kinds_alone(
        self, tables: Tables, lists: Sequence[tuple[str, MappingNode]]
    ) -> dict[str, KindRead]:
        """The kinds by id, without the pieces; those of `lists` by the name of their face."""
        self.fonts = self._fonts()
        brought = _ready_kinds(lists)
        return self._kinds(tables, self._colours(brought), brought)

    def _languages(self, texts: list[TypedText] | None) -> Languages:
        """The languages, with the translations of the game's tables."""
        codes = tuple(self.form.languages)
        try:
            tables = read_translations(self.project, self.game_id, codes)
        except ProblemsFound as faults:
            self.problems += faults.problems
            tables = ()
        return Languages(codes, by_text(tables), texts=texts)

    def _tool_words(self) -> ToolWords:
        """The words of the tool, with the project's own unless these have faults."""
        try:
            return read_words(self.project)
        except ProblemsFound as faults:
            self.problems += faults.problems
            return ToolWords()

    def _fonts(self) -> FontsRead:
        at = At(self._place("fonts"), self.problems)
        return FontsReader(self.project, self.game_id).read(self.form.fonts, at)

    def _mark(self) -> str:
        mark = self.form.mark or default_mark(self.game_id)
        problem = mark_taken(self.project, self.game_id, mark, self._place("mark"))
        if problem is not None:
            self.problems.append(problem)
        return mark

    def _place(self, *keys: str | int) -> Place:
        return place_at(self.data, self.file, *keys)

    def _colours(self, brought: Mapping[str, Place]) -> dict[str, str]:
        """The colours of the game by name, with the colours of ready faces if it uses one."""
        for name, value in self.form.colours.items():
            if not is_colour(value):
                message = f"expected a colour, found {shown(value)}"
                hint = hints.colour(value, did_you_mean(str(value), CSS_COLOURS))
                self.problems.append(Problem("E115", self._place("colours", name), message, hint))
        own = {name: in_digits(str(value)) for name, value in self.form.colours.items()}
        kinds = self.form.kinds.values()
        faces = [face for kind in kinds for face in (kind.front, kind.back) if face]
        boxes = (box for box in self.form.boxes.values() if isinstance(box, MappingNode))
        faces += [str(box["front"]) for box in boxes if "front" in box]
        if not brought and not any(face.startswith(PREFIX) for face in faces):
            return own
        colours = dict(READY_COLOURS) | own
        if "ink" not in own and is_colour(colours["paper"]):
            colours["ink"] = max(
                (colours["ink"], LIGHT_INK), key=partial(contrast, colours["paper"])
            )
        self._check_contrast(colours)
        return colours

    def _check_contrast(self, colours: Mapping[str, str]) -> None:
        """Reports E115 where texts of ready faces would be invisible on their ground."""
        ink, paper = colours["ink"], colours["paper"]
        if is_colour(ink) and is_colour(paper) and contrast(ink, paper) < LEAST_CONTRAST:
            name = "ink" if "ink" in self.form.colours else "paper"
            place = self._place("colours", name)
            message = f"texts in `ink` {ink} are not seen on `paper` {paper}"
            hint = "make one of the two darker, or the other lighter"
            self.problems.append(Problem("E115", place, message, hint))

    def _texts(self, key: str, typed: MappingNode) -> dict[str, Text]:
        return {
            name: read_text(value, self.languages, self._place(key, name), self.problems)
            for name, value in typed.items()
        }

    def _sheets(self, kinds: dict[str, KindRead]) -> dict[str, Text]:
        """The names for groups of kinds that share sheets."""
        known = {read.kind.sheet for read in kinds.values()}
        for name in self.form.sheets:
            if name not in known:
                message = f"no kind has `sheet: {name}`"
                place = self._place("sheets", name)
                self.problems.append(Problem("E106", place, message, did_you_mean(name, known)))
        texts = self._texts("sheets", self.form.sheets)
        return {name: text.plain() for name, text in texts.items()}

    def _icons(self, known: Known) -> dict[str, InlineIcon]:
        convert = Converter(known, self.problems)
        fields = (("icon", FieldType("icon")), ("colour", FieldType("colour", optional=True)))
        icons = {}
        for name, value in self.form.icons.items():
            place = self._place("icons", name)
            if isinstance(value, MappingNode):
                entry = convert.record(value, fields, place)
                icon = entry["icon"] if "icon" in entry else None
                colour = str(entry["colour"] or "")
            else:
                icon, colour = convert.value(value, FieldType("icon"), place), ""
            if isinstance(icon, Word):
                icons[name] = InlineIcon(icon, colour)
        return icons

    def _kinds(
        self, tables: Tables, colours: Mapping[str, str], brought: Mapping[str, Place]
    ) -> dict[str, KindRead]:
        """The kinds of game.yaml by id, and kinds that lists name by a ready face, `ready/card`."""
        templates = self.project.templates_of(self.game_id)
        ready = ReadyFaces(self.project)
        reader = KindReader(
            self.languages,
            tables,
            colours,
            (*self.form.inks,),
            templates,
            self.project.root,
            ready,
            dict(self.fonts.names),
            self.problems,
            self.warnings,
        )
        nodes = self.data.get("kinds")
        kinds = {}
        for kind_id, form in self.form.kinds.items():
            node = nodes[kind_id] if isinstance(nodes, MappingNode) else None
            if isinstance(node, MappingNode):
                place = self._place("kinds", kind_id)
                kinds[kind_id] = reader.read(kind_id, form, node, place)
        for typed, place in brought.items():
            kind_id = typed.removeprefix(PREFIX)
            if kind_id in kinds:
                hint = f"write `kind: {kind_id}`, or call the one in {self.file} otherwise"
                message = f"`{kind_id}` is a kind of this game already"
                self.problems.append(Problem("E111", place, message, hint))
            elif ready.find(typed, place, self.problems):
                node = MappingNode(place.line)
                node.put("front", typed, place.line)
                form = KindForm(front=typed)
                own = replace(place, key=f"kinds.{kind_id}")
                kinds[typed] = reader.read(kind_id, form, node, own)
        return self._with_lists(with_grids(kinds, self._field_place, self.problems))

    def _field_place(self, kind: str, side: str, name: str) -> Place | None:
        """The place where a kind declares a field; None if its ready face brings it."""
        keys = ("kinds", kind, "fields", side)
        here: object = self.data
        for key in keys:
            here = here.get(key) if isinstance(here, MappingNode) else None
        declared = here if isinstance(here, MappingNode) else {}
        typed = next((each for each in (name, f"{name}?") if each in declared), None)
        return self._place(*keys, typed) if typed else None

    def _with_lists(self, kinds: dict[str, KindRead]) -> dict[str, KindRead]:
        """The kinds; a face need not draw a field that the lists of other kinds show."""
        sides = {
            read.kind.id: [side.lists for side in read.following if side.lists]
            for read in kinds.values()
        }
        if not any(sides.values()):
            return kinds
        listed = check_lists(sides, self.problems)
        return {
            name: replace(
                read, kind=replace(read.kind, listed=listed.get(read.kind.id, frozenset()))
            )
            for name, read in kinds.items()
        }

    def _document(self) -> str:
        """The name of the document, which must not lead out of the project."""
        document, folder = self.form.document, self.project.folder_of(self.game_id)
        if not is_inside(folder / document, self.project.root):
            error = leads_out(folder / document, self.project.root)
            problem = unread(error, self._place("document"))
            self.problems.append(problem)
        return document

    def _lists(self) -> list[tuple[str, MappingNode]]:
        """The names of the files of lists, each with the list as typed."""
        lists = []
        for path in list_files(self.project, self.game_id):
            file = self.project.name_of(path)
            try:
                lists.append((file, load(path, file, self.project.root)))
            except ProblemsFound as faults:
                self.problems.extend(faults.problems)
        return lists

    def _pieces(
        self,
        lists: Sequence[tuple[str, MappingNode]],
        kinds: dict[str, KindRead],
        known: Known,
        words: ToolWords,
    ) -> list[Piece]:
        folder = self.project.folder_of(self.game_id)
        has_document = bool(self.form.document)
        icons = self.form.icons
        root = self.project.root
        reader = ListReader(
            kinds, known, self.problems, self.warnings, root, folder, has_document, icons
        )
        pieces: list[Piece] = []
        for file, data in lists:
            pieces.extend(reader.read(data, file))
        self.warnings += reader.sheets.left_over()
        self.problems += problems_of_records(pieces, kinds.values())
        self._check_ids(pieces)
        self._check_numbers(pieces)
        if not self.problems:  # faults in fields would be reported again
            points = {each: words.text(POINT, each) for each in self.languages.codes}
            by_id = {read.kind.id: read for read in kinds.values()}
            pieces = followed(pieces, by_id, known, icons, points, self.problems, self.warnings)
        rank = {read.kind.id: number for number, read in enumerate(kinds.values())}
        return sorted(pieces, key=lambda piece: rank[piece.kind.id])

    def _boxes(
        self,
        tables: Tables,
        known: Known,
        kinds: dict[str, KindRead],
        pieces: list[Piece],
        words: ToolWords,
    ) -> Mapping[str, tuple[Piece, tuple[str, ...]]]:
        """The boxes with the ids of their pieces; none while there are faults.

        The number of pieces is then unknown.
        """
        if self.problems or not pieces:
            return {}
        plain = [read.kind for read in kinds.values()]
        templates = self.project.templates_of(self.game_id)
        has_document = bool(self.form.document)
        reader = BoxReader(
            self.file,
            self.data,
            known,
            tables,
            plain,
            pieces,
            templates,
            self.project.root,
            ReadyFaces(self.project),
            self.problems,
            has_document,
            words,
        )
        return reader.read(self.form.boxes)

    def _cover(self, known: Known) -> CoverArt | None:
        """The drawn first page of the cover, if there is one."""
        if self.form.cover is None:
            return None
        templates = self.project.templates_of(self.game_id)
        place = partial(self._place, "cover")
        root = self.project.root
        return read_cover(self.form.cover, place, known, templates, root, self.problems)

    def _check_numbers(self, pieces: list[Piece]) -> None:
        """Reports E133 for more copies or languages than a game may have."""
        copies, languages = sum(piece.copies for piece in pieces), len(self.languages.codes)
        if copies > limits.GAME_COPIES:
            message = f"{copies:,} copies of pieces: more than {limits.GAME_COPIES:,}"
            place = Place(self.file)
            self.problems.append(Problem("E133", place, message, "look at `copies` of its lists"))
        if languages > limits.LANGUAGES:
            message = f"{languages} languages: more than {limits.LANGUAGES}"
            hint = "make several games of it"
            self.problems.append(Problem("E133", self._place("languages"), message, hint))

    def _check_ids(self, pieces: list[Piece]) -> None:
        seen: dict[str, Piece] = {}
        for piece in pieces:
            first = seen.setdefault(piece.id.casefold(), piece)
            if first is not piece:
                where, entry = (each.place.spot for each in (first, piece))
                hint = f"another piece has it: {where}; each piece of a game has an id of its own"
                if where == entry and (names := _NAMES_OF_FOR.findall(piece.place.key)):
                    written = ", ".join(f"{{{name}}}" for name in names)
                    hint = f"write each name of `for` into the id: {written}"
                message = f"the id `{piece.id}` stands twice"
                if first.id != piece.id:
                    message = f"`{piece.id}` and `{first.id}` differ in capital letters alone"
                cause = f"{first.place.page} {piece.place.page}"  # one list may be pasted twice
                self.problems.append(Problem("E112", piece.place, message, hint, cause=cause))

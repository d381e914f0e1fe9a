"""How pieces lie on a table: every copy once, as the set-up says, and nothing over another."""

import itertools

import pytest
from msgspec.structs import replace

from fustella.core.geometry.grids import Grid
from fustella.core.geometry.shapes import Point, Rect, Size
from fustella.core.values.model import PileForm
from fustella.core.values.problems import ProblemsFound
from tests.conftest import TinyProject
from tests.export.games import exported_game

SETUP = """
table:
  rules: [tile]
  boards: {island: {first: [25mm, 27.5mm], step: [50mm, 55mm], columns: 6, rows: 4}}
  setup:
    - {put: island, at: [10mm, -20mm], turn: 90}
    - {put: {kind: counter}, on: island, cells: [[1, 1], [2, 1], [6, 4]], copies: 1}
    - {put: {kind: card}, form: deck, at: [0mm, 200mm]}
    - {put: {kind: coin}, form: supply, at: [-250mm, 0mm]}
    - {put: meadow, form: row, columns: 3, at: [-250mm, 150mm], face: down}
"""


def box_of(pile):
    size = pile.size
    left_mm, top_mm = pile.at.x_mm - size.width_mm / 2, pile.at.y_mm - size.height_mm / 2
    return Rect(left_mm, top_mm, size.width_mm, size.height_mm)


def with_table(tiny, text=SETUP):
    path = tiny.root / "content" / "tiny" / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
    return tiny


def layout_of(project, **options):
    from fustella.export import table

    return table.layout_of(exported_game(project, **options))


@pytest.mark.parametrize("text", ["", SETUP], ids=["no-setup", "setup"])
def test_layout_has_every_copy_once(tiny, text):
    game = exported_game(with_table(tiny, text))
    piles = layout_of(tiny).piles
    for piece in game.pieces:
        lying = [copies for pile in piles for each, copies in pile.pieces if each.id == piece.id]
        assert sum(lying) == piece.copies, piece.id


@pytest.mark.parametrize("text", ["", SETUP], ids=["no-setup", "setup"])
def test_layout_lays_no_pile_over_another_but_on_boards(tiny, text):
    piles = layout_of(with_table(tiny, text)).piles
    for one, other in itertools.combinations(piles, 2):
        if not (one.on or other.on):
            assert not box_of(one).overlaps(box_of(other)), (one.name, other.name)


def test_layout_puts_piles_where_the_setup_says(tiny):
    piles = layout_of(with_table(tiny)).piles
    board, deck = piles[0], next(pile for pile in piles if pile.pieces[0][0].id == "boat")
    assert (board.at, board.turn_deg) == (Point(10, -20), 90)
    assert (deck.at, deck.form, deck.face_up) == (Point(0, 200), PileForm.DECK, False)
    assert {piece.id for piece, _ in deck.pieces} == {"boat", "hut", "dragon"}
    supply = next(pile for pile in piles if pile.form is PileForm.SUPPLY)
    assert supply.at == Point(-250, 0)
    meadows = [pile for pile in piles if pile.pieces[0][0].id == "meadow"]
    assert len(meadows) == 5
    assert not any(pile.face_up for pile in meadows)
    assert len({pile.at.y_mm for pile in meadows}) == 2


def test_layout_puts_pieces_on_the_cells_of_a_turned_board(tiny):
    """A quarter turn clockwise: what is right of the middle lies below it."""
    layout = layout_of(with_table(tiny))
    placed = {pile.at for pile in layout.piles if pile.on}
    dx_mm, dy_mm = 25 - 150, 27.5 - 110
    assert Point(10 - dy_mm, -20 + dx_mm) in placed
    board = box_of(layout.piles[0])
    assert len(placed) == 3
    for at in placed:
        assert board.contains(Rect(at.x_mm, at.y_mm, 0, 0))


def test_snap_points_of_a_board_lie_on_it(tiny):
    points = layout_of(with_table(tiny)).snaps["island"]
    assert len(points) == 24
    assert points[0] == Point(25, 27.5)
    assert points[-1] == Point(275, 192.5)


def test_staggered_grid_shifts_every_second_row_by_half_a_step():
    grid = Grid.of_places(Point(10, 10), Size(20, 17), columns=3, rows=2, staggered=True)
    assert grid.place(1, 2) == Point(20, 27)
    assert grid.place(3, 1) == Point(50, 10)
    assert len(grid.places()) == 6


def test_cells_by_the_path_of_a_field_of_the_board(tiny):
    """The rows of the board are words, which are no places."""
    text = SETUP.replace("[[1, 1], [2, 1], [6, 4]]", "front.rows")
    with pytest.raises(ProblemsFound) as found:
        layout_of(with_table(tiny, text))
    (problem,) = found.value.problems
    assert "no places of a board" in problem.message


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("put: meadow", "put: medow", "E506", "no piece `medow`"),
        ("{kind: coin}", "{kind: coins}", "E506", "no kind `coins`"),
        ("put: meadow", "put: boat", "E802", "no piece is left"),
        ("on: island", "on: person-red", "E802", "places of `person-red` are not known"),
    ],
)
def test_impossible_step_is_reported_with_its_line(tiny, old, new, code, said):
    with pytest.raises(ProblemsFound) as found:
        layout_of(with_table(tiny, SETUP.replace(old, new)))
    (problem,) = found.value.problems
    text = (tiny.root / "content" / "tiny" / "game.yaml").read_text(encoding="utf-8")
    line = next(n for n, each in enumerate(text.splitlines(), 1) if new in each)
    assert (problem.code, problem.place.line) == (code, line)
    assert said in problem.message
    assert problem.hint


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("rules: [tile]", "rules: [tiles]", "E106", "`tiles` is no kind, and no file"),
        ("rules: [tile]", "rules: [../../../x.txt]", "E131", "leads out of the project"),
        ("boards: {island:", "boards: {isle:", "E106", "no piece `isle`"),
        ("on: island", "on: isle", "E106", "no piece `isle`"),
        ("turn: 90", "turn: 45", "E104", "expected a number of degrees"),
        ("form: deck", "form: heap", "E104", "one of deck, piles, row"),
        ("at: [0mm, 200mm]", "at: [0mm]", "E104", "expected two values, found 1"),
        ("at: [0mm, 200mm]", "at: [0, 200mm]", "E109", "has no unit"),
        ("on: island, ", "", "E107", "`cells` of no board"),
    ],
)
def test_table_with_a_fault_is_told_with_its_line(tiny, run, old, new, code, said):
    with_table(tiny, SETUP.replace(old, new))
    told = run(tiny, "build").problems
    assert [(problem.code, problem.file) for problem in told] == [(code, "content/tiny/game.yaml")]
    assert said in told[0].message
    assert told[0].line


def test_layout_of_a_part_leaves_out_steps_of_other_kinds(tiny):
    piles = layout_of(with_table(tiny), only=("card",)).piles
    assert {piece.kind.id for pile in piles for piece, _ in pile.pieces} == {"card"}


def test_rules_are_the_texts_of_kinds_and_files(tiny):
    from fustella.export.table import rule_files, rule_texts

    with_table(tiny, SETUP.replace("rules: [tile]", "rules: [tile, tiny-rules.txt, rules.pdf]"))
    (tiny.root / "content" / "tiny" / "rules.pdf").write_bytes(b"%PDF-1.4")
    game = exported_game(tiny)
    pages = dict(rule_texts(game))
    assert {"Meadow", "Peak", "tiny-rules.txt"} == pages.keys()
    assert "Village" in pages["Meadow"]
    assert [*rule_files(game)] == ["rules.pdf"]


def test_sort_of_pieces_is_by_stock_and_outline(tiny):
    from fustella.export.table import Sort, sort_of

    sorts = {piece.id: sort_of(piece) for piece in exported_game(tiny).pieces}
    assert sorts["boat"] is Sort.CARD
    assert sorts["meadow"] is Sort.TOKEN
    assert sorts["five"] is Sort.TILE
    assert sorts["person-red"] is Sort.TILE
    assert sorts["island"] is Sort.BOARD


def test_pile_turned_by_a_quarter_is_as_wide_as_it_was_high(tiny):
    pile = layout_of(tiny).piles[0]
    turned = replace(pile, turn_deg=90)
    assert turned.size == pile.size.turned()


WARGAME = {
    "game.yaml": """
title: T
languages: [en]
kinds:
  map: {front: ready/hexmap, width: 300mm, height: 200mm, grid: {across_flats: 20mm}}
  unit: {front: ready/counter, width: 15mm, height: 15mm, fields: {front: {at?: cell}}}
%s
""",
    "map.yaml": "kind: map\npieces: [{id: valley, name: Valley, front: {title: Valley}}]\n",
    "units.yaml": "kind: unit\npieces: units.csv\n",
    "units.csv": "id,copies,title,at\none,1,One,0303\ntwo,2,Two,303\n"
    "three,1,Three,\nfour,1,Four,0505\n",
}


@pytest.fixture
def wargame(tmp_path):
    """The layout of a game with a map and counters, of which three say where they begin."""

    def lay(table=""):
        for name, text in WARGAME.items():
            (tmp_path / name).write_text(text % table if "%s" in text else text, encoding="utf-8")
        return layout_of(TinyProject(tmp_path))

    return lay


def places_of(layout):
    """Where the pieces lie on the map, from its corner, and how high."""
    (board,) = (pile for pile in layout.piles if pile.pieces[0][0].id == "valley")
    left, top = board.at.x_mm - 150, board.at.y_mm - 100
    return [
        (
            pile.pieces[0][0].id,
            Point(round(pile.at.x_mm - left, 3), round(pile.at.y_mm - top, 3)),
            pile.over_mm,
        )
        for pile in layout.piles
        if pile.on == "valley"
    ]


def test_pieces_lie_on_the_cell_on_which_they_begin(wargame):
    layout = wargame()
    found = places_of(layout)
    assert [name for name, *_ in found] == ["one", "two", "two", "four"]
    snaps = {Point(round(at.x_mm, 3), round(at.y_mm, 3)) for at in layout.snaps["valley"]}
    assert {at for _, at, _ in found} <= snaps
    (_, at, low), (_, same, higher), (_, _, highest), (_, other, alone) = found
    assert at == same != other
    assert 0 == low == alone < higher < highest


def test_piece_without_a_cell_lies_beside_the_board(wargame):
    (three,) = (pile for pile in wargame().piles if pile.pieces[0][0].id == "three")
    assert not three.on


@pytest.mark.parametrize(
    ("cells", "names"),
    [
        ("front.at", ["one", "two", "two", "four"]),
        ("0101-0102 0201", ["one", "two", "two"]),
        ("[0101, 0102, 0201]", ["one", "two", "two"]),
        ("101", ["one"]),
        ("[[1, 1], [2, 1]]", ["one", "two"]),
    ],
)
def test_set_up_names_cells(wargame, cells, names):
    step = f"table: {{setup: [{{put: {{kind: unit}}, on: valley, cells: {cells}}}]}}"
    found = [name for name, *_ in places_of(wargame(step))]
    assert found[: len(names)] == names


def test_cell_of_a_set_up_that_is_not_there_is_told(wargame):
    step = "table: {setup: [{put: {kind: unit}, on: valley, cells: 9901}]}"
    with pytest.raises(ProblemsFound) as told:
        wargame(step)
    (problem,) = told.value.problems
    assert problem.message == "there is no cell `9901`"
    assert problem.hint.startswith("the grid goes from 0101 to ")


PLAN = """
table:
  players: 2-3
  plan: {of: "plan-{players}", rows: front.rows, step: [20mm, 30mm], at: [10mm, 0mm]}
  setup:
    - {put: one, marks: A}
    - {put: four, marks: x}
    - {put: {kind: unit}, per_player: 1, marks: 1x, form: deck, at: [-200mm, 0mm]}
"""
PLANS = """kind: plan
pieces:
  - {id: plan-2, name: Two, front: {rows: [A1, xx]}}
  - {id: plan-3, name: Three, front: {rows: [A1x]}}
"""
PLAN_KIND = "  plan: {front: ready/blank, fields: {front: {rows: [word]}}}\n"


@pytest.fixture
def planned(tmp_path):
    def lay(old="", new="", **options):
        files = {**WARGAME, "plans.yaml": PLANS}
        files["game.yaml"] = files["game.yaml"] % (PLAN_KIND + PLAN.replace(old, new))
        for name, text in files.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        return layout_of(TinyProject(tmp_path), **options)

    return lay


def laid_in(layout, *ids):
    return [pile for pile in layout.piles if pile.pieces[0][0].id in ids and not pile.aside]


def test_letters_of_a_plan_say_where_tiles_lie(planned):
    layout = planned()
    (one, four, deck) = laid_in(layout, "one", "two", "four")
    assert (one.at, one.face_up, one.spots) == (Point(0, -15), True, ())
    assert deck.spots == (Point(20, -15),)
    assert deck.shared == (Point(0, 15), Point(20, 15)), "two steps lay on x"
    assert (four.at, four.copies) == (Point(0, 15), 1)
    copies = {piece.id: copies for piece, copies in deck.pieces}
    assert copies == {"two": 2, "three": 1}, "one lies on A, and there is one of four"
    three = laid_in(planned(players=3), "one")
    assert three[0].at == Point(-10, 0)


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("plan-{players}", "nothing", "E802", "there is no piece `nothing` that shows the map"),
        ("front.rows", "front.row", "E506", "row"),
        ('of: "plan-{players}", ', "", "E107", "of"),
        (PLAN.splitlines()[3] + "\n", "", "E107", "`marks` without a plan"),
        ("  players: 2-3\n", "", "E107", "`per_player` of nobody"),
        ("per_player: 1", "per_player: 1, copies: 1", "E107", "at once"),
        ("at: [-200mm, 0mm]", "columns: 1", "E107", "without a place"),
        ("{put: one, marks: A}", "{put: one, form: bag, marks: A}", "E107", "a bag"),
    ],
)
def test_plan_with_a_fault_is_told(planned, old, new, code, said):
    with pytest.raises(ProblemsFound) as told:
        planned(old, new)
    (problem,) = told.value.problems
    assert problem.code == code
    assert said in problem.message
    assert problem.place.file == "game.yaml"

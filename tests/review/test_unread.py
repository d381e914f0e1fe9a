"""Values that are printed nowhere, and zones that are drawn nowhere: E240, and E241."""

import pytest
import yaml

from fustella.build import BuildOptions
from fustella.core.files.project import find_project
from fustella.core.values.paper import Duplex
from fustella.preview.service import PreviewService
from fustella.preview.views import EditionKey
from tests.conftest import TinyProject
from tests.helpers.followed import follow, ways

READY = {"front": "ready/card"}
OWN = {"name": "Cards", "size": "poker", "front": "mine.svg.j2"}
WRITTEN = (
    '<text x="5" y="{0}" font-family="Source Sans Pro" font-size="4">{{{{ face.{1} }}}}</text>'
)
TEMPLATE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
    '<rect width="63" height="88" fill="#ffffff"/>{0}</svg>'
)
OWL = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


@pytest.fixture
def game(tmp_path):
    """A game in a folder: one kind with fields, and fronts of its pieces."""

    def make(kind, fields, *fronts, layout=None, template="", **more):
        kind = {**kind, "fields": {"front": fields}, **({"layout": layout} if layout else {})}
        pieces = [{"id": f"p{n}", "front": front} for n, front in enumerate(fronts)]
        data = {"title": "T", "languages": ["en"], "kinds": {"card": kind}}
        write(tmp_path / "game.yaml", data)
        write(tmp_path / "cards.yaml", {"kind": "card", "pieces": pieces, **more})
        (tmp_path / "art").mkdir()
        (tmp_path / "art/owl.svg").write_text(OWL)
        if template:
            (tmp_path / "templates").mkdir()
            (tmp_path / "templates/mine.svg.j2").write_text(template)
        return TinyProject(tmp_path)

    return make


def write(path, data):
    path.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), "utf-8")


def unread(ran):
    return [said for said in ran.problems if said.code == "E240"]


VALUES = [
    ("text", "Run"),
    ("plain", "Run *fast*"),
    ("word", "swift"),
    ("number", 3),
    ("decimal", 2.5),
    ("flag", True),
    ("icon", "mdi:tree"),
    ("image", "owl"),
    ("length", "3mm"),
    ("low | high", "low"),
]


@pytest.mark.parametrize(("of_type", "value"), VALUES, ids=[of_type for of_type, _ in VALUES])
def test_field_that_no_zone_draws_is_told_until_its_hint_is_followed(of_type, value, game, run):
    def build():
        ran = run(project, "build", "--strict")
        return ran, unread(ran)

    project = game(READY, {"deed": of_type}, {"title": "A", "deed": value})
    before = (project.root / "game.yaml").read_text("utf-8")
    ran, (said,) = build()
    assert ran.code == 1
    assert (said.file, said.key) == ("cards.yaml", "front.deed") or said.key.endswith("front.deed")
    assert said.message == "`deed` is printed nowhere: no zone of ready/card draws it"
    drawn, hidden = ways(said)
    for way in (drawn, hidden):
        (project.root / "game.yaml").write_text(before, "utf-8")
        follow(project.root, said, way)
        ran, told = build()
        assert (ran.code, told) == (0, []), ran.err


@pytest.mark.parametrize(
    ("fields", "front", "told"),
    [
        ({"stats": ["number"]}, {"stats": [1, 2]}, ["stats"]),
        ({"deed": {"a": "text", "b?": "number"}}, {"deed": {"a": "Run"}}, ["deed.a"]),
        ({"deeds": [{"a": "text"}]}, {"deeds": [{"a": "x"}, {"a": "y"}]}, ["deeds.a"]),
        ({"tint": "colour"}, {"tint": "teal"}, ["tint"]),
        ({"a": "word", "b": "number"}, {"a": "x", "b": 4}, ["a", "b"]),
        ({"a?": "word"}, {}, []),  # nobody has typed one
        ({"rare": "flag"}, {"rare": False}, []),
    ],
)
def test_what_a_field_has_in_it_is_told_as_well(fields, front, told, game, run):
    project = game(READY, fields, {"title": "A", **front})
    ran = run(project, "build")
    assert ran.code == 0
    messages = [said.message.partition("`")[2].partition("`")[0] for said in unread(ran)]
    assert messages == told
    assert all(said.hint for said in unread(ran))


def test_colour_that_nothing_draws_may_be_called_so(game, run):
    fields, front = {"tint": "colour"}, {"title": "A", "tint": "teal"}
    project = game(READY, fields, front)
    (said,) = unread(run(project, "build"))
    assert said.hint.startswith("call the field `colour`, as ready faces do; ")
    for file in ("game.yaml", "cards.yaml"):
        path = project.root / file
        path.write_text(path.read_text("utf-8").replace("tint", "colour"), "utf-8")
    assert unread(run(project, "build")) == []


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (WRITTEN.format(20, "title"), ["price", "motto"]),
        (WRITTEN.format(20, "title") + WRITTEN.format(30, "price"), ["motto"]),
        # what is read on one card, for another value makes it matter there, is read
        ("{% if face.rare %}" + WRITTEN.format(20, "motto") + "{% endif %}", ["title", "price"]),
        ('<rect width="{{ face.price }}" height="9" fill="#ff0000"/>', ["title", "motto"]),
        ("{% for name in face %}" + WRITTEN.format(20, "[name]") + "{% endfor %}", []),
    ],
)
def test_field_that_a_template_of_ones_own_never_reads_is_told(body, told, game, run):
    fields = {"title": "text", "rare?": "flag", "price": "number", "motto": "word"}
    fronts = [
        {"title": "A", "price": 2, "motto": "hi"},
        {"title": "B", "price": 3, "motto": "ho", "rare": True},
    ]
    body = body.replace(".[name]", "[name]").replace("{{ face[name]", "{{ face[name] | string")
    body = "{% if face.rare %}{% endif %}" + body
    project = game(OWN, fields, *fronts, template=TEMPLATE.format(body))
    ran = run(project, "build")
    assert ran.code == 0, ran.err
    messages = [said.message for said in unread(ran)]
    named = [one.partition("`")[2].partition("`")[0] for one in messages]
    assert [*dict.fromkeys(named)] == told
    for name in told:
        hint = next(said.hint for said in unread(ran) if f"`{name}` is" in said.message)
        assert f"draw `face.{name}` in mine.svg.j2" in hint


def test_field_of_one_s_own_template_may_be_hidden(game, run):
    hidden = {"front": {"price": False}}
    fields, front = {"title": "text", "price": "number"}, {"title": "A", "price": 2}
    body = TEMPLATE.format(WRITTEN.format(20, "title"))
    project = game(OWN, fields, front, layout=hidden, template=body)
    assert unread(run(project, "build", "--strict")) == []


def test_the_same_field_of_many_pieces_is_told_once(game, run):
    fronts = [{"title": f"Card {n}", "price": n} for n in range(1, 10)]
    project = game(READY, {"price": "number"}, *fronts)
    ran = run(project, "build")
    assert len(unread(ran)) == 1
    assert "also: `p1` (cards.yaml:" in ran.err
    assert "and 5 more" in ran.err


def test_a_value_of_a_whole_list_is_told_where_it_stands(game, run):
    fronts = [{"title": "A"}, {"title": "B"}]
    project = game(READY, {"price": "number"}, *fronts, front={"price": 4})
    (said,) = unread(run(project, "build"))
    lines = (project.root / "cards.yaml").read_text("utf-8").splitlines()
    assert lines[said.line - 1].strip() == "price: 4"


def test_field_of_a_spreadsheet_is_told_at_its_column(game, run):
    project = game(READY, {"price": "number"}, {"title": "A", "price": 1})
    (project.root / "cards.yaml").write_text("kind: card\npieces: cards.csv\n")
    (project.root / "cards.csv").write_text("id,title,price\na,A,3\n")
    (said,) = unread(run(project, "build"))
    assert (said.file, said.line, said.key) == ("cards.csv", 2, "price")


def test_struck_out_piece_is_not_told(game, run):
    project = game(READY, {"price?": "number"}, {"title": "A", "price": 1}, {"title": "B"})
    path = project.root / "cards.yaml"
    path.write_text(path.read_text("utf-8").replace("id: p0\n", "id: p0\n  struck_out: gone\n"))
    ran = run(project, "build", "--strict")
    assert (ran.code, unread(ran)) == (0, [])


@pytest.mark.parametrize("to", ["png", "svg", "tts", "web", "pcio"])
def test_export_tells_it_as_well(to, game, run):
    project = game(READY, {"price": "number"}, {"title": "A", "price": 1})
    ran = run(project, "export", "--to", to)
    assert (ran.code, len(unread(ran))) == (0, 1), ran.err
    ran = run(project, "export", "--to", to, "--strict")
    assert (ran.code, len(unread(ran))) == (1, 1)


def test_kit_tells_it_of_what_it_prints(game, run):
    project = game(READY, {"price?": "number"}, {"title": "A", "price": 1}, {"title": "B"})
    game_id = project.root.name.replace("_", "-")
    assert run(project, "kit", "new", "club", game_id).code == 0
    ran = run(project, "build", "--kit", "club")
    assert (ran.code, len(unread(ran))) == (0, 1), ran.err
    assert unread(run(project, "build", "--kit", "club")) == unread(ran), "as long as it is so"
    assert run(project, "build", "--kit", "club", "--strict").code == 1
    assert run(project, "build", "--kit", "club").code == 0
    assert run(project, "kit", "printed", "club").code == 0
    path = project.root / "cards.yaml"
    path.write_text(path.read_text("utf-8").replace("title: B", "title: Bee"), "utf-8")
    ran = run(project, "build", "--kit", "club", "--strict")
    assert (ran.code, unread(ran)) == (0, []), "that of the other card is printed already"


def test_preview_tells_it_at_each_piece(game, run):
    fronts = [{"title": f"Card {n}", "price": n} for n in range(1, 7)]
    made = game(READY, {"price?": "number"}, {"title": "None"}, *fronts)
    project = find_project(made.root)
    (game_id,) = project.games()
    service = PreviewService(project, (game_id,), BuildOptions("A4", Duplex.LONG_EDGE, made.output))
    told = service.settle(EditionKey(game_id, "en", "full"))[1].faults
    of_code = [fault for fault in told if fault.code == "E240"]
    assert {piece for fault in of_code for piece in fault.pieces} == {f"p{n}" for n in range(1, 7)}


FACE = "about: Mine.\nsize: poker\nfields: {title: text, note?: text, foot?: text}\nlayout:\n"
ZONE = "  {}: {{x: 5mm, y: {}mm, width: 40mm, height: 9mm}}\n"


def zones(project, body, names=("title", "note"), other=""):
    """A ready face of the project's own with zones, and what its block of zones has."""
    folder = project.root / "templates" / "ready"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(
        FACE + "".join(ZONE.format(name, 5 + 10 * n) for n, name in enumerate(names))
    )
    head = '{% extends "_shared/ready.svg.j2" %}\n'
    (folder / "mine.svg.j2").write_text(f"{head}{{% block zones %}}{body}{{% endblock %}}\n")
    if other:
        (project.root / "templates" / "_other.svg.j2").write_text(other)


TITLE = '{{ draw("title") }}'


@pytest.mark.parametrize(
    "body",
    [
        TITLE,
        TITLE + '{# {{ draw("note") }} #}',
        TITLE + '{% if shown("note") %}{% endif %}',
        TITLE + '{% if "note" in layout %}{% endif %}',
        TITLE + '{% if "note" not in layout %}{% endif %}',
        TITLE + '{{ draw("notes") if false }}',
        TITLE + "<!-- draw note -->",
    ],
)
def test_undrawn_zone_of_own_ready_face_is_problem(body, game, run):
    project = game({"front": "ready/mine"}, {}, {"title": "A"})
    zones(project, body)
    ran = run(project, "build")
    (said,) = ran.problems
    assert (said.code, said.file, said.key) == ("E241", "templates/ready/mine.yaml", "layout.note")
    assert ran.code == 1
    written = said.hint.removeprefix("write ").partition(" into its block of zones")[0]
    path = project.root / "templates/ready/mine.svg.j2"
    path.write_text(path.read_text().replace(body, TITLE + written))
    assert run(project, "build").code == 0
    path.write_text(path.read_text().replace(TITLE + written, TITLE))
    face = project.root / said.file  # or the other way, to delete the zone
    lines = face.read_text().splitlines()
    face.write_text("\n".join(line for n, line in enumerate(lines, 1) if n != said.line))
    assert run(project, "build").code == 0


@pytest.mark.parametrize(
    ("body", "other"),
    [
        ("{{ draw('title') }}{{ draw('note') }}", ""),
        ('{% for zone in ["title", "no" ~ "te"] %}{{ draw(zone) }}{% endfor %}', ""),
        ("{% for zone in layout %}{{ draw(zone) }}{% endfor %}", ""),
        (TITLE + '<rect x="{{ layout.note.x }}" width="3" height="3" fill="#000000"/>', ""),
        (TITLE + '{% include "_other.svg.j2" %}', '<!-- -->{% set name = "note" %}'),
        ('{% set zone = "note" %}' + TITLE + "{{ draw(zone) }}", ""),
    ],
)
def test_zone_that_is_drawn_in_another_way_is_none(body, other, game, run):
    project = game({"front": "ready/mine"}, {}, {"title": "A"})
    zones(project, body, other=other)
    ran = run(project, "build")
    assert "E241" not in [said.code for said in ran.problems], ran.err


def test_all_zones_that_are_never_drawn_are_told_at_once(game, run):
    project = game({"front": "ready/mine"}, {}, {"title": "A"})
    zones(project, TITLE, ("title", "note", "foot"))
    ran = run(project, "build")
    assert [said.key for said in ran.problems] == ["layout.note", "layout.foot"]


@pytest.mark.parametrize("face", ["card", "token", "playing-card", "text-card", "aid"])
def test_ready_face_as_it_is_ejected_draws_all_its_zones(face, game, run):
    project = game({"front": f"ready/{face}"}, {}, {"title": "A"})
    assert run(project, "eject", face).code == 0
    assert "E241" not in [said.code for said in run(project, "list").problems]


def test_where_a_game_has_claims_it_is_lint_that_tells(game, run):
    project = game(READY, {"price": "number"}, {"title": "A", "price": 7}, source={"lines": 1})
    (project.root / "rules.txt").write_text("One card.\n")
    path = project.root / "game.yaml"
    path.write_text(f"document: rules.txt\n{path.read_text('utf-8')}", "utf-8")
    claims = "document: rules.txt\nclaims:\n  - {id: a, check: sum, that: 1 = 1}\n"
    (project.root / "claims.yaml").write_text(claims)
    ran = run(project, "build", "--force")
    assert unread(ran) == []
    ran = run(project, "check")
    assert "front.price of `p0` is read by no template" in ran.out, ran.err

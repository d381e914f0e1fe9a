"""What exports carry of the texts of a piece: by field, as typed, only what can be read on it."""

import json

import pytest

from tests.conftest import TinyProject

GAME = """title: Owls
languages: [en, de]
icons: {gold: mdi:gold}
kinds:
  card:
    front: ready/card
    fields: {front: {rank?: word, level?: decimal, troop_name?: text, hidden?: text}}
    layout:
      front:
        rank: {x: 4mm, y: 30mm, width: 20mm, height: 6mm}
        level: {x: 30mm, y: 30mm, width: 20mm, height: 6mm}
        troop_name: {x: 4mm, y: 22mm, width: 30mm, height: 6mm, caps: true}
"""


@pytest.fixture
def carried(tmp_path, run):
    """The description of a card with these fields in Tabletop Simulator, without its code."""

    def make(fields, language="en", to="tts"):
        (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
        cards = f"kind: card\npieces:\n  - {{id: owl, copies: 2, front: {{{fields}}}}}\n"
        (tmp_path / "cards.yaml").write_text(cards, encoding="utf-8")
        project = TinyProject(tmp_path)
        ran = run(project, "export", "--to", to, "--language", language)
        assert ran.code == 0, ran.err
        if to == "web":
            (page,) = project.output.rglob("*.html")
            return page.read_text(encoding="utf-8")
        card = next(cards_of(project))
        return card["Description"].split("\n")[1:]

    return make


def cards_of(project):
    """The cards that were exported for Tabletop Simulator."""
    for file in sorted(project.output.rglob("tts/*.json")):
        yield from things_in(json.loads(file.read_text("utf-8")))


def things_in(value):
    if isinstance(value, dict):
        if value.get("Name", "").startswith("Card") and value["Nickname"]:
            yield value
        for inside in value.values():
            yield from things_in(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from things_in(inside)


@pytest.mark.parametrize(
    ("fields", "lines"),
    [
        ("title: Owl, cost: 3", ["cost: 3"]),
        ("title: Owl, type: Night bird", ["type: Night bird"]),
        (
            'title: Owl, text: "Take **two** {gold} from the box and put one of them back again."',
            ["text: Take two gold from the box and put one of them back again."],
        ),
        ('title: Owl, text: "- one\\n- *two*"', ["text: • one", "• two"]),
        ("title: Owl, troop_name: Grey owls", ["troop name: Grey owls"]),
        ("title: Owl, rank: a, level: 2", ["rank: a", "level: 2"]),
        ("title: Owl, level: 2.5", ["level: 2.5"]),
        ("title: Owl, note: Owl", []),
        (
            "title: Owl, text: Each rank of owls., rank: owls",
            ["text: Each rank of owls.", "rank: owls"],
        ),
        ("title: Owl, text: Take gold., hidden: Not on it", ["text: Take gold."]),
        ("title: Owl, text: Owls see at night., hidden: see at", ["text: Owls see at night."]),
    ],
)
def test_fields_that_can_be_read_are_carried_by_their_names(carried, fields, lines):
    assert sorted(carried(fields)) == sorted(lines)


def test_texts_are_carried_in_the_language_of_the_export(carried):
    fields = "title: Owl, text: {en: Look., de: Schau.}"
    assert carried(fields, "de") == ["text: Schau."]


def test_page_shows_texts_by_their_fields_and_finds_them(carried):
    page = carried('title: Owl, cost: 3, text: "Take **two** {gold}."', to="web")
    assert "<p><b>cost</b> 3</p>" in page
    assert "<p><b>text</b> Take two gold.</p>" in page
    assert "take two gold." in page.partition('data-find="')[2].partition('"')[0]


def test_words_of_a_template_follow_as_they_are_drawn(tiny, run):
    path = "templates/tiny/card.svg.j2"
    text = (tiny.root / path).read_text(encoding="utf-8")
    drawn = '{{ text("For night owls", x=5, y=60, width=30, height=4, size=7) }}{% endblock %}'
    tiny.edit_freely(path, text, drawn.join(text.rsplit("{% endblock %}", 1)))
    assert run(tiny, "export", "--to", "tts").code == 0
    boat = next(card for card in cards_of(tiny) if card["Nickname"] == "Boat")
    lines = boat["Description"].split("\n")
    assert "For night owls" in lines
    assert "options: Fish: take 2 gold." in lines

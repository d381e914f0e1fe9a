"""About how many letters fit the place of a text, and by how many a translation is too long."""

import csv
import io
import re

import pytest

from tests.conftest import TinyProject

GAME = """title: Fit
languages: [en, de]
kinds:
  card: {front: ready/card}
  text: {front: ready/text-card}
  event: {front: ready/event}
  token: {front: ready/token}
"""
LISTS = {
    "cards.yaml": (
        "kind: card\npieces:\n"
        "  - {id: a, front: {title: Fox, text: Draw two cards. Then discard one.}}\n"
        "  - {id: b, front: {title: Old mill, text: 'Take **3** {gold}\\nor *stay*.'}}\n"
    ),
    "texts.yaml": (
        "kind: text\npieces:\n"
        "  - {id: c, front: {text: What a long and winding road this has become since.}}\n"
    ),
}
WORDS = [
    *("die", "alte", "Stadt", "am", "Fluss", "nimmt", "zwei", "Karten", "und", "legt", "dann"),
    *("eine", "davon", "unter", "den", "Stapel", "der", "Händler"),
]


@pytest.fixture
def game(tmp_path):
    (tmp_path / "game.yaml").write_text(GAME + "icons: {gold: mdi:gold}\n", encoding="utf-8")
    for name, text in LISTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return TinyProject(tmp_path)


def exported(game, form="csv"):
    assert game.run("translate", "export", "--language", "de", "--to", form) == 0
    (path,) = game.output.glob(f"*/translations/*-de.{form}")
    return path


def rows_of(game):
    text = exported(game).read_bytes().decode("utf-8-sig")
    return {row["en"]: row for row in csv.DictReader(io.StringIO(text, newline=""))}


def fitting(row):
    found = re.match(r"about (\d+) letters \(en: (\d+)", row["room"])
    return int(found[1]) if found else None


def text_of(letters):
    """A text of so many letters, in common words."""
    text = " ".join(WORDS * (letters // 50 + 1))[:letters]
    return text.strip() or "x"


def taken(game, run, share):
    """Import translations of this share of what fits; the texts, and what is told by text."""
    rows = {text: row for text, row in rows_of(game).items() if fitting(row)}
    words = {text: text_of(round(fitting(row) * share)) for text, row in rows.items()}
    path = game.root / "back.csv"
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerows([("en", "de"), *words.items()])
    path.write_text(stream.getvalue(), encoding="utf-8", newline="")
    ran = run(game, "translate", "import", str(path))
    assert ran.code == 0
    return words, ran


def test_what_is_said_to_fit_fits(game, run):
    words, ran = taken(game, run, 0.85)
    assert len(words) >= 5
    assert ran.problems == []


def test_much_longer_translation_reports_letters_too_many(game, run):
    words, ran = taken(game, run, 1.5)
    assert len([one for one in ran.problems if one.code == "E201"]) >= len(words)
    listed = run(game, "translate", "list", "--language", "de").out
    assert f"{len(words)} too long" in listed
    rows = rows_of(game)
    for text, word in words.items():
        found = re.match(r"about (\d+) letters too many\n", rows[text]["does not fit"])
        excess = len(word) - len(word) / 1.5
        assert abs(int(found[1]) - excess) <= max(0.35 * excess, 8), (text, rows[text])
        assert found[0].strip() in listed

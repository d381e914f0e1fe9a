"""Translations of texts that zones show, in kinds that have them from another kind or from both."""

import csv

import pytest

from tests.conftest import TinyProject

GAME = """\
title: {en: Wood, de: Wald}
languages: [en, de]
kinds:
  card:
    name: {en: Cards, de: Karten}
    front: ready/card
    back: ready/back
    layout:
      both:
        motto: {text: {en: Be brave, de: Sei brav}, x: 5mm, width: 30mm, y: 4mm, height: 4mm}
      front:
        share: {text: {en: "Costs {copies}", de: "Kost {copies}"}, x: 5mm, width: 30mm,
                y: 74mm, height: 4mm}
        sort:
          text: {by: type, Beast: {en: An animal, de: Tierr}, else: {en: A thing, de: Dinng}}
          x: 5mm
          width: 30mm
          y: 80mm
          height: 4mm
  creature: {like: card}
  spell: {like: card, layout: {front: {share: {align: right}}}}
"""
LIST = """\
kind: {by: type, Beast: creature, else: spell}
pieces:
- {id: owl, front: {title: {en: Owl, de: Eule}, type: {en: Beast, de: Tier}}}
- {id: fox, front: {title: {en: Fox, de: Fuchs}}}
"""
RIGHT = {
    "Be brave": "Sei mutig",
    "Costs {copies}": "Kostet {copies}",
    "An animal": "Ein Tier",
    "A thing": "Ein Ding",
    "Cards": "Spielkarten",
}


@pytest.fixture
def wood(tmp_path):
    """A game of two kinds that are like a third one."""
    root = tmp_path / "wood"
    root.mkdir()
    (root / "game.yaml").write_text(GAME, encoding="utf-8")
    (root / "cards.yaml").write_text(LIST, encoding="utf-8")
    return TinyProject(root)


def test_correction_goes_to_the_kind_and_the_side_that_have_the_text(wood, run, tmp_path):
    assert run(wood, "translate", "export", "--language", "de", "--to", "csv").code == 0
    (path,) = wood.output.rglob("*.csv")
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = [*csv.reader(file)]
    for row in rows[1:]:
        row[1] = RIGHT.get(row[0], row[1])
    back = tmp_path / "de.csv"
    with back.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    ran = run(wood, "translate", "import", str(back))
    assert (ran.code, ran.err) == (0, "")
    text = (wood.root / "game.yaml").read_text("utf-8")
    for wrong, right in (
        ("Sei brav", "Sei mutig"),
        ("Kost {", "Kostet {"),
        ("Tierr", "Ein Tier"),
        ("Dinng", "Ein Ding"),
        ("Karten}", 'Spielkarten"}'),
    ):
        assert wrong not in text
        assert text.count(right) == 1

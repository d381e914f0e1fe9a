"""`fustella import` of Squib decks: tables, layouts and plain lines; nothing is run."""

from pathlib import Path

import pytest
from PIL import Image

from fustella.intake import bring
from fustella.intake.taken import Miss
from tests.conftest import TinyProject
from tests.intake.test_nandeck import ICON

DECK = """\
require 'squib'
layouts = ['layout.yml']
data = Squib.csv file: 'skills.csv'  # qty
Squib::Deck.new(cards: data['title'].size, width: 825, height: '3.75in',
                layout: layouts) do
  background color: '#cfe3f1'
  png file: data['picture'].map { |name| "#{name}.png" }, layout: :picture
  text str: data['title'], layout: :title
  text str: data.level, layout: 'level'
  text str: data['title'].map { |t| t.reverse }, x: 10, y: 10
  File.write('ran.txt', 'x')
  save_pdf file: 'skills.pdf', trim: 37.5
end
"""
LAYOUT = """\
base: {x: 75, width: 1in, height: 100, font: Sans Bold 50}
title: {extends: base, y: 600, align: center}
level: {extends: title, y: += 150, x: += 75}
picture: {x: 75, y: 75, width: 600, height: 500}
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "skills"
    folder.mkdir()
    (folder / "deck.rb").write_text(DECK, encoding="utf-8")
    (folder / "layout.yml").write_text(LAYOUT, encoding="utf-8")
    (folder / "skills.csv").write_text(
        "title,picture,level,qty\nArchery,bow,1,1\nCooking,pot,2,3\n", encoding="utf-8"
    )
    Image.new("RGB", (600, 500), "#336699").save(folder / "bow.png")
    Image.new("RGB", (600, 500), "#993366").save(folder / "pot.png")
    return folder


def test_places_sizes_texts_and_counts_are_those_of_the_deck(source, tmp_path, run):
    brought = bring(source, into=tmp_path / "game")
    assert brought.format == "squib"
    (kind,) = brought.taken.kinds
    assert (kind.width_mm, kind.height_mm) == (63.5, 88.9)
    assert kind.bleed_mm == pytest.approx(37.5 / 300 * 25.4, abs=0.01)
    rows = [dict(zip(kind.header, row, strict=True)) for row in kind.rows]
    assert [(row["title"], row["level"], row["copies"]) for row in rows] == [
        ("Archery", "1", "1"),
        ("Cooking", "2", "3"),
    ]
    title, level = kind.front.zones["title"], kind.front.zones["level"]
    assert (title["x"], title["y"], title["width"]) == ("3.17mm", "47.62mm", "25.4mm")
    assert (level["x"], level["y"]) == ("9.52mm", "60.33mm")
    assert title["size"] == "16pt"
    assert title["bold"] is True
    assert sorted(brought.taken.pictures) == ["bow.png", "pot.png"]
    assert kind.paper == "#cfe3f1"
    ran = run(TinyProject(brought.place.project.root), "build", "--draft")
    assert ran.code == 0, ran.err


def test_what_ruby_computes_is_told_and_nothing_runs(source, tmp_path):
    brought = bring(source / "deck.rb", into=tmp_path / "game")
    told = [(loss.miss, loss.place.line) for loss in brought.taken.losses]
    assert (Miss.TEXTS, 10) in told
    assert not list(tmp_path.rglob("ran.txt"))


def test_layouts_that_cannot_be_read_or_turn_in_circles_are_told(source, tmp_path):
    (source / "layout.yml").write_text("title: &a {x: 5}\nlevel: *a\n", encoding="utf-8")
    brought = bring(source, into=tmp_path / "one")
    assert Miss.PLACES in {loss.miss for loss in brought.taken.losses}
    (source / "layout.yml").write_text(
        "title: {extends: level, x: 5}\nlevel: {extends: title, y: 9}\n", encoding="utf-8"
    )
    assert bring(source, into=tmp_path / "two").taken.kinds
    (source / "layout.yml").write_text("other: {x: 5}\n", encoding="utf-8")
    losses = bring(source, into=tmp_path / "three").taken.losses
    assert {loss.what for loss in losses if loss.miss is Miss.PLACES} >= {"title", "picture"}


def test_folders_loops_anchors_and_built_in_layouts(source, tmp_path, run):
    (source / "deck.rb").write_text(
        "require 'squib'\ndata = Squib.csv file: 'skills.csv'\n"
        "Squib::Deck.new(cards: data.nrows, layout: %w(hand.yml layout.yml)) do\n"
        "  %w(title level).each do |key|\n    text str: data[key], layout: key\n  end\n"
        "  text(str: 'Pay :bow:', layout: :snark) do |embed|\n"
        "    embed.svg key: ':bow:', file: 'bow.svg'\n  end\n"
        "  star x: 400, y: 400, n: 5, inner_radius: 20, outer_radius: 60, fill_color: :red\nend\n",
        encoding="utf-8",
    )
    (source / "bow.svg").write_text(ICON, encoding="utf-8")
    (source / "backs.rb").write_text(
        "Squib::Deck.new(width: '2in', height: '2in') do\n  text str: 'Back', x: 10, y: 10\nend\n",
        encoding="utf-8",
    )
    (source / "layout.yml").write_text(
        "base: &base {x: 75}\nwide: &w 600\n"
        "title:\n  <<: *base\n  y: 300\n  width: *w\n  height: 90\n"
        "level: {x: 75, y: 500, width: 300, height: 90}\n",
        encoding="utf-8",
    )
    brought = bring(source, into=tmp_path / "game")
    backs, cards = brought.taken.kinds
    assert (backs.width_mm, cards.width_mm) == (50.8, 69.85)
    assert cards.front.zones["title"]["width"] == "50.8mm"
    assert cards.front.zones["title"]["x"] == "6.35mm"
    assert "Pay {bow}" in str(cards.front.zones)
    assert not [loss for loss in brought.taken.losses if loss.miss is Miss.PLACES]
    assert run(TinyProject(brought.place.project.root), "build", "--draft").code == 0

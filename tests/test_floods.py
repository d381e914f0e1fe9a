"""One cause is one problem: faults of many pieces are told once, with their number and places."""

import json

import pytest

from tests.conftest import TinyProject

UNITS = 280
WIDE = "x: 1mm, y: 9mm, height: 3mm, size: 8pt, least: 7pt"
KINDS = {
    "small": "{front: ready/counter, width: 11mm, height: 11mm, edge: none}",
    "cards": "{front: ready/text-card}",
    "chosen": f"""
    front: ready/counter
    width: 20mm
    height: 20mm
    fields: {{front: {{strength: number, wide: text}}}}
    layout:
      front:
        wide: {{{WIDE}, width: "{{=2 + strength / 10}}mm"}}
    """,
}


@pytest.fixture
def flood(tmp_path, capsys):
    """Runs a command on a game of 280 units of a kind, whose rows have these columns."""

    def run(kind, header, row, command, *, number=UNITS, columns=""):
        folder = tmp_path / "flood"
        folder.mkdir(exist_ok=True)
        game = f"title: Flood\nlanguages: [en]\nkinds:\n  unit: {KINDS[kind]}\n"
        (folder / "game.yaml").write_text(game, "utf-8")
        rows = [f"id,title,{header}", *(f"u{n},{row(n)}" for n in range(number))]
        (folder / "units.csv").write_text("\n".join(rows) + "\n", "utf-8")
        (folder / "units.yaml").write_text(f"kind: unit\npieces: units.csv\n{columns}", "utf-8")
        TinyProject(folder).run(*command.split())
        return capsys.readouterr()

    return run


def test_counter_that_is_too_small_is_one_problem(flood):
    names = ("Grenadier", "Fusilier", "Chasseur")
    told = flood("small", "icon", lambda n: f"{names[n % 3]} Regiment {n},mdi:tank", "build").err
    assert told.count(" E201 ") == 1
    assert "`u1` (units.csv:3), `u2` (units.csv:4)" in told
    assert f"1 problem at {UNITS} places, which --each tells one by one" in told


def test_zone_that_is_of_another_size_on_each_piece_is_one_problem(flood):
    row = "T{0},{0},Grenadiers{0}"
    told = flood("chosen", "strength,wide", lambda n: row.format(n % 40), "build", number=60).err
    assert told.count(" E201 ") == 1


def test_few_faults_of_many_zones_are_one_problem_for_each_zone(flood):
    def row(n):
        return f"Grenadier Regiment {n},NNN{n},{n}00000000-{n},{n}00000000+{n}"

    told = flood("small", "top_left,bottom_left,bottom_right", row, "build", number=12).err
    assert told.count(" E201 ") == 3
    assert "3 problems at 36 places" in told


@pytest.mark.parametrize("number", [50, UNITS])
def test_icons_that_are_missing_are_as_many_problems(flood, number):
    icons = ("mdi:tankk", "mdi:horsee", "mdi:gunn", "own:hq")
    told = flood("small", "icon", lambda n: f"T,{icons[n % 4]}", "build", number=number).err
    assert told.count(" E114 ") == 4
    told = flood("cards", "text", lambda n: f"T{n},{n} {{{icons[n % 4][4:]}}}", "build").err
    assert told.count(" E203 ") == 4


def test_markup_that_is_wrong_everywhere_is_one_problem(flood):
    told = flood("cards", "text", lambda n: f"T{n},Unit {n} is **strong", "build").err
    assert told.count(" E204 ") == 1


def test_column_of_wrong_words_is_one_problem(flood):
    told = flood("small", "colour", lambda n: f"T{n},nocolour", "list").err
    assert told.count(" E115 ") == 1


def test_list_that_was_pasted_twice_is_one_problem(flood):
    told = flood("cards", "text", lambda n: f"T{n},x\nu{n},T{n},x", "list").err
    assert told.count(" E112 ") == 1


def test_rule_that_finds_much_in_one_field_is_one_finding_and_json_has_all(flood):
    names = ["Bla", "Ney", "Mur", "Dav", "Sou", "Ber", "Mac", "Gro", "Tor", "Lan", "Vic", "Jou"]

    def row(n):
        return f"Unit {n},The men of {names[n % 12]}{names[n // 12 % 12].lower()}{n // 144}ux move"

    told = flood("cards", "text", row, "check").out
    assert told.count("open: lint-names") == 1
    assert "Flood: 1 open" in told
    assert " more in `text`" in told
    plain = json.loads(flood("cards", "text", row, "check --format json").out)
    assert len(plain["flood"]) > 100
    every = flood("cards", "text", row, "check --each").out
    assert every.count("open: lint-names") == len(plain["flood"])
    few = flood("cards", "text", row, "check", number=12).out
    assert few.count("open: lint-names") == 12


def test_column_for_which_there_is_no_field_is_told_with_all_ways_out(flood):
    told = flood("cards", "Attack,Tex,Titel", lambda n: f"T,{n},x,{n}", "list", number=3).err
    attack, tex, titel = (told.split(f" {name}: E106")[1] for name in ("Attack", "Tex", "Titel"))
    assert attack.index("fields: {front: {attack?: number}}") < attack.index("{Attack: copies}")
    assert "{Attack: title}" not in told
    assert tex.index("{Tex: text}") < tex.index("fields: {front: {tex?: text}}")
    assert "{Titel: title}" not in titel  # which has a column of its own
    assert "fields: {front: {titel?: number}}" in titel
    mapped = "columns: {Attack: strength}\n"
    told = flood("cards", "Attack", lambda n: f"T,{n}", "list", number=3, columns=mapped).err
    assert "known: title" in told
    assert "fields: {front: {strength?: number}}" in told

"""Lists as tables: what their cells show, why some are fixed, and what is typed by edits."""

import io
import re
from datetime import datetime

import pytest
import xlsxwriter
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.read.spreadsheets.making import ods, ods_row
from tests.workbench.benches import GameBench

GAME = """\
title: Wood
languages: [en]
kinds:
  card:
    front: ready/blank
    width: 60mm
    height: 60mm
    fields:
      front:
        title: text
        power?: number
        tags?: [word]
        cost?: {wood: number, gold?: number}
        rare?: flag
        side?: left | right
    layout: {front: {title: {x: 1mm, y: 1mm, width: 50mm, height: 5mm}}}
"""
LIST = "kind: card\npieces: cards.csv\n"
YAML = """\
# The deck.
kind: card
pieces:
  - {id: a, front: {title: One, power: 3, tags: [x, y]}}
  # of two
  - id: b
    copies: 3
    front:
      title: Two   # the second
      cost: {wood: 2}
  - for: {rank: 1..2}
    id: card
    name: "{rank}"
    front: {title: "Rank {rank}"}
"""


@pytest.fixture
def bench(tmp_path):
    def make(game=GAME, **files):
        names = {
            "_".join(name.split("_")[:-1]) + "." + name.split("_")[-1]: data
            for name, data in files.items()
        }
        return GameBench(tmp_path / "wood", {"game.yaml": game, **names})

    return make


def cells(bench, table):
    return {row["row"]: row["cells"] for row in bench.table(table)["rows"]}


def names(bench, table):
    return [column["name"] for column in bench.table(table)["columns"]]


def done(bench, *gestures):
    outcome = bench.edit(*gestures)
    assert outcome.status == 200, outcome.problems
    return outcome.what


def refused(bench, *gestures):
    outcome = bench.edit(*gestures)
    assert outcome.status == 422
    return outcome.problems[0].message


def change(table, *changed):
    return {
        "do": "cells",
        "table": table,
        "cells": [{"row": r, "column": c, "text": t} for r, c, t in changed],
    }


def test_csv_is_shown_with_its_own_columns(bench):
    one = bench(
        cards_yaml=LIST, cards_csv='id,title,Notes,qty\nelf,"Elf, wood",old,2\n\nfox,Fox,,0\n'
    )
    (table,) = one.tables()["tables"]
    assert (table["id"], table["format"], table["kind"], table["rows"]) == (
        "cards.csv",
        "csv",
        "card",
        [],
    )
    table = one.table("cards.csv")
    assert [(column["name"], column["type"]) for column in table["columns"]] == [
        ("id", "word"), ("title", "text"), ("Notes", ""), ("qty", "number"),
    ]  # fmt: skip
    assert cells(one, "cards.csv") == {
        2: ["elf", "Elf, wood", "old", "2"], 3: ["", "", "", ""], 4: ["fox", "Fox", "", "0"],
    }  # fmt: skip
    assert set(one.tables("cards.csv")["files"]) == {"cards.csv", "cards.yaml"}


def test_row_knows_its_piece(bench):
    one = bench(cards_yaml=LIST, cards_csv="title\nElf\nFish market\nElf\n", more_yaml=YAML)
    assert [row["piece"] for row in one.table("cards.csv")["rows"]] == [
        "elf",
        "fish-market",
        "elf-2",
    ]
    assert [row["piece"] for row in one.table("more.yaml")["rows"]] == ["a", "b", "card-1"]
    assert [row["line"] for row in one.table("more.yaml")["rows"]] == [4, 6, 11]


def test_yaml_is_shown_with_the_fields_of_its_kind(bench):
    one = bench(cards_yaml=YAML)
    table = one.table("cards.yaml")
    assert [(column["name"], column["type"]) for column in table["columns"]] == [
        ("id", "word"), ("name", "text"), ("copies", "number"), ("front.colour", "colour"),
        ("front.title", "text"), ("front.power", "number"), ("front.tags", "list"),
        ("front.cost.wood", "number"), ("front.cost.gold", "number"), ("front.rare", "flag"),
        ("front.side", "choice"),
    ]  # fmt: skip
    assert cells(one, "cards.yaml")[1] == ["a", "", "", "", "One", "3", "x; y", "", "", "", ""]
    assert cells(one, "cards.yaml")[2] == ["b", "", "3", "", "Two", "", "", "2", "", "", ""]
    made = table["rows"][2]
    assert made["cells"][4] == "Rank {rank}"
    assert {*made["locked"].values()} == {"pieces that `for` makes: change them in the file"}
    assert table["columns"][-1]["about"] == "left or right, may be empty"


def test_cells_of_yaml_are_typed_as_by_hand(bench):
    one = bench(cards_yaml=YAML.replace("\n", "\r\n"))
    at = names(one, "cards.yaml").index
    what = done(one, change(
        "cards.yaml",
        (1, at("front.power"), ""), (1, at("copies"), "4"), (1, at("front.tags"), "p; q; r"),
        (2, at("front.title"), "Zwei: 2"), (2, at("front.cost.gold"), "5"),
        (2, at("front.rare"), "yes"), (2, at("copies"), ""), (2, at("front.side"), "left"),
    ))  # fmt: skip
    assert what == "change 8 values of cards.yaml"
    assert one.text("cards.yaml") == YAML.replace(
        "{id: a, front: {title: One, power: 3, tags: [x, y]}}",
        "{id: a, copies: 4, front: {title: One, tags: [p, q, r]}}",
    ).replace(
        "    copies: 3\n    front:\n      title: Two   # the second\n      cost: {wood: 2}\n",
        '    front:\n      title: "Zwei: 2"   # the second\n      cost: {wood: 2, gold: 5}\n'
        "      rare: true\n      side: left\n",
    ).replace("\n", "\r\n")
    assert one.workbench.undo().status == 200
    assert one.text("cards.yaml") == YAML.replace("\n", "\r\n")


def test_rows_of_yaml_are_added_copied_and_removed(bench):
    one = bench(cards_yaml=YAML)
    width = len(names(one, "cards.yaml"))
    new = ["", "", "", "", "Fish market", "1"]
    assert (
        done(one, {"do": "rows-add", "table": "cards.yaml", "before": 2, "rows": [new]})
        == "add a row to cards.yaml"
    )
    assert done(one, {"do": "rows-copy", "table": "cards.yaml", "row": 3}) == "copy `b`"
    assert (
        done(one, {"do": "rows-add", "table": "cards.yaml", "rows": [[""] * width] * 2})
        == "add 2 rows to cards.yaml"
    )
    assert (
        done(one, {"do": "rows-remove", "table": "cards.yaml", "rows": [1]})
        == "remove `a` of cards.yaml"
    )
    assert (
        one.text("cards.yaml")
        == """\
# The deck.
kind: card
pieces:
  - id: fish-market
    front: {title: Fish market, power: 1}
  # of two
  - id: b
    copies: 3
    front:
      title: Two   # the second
      cost: {wood: 2}
  - id: b-2
    copies: 3
    front:
      title: Two   # the second
      cost: {wood: 2}
  - for: {rank: 1..2}
    id: card
    name: "{rank}"
    front: {title: "Rank {rank}"}
  - id: new
  - id: new-2
"""
    )


def test_what_a_list_in_yaml_does_not_allow_is_refused(bench):
    one = bench(cards_yaml=YAML)
    assert refused(one, change("cards.yaml", (1, 0, ""))) == "a piece needs an id"
    assert refused(one, change("cards.yaml", (3, 4, "x"))).startswith("pieces that `for` makes")
    assert refused(one, change("cards.yaml", (9, 4, "x"))) == "there is no row 9"
    assert refused(one, change("cards.yaml", (1, 99, "x"))) == "there is no column 100"
    assert refused(one, {"do": "rows-copy", "table": "cards.yaml", "row": 3}).startswith(
        "pieces that"
    )
    every = {"do": "rows-remove", "table": "cards.yaml", "rows": [1, 2, 3]}
    assert refused(one, every) == "a list has at least one piece"
    assert refused(one, change("none.yaml", (1, 0, "x"))) == "there is no list `none.yaml` any more"


def test_list_in_brackets_is_changed_too(bench):
    one = bench(
        cards_yaml="kind: card\npieces: [{id: a, front: {title: One}}, "
        "{id: b, front: {title: Two}}]\n"
    )
    at = names(one, "cards.yaml").index("front.title")
    done(
        one,
        change("cards.yaml", (1, at, "Eins")),
        {"do": "rows-copy", "table": "cards.yaml", "row": 2},
    )
    assert [row[at] for row in cells(one, "cards.yaml").values()] == ["Eins", "Two", "Two"]
    assert [row[0] for row in cells(one, "cards.yaml").values()] == ["a", "b", "b-2"]


def test_texts_in_several_languages_have_a_column_for_each(bench):
    typed = "kind: card\npieces:\n  - id: a\n    front: {title: {it: Uno, en: One}}\n"
    typed += "  - id: b\n    front: {title: Due}\n"
    one = bench(game=GAME.replace("[en]", "[it, en]"), cards_yaml=typed)
    it, en = (names(one, "cards.yaml").index(f"front.title.{code}") for code in ("it", "en"))
    assert [(row[it], row[en]) for row in cells(one, "cards.yaml").values()] == [
        ("Uno", "One"),
        ("Due", ""),
    ]
    edit = change(
        "cards.yaml", (1, en, "The first"), (2, en, "Two"), (1, it, "Primo"), (2, it, "2")
    )
    done(one, edit)
    assert one.text("cards.yaml").endswith(
        "  - id: a\n    front: {title: {it: Primo, en: The first}}\n"
        '  - id: b\n    front: {title: {it: "2", en: Two}}\n'
    )


def test_table_is_shown_and_mended_while_the_game_has_faults(bench):
    one = bench(
        cards_yaml=YAML.replace("power: 3", "power: three"),
        more_yaml=LIST,
        cards_csv="id,title,power\nx,X,six\n",
    )
    at = names(one, "cards.yaml").index("front.power")
    assert cells(one, "cards.yaml")[1][at] == "three"
    assert [row["piece"] for row in one.table("cards.yaml")["rows"]] == ["a", "b", "card"]
    assert [row["piece"] for row in one.table("cards.csv")["rows"]] == ["x"]
    done(one, change("cards.yaml", (1, at, "3")), change("cards.csv", (2, 2, "6")))
    assert one.text("cards.yaml") == YAML
    assert one.text("cards.csv") == "id,title,power\nx,X,6\n"
    assert one.job.game.pieces


@pytest.mark.parametrize(
    "game",
    [
        "title: Wood\nlanguages: [en]\nkinds: {card: {front: ready/nothing}}\n",
        "title: [\n",
        "kinds: 3\n",
    ],
)
def test_table_is_editable_whatever_is_wrong_with_the_game(bench, game):
    one = bench(game=game, cards_yaml=LIST, cards_csv="id,title\nx,X\n", more_yaml=YAML)
    assert [column["name"] for column in one.table("cards.csv")["columns"]] == ["id", "title"]
    done(
        one,
        change("cards.csv", (2, 1, "Y")),
        {"do": "rows-add", "table": "cards.csv", "rows": [["", ""]]},
    )
    assert one.text("cards.csv") == "id,title\nx,Y\nnew,\n"
    at = names(one, "more.yaml").index("front.power")
    done(one, change("more.yaml", (1, at, "4")))
    assert "power: 4" in one.text("more.yaml") or 'power: "4"' in one.text("more.yaml")


def test_entry_that_is_no_mapping_is_shown_and_fixed(bench):
    one = bench(
        cards_yaml="kind: card\npieces:\n  - just a text\n"
        "  - {id: a, front: {title: One, odd: 7}}\n"
    )
    table = one.table("cards.yaml")
    assert "change it in the file" in table["rows"][0]["locked"]["0"]
    odd = next(column for column in table["columns"] if column["name"] == "front.odd")
    assert odd["about"] == "no field of the kind"
    assert table["rows"][1]["cells"][-1] == "7"


def test_rows_of_a_sheet_are_added_copied_and_removed(bench):
    one = bench(cards_yaml=LIST, cards_csv="\ufeffid;title;copies\r\nelf;Elf;2\r\nfox;Fox;1")
    assert (
        done(
            one,
            {
                "do": "rows-add",
                "table": "cards.csv",
                "before": 0,
                "rows": [["", "", ""], ["owl", "Owl", ""]],
            },
        )
        == "add 2 rows to cards.csv"
    )
    assert (
        done(
            one,
            {"do": "rows-copy", "table": "cards.csv", "row": 3},
            {"do": "rows-copy", "table": "cards.csv", "row": 2},
        )
        == "2 changes"
    )
    assert (
        done(one, {"do": "rows-remove", "table": "cards.csv", "rows": [2]})
        == "remove a row of cards.csv"
    )
    assert one.text("cards.csv") == (
        "\ufeffid;title;copies\r\nelf-2;Elf;2\r\nfox;Fox;1\r\nfox-2;Fox;1\r\nnew;;\r\nowl;Owl;"
    )
    assert (
        done(one, change("cards.csv", (2, 1, "Elf, grey")))
        == "change `title` in row 2 of cards.csv"
    )
    assert one.text("cards.csv").splitlines()[1] == "elf-2;Elf, grey;2"


def test_sheet_without_ids_gets_new_names(bench):
    one = bench(cards_yaml=LIST, cards_csv="power,title\n1,Elf\n")
    done(one, {"do": "rows-add", "table": "cards.csv", "rows": [["", ""], ["", ""], ["3", ""]]})
    assert one.text("cards.csv") == "power,title\n1,Elf\n,new\n,new-2\n3,\n"


def workbook():
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        book.set_properties({"created": datetime(2026, 1, 1)})
        book.add_worksheet("Notes").write(0, 0, "Remarks")
        sheet = book.add_worksheet("Deck 1")
        sheet.write_row(0, 0, ["id", "title", "power", "copies", "Notes"])
        for at, name in enumerate(("Elf", "Fox", "Owl"), start=1):
            sheet.write_row(at, 0, [name.lower(), name, at])
            sheet.write_formula(at, 3, f"=C{at + 1}+1", None, at + 1)
        sheet.merge_range("E2:E3", "both")
        bold = book.add_format({"bold": True})
        sheet.write_rich_string(3, 1, "Owl ", bold, "of night")
    return stream.getvalue()


def test_workbook_tells_which_of_its_cells_are_fixed(bench):
    before = workbook()
    one = bench(
        cards_yaml='kind: card\npieces: "deck.xlsx#Deck 1"\ncolumns: {Notes: ignore}\n',
        deck_xlsx=before,
    )
    table = one.table("deck.xlsx#Deck 1")
    assert (table["file"], table["sheet"], table["format"], table["why"]) == (
        "deck.xlsx",
        "Deck 1",
        "xlsx",
        "",
    )
    assert [row["locked"] for row in table["rows"]] == [
        {"3": "a formula: change what it is computed from",
         "4": "part of merged cells: change it in the spreadsheet program"}
    ] * 2 + [{"3": "a formula: change what it is computed from"}]  # fmt: skip
    assert table["rows"][2]["cells"] == ["owl", "Owl **of night**", "3", "4", ""]
    assert [row["piece"] for row in table["rows"]] == ["elf", "fox", "owl"]
    assert (
        refused(one, change("deck.xlsx#Deck 1", (2, 3, "9")))
        == "the cell D2 is a formula: change what it is computed from"
    )
    done(
        one,
        change("deck.xlsx#Deck 1", (4, 1, "Owl *of day*"), (4, 2, "7")),
        {"do": "rows-copy", "table": "deck.xlsx#Deck 1", "row": 4},
    )
    assert cells(one, "deck.xlsx#Deck 1")[4] == ["owl", "Owl *of day*", "7", "4", ""]
    assert cells(one, "deck.xlsx#Deck 1")[5] == ["owl-2", "Owl *of day*", "7", "4", ""]
    assert one.workbench.undo().status == 200
    assert one.read("deck.xlsx") == before


def test_table_that_cannot_be_changed_says_why(bench):
    one = bench(
        a_yaml="kind: card\npieces: a.ods\n",
        a_ods=ods({"Cards": ods_row("id", "title") + ods_row("elf", "Elf")}),
        b_yaml='kind: card\nsource: {sheet: "https://example.org/x.csv"}\npieces: b.csv\n',
        b_csv="id,title\nfox,Fox\n",
        c_yaml="kind: card\npieces: c.csv\n",
        c_csv='id,title\n"owl,Owl\n',
        d_yaml="kind: card\npieces: none.csv\n",
        e_yaml="kind: card\npieces: [\n",
    )
    why = {table["id"]: (table["format"], table["why"]) for table in one.tables()["tables"]}
    assert why["a.ods"] == (
        "ods",
        "an .ods file is not written: change it in the spreadsheet program",
    )
    assert why["b.csv"] == (
        "pulled",
        "its rows come from https://example.org/x.csv: change them there, then run `fustella pull`",
    )
    assert "there is no file `none.csv`" in why["d.yaml"][1]
    assert why["e.yaml"][1]
    assert cells(one, "a.ods") == {2: ["elf", "Elf"]}
    assert cells(one, "b.csv") == {2: ["fox", "Fox"]}
    assert "is not closed" in one.table("c.csv")["why"]
    for name in ("a.ods", "b.csv", "d.yaml", "e.yaml"):
        assert refused(one, change(name, (2, 0, "x"))) == why[name][1]
    assert "is not closed" in refused(one, change("c.csv", (2, 0, "x")))


def test_link_in_place_of_a_sheet_is_not_written(bench, tmp_path):
    one = bench(cards_yaml=LIST)
    outside = tmp_path / "outside.csv"
    outside.write_text("id,title\nelf,Elf\n")
    (one.root / "cards.csv").symlink_to(outside)
    assert "is a link" in one.tables()["tables"][0]["why"]
    assert "is a link" in refused(one, change("cards.csv", (2, 1, "x")))
    assert outside.read_text() == "id,title\nelf,Elf\n"


def test_two_lists_that_share_a_sheet_are_one_table(bench):
    one = bench(
        a_yaml="kind: card\nwhere: power > 1\npieces: cards.csv\n",
        b_yaml="kind: card\nwhere: power < 2\npieces: cards.csv\n",
        cards_csv="id,title,power\nelf,Elf,1\nfox,Fox,2\n",
    )
    assert [table["id"] for table in one.tables()["tables"]] == ["cards.csv"]
    assert [row["piece"] for row in one.table("cards.csv")["rows"]] == ["elf", "fox"]


def test_gesture_with_too_many_cells_is_refused(bench, monkeypatch):
    monkeypatch.setattr("fustella.workbench.tables.MOST_CHANGES", 3)
    one = bench(cards_yaml=LIST, cards_csv="id,title\nelf,Elf\n")
    assert refused(one, change("cards.csv", *[(2, 1, "x")] * 4)) == "more than 3 cells at once"


TEXTS = st.sampled_from(
    [
        "",
        "x",
        "7",
        "a; b",
        'Say: "no"',
        "# one",
        "- two",
        "line\nbreak",
        "é",
        "yes",
        " b ",
        "{wood}",
        "'",
    ]
)


def random_table(format_):
    rows = [["a", "One", "3"], ["b", "Two", ""], ["c", "Three", "5"]]
    if format_ == "csv":
        return {
            "cards.yaml": LIST,
            "cards.csv": "id;title;power\r\n" + "".join(";".join(row) + "\r\n" for row in rows),
        }, "cards.csv"
    if format_ == "xlsx":
        stream = io.BytesIO()
        with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
            sheet = book.add_worksheet()
            for at, row in enumerate([["id", "title", "power"], *rows]):
                sheet.write_row(at, 0, row)
        return {
            "cards.yaml": LIST.replace("csv", "xlsx"),
            "cards.xlsx": stream.getvalue(),
        }, "cards.xlsx"
    entries = "".join(
        f"  - id: {a}\n    front: {{title: {b}{f', power: {c}' if c else ''}}}   # {a}\n"
        for a, b, c in rows
    )
    return {"cards.yaml": f"kind: card\npieces:\n{entries}"}, "cards.yaml"


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15, deadline=None
)
@given(st.data(), st.sampled_from(["csv", "xlsx", "yaml"]))
def test_any_gestures_show_what_was_typed_and_are_undone(tmp_path_factory, data, format_):
    files, table = random_table(format_)
    one = GameBench(tmp_path_factory.mktemp("random"), {"game.yaml": GAME, **files})
    before = {name: one.read(name) for name in files}
    at = [
        names(one, table).index(name)
        for name in (("front.title", "front.power") if format_ == "yaml" else ("title", "power"))
    ]
    shown = [row["cells"] for row in one.table(table)["rows"]]
    numbers = [row["row"] for row in one.table(table)["rows"]]
    steps = 0
    for _ in range(data.draw(st.integers(1, 4))):
        sort = data.draw(st.sampled_from(["cells", "rows-add", "rows-copy", "rows-remove"]))
        place = data.draw(st.integers(0, len(shown) - 1))
        if sort == "cells":
            column, text = data.draw(st.sampled_from(at)), data.draw(TEXTS)
            outcome = one.edit(change(table, (numbers[place], column, text)))
            shown[place][column] = text
        elif sort == "rows-add":
            new = [""] * len(shown[0])
            new[0], new[at[0]] = f"new{len(shown)}{steps}", data.draw(TEXTS)
            outcome = one.edit(
                {"do": "rows-add", "table": table, "before": numbers[place], "rows": [new]}
            )
            shown.insert(place, new)
        elif sort == "rows-copy":
            outcome = one.edit({"do": "rows-copy", "table": table, "row": numbers[place]})
            shown.insert(place + 1, [*shown[place]])
        elif len(shown) > 1:
            outcome = one.edit({"do": "rows-remove", "table": table, "rows": [numbers[place]]})
            del shown[place]
        else:
            continue
        assert outcome.status == 200, outcome.problems
        steps += bool(outcome.changed)
        rows = one.table(table)["rows"]
        numbers = [row["row"] for row in rows]
        if sort == "rows-copy":
            shown[place + 1][0] = rows[place + 1]["cells"][0]
            assert re.fullmatch(r".*-[0-9]+", shown[place + 1][0])
        assert [row["cells"] for row in rows] == shown
    for _ in range(steps):
        assert one.workbench.undo().status == 200
    assert {name: one.read(name) for name in files} == before

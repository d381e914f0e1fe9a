"""Measures the cost of projects at the bounds: small files that ask for much, by whole commands.

Each case is a project that is refused, or that `fustella.core.processes.limits` just allows. A
refusal may take at most `MOST_S` of the processor's time; a row that takes longer ends with `slow`.

    python benchmarks/bounds.py                  all cases, by `list`, `check` and `build`
    python benchmarks/bounds.py icons claims     those whose names have one of these words
    python benchmarks/bounds.py --commands list  by one command alone
    python benchmarks/bounds.py --bounds         what each bound costs
    python benchmarks/bounds.py --write          the same, for docs/reference/limits.md
"""

import argparse
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

HERE = Path(__file__).parent
COSTS = HERE / "bounds.json"
COMMANDS = ("list", "check", "build")
MOST_S = 20.0
"""The most seconds of the processor for a refusal."""

GAME = """\
title: Probe
languages: [en]
mark: PR
kinds:
  card:
    name: Cards
    size: poker
    front: card.svg.j2
    fields: {front: {title: text}}
"""
TEMPLATE = """\
{% extends "_shared/face.svg.j2" %}
{% block face %}
<rect width="{{ width }}" height="{{ height }}" fill="#ffffff"/>
{{ text(face.title, x=4, y=4, width=50, height=10, size=14) }}
{% endblock %}
"""
FOLDER = "content/probe"
CARDS, CLAIMS, DOCUMENT = f"{FOLDER}/cards.yaml", f"{FOLDER}/claims.yaml", f"{FOLDER}/rules.txt"
BASE = {
    f"{FOLDER}/game.yaml": GAME,
    CARDS: "kind: card\npieces:\n  - {id: first, front: {title: First}}\n",
    "templates/probe/card.svg.j2": TEMPLATE,
}

Files = Mapping[str, str | bytes]
CASES: dict[str, Callable[[], Files]] = {}


def case(make: Callable[[], Files]) -> Callable[[], Files]:
    CASES[make.__name__.replace("_", "-")] = make
    return make


def pieces(entries: Iterator[str] | list[str], head: str = "kind: card\n") -> Files:
    return {CARDS: f"{head}pieces:\n" + "".join(f"  - {entry}\n" for entry in entries)}


def card(n: int, title: str = "") -> str:
    return f"{{id: piece-{n}, front: {{title: {title or f'A title of the card of number {n}'}}}}}"


# Lists.


@case
def list_of_10000_pieces() -> Files:
    return pieces([card(n) for n in range(10_000)])


@case
def list_of_80000_pieces() -> Files:
    return pieces([card(n) for n in range(80_000)])


@case
def list_of_190000_pieces() -> Files:
    return pieces([f"{{id: p{n}, front: {{title: T{n}}}}}" for n in range(190_000)])


@case
def lists_80_of_2500_pieces() -> Files:
    files = {CARDS: ""}
    for part in range(80):
        (text,) = pieces([card(n) for n in range(part * 2500, part * 2500 + 2500)]).values()
        files[f"{FOLDER}/cards-{part}.yaml"] = text
    del files[CARDS]
    return files


@case
def lists_20000_empty() -> Files:
    return {f"{FOLDER}/cards-{n}.yaml": "kind: card\npieces: []\n" for n in range(20_000)}


@case
def icons_50000_unknown() -> Files:
    return pieces([card(n, f'"Takes {{icon{n}}}"') for n in range(50_000)])


@case
def icons_50000_unknown_in_500_texts() -> Files:
    def text(n: int) -> str:
        return '"' + " ".join(f"{{icon{n}x{m}}}" for m in range(100)) + '"'

    return pieces([card(n, text(n)) for n in range(500)])


@case
def ids_80000_alike() -> Files:
    return pieces([f"{{id: same, front: {{title: T{n}}}}}" for n in range(80_000)])


@case
def keys_80000_unknown_of_pieces() -> Files:
    return pieces([f"{{id: p{n}, frnt: {{title: T{n}}}}}" for n in range(80_000)])


@case
def keys_100000_unknown_of_one_piece() -> Files:
    keys = ", ".join(f"titel{n}: x" for n in range(100_000))
    return pieces([f"{{id: one, front: {{title: T, {keys}}}}}"])


@case
def keys_100000_unknown_of_a_list() -> Files:
    keys = "".join(f"piece{n}: x\n" for n in range(100_000))
    return {CARDS: f"kind: card\n{keys}pieces: [{card(1)}]\n"}


@case
def values_80000_of_a_wrong_type() -> Files:
    return pieces([f"{{id: p{n}, front: {{title: [T{n}]}}}}" for n in range(80_000)])


@case
def fields_80000_lacking() -> Files:
    return pieces([f"{{id: p{n}}}" for n in range(80_000)])


@case
def sides_large_in_common() -> Files:
    """A list whose common side has many fields, which each of many pieces inherits."""
    common = ", ".join(f"f{n}: x" for n in range(2_000))
    fields = ", ".join(f"f{n}: text" for n in range(2_000))
    files = pieces([f"{{id: p{n}}}" for n in range(20_000)], f"kind: card\nfront: {{{common}}}\n")
    return {f"{FOLDER}/game.yaml": GAME.replace("{title: text}", f"{{{fields}}}"), **files}


@case
def variants_2000_of_2000_pieces() -> Files:
    variants = "".join(f"  - {{id: v{n}}}\n" for n in range(2000))
    return pieces([card(n) for n in range(2000)], f"kind: card\nvariants:\n{variants}")


@case
def variants_20000() -> Files:
    variants = "".join(f"  - {{id: v{n}, name: N}}\n" for n in range(20_000))
    return pieces([card(n) for n in range(9)], f"kind: card\nvariants:\n{variants}")


@case
def for_100_entries_of_5000() -> Files:
    entry = "{{id: e{}, for: {{a: 1..50, b: 1..100}}, front: {{title: T}}}}"
    return pieces([entry.format(n) for n in range(100)])


@case
def for_2000_entries_of_5000() -> Files:
    entry = "{{id: e{}, for: {{a: 1..50, b: 1..100}}, front: {{title: T}}}}"
    return pieces([entry.format(n) for n in range(2000)])


@case
def for_2000_entries_that_make_none() -> Files:
    entry = "{{id: e{}, for: {{a: 1..50, b: 1..100}}, where: a > 50, front: {{title: T}}}}"
    return pieces([entry.format(n) for n in range(2000)])


@case
def for_one_entry_of_long_texts() -> Files:
    text = "x" * 90_000
    return pieces([f'{{id: e, for: {{a: 1..5000}}, front: {{title: "{text} {{a}}"}}}}'])


@case
def for_entries_with_a_fault_each() -> Files:
    entry = "{{id: e{}, for: {{a: 1..5000}}, front: {{title: '{{=a / (a - 1)}} {{b}} {{a.x}}'}}}}"
    return pieces([entry.format(n) for n in range(20)])


@case
def for_entries_with_other_faults() -> Files:
    entry = "{{id: e{}, for: {{a: 1..5000}}, front: {{title: [T], o{{a}}: 1}}, x{}: 2}}"
    return pieces([entry.format(n, n) for n in range(20)])


@case
def for_with_unlike_faults() -> Files:
    return pieces(["{id: e, for: {a: 1..5000}, front: {title: '{=a * nought}', o: '{{a}x}'}}"])


@case
def for_faults_of_thirds() -> Files:
    """An entry with `for` in which the values of one name have one fault for all of the other."""
    return pieces(["{id: '{a}', for: {a: 1..50, b: 1..100}, front: {title: T, rank: '{b}'}}"])


@case
def for_40_names() -> Files:
    names = ", ".join(f"n{n}: [x]" for n in range(20_000))
    return pieces([f"{{id: e, for: {{{names}}}, front: {{title: T}}}}"])


@case
def for_names_multiplied() -> Files:
    names = ", ".join(f"n{n}: 1..5000" for n in range(5_000))
    return pieces([f"{{id: e, for: {{{names}}}, front: {{title: T}}}}"])


# YAML itself.


@case
def yaml_100000_aliases() -> Files:
    return pieces([f"*a{n}" for n in range(100_000)])


@case
def yaml_deep_lists() -> Files:
    return {
        CARDS: "kind: card\npieces: "
        + ("[" * 50 + "1" + "]" * 50 + ",").join(["["] + [""] * 9000)
        + "]\n"
    }


@case
def yaml_deep_brackets() -> Files:
    return {CARDS: "kind: card\npieces: " + "[" * 1_000_000}


@case
def yaml_deep_indentation() -> Files:
    return {CARDS: "kind: card\n" + "".join(f"{' ' * n}a:\n" for n in range(4000))}


@case
def yaml_broken_at_the_end() -> Files:
    (text,) = pieces([card(n) for n in range(80_000)]).values()
    return {CARDS: text + "  - {id: x, front: {title: [}}\n"}


@case
def yaml_broken_by_a_quote() -> Files:
    (text,) = pieces([card(n) for n in range(80_000)]).values()
    return {CARDS: text.replace("title: A", "title: 'A", 1)}


@case
def yaml_broken_by_colons() -> Files:
    return pieces([f"{{id: p{n}, front: {{title: a: b}}}}" for n in range(80_000)])


@case
def yaml_one_line_of_6_mb() -> Files:
    return {CARDS: "kind: card\npieces: [" + ", ".join(card(n) for n in range(80_000)) + "]\n"}


@case
def yaml_one_key_of_6_mb() -> Files:
    return {CARDS: f"kind: card\n{'k' * 6_000_000}: x\npieces: [{card(1)}]\n"}


@case
def yaml_100000_keys_alike() -> Files:
    return {CARDS: "kind: card\n" + "copies: 1\n" * 100_000 + f"pieces: [{card(1)}]\n"}


@case
def yaml_remarks_of_20_mb() -> Files:
    return {CARDS: "kind: card\n" + "# remark\n" * 2_000_000 + f"pieces: [{card(1)}]\n"}


@case
def yaml_remarks_in_texts() -> Files:
    return pieces([f"{{id: p{n}, front: {{title: 'T #{n}'}}}} # remark" for n in range(60_000)])


@case
def yaml_blocks_with_remarks() -> Files:
    entry = "id: p{0}\n    front:\n      title: >\n        A text # remark {0}\n        # more"
    return pieces([entry.format(n) for n in range(40_000)])


@case
def yaml_commas_in_brackets() -> Files:
    return pieces(["{id: p, front: {title: a" + ", b c" * 100_000 + "}}"])


@case
def yaml_a_million_values() -> Files:
    return {CARDS: "kind: card\npieces: [" + "1, " * 999_000 + "]\n"}


# game.yaml and tables.


def game(text: str) -> Files:
    return {f"{FOLDER}/game.yaml": text}


def kind(n: int, more: str = "") -> str:
    return f"  kind{n}: {{name: K{n}, size: poker, front: card.svg.j2{more}}}\n"


@case
def game_of_5000_kinds() -> Files:
    return game(GAME + "".join(kind(n) for n in range(5_000)))


@case
def game_of_50000_kinds_of_fields() -> Files:
    return game(GAME + "".join(kind(n, ", fields: {front: {t: text}}") for n in range(50_000)))


@case
def game_of_5000_kinds_with_faults() -> Files:
    return game(GAME + "".join(kind(n, ", sise: 4, corner: x, bak: y") for n in range(5_000)))


@case
def game_of_5000_kinds_of_own_templates() -> Files:
    kinds = (f"  kind{n}: {{name: K, size: poker, front: c{n}.svg.j2}}\n" for n in range(5_000))
    return game(GAME + "".join(kinds))


@case
def game_of_50000_fields() -> Files:
    fields = ", ".join(f"f{n}?: text" for n in range(50_000))
    return game(GAME.replace("{title: text}", f"{{title: text, {fields}}}"))


@case
def game_of_a_field_of_50000_words() -> Files:
    words = " | ".join(f"w{n}" for n in range(15_000))
    files = pieces([f"{{id: p{n}, front: {{title: v{n}}}}}" for n in range(2_000)])
    return {**game(GAME.replace("title: text", f"title: {words}")), **files}


@case
def game_of_50000_colours() -> Files:
    colours = "".join(f"  colour{n}: '#12345{n % 10}'\n" for n in range(50_000))
    files = pieces([f"{{id: p{n}, front: {{title: colur{n}}}}}" for n in range(20_000)])
    return {**game(GAME.replace("title: text", "title: colour") + f"colours:\n{colours}"), **files}


@case
def game_of_50000_icons() -> Files:
    icons = "".join(f"  icon{n}: mdi:tree\n" for n in range(50_000))
    return game(GAME + f"icons:\n{icons}")


@case
def game_of_50000_unknown_icons() -> Files:
    icons = "".join(f"  icon{n}: mdi:treee{n}\n" for n in range(50_000))
    return game(GAME + f"icons:\n{icons}")


@case
def game_of_2000_icons_and_20000_unknown() -> Files:
    icons = "".join(f"  icon{n}: mdi:tree\n" for n in range(2_000))
    return {**game(GAME + f"icons:\n{icons}"), **icons_50000_unknown()}


@case
def game_of_100_languages() -> Files:
    languages = ", ".join(f"{a}{b}" for a in "abcde" for b in "abcdefghijklmnopqrst")
    texts = pieces([card(n) for n in range(3_000)])
    return {**game(GAME.replace("[en]", f"[{languages}]")), **texts}


@case
def game_of_50000_languages() -> Files:
    return game(GAME.replace("[en]", f"[{', '.join(f'x{n}' for n in range(50_000))}]"))


@case
def game_of_50000_words() -> Files:
    words = "".join(f"  word{n}: {{en: W{n}}}\n" for n in range(50_000))
    return game(GAME + f"words:\n{words}")


@case
def game_of_2000_boxes() -> Files:
    box = "  box{}: {{name: B, form: tuck, of: {{kind: card}}, front: card.svg.j2}}\n"
    return game(GAME + "boxes:\n" + "".join(box.format(n) for n in range(2_000)))


@case
def game_of_100000_unknown_keys() -> Files:
    return game(GAME + "".join(f"tytle{n}: x\n" for n in range(100_000)))


@case
def tables_of_50000_papers() -> Files:
    papers = "".join(f"P{n}: {{width: 210mm, height: 297mm}}\n" for n in range(50_000))
    return {"content/papers.yaml": papers}


@case
def tables_of_50000_faulty_papers() -> Files:
    return {"content/papers.yaml": "".join(f"P{n}: {{wdth: 210}}\n" for n in range(50_000))}


@case
def tables_of_50000_sizes() -> Files:
    sizes = "".join(f"s{n}: {{width: 50mm, height: 70mm}}\n" for n in range(50_000))
    return {"content/sizes.yaml": sizes, **game_of_5000_kinds_of_unknown_sizes()}


def game_of_5000_kinds_of_unknown_sizes() -> Files:
    kinds = (f"  kind{n}: {{name: K, size: sz{n}, front: card.svg.j2}}\n" for n in range(5_000))
    return game(GAME + "".join(kinds))


@case
def games_2000() -> Files:
    return games_of(2_000)


def games_of(number: int) -> Files:
    files: dict[str, str | bytes] = {}
    for n in range(number):
        for name, text in BASE.items():
            files[name.replace("probe", f"game{n}")] = text
        mark = chr(ord("A") + n // 26 % 26) + chr(ord("A") + n % 26)
        files[f"content/game{n}/game.yaml"] = GAME.replace("PR", mark)
    return files


# Claims and documents.


MANUAL = "{id: by-hand, check: manual, why: {en: it is looked at}}"


def claimed(claims: Iterator[str] | list[str], document: str = "", more: str = "") -> Files:
    head = "document: rules.txt\n" if document else ""
    files: dict[str, str | bytes] = {
        CLAIMS: f"{head}{more}claims:\n  - {MANUAL}\n"
        + "".join(f"  - {claim}\n" for claim in claims)
    }
    if document:
        files[f"{FOLDER}/game.yaml"] = GAME + head
        files[DOCUMENT] = document
        files[CARDS] = f"source: {{lines: 1}}\n{BASE[CARDS]}"
    return files


@case
def claims_5000_of_10000_pieces() -> Files:
    claim = "{{id: c{}, check: count, of: {{kind: card}}, is: 10000}}"
    return {**list_of_10000_pieces(), **claimed([claim.format(n) for n in range(5_000)])}


@case
def claims_800_each_of_10000_pieces() -> Files:
    claim = "{{id: c{}, check: each, of: {{kind: card}}, that: faces = 1}}"
    return {**list_of_10000_pieces(), **claimed([claim.format(n) for n in range(800)])}


@case
def claims_5000_by_fields_of_10000_pieces() -> Files:
    claim = "{{id: c{}, check: count, of: {{kind: card, front.title: T{}}}, is: 1}}"
    return {**list_of_10000_pieces(), **claimed([claim.format(n, n) for n in range(5_000)])}


@case
def claims_5000_by_ids_of_10000_pieces() -> Files:
    claim = "{{id: c{}, check: count, of: [{}], is: 1}}"
    ids = ", ".join(f"piece-{n}" for n in range(100))
    return {**list_of_10000_pieces(), **claimed([claim.format(n, ids) for n in range(5_000)])}


@case
def claims_5000_of_unknown_pieces() -> Files:
    claim = "{{id: c{}, check: count, of: pice-{}, is: 1}}"
    return {**list_of_10000_pieces(), **claimed([claim.format(n, n) for n in range(5_000)])}


@case
def claims_5000_by_patterns_of_10000_pieces() -> Files:
    claim = '{{id: c{}, check: count, of: "*e*e*-*{}*", is: 1}}'
    return {**list_of_10000_pieces(), **claimed([claim.format(n, n) for n in range(5_000)])}


@case
def claims_20000_sums() -> Files:
    claim = '{{id: c{}, check: sum, that: "1 = 1"}}'
    return claimed([claim.format(n) for n in range(20_000)])


@case
def claims_20000_sums_of_others() -> Files:
    first = ["{id: c0, check: count, of: {kind: card}}"]
    claim = '{{id: c{}, check: sum, that: "c{} = c{}"}}'
    return claimed(first + [claim.format(n, n - 1, n - 1) for n in range(1, 20_000)])


@case
def claims_20000_of_unknown_names() -> Files:
    claim = '{{id: c{}, check: sum, that: "d{} = 1"}}'
    return claimed([claim.format(n, n) for n in range(20_000)])


@case
def claims_of_kinds_that_differ() -> Files:
    """Claims by which each piece is a finding with a repair."""
    level = GAME.replace("title: text", "title: text, level?: number")
    entry = "{{id: p{0}, front: {{title: T{0}, level: {0}}}}}"
    claims = [
        "{id: each, check: each, of: {kind: card}, that: front.level = 1}",
        '{id: value, check: value, of: {kind: card}, text: "{7} cards", are: {front.level: n}}',
        '{id: copies, check: value, of: {kind: card}, text: "{7} cards", are: {copies: n}}',
        '{id: reads, check: value, of: {kind: card}, text: "{7} x", reads: {front.title: "{n}"}}',
    ]
    files = pieces([entry.format(n) for n in range(10_000)], "kind: card\nfront: {level: 9}\n")
    return {**game(level), **files, **claimed(claims)}


@case
def claims_of_a_common_field_that_differs() -> Files:
    level = GAME.replace("title: text", "title: text, level?: number")
    claim = "{id: each, check: each, of: {kind: card}, that: front.level = 1}"
    entry = "{{id: p{0}, front: {{title: T{0}}}}}"
    files = pieces([entry.format(n) for n in range(10_000)], "kind: card\nfront: {level: 9}\n")
    return {**game(level), **files, **claimed([claim])}


@case
def claims_2000_in_a_document_of_2_mb() -> Files:
    document = "".join(f"Line {n} has {n} cards of a kind.\n" for n in range(60_000))
    claim = '{{id: c{}, lines: 1-60000, text: "has {{{}}} cards of a lion", check: manual, why: W}}'
    return claimed([claim.format(n, n) for n in range(2_000)], document)


@case
def claims_5000_with_lines_apart() -> Files:
    document = "".join(f"Line {n} has {n} cards of a kind.\n" for n in range(60_000))
    claim = '{{id: c{}, lines: {}, text: "has {{{}}} cards of a kind", check: manual, why: W}}'
    return claimed([claim.format(n, n + 1, n) for n in range(5_000)], document)


@case
def claims_5000_moved() -> Files:
    document = "".join(f"Line {n} has {n} cards of a kind.\n" for n in range(60_000))
    claim = '{{id: c{}, lines: {}, text: "has {{{}}} lions of a kind", check: manual, why: W}}'
    return claimed([claim.format(n, n + 1, n) for n in range(5_000)], document)


@case
def claims_of_a_long_line() -> Files:
    document = "has 3 cards " * 150_000 + "\n"
    claim = '{{id: c{}, lines: 1, text: "{{3}} cards has {{4}}", check: manual, why: W}}'
    return claimed([claim.format(n) for n in range(50)], document)


@case
def claims_of_a_long_passage() -> Files:
    document = "a " * 1_000_000 + "\n"
    claim = '{{id: c{}, lines: 1, text: "' + "a " * 40_000 + '{{3}} b", check: manual, why: W}}'
    return claimed([claim.format(n) for n in range(20)], document)


@case
def claims_of_a_passage_of_many_parts() -> Files:
    document = "a " * 500_000
    claim = '{id: c, lines: 1, text: "' + "a " * 40_000 + '{3} a", check: manual, why: W}'
    return claimed([claim], document)


@case
def claims_of_a_passage_of_one_word() -> Files:
    document = "a" * 1_000_000
    claim = '{id: c, lines: 1, text: "' + "a" * 40_000 + ' {3}", check: manual, why: W}'
    return claimed([claim], document)


@case
def claims_at_all_bounds() -> Files:
    return claims_of_all_steps()


@case
def document_of_20_mb() -> Files:
    return claimed([], "There are 12 cards in the box, three of them red.\n" * 390_000)


@case
def document_of_20_mb_in_a_line() -> Files:
    return claimed([], "There are 12 cards in the box, three of them red. " * 390_000)


@case
def document_of_4_million_lines() -> Files:
    return claimed([], "a 3\n" * 4_000_000)


@case
def lint_of_20000_texts_with_numbers() -> Files:
    def text(n: int) -> str:
        return f"Take {n} gold and {n + 1} wood then pay {n % 7} to the Bank of Card {n}"

    return {**pieces([card(n, text(n)) for n in range(20_000)]), **claimed([])}


@case
def lint_of_names_in_texts() -> Files:
    def entry(n: int) -> str:
        return f"{{id: p{n}, name: Lion{n}, front: {{title: Lions{n} and Lion{n + 1} go}}}}"

    return {**pieces([entry(n) for n in range(10_000)]), **claimed([])}


# Spreadsheets.


def sheet_list(name: str, data: str | bytes) -> Files:
    return {CARDS: f"kind: card\npieces: {name}\n", f"{FOLDER}/{name}": data}


@case
def csv_of_99999_rows() -> Files:
    rows = "".join(f"p{n},Title {n}\n" for n in range(99_999))
    return sheet_list("cards.csv", "id,title\n" + rows)


@case
def csv_of_50_mb() -> Files:
    rows = "".join(f"p{n},{'t' * 9_000}\n" for n in range(5_000))
    return sheet_list("cards.csv", "id,title\n" + rows)


@case
def csv_of_16384_columns() -> Files:
    heads = ",".join(f"column{n}" for n in range(16_000))
    row = ",".join("x" for _ in range(16_000))
    return sheet_list("cards.csv", f"id,title,{heads}\n" + f"p,T,{row}\n" * 100)


@case
def csv_of_empty_rows() -> Files:
    return sheet_list("cards.csv", "id,title\n" + ",\n" * 20_000_000)


@case
def csv_of_a_quote() -> Files:
    return sheet_list("cards.csv", 'id,title\n"' + "p,T\n" * 10_000_000)


@case
def csv_of_faulty_rows() -> Files:
    return sheet_list("cards.csv", "id,title\n" + "".join(f"{n} x,\n" for n in range(90_000)))


def xlsx(sheet: str, strings: str = "", styles: str = "") -> bytes:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kinds = {"worksheet": "worksheets/sheet1.xml"}
    kinds |= {"sharedStrings": "sharedStrings.xml"} if strings else {}
    kinds |= {"styles": "styles.xml"} if styles else {}
    links = "".join(
        f'<Relationship Id="rId{n}" Type="{office}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(kinds.items(), 1)
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="xml" '
        'ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
        f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets><sheet '
        'name="Cards" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">{links}'
        "</Relationships>",
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}">{sheet}</worksheet>',
    }
    if strings:
        parts["xl/sharedStrings.xml"] = f'<sst xmlns="{main}">{strings}</sst>'
    if styles:
        parts["xl/styles.xml"] = f'<styleSheet xmlns="{main}">{styles}</styleSheet>'
    return packed(parts)


def packed(parts: Mapping[str, str]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return data.getvalue()


def inline(text: str) -> str:
    return f'<c t="inlineStr"><is><t>{text}</t></is></c>'


def xlsx_rows(rows: Iterator[str] | list[str]) -> str:
    head = f"<row>{inline('id')}{inline('title')}</row>"
    return f"<sheetData>{head}" + "".join(f"<row>{row}</row>" for row in rows) + "</sheetData>"


@case
def xlsx_of_99999_rows() -> Files:
    rows = (inline(f"p{n}") + inline(f"Title {n}") for n in range(99_999))
    return sheet_list("cards.xlsx", xlsx(xlsx_rows(rows)))


@case
def xlsx_of_140_mb_of_cells() -> Files:
    row = "".join(f"<c><v>{n % 9}</v></c>" for n in range(19))
    return sheet_list("cards.xlsx", xlsx(xlsx_rows([row for _ in range(99_000)])))


@case
def xlsx_of_140_mb_of_elements() -> Files:
    odd = "".join(f"<row><x{n % 977}/><y/></row>" for n in range(7_000_000))
    return sheet_list("cards.xlsx", xlsx(f"<sheetData>{odd}</sheetData>"))


@case
def xlsx_of_140_mb_of_empty_rows() -> Files:
    rows = "".join(f'<row r="{n % 90_000 + 1}"/>' for n in range(8_000_000))
    return sheet_list("cards.xlsx", xlsx(f"<sheetData>{rows}</sheetData>"))


@case
def xlsx_of_140_mb_of_strings() -> Files:
    strings = "".join(f"<si><t>{n}</t></si>" for n in range(5_500_000))
    row = '<c t="s"><v>1</v></c><c t="s"><v>2</v></c>'
    return sheet_list("cards.xlsx", xlsx(xlsx_rows([row]), strings))


@case
def xlsx_of_140_mb_of_runs() -> Files:
    runs = "".join(f"<r><rPr><b/></rPr><t>{n}</t></r>" for n in range(4_000_000))
    row = '<c t="s"><v>0</v></c><c t="s"><v>0</v></c>'
    return sheet_list("cards.xlsx", xlsx(xlsx_rows([row]), f"<si>{runs}</si>"))


@case
def xlsx_of_a_long_text_in_every_cell() -> Files:
    row = '<c t="s"><v>0</v></c>' * 19
    return sheet_list(
        "cards.xlsx", xlsx(xlsx_rows([row] * 99_000), f"<si><t>{'x' * 99_000}</t></si>")
    )


@case
def xlsx_of_140_mb_of_styles() -> Files:
    formats = "".join(f'<numFmt numFmtId="{n}" formatCode="0.{n}"/>' for n in range(1_500_000))
    fonts = "".join(f'<xf numFmtId="{n}"/>' for n in range(1_500_000))
    styles = f"<numFmts>{formats}</numFmts><cellXfs>{fonts}</cellXfs>"
    return sheet_list("cards.xlsx", xlsx(xlsx_rows([inline("p") + inline("T")]), "", styles))


@case
def xlsx_of_a_million_merged_cells() -> Files:
    merged = "".join(f'<mergeCell ref="A{n}:Z{n + 9}"/>' for n in range(1, 1_000_000))
    sheet = xlsx_rows([inline("p") + inline("T")]) + f"<mergeCells>{merged}</mergeCells>"
    return sheet_list("cards.xlsx", xlsx(sheet))


@case
def xlsx_of_merged_cells_all_over() -> Files:
    merged = "".join('<mergeCell ref="A1:XFD100000"/>' for n in range(20_000))
    sheet = xlsx_rows([inline("p") + inline("T")]) + f"<mergeCells>{merged}</mergeCells>"
    return sheet_list("cards.xlsx", xlsx(sheet))


@case
def xlsx_of_number_formats() -> Files:
    code = "[&lt;1]0.0;" + "#,##0.00_);" * 20
    styles = f'<numFmts><numFmt numFmtId="200" formatCode="{code}"/></numFmts>'
    styles += '<cellXfs><xf numFmtId="200"/></cellXfs>'
    rows = [f'<c s="0"><v>{n}</v></c>' * 15 for n in range(99_000)]
    return sheet_list("cards.xlsx", xlsx(xlsx_rows(rows), "", styles))


@case
def xlsx_of_hidden_columns() -> Files:
    columns = "".join('<col min="1" max="16384" hidden="1"/>' for _ in range(100_000))
    return sheet_list("cards.xlsx", xlsx(f"<cols>{columns}</cols>" + xlsx_rows([inline("p")])))


def ods(body: str, styles: str = "") -> bytes:
    spaces = "".join(
        f' xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for short, name in (
            ("office", "office"),
            ("table", "table"),
            ("text", "text"),
            ("style", "style"),
            ("number", "datastyle"),
        )
    )
    content = f"<office:document-content{spaces}><office:automatic-styles>{styles}"
    content += "</office:automatic-styles><office:body><office:spreadsheet>"
    content += f'<table:table table:name="Cards">{body}</table:table>'
    content += "</office:spreadsheet></office:body></office:document-content>"
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return packed({"mimetype": kind, "content.xml": content})


def ods_row(*texts: str, repeated: int = 1) -> str:
    cells = "".join(
        f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in texts
    )
    more = f' table:number-rows-repeated="{repeated}"' if repeated > 1 else ""
    return f"<table:table-row{more}>{cells}</table:table-row>"


@case
def ods_of_99999_rows() -> Files:
    rows = "".join(ods_row(f"p{n}", f"Title {n}") for n in range(99_999))
    return sheet_list("cards.ods", ods(ods_row("id", "title") + rows))


@case
def ods_of_repeated_rows() -> Files:
    row = ods_row("p", "T", repeated=90_000)
    return sheet_list("cards.ods", ods(ods_row("id", "title") + row))


@case
def ods_of_repeated_rows_of_cells() -> Files:
    many = '<table:table-cell table:number-columns-repeated="16000"><text:p>x</text:p>'
    many += "</table:table-cell>"
    row = f'<table:table-row table:number-rows-repeated="90000">{many}</table:table-row>'
    return sheet_list("cards.ods", ods(ods_row("id", "title") + row))


@case
def ods_of_140_mb_of_empty_rows() -> Files:
    row = "".join(f'<table:table-row x="{n % 99}"/>' for n in range(5_000_000))
    return sheet_list("cards.ods", ods(ods_row("id", "title") + row))


@case
def ods_of_140_mb_of_spans() -> Files:
    spans = "".join(f"<text:span>{n}</text:span>" for n in range(4_500_000))
    return sheet_list("cards.ods", ods(ods_row("id", "title") + ods_row(spans)))


@case
def ods_of_spaces() -> Files:
    spaces = '<text:s text:c="99999999"/>' * 10
    return sheet_list("cards.ods", ods(ods_row("id", "title") + ods_row(spaces)))


@case
def ods_of_140_mb_of_styles() -> Files:
    styles = "".join(
        f'<style:style style:name="ce{n}" style:family="table-cell"/>' for n in range(2_000_000)
    )
    return sheet_list("cards.ods", ods(ods_row("id", "title") + ods_row("p", "T"), styles))


# Faces.


def drawn(face: str, number: int = 1) -> Files:
    body = '{% extends "_shared/face.svg.j2" %}\n{% block face %}\n' + face + "\n{% endblock %}\n"
    return {**pieces([card(n) for n in range(number)]), "templates/probe/card.svg.j2": body}


ENDLESS = (
    "{{ face.title }}{% for a in range(9999) %}{% for b in range(9999) %}{% for c in range(9999) %}"
    "{% endfor %}{% endfor %}{% endfor %}"
)


@case
def template_without_end() -> Files:
    return drawn(ENDLESS)


@case
def template_without_end_for_50_cards() -> Files:
    return drawn(ENDLESS, 50)


@case
def template_of_200000_shapes() -> Files:
    inner = '<path d="M{{ b }} {{ a }}h1v1z"/>'
    return drawn(
        "{% for a in range(400) %}{% for b in range(500) %}" + inner + "{% endfor %}{% endfor %}"
    )


@case
def template_of_5000_shapes_for_2000_cards() -> Files:
    inner = '<path d="M{{ a }} {{ piece.id|length }}h1v1z"/>'
    return drawn("{% for a in range(5000) %}" + inner + "{% endfor %}{{ face.title }}", 2000)


@case
def template_of_2000_texts() -> Files:
    inner = "{{ text(face.title, x=4, y=4, width=50, height=10, size=14) }}"
    return drawn("{% for a in range(2000) %}" + inner + "{% endfor %}")


@case
def template_of_a_long_text() -> Files:
    long = '"' + "Take one and pass it on. " * 3_900 + '"'
    return {
        **drawn("{{ text(face.title, x=4, y=4, width=50, height=80, size=14) }}"),
        **pieces([card(1, long)]),
    }


@case
def texts_100_of_90000_letters() -> Files:
    long = '"' + "Take one and pass it on. " * 3_600 + '"'
    return pieces([card(n, long) for n in range(100)])


@case
def texts_200_that_do_not_fit() -> Files:
    long = '"' + "Take one and pass it on. " * 3_950 + '"'
    return pieces([card(n, long) for n in range(199)])


@case
def texts_2000_that_do_not_fit_after_others() -> Files:
    long = '"' + "Take one and pass it on. " * 390 + '"'
    return pieces([card(n, long if n > 60 else "T") for n in range(2_000)])


@case
def texts_20000_of_equal_size_that_do_not_fit() -> Files:
    face = "{{ text(face.title, x=4, y=4, width=50, height=10, size=14, equal='a') }}"
    long = '"' + "Take one and pass it on. " * 15 + '"'
    return {**drawn(face), **pieces([card(n, long) for n in range(20_000)])}


@case
def text_of_one_word() -> Files:
    return pieces([card(n, "x" * 90_000) for n in range(3)])


@case
def text_of_icons() -> Files:
    return {
        **game(GAME + "icons: {wood: mdi:tree}\n"),
        **pieces([card(1, '"' + "{wood}" * 16_000 + '"')]),
    }


@case
def text_of_marks() -> Files:
    return pieces([card(1, '"' + "**a *b* " * 12_000 + '"'), card(2, '"' + "*" * 99_000 + '"')])


@case
def text_of_letters_from_right_to_left() -> Files:
    return pieces([card(1, '"' + "\u05d0\u2067a\u2069" * 24_000 + '"')])


def art(data: str | bytes, name: str = "big.svg") -> Files:
    return {
        **game(GAME.replace("title: text", "title: text, art: image")),
        **pieces([f"{{id: p, front: {{title: T, art: {name}}}}}"]),
        f"{FOLDER}/art/{name}": data,
        **drawn_art(),
    }


def drawn_art() -> Files:
    face = "{{ image(face.art, x=0, y=0, width=50, height=50) }}"
    return {
        "templates/probe/card.svg.j2": TEMPLATE.replace("{% endblock %}", face + "{% endblock %}")
    }


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99">{}</svg>'


@case
def svg_of_249000_elements() -> Files:
    return art(SVG.format("".join(f'<path d="M{n % 99} 0h1v1z"/>' for n in range(249_000))))


@case
def svg_of_one_path_of_30_mb() -> Files:
    return art(SVG.format('<path d="M0 0' + "l1 1-1 1" * 3_700_000 + '"/>'))


@case
def svg_of_20000_rules() -> Files:
    rules = "".join(f".c{n} g path {{fill: red}}" for n in range(20_000))
    shapes = "".join(f'<path class="c{n}" d="M{n % 99} 0h1v1z"/>' for n in range(20_000))
    return art(SVG.format(f"<style>{rules}</style>{shapes}"))


@case
def svg_of_uses() -> Files:
    groups = "".join(
        f'<g id="g{n}">' + f'<use href="#g{n - 1}"/>' * 10 + "</g>" for n in range(1, 9)
    )
    return art(
        SVG.format(f'<defs><g id="g0"><path d="M0 0h9v9z"/></g>{groups}</defs><use href="#g8"/>')
    )


@case
def png_of_249_million_pixels() -> Files:
    from PIL import Image  # noqa: PLC0415  (few cases need it)

    data = io.BytesIO()
    Image.MAX_IMAGE_PIXELS = None
    Image.new("L", (15_700, 15_700)).save(data, "PNG")
    return art(data.getvalue(), "big.png")


@case
def png_of_a_gigapixel() -> Files:
    from PIL import Image  # noqa: PLC0415  (few cases need it)

    data = io.BytesIO()
    Image.MAX_IMAGE_PIXELS = None
    Image.new("1", (32_000, 32_000)).save(data, "PNG")
    return art(data.getvalue(), "big.png")


@case
def pictures_5000() -> Files:
    from PIL import Image  # noqa: PLC0415  (few cases need it)

    files: dict[str, str | bytes] = {}
    for n in range(5_000):
        data = io.BytesIO()
        Image.new("RGB", (4, 4), (n % 256, n // 256, 3)).save(data, "PNG")
        files[f"{FOLDER}/art/a{n}.png"] = data.getvalue()
    return {
        **art(b"", "none.png"),
        **files,
        **pieces([f"{{id: p{n}, front: {{title: T, art: a{n}}}}}" for n in range(5_000)]),
    }


@case
def pictures_5000_unknown() -> Files:
    return dict(pictures_5000()) | pieces(
        [f"{{id: p{n}, front: {{title: T, art: b{n}}}}}" for n in range(5_000)]
    )


# Translations.


def po(number: int, form: str) -> str:
    head = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: it\\n"\n\n'
    )
    return head + "".join(form.format(n=n) for n in range(number))


TWO = GAME.replace("[en]", "[en, it]")


@case
def translations_of_100000_entries() -> Files:
    entry = 'msgctxt "probe:cards.yaml:p{n}"\nmsgid "Title {n}"\nmsgstr "Titolo {n}"\n\n'
    return {
        **game(TWO),
        **pieces([f"{{id: p{n}, front: {{title: Title {n}}}}}" for n in range(20_000)]),
        f"{FOLDER}/translations/it.po": po(100_000, entry),
        f"{FOLDER}/it.po": po(100_000, entry),
    }


# Copies.


@case
def copies_200000() -> Files:
    return pieces([f"{{id: p{n}, copies: 5000, front: {{title: T}}}}" for n in range(40)])


@case
def copies_of_400_pieces() -> Files:
    return pieces([f"{{id: p{n}, copies: 5000, front: {{title: T}}}}" for n in range(400)])


# At the bounds: as much as is allowed, for the table in docs/reference/limits.md.


def titles(number: int, title: str = "T") -> list[str]:
    return [f"{{id: p{n}, front: {{title: {title}{n}}}}}" for n in range(number)]


def many_fields(pieces_: int, fields: int) -> Files:
    """A number of pieces, each with a number of typed fields."""
    names = ", ".join(f"f{n}?: number" for n in range(fields - 1))
    values = ", ".join(f"f{n}: {n}" for n in range(fields - 1))
    entries = [f"{{id: p{n}, front: {{title: T, {values}}}}}" for n in range(pieces_)]
    return {**game(GAME.replace("title: text", f"title: text, {names}")), **pieces(entries)}


def of_lists(pieces_: int, size: int, entry: Callable[[int], str]) -> Files:
    """Pieces in several lists, because no file may have all of them."""
    files = {}
    for start in range(0, pieces_, size):
        listed = "".join(f"  - {entry(n)}\n" for n in range(start, min(start + size, pieces_)))
        files[f"{FOLDER}/cards-{start}.yaml"] = f"kind: card\npieces:\n{listed}"
    return files


def fields_of_a_game() -> Files:
    files = many_fields(1, 60)
    values = ", ".join(f"f{n}: {n}" for n in range(59))
    lists = of_lists(50_000, 5_000, lambda n: f"{{id: q{n}, front: {{title: T, {values}}}}}")
    return {f"{FOLDER}/game.yaml": files[f"{FOLDER}/game.yaml"], **lists}


def claims_of_all_steps() -> Files:
    """Claims that look at many pieces, compare many values, and have many passages."""
    count = "{{id: c{}, check: count, of: {{kind: card, front.title: T{}}}, is: 1}}"
    document = "".join(f"Line {n} has {n} cards of a kind.\n" for n in range(30_000))
    passage = '{{id: l{}, lines: {}, text: "Line {{{}}} has", check: manual, why: W}}'
    claims = [count.format(n, n) for n in range(330)]
    claims += [EACH.format(f"-each-{n}") for n in range(40)]
    claims += [passage.format(n, n + 1, n) for n in range(20)]
    cards = pieces(titles(10_000), "source: {lines: 1}\nkind: card\n")
    return {**claimed(claims, document), **cards}


def kinds_of_a_game() -> Files:
    files: dict[str, str | bytes] = {f"{FOLDER}/game.yaml": GAME + "".join(map(kind, range(999)))}
    for n in range(999):
        files[f"{FOLDER}/list-{n}.yaml"] = f"kind: kind{n}\npieces: [{{id: k{n}, name: K}}]\n"
    files["templates/probe/card.svg.j2"] = drawn("<path d='M0 0h9v9z'/>")[
        "templates/probe/card.svg.j2"
    ]
    return files


def table_of_5000_cells() -> Files:
    rows = "\n".join(",".join(f"{row % 10}" for _ in range(50)) for row in range(100))
    game = GAME.replace("title: text", "title: table")
    drawn_as = TEMPLATE.replace("text(face.title", "table(face.title")
    return {
        f"{FOLDER}/game.yaml": game.replace("size: poker", "width: 190mm\n    height: 270mm"),
        f"{FOLDER}/table.csv": f"{rows}\n",
        CARDS: "kind: card\npieces:\n  - {id: first, name: F, front: {title: table.csv}}\n",
        "templates/probe/card.svg.j2": drawn_as.replace(
            "50, height=10, size=14", "182, height=262, size=4"
        ),
    }


def pieces_that_see_490000_others() -> Files:
    game = GAME.replace("title: text", "title: text, n: number, same: text")
    zone = "x: 3mm, y: 20mm, width: 50mm, height: 5mm, size: 8pt"
    listed = f"{{list: {{of: card, where: n = face.n}}, {zone}}}"
    cards = [f"{{id: c{n}, front: {{title: T{n}, n: {n}}}}}" for n in range(700)]
    layout = f"    layout: {{front: {{same: {listed}}}}}\n"
    said = pieces(cards)
    return {**said, f"{FOLDER}/game.yaml": game.replace("same: text", "same?: text") + layout}


def files_in_a_folder() -> Files:
    return {f"{FOLDER}/art/{n}.txt": "" for n in range(99_000)}


def template_at_its_size() -> Files:
    return drawn("".join(f'<path d="M{n % 50} {n % 80}h1v1z"/>\n' for n in range(36_000)))


def xml_of_tags() -> Files:
    strings = "".join(f"<si><t>{n}</t></si>" for n in range(3_700_000))
    row = '<c t="s"><v>1</v></c><c t="s"><v>2</v></c>'
    return sheet_list("cards.xlsx", xlsx(xlsx_rows([row]), strings))


def cells_of_a_sheet() -> Files:
    names = ", ".join(f"f{n}: number" for n in range(38))
    heads = "".join(inline(name) for name in ("id", "title", *(f"f{n}" for n in range(38))))
    cells = "".join(f"<c><v>{n}</v></c>" for n in range(38))
    rows = "".join(f"<row>{inline(f'p{n}')}{inline('T')}{cells}</row>" for n in range(49_990))
    return {
        **game(GAME.replace("title: text", f"title: text, {names}")),
        **sheet_list("cards.xlsx", xlsx(f"<sheetData><row>{heads}</row>{rows}</sheetData>")),
    }


def xlsx_of_two_large_parts() -> Files:
    strings = "".join(f"<si><t>{n}</t></si>" for n in range(3_700_000))
    row = "".join(f"<c><v>{n % 9}</v></c>" for n in range(19))
    return sheet_list("cards.xlsx", xlsx(xlsx_rows([row for _ in range(90_000)]), strings))


def xlsx_of_parts() -> Files:
    (name, data) = (f"{FOLDER}/cards.xlsx", xlsx(xlsx_rows([inline("p") + inline("T")])))
    made = io.BytesIO(data)
    with zipfile.ZipFile(made, "a") as archive:
        for n in range(9_900):
            archive.writestr(f"xl/media/{n}.txt", "x")
    return {CARDS: "kind: card\npieces: cards.xlsx\n", name: made.getvalue()}


def xlsx_of_styles() -> Files:
    formats = "".join(f'<numFmt numFmtId="{n}" formatCode="0.{n}"/>' for n in range(200, 65_000))
    fonts = "".join(f'<xf numFmtId="{n}"/>' for n in range(200, 65_000))
    styles = f"<numFmts>{formats}</numFmts><cellXfs>{fonts}</cellXfs>"
    rows = [f'{inline(f"p{n}")}<c s="{n}"><v>{n}</v></c>' for n in range(49_990)]
    return sheet_list("cards.xlsx", xlsx(xlsx_rows(rows), "", styles))


def xlsx_of_long_texts() -> Files:
    rows = [inline(f"p{n}") + '<c t="s"><v>0</v></c>' for n in range(500)]
    strings = f"<si><t>{'x' * 99_000}</t></si>"
    return sheet_list("cards.xlsx", xlsx(xlsx_rows(rows), strings))


def png_of_480_mb() -> Files:
    from PIL import Image  # noqa: PLC0415  (few cases need it)

    data = io.BytesIO()
    Image.MAX_IMAGE_PIXELS = None
    Image.new("RGB", (12_600, 12_600)).save(data, "PNG", compress_level=0)
    return art(data.getvalue(), "big.png")


def font_of(size: int, flavour: str | None) -> Files:
    """A font with a table of `size` bytes that no program knows."""
    import font_source_sans_pro  # noqa: PLC0415  (few cases need it)
    from fontTools.ttLib import TTFont  # noqa: PLC0415
    from fontTools.ttLib.tables.DefaultTable import DefaultTable  # noqa: PLC0415

    home = Path(font_source_sans_pro.__file__).parent / "files"
    font, junk, data = (
        TTFont(home / "SourceSansPro-Regular.ttf"),
        DefaultTable("junk"),
        io.BytesIO(),
    )
    junk.data = bytes(size)
    font["junk"], font.flavor = junk, flavour
    font.save(data)
    name = f"Large.{flavour or 'ttf'}"
    return {
        **game(GAME + f"fonts: {{title: fonts/{name}}}\n"),
        f"{FOLDER}/fonts/{name}": data.getvalue(),
    }


def svg_of_entities() -> Files:
    entity = f'<!DOCTYPE svg [<!ENTITY long "{"l1 1 " * 200}">]>'
    return art(entity + SVG.format('<path d="M0 0' + "&long;" * 4_100 + '"/>'))


def svg_of_499000_painted() -> Files:
    shapes = "".join(f'<path d="M{n % 99} 0h1v1z"/>' for n in range(998))
    uses = "".join(f'<use href="#g" y="{n % 99}"/>' for n in range(498))
    return art(SVG.format(f'<defs><g id="g">{shapes}</g></defs>{uses}'))


EACH = "{{id: c{}, check: each, of: {{kind: card}}, that: faces = 1}}"

AT_BOUND: Mapping[str, tuple[str, Callable[[], Files]]] = {
    "YAML_BYTES": ("list", lambda: pieces(titles(49_900, "T" * 360))),
    "YAML_VALUES": ("list", lambda: many_fields(19_900, 45)),
    "TEXT_LETTERS": ("build", lambda: pieces([card(1, '"' + "Take one. " * 9_990 + '"')])),
    "DOCUMENT_BYTES": (
        "check",
        lambda: claimed([], "There are 12 cards in the box, three of them red.\n" * 390_000),
    ),
    "TEMPLATE_BYTES": ("build", template_at_its_size),
    "TABLE_BYTES": ("list", csv_of_50_mb),
    "UNPACKED_BYTES": ("list", xlsx_of_140_mb_of_cells),
    "UNPACKED_TOTAL_BYTES": ("list", xlsx_of_two_large_parts),
    "UNPACKED_PARTS": ("list", xlsx_of_parts),
    "UNPACKED_TAGS": ("list", xml_of_tags),
    "TABLE_STYLES": ("list", xlsx_of_styles),
    "TABLE_LETTERS": ("list", xlsx_of_long_texts),
    "TABLE_LINES": ("list", lambda: sheet_list("c.csv", "id,title\np,T\n" + ",\n" * 1_999_000)),
    "TABLE_PLACES": (
        "list",
        lambda: sheet_list("c.csv", "id,title\np,T\n" + f"{',' * 15}\n" * 1_200_000),
    ),
    "TABLE_ROWS": ("list", csv_of_99999_rows),
    "TABLE_COLUMNS": ("list", csv_of_16384_columns),
    "TABLE_CELLS": ("list", cells_of_a_sheet),
    "PRINTED_CELLS": ("build", table_of_5000_cells),
    "PICTURE_BYTES": ("build", png_of_480_mb),
    "PICTURE_PIXELS": ("build", png_of_249_million_pixels),
    "FONT_BYTES": ("build", lambda: font_of(63_000_000, None)),
    "FONT_UNPACKED_BYTES": ("build", lambda: font_of(199_000_000, "woff2")),
    "SVG_BYTES": ("build", svg_of_one_path_of_30_mb),
    "SVG_ADDED": ("build", svg_of_entities),
    "SVG_PAINTED": ("build", svg_of_499000_painted),
    "SVG_ELEMENTS": ("build", svg_of_249000_elements),
    "FOLDER_ENTRIES": ("list", files_in_a_folder),
    "GAMES": ("list", lambda: games_of(676)),
    "KINDS": ("build", kinds_of_a_game),
    "NAMES": (
        "list",
        lambda: game(GAME + "icons:\n" + "".join(f"  i{n}: mdi:tree\n" for n in range(5_000))),
    ),
    "PROBLEMS": (
        "list",
        lambda: pieces([f"{{id: p{n}, frnt: {{title: T{n}}}}}" for n in range(30_000)]),
    ),
    "PIECES_SEEN": ("list", pieces_that_see_490000_others),
    "GAME_PIECES": ("build", lambda: pieces(titles(50_000))),
    "GAME_VALUES": ("list", fields_of_a_game),
    "GAME_LETTERS": (
        "list",
        lambda: pieces([f"{{id: e, for: {{a: 1..5000}}, front: {{title: '{'x' * 3980}{{a}}'}}}}"]),
    ),
    "FAULTY_PIECES": ("build", lambda: pieces([card(n, f'"T {{icon{n}}}"') for n in range(9_000)])),
    "FAULTY_LETTERS": ("build", texts_200_that_do_not_fit),
    "CLAIM_STEPS": ("check", claims_of_all_steps),
    "WORDS_COMPARED": (
        "list",
        lambda: {
            **game(
                GAME.replace("title: text", "title: colour")
                + "colours:\n"
                + "".join(f"  colour{n}: '#123456'\n" for n in range(5_000))
            ),
            **pieces(titles(20_000, "colur")),
        },
    ),
    "GAME_COPIES": ("build", copies_200000),
    "ENTRY_PIECES": (
        "list",
        lambda: pieces(["{id: e, for: {a: 1..50, b: 1..100}, front: {title: 'T {a} {b}'}}"]),
    ),
    "LANGUAGES": ("list", game_of_100_languages),
}
"""The command and the project for each limit: one with as much as allowed, or just too much."""


def costs(words: Sequence[str], most_s: float, *, write: bool) -> None:
    """Measures what each bound costs; `write` it for the table in the reference, one by one."""
    for name, (command, make) in AT_BOUND.items():
        if words and not any(word in name for word in words):
            continue
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "p"
            lay_out(make, folder)
            cpu_s, _, mb, code, told = taken(folder, command, most_s)
        cost = f"`{command}`: {cpu_s:.1f} s, {mb:.0f} MB"
        print(f"{name:18} {cost:28} {code:4} {told}", flush=True)
        if write and code >= 0:
            known = json.loads(COSTS.read_text(encoding="utf-8")) | {name: cost}
            listed = {each: known[each] for each in AT_BOUND if each in known}
            COSTS.write_text(json.dumps(listed, indent=2) + "\n", encoding="utf-8")


def lay_out(make: Callable[[], Files], folder: Path) -> None:
    """Writes a project by another process: in this one, its memory would count for the commands."""
    child = os.fork()
    if not child:
        made(make(), folder)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        raise SystemExit("a project could not be made")


def made(files: Files, folder: Path) -> None:
    for name, data in {**BASE, **files}.items():
        if name.startswith("content/probe/") and "content/game0/game.yaml" in files:
            continue
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if CARDS not in files and name == CARDS and any("cards-" in other for other in files):
            continue
        path.write_bytes(data if isinstance(data, bytes) else data.encode())


def taken(folder: Path, command: str, most_s: float) -> tuple[float, float, float, int, str]:
    """Runs a command and measures it.

    Returns the seconds of the processor and of the clock, the MB of the largest process, the exit
    code, and the first problem.
    """
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        arguments = [sys.executable, "-m", "fustella", command, "--project", str(folder)]
        process = subprocess.Popen(
            arguments, stdout=said, stderr=said, stdin=subprocess.DEVNULL, cwd=folder
        )
        while not (done := os.wait4(process.pid, os.WNOHANG))[0]:
            if time.perf_counter() - start > most_s:
                process.terminate()
            time.sleep(0.05)
        _, status, usage = done
        wall_s = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode(errors="replace")
    lines = [line for line in text.splitlines() if line.strip()]
    told = next((line for line in lines if ": E" in line), lines[-1] if lines else "")
    cpu_s = usage.ru_utime + usage.ru_stime
    return cpu_s, wall_s, usage.ru_maxrss * 1024 / 1e6, process.returncode, told[:150]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", metavar="WORD", nargs="*")
    parser.add_argument("--commands", default=",".join(COMMANDS))
    parser.add_argument("--most", type=float, default=400.0, help="seconds until one is ended")
    parser.add_argument("--keep", type=Path, help="a folder that keeps the projects")
    parser.add_argument("--bounds", action="store_true", help="what each bound costs")
    parser.add_argument("--write", action="store_true", help=f"the same, written into {COSTS.name}")
    options = parser.parse_args()
    if options.bounds or options.write:
        costs(options.words, options.most, write=options.write)
        return 0
    for name, make in CASES.items():
        if options.words and not any(word in name for word in options.words):
            continue
        with tempfile.TemporaryDirectory() as place:
            folder = options.keep / name if options.keep else Path(place) / name
            shutil.rmtree(folder, ignore_errors=True)
            lay_out(make, folder)
            for command in options.commands.split(","):
                cpu_s, wall_s, mb, code, told = taken(folder, command, options.most)
                slow = "slow " if code and cpu_s > MOST_S else ""
                cost = f"{cpu_s:7.1f} {wall_s:7.1f} s {mb:6.0f} MB"
                print(f"{name:45} {command:6} {cost} {code:4} {slow}{told}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

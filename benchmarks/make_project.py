"""Turns the benchmark set (CSV files and icons) into Fustella projects.

The hand-written scripts print the same pieces: `bench` is the whole set (72 cards with backs, 186
hexagons with two sides, 204 tokens of four sizes, 240 tiles); `cards100` and so on are decks in
which every card is different.
"""

import csv
import shutil
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent

KINDS = {
    "card": "{name: Cards, width: 63mm, height: 88mm, front: card.svg.j2, back: card-back.svg.j2, "
    "fields: {front: {title: text, level: number, rules: text, icon: icon, color: colour}}}",
    "hexagon": "{name: Hexagons, shape: hexagon, across_flats: 45mm, front: hexagon.svg.j2, "
    "back: hexagon.svg.j2, fields: {front: {label: word, icon: icon, color: colour}, "
    "back: {label: word, icon: icon, color: colour}}}",
    "tile": "{name: Tiles, width: 40mm, height: 40mm, front: tile.svg.j2, "
    "fields: {front: {label: word, icon: icon, color: colour}}}",
}


def make_project(data: Path, folder: Path, sizes: Iterable[int] = ()) -> None:
    """Writes the project `folder` with the game `bench` and one game for each number of cards."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "content").mkdir(parents=True)
    write_icons(data / "icons", folder)
    shutil.copytree(HERE / "templates" / "bench", folder / "templates" / "bench")
    _write_bench(data, folder / "content" / "bench")
    for number, size in enumerate(sizes):
        game, mark = f"cards{size}", f"mark: C{chr(ord('A') + number)}\n"
        write_deck(folder, game, _rows(data / f"{game}.csv"), mark)


def write_deck(folder: Path, game: str, cards: Iterable[dict[str, str]], more: str = "") -> None:
    """Adds a game to a project, with cards that have a common back."""
    shutil.copytree(HERE / "templates" / "bench", folder / "templates" / game)
    _write_game(folder / "content" / game, ("card",), more)
    _write_cards(cards, folder / "content" / game)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write_icons(source: Path, folder: Path) -> None:
    """Writes the icons of the set, drawn on 100 x 100, as icons of a project, on 24 x 24."""
    for path in sorted(source.glob("*.pts")):
        points = " ".join(
            ",".join(f"{float(number) * 0.24:.3f}" for number in point.split(","))
            for point in path.read_text(encoding="utf-8").split()
        )
        colour = path.with_suffix(".svg").read_text(encoding="utf-8").split('fill="')[1][:7]
        write_icon(folder, path.stem, points, colour)


def write_icon(folder: Path, name: str, points: str, colour: str) -> None:
    """Writes an icon of a project: a polygon on 24 x 24 with a hole."""
    target = folder / "templates" / "_shared" / "icons"
    target.mkdir(parents=True, exist_ok=True)
    (target / f"bench-{name}.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
        f'<polygon points="{points}" fill="{colour}" stroke="#222222" stroke-width="0.72"/>'
        '<circle cx="12" cy="12" r="2.16" fill="#ffffff"/></svg>\n',
        encoding="utf-8",
    )


def _write_game(folder: Path, kinds: Iterable[str], more: str = "") -> None:
    folder.mkdir(parents=True)
    lines = [f"  {kind}: {KINDS[kind]}\n" for kind in kinds]
    text = f"title: {folder.name}\nlanguages: [en]\nkinds:\n{''.join(lines)}{more}"
    (folder / "game.yaml").write_text(text, encoding="utf-8")


def _write_bench(data: Path, folder: Path) -> None:
    tokens = _rows(data / "tokens.csv")
    token = (
        "  token{n}: {{name: Tokens {n}, width: {w}mm, height: {h}mm, front: token.svg.j2, "
        "sheet: tokens, fields: {{front: {{label: word, icon: icon, color: colour}}}}}}\n"
    )
    more = "".join(token.format(n=n, w=row["w"], h=row["h"]) for n, row in enumerate(tokens))
    _write_game(folder, KINDS, more)
    _write_cards(_rows(data / "cards.csv"), folder)
    hexes = [
        f"  - {{id: hex-{n}, name: {row['front']}, copies: {row['qty']}, "
        f"front: {_side(row['front'], row['icon_front'], row['color_front'])}, "
        f"back: {_side(row['back'], row['icon_back'], row['color_back'])}}}\n"
        for n, row in enumerate(_rows(data / "hexes.csv"))
    ]
    _write_list(folder / "hexagons.yaml", "hexagon", hexes)
    for n, row in enumerate(tokens):
        _write_list(folder / f"token{n}.yaml", f"token{n}", [_piece_entry(f"token-{n}", row)])
    tiles = [_piece_entry(f"tile-{n}", row) for n, row in enumerate(_rows(data / "maptiles.csv"))]
    _write_list(folder / "tiles.yaml", "tile", tiles)


def _side(label: str, icon: str, colour: str) -> str:
    return f'{{label: "{label}", icon: own:bench-{icon}, color: "{colour}"}}'


def _piece_entry(piece: str, row: dict[str, str]) -> str:
    side = _side(row["label"], row["icon"], row["color"])
    return f'  - {{id: {piece}, name: "{row["label"]}", copies: {row["qty"]}, front: {side}}}\n'


def _write_cards(rows: Iterable[dict[str, str]], folder: Path) -> None:
    cards = [
        f"  - id: card-{n}\n    copies: {row['qty']}\n    front:\n"
        f'      title: "{row["title"]}"\n      level: {row["level"]}\n'
        f'      rules: "{row["rules"]}"\n      icon: own:bench-{row["icon"]}\n'
        f'      color: "{row["color"]}"\n'
        for n, row in enumerate(rows)
    ]
    _write_list(folder / "cards.yaml", "card", cards)


def _write_list(path: Path, kind: str, entries: Iterable[str]) -> None:
    head = f"kind: {kind}\nsource: {{designed: the benchmark set}}\npieces:\n"
    path.write_text(head + "".join(entries), encoding="utf-8")

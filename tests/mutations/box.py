"""Changes the content of a box in one place at a time: which changes does the check find?"""

import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from tests.mutations.changes import ROOT, Change, Source, dice_for, sources
from tests.mutations.documents import games
from tests.mutations.exchanges import of_exchanges
from tests.mutations.free import free
from tests.mutations.judge import Judge
from tests.mutations.languages import of_game_file, of_languages, of_translations
from tests.mutations.lists import of_lists, of_maps
from tests.mutations.printed import of_printed
from tests.mutations.templates import of_templates
from tests.mutations.texts import of_texts

SORTS = (
    *("figure", "copies", "twin", "gone", "field", "icon", "board", "map"),
    *("name", "word", "sense", "template"),
    *("literal", "text", "cover", "translation", "setup", "exchange", "language"),
)
MOST = 90
"""The most changes of a sort that are tried in each game."""

FOUND, FREE, MISSED = "found", "free", "missed"


@cache
def all_changes(game: str) -> tuple[Change, ...]:
    """All possible changes of a game."""
    files = tuple(sources(game))
    game_file = Source(game, ROOT / "content" / game / "game.yaml")
    listed = (*of_lists(files), *of_texts(files), *of_exchanges(files))
    others = (*of_languages(files, game_file), *of_game_file(game_file), *of_translations(game))
    drawn = (*of_templates(game), *of_printed(game))
    return (*map(_of_area, listed), *of_maps(game), *others, *drawn)


def _of_area(change: Change) -> Change:
    """A change of a list; of set-up cards and boards, by their area instead of their sort."""
    stem = change.file.rpartition("/")[2]
    return replace(change, sort="setup") if stem.startswith(("setup", "board")) else change


def drawn(game: str, most: int = MOST) -> list[Change]:
    """The changes to try in a game: of each sort at most `most`, always the same ones."""
    by_sort: dict[str, list[Change]] = defaultdict(list)
    for change in all_changes(game):
        by_sort[change.sort].append(change)
    chosen: list[Change] = []
    for sort in SORTS:
        every = by_sort[sort]
        chosen += every if len(every) <= most else dice_for(game, sort).sample(every, most)
    return chosen


def judged(changes: Iterable[Change], *, drawing: bool = True) -> Iterator[tuple[Change, str, str]]:
    """Yields each change with the judgement of it, and the fault or the reason for it."""
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(Path(folder), drawing=drawing)
        for change in changes:
            if fault := judge.finds(change):
                yield change, FOUND, fault
            elif reason := free(change, games()[change.game]):
                yield change, FREE, reason
            elif drawing and judge.prints_the_same(change):
                yield change, FREE, "prints the same"
            else:
                yield change, MISSED, ""


def table(results: Sequence[tuple[Change, str, str]]) -> str:
    """The table of the numbers of changes made, found, free and missed, by sort and by game."""
    lines = [f"{'':26}{'made':>7}{FOUND:>7}{FREE:>7}{MISSED:>8}"]
    for by in ([*games()], SORTS):
        for name in by:
            numbers = _numbers(results, lambda one, name=name: name in (one.game, one.sort))
            lines += [_row(name, numbers)] if any(numbers) else []
    return "\n".join([*lines, _row("together", _numbers(results, lambda _: True))])


def _numbers(
    results: Sequence[tuple[Change, str, str]], wanted: Callable[[Change], bool]
) -> list[int]:
    counts = Counter(verdict for change, verdict, _ in results if wanted(change))
    return [counts[verdict] for verdict in (FOUND, FREE, MISSED)]


def _row(name: str, numbers: Sequence[int]) -> str:
    found, open_, missed = numbers
    return f"{name:26}{sum(numbers):7}{found:7}{open_:7}{missed:8}"


def main(arguments: Sequence[str]) -> int:
    """Try the changes and print the table; missed changes do not make the exit code."""
    most = next((int(one) for one in arguments if one.isdigit()), MOST)
    only = [one for one in arguments if not one.startswith("--") and not one.isdigit()]
    chosen = [change for game in games() for change in drawn(game, most)]
    if only:
        chosen = [change for change in chosen if {change.game, change.sort} & set(only)]
    results = list(judged(chosen))
    if "--list" in arguments:
        for change, verdict, _ in results:
            if verdict == MISSED:
                print(f"{change.sort}: {change}")
    if "--faults" in arguments:
        for change, verdict, fault in results:
            if verdict == FOUND:
                print(f"{change.sort}: {change}\n    {fault}")
    if "--free" in arguments:
        reasons = Counter(reason for _, verdict, reason in results if verdict == FREE)
        for reason, number in reasons.most_common():
            print(f"{number:5} {reason}")
    print(table(results))
    return 0

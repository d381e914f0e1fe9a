"""Writes returned translations into the content and the tables of translations.

A translation that is typed in the content is changed there, in its list or spreadsheet. Any other
goes to a table of translations: to the table that already translates its text, else to the table of
the language. All files are planned, then all of them are written, or none.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from fustella.core.files.project import Project
from fustella.core.files.reading import is_there, read_bytes
from fustella.core.processes import limits
from fustella.core.values.claims import Repair
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.read.edit import Unmended
from fustella.read.languages import key_of
from fustella.read.spreadsheets.delimited import delimiter_of
from fustella.read.spreadsheets.encodings import Decoded, decoded
from fustella.read.translations import (
    WHERE,
    TranslationTable,
    table_of_all,
    table_of_language,
)
from fustella.review.repair import FilePlan, RepairPlan, plan_repairs
from fustella.translate.entries import TextEntry, Texts, TextState
from fustella.translate.exchange import MOST_SPOTS, Returned


class Update(Struct, frozen=True):
    """The plan of the files that an import writes, and the translations that it cannot write.

    `new` is the number of translations that were missing, `corrected` of translations that differ
    from before, `same` of equal ones, and `empty` of texts without a translation. `changed` are
    translations of texts that have changed since in the game, `unknown` translations of texts that
    it never had. `by_hand` are corrections that somebody must type by hand.
    """

    plan: RepairPlan
    new: int
    corrected: int
    same: int
    empty: int
    changed: tuple[Returned, ...]
    unknown: tuple[Returned, ...]

    @property
    def by_hand(self) -> tuple[Unmended, ...]:
        return self.plan.unmended


def plan_update(project: Project, texts: Texts, returned: Sequence[Returned]) -> Update:
    """Matches returned translations with the texts of a game; nothing is written.

    Raises ProblemsFound: E105 for texts with two translations.
    """
    matcher = _Matcher(texts)
    repairs: list[Repair] = []
    table: dict[str, Returned] = {}
    booklet: dict[tuple[str, str | None], str] = {}
    of_game = {entry.text for entry in texts.entries if not entry.in_booklet}
    counts = dict.fromkeys(("new", "corrected", "same", "empty"), 0)
    changed: list[Returned] = []
    unknown: list[Returned] = []
    twice: list[Problem] = []
    taken: dict[tuple[str, ...], Returned] = {}  # by the text and its places
    for one in returned:
        if not one.word.strip():
            counts["empty"] += 1
            continue
        entry = matcher.entry_of(one)
        first = taken.setdefault((entry.text, *entry.where), one) if entry else one
        if first is not one:
            if key_of(first.word) != key_of(one.word):
                words = f"“{_short(first.word)}” and “{_short(one.word)}”"
                where = f"{first.place.file}, line {first.place.line}"
                hint = f"the first stands in {where}: empty one of them"
                message = f"a text with two translations, {words}"
                twice.append(Problem("E105", one.place, message, hint))
        elif entry is None:
            (changed if matcher.is_replaced(one) else unknown).append(one)
        elif entry.state is TextState.TRANSLATED and key_of(entry.translation) == key_of(one.word):
            counts["same"] += 1
        elif entry.in_content:
            counts["corrected"] += 1
            repairs += (
                Repair(word.place, str(word), one.word, is_text=True) for word in entry.words
            )
        else:
            counts["new" if entry.state is not TextState.TRANSLATED else "corrected"] += 1
            if entry.in_booklet:
                so_far = None if entry.state is TextState.MISSING else entry.translation
                booklet[entry.text, so_far] = one.word
            if not entry.in_booklet or entry.text not in of_game:
                table[entry.text] = one
    if twice:
        raise ProblemsFound(twice)
    plan = plan_repairs(project, repairs)
    plans = (_table_plan(project, texts, *each) for each in _by_table(project, texts, table))
    chapters = texts.booklet.plans(booklet) if texts.booklet else ()
    plan = RepairPlan((*plan.files, *plans, *chapters))
    return Update(plan, **counts, changed=tuple(changed), unknown=tuple(unknown))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else f"{line[:39]}…"


class _Matcher:
    def __init__(self, texts: Texts) -> None:
        self._by_text: dict[str, list[TextEntry]] = {}
        self._spots: set[str] = set()
        for entry in texts.entries:
            self._by_text.setdefault(entry.text, []).append(entry)
            self._spots.update(entry.where)

    def entry_of(self, returned: Returned) -> TextEntry | None:
        """The entry of a translation; if several entries have its text, the entry at its places."""
        entries = self._by_text.get(key_of(returned.text), [])
        there = [entry for entry in entries if not set(returned.where).isdisjoint(entry.where)]
        lacking = [entry for entry in entries if not entry.in_content]
        return next(iter((*there, *lacking, *entries)), None)

    def is_replaced(self, returned: Returned) -> bool:
        """Whether the game now has another text at the place of this text."""
        return not self._spots.isdisjoint(returned.where)


def _by_table(
    project: Project, texts: Texts, taken: Mapping[str, Returned]
) -> Iterator[tuple[TranslationTable, Mapping[str, Returned]]]:
    """Yields the tables to write, each with the translations that it gets."""
    usual = _table_of(project, texts)
    holding = {
        key_of(row.text): table
        for table in texts.tables
        for row in table.rows
        if texts.language in row.words
    }
    chosen = {text: holding.get(text, usual) for text in taken}
    for table in {table.name: table for table in chosen.values()}.values():
        yield table, {text: back for text, back in taken.items() if chosen[text] is table}


def _table_of(project: Project, texts: Texts) -> TranslationTable:
    """The table that gets new translations: the last table with a column of the language.

    If no table has one, it is the language's own table if the folder for such tables exists, else
    the table of all languages.
    """
    having = [table for table in texts.tables if texts.language in table.languages]
    if having:
        return having[-1]
    path = table_of_language(project, texts.game.id, texts.language)
    if not path.parent.is_dir():
        path = table_of_all(project, texts.game.id)
    known = (table for table in texts.tables if table.path == path)
    return next(known, TranslationTable(path, project.name_of(path), (), ()))


def _table_plan(
    project: Project, texts: Texts, table: TranslationTable, taken: Mapping[str, Returned]
) -> FilePlan:
    """The plan of a table with its new translations; its delimiter and encoding stay."""
    path = table.path
    old = read_bytes(path, project.root, limits.TABLE_BYTES) if is_there(path) else b""
    if old:
        known = decoded(old, texts.game.languages)
        delimiter = delimiter_of(known.text, path.name)
    else:
        known, delimiter = Decoded("", "utf-8", b"\xef\xbb\xbf"), ","
    after = _text_of_table(texts, _merged_rows(texts, table, taken), delimiter)
    try:
        new = known.encoded(after)
    except UnicodeEncodeError:  # a code page that has not all letters of another language
        new = after.encode("utf-8-sig")
    return FilePlan(path, table.name, known.text, after, (), (), old, new)


class _TableRow(Struct, frozen=True):
    text: str
    words: dict[str, str]
    where: tuple[str, ...]


def _merged_rows(
    texts: Texts, table: TranslationTable, taken: Mapping[str, Returned]
) -> Iterator[_TableRow]:
    """Yields all rows of a table, a text once: in the game's order, then rows without a text."""
    rows = {key_of(row.text): row for row in table.rows}
    before = {entry.before for entry in texts.entries if entry.text in taken}
    by_text: dict[str, list[TextEntry]] = {}
    for entry in texts.entries:
        by_text.setdefault(entry.text, []).append(entry)
    for text, same in by_text.items():
        row, one = rows.pop(text, None), taken.get(text)
        if row is None and one is None:
            continue
        words = {code: str(word) for code, word in row.words.items()} if row else {}
        outside = [entry for entry in same if not entry.in_content]
        if one is not None and outside:
            words[texts.language] = one.word
        where = (outside or same)[0].where[:MOST_SPOTS]
        yield _TableRow(row.text if row else text, words, where)
    for key, row in rows.items():
        words = {code: str(word) for code, word in row.words.items()}
        if key in before:  # another text was translated in its place
            words.pop(texts.language, None)
        if words:
            yield _TableRow(row.text, words, row.where)


def _text_of_table(texts: Texts, lines: Iterable[_TableRow], delimiter: str) -> str:
    lines = list(lines)
    used = {code for line in lines for code in line.words}
    codes = [code for code in texts.game.languages[1:] if code in used]
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
    writer.writerow((texts.first, *codes, WHERE))
    for line in lines:
        own = (line.words.get(code, "") for code in codes)
        writer.writerow((line.text, *own, "\n".join(line.where)))
    return stream.getvalue()

"""Makes the output of `fustella check`: a table with details, JSON, or annotations for GitHub."""

import json
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from fustella.check import Coverage, CoveredField, Spoken, unknown_languages
from fustella.cli.problems import tells_each
from fustella.cli.tables import shorten, table
from fustella.cli.terminal import plural, room
from fustella.core.values.claims import Finding, Verdict, at_lines, folded, lines_shown
from fustella.core.values.model import Game
from fustella.core.values.problems import Place, Problem, Severity
from fustella.core.words.patterns import escaped_in_json, visible_in_line
from fustella.review import (
    ASKING,
    FAULTS,
    Review,
    may_be_ignored,
    place_to_mend,
    problems_everywhere,
    short_place,
    unclaimed_problems,
)

if TYPE_CHECKING:
    from fustella.check import Restated

_CELL_WIDTH = 46
"""The most characters of a cell of the table; the details have longer texts in full."""

_DETAILS_WIDTH, _LABEL_WIDTH = 100, 14
"""The characters of a line of the details, and of the label with which it begins."""


def as_text(review: Review, *, unclaimed: bool = False) -> str:
    """The table of a game, then contradictory and open findings in full, and the tally.

    Many findings of one rule in one field are joined, unless each is shown alone. With `unclaimed`,
    the values that no claim speaks of are listed, too.
    """
    game = review.game
    if not tells_each():
        review = replace(review, findings=folded(review.findings))
    parts = [_head(review), findings_table(review), details(review, *ASKING)]
    if not review.watched:
        parts.append(
            "other changes of the document's wording are not watched yet: when you have read it, "
            "run `fustella check --accept`"
        )
    if count := len(review.problems):
        named = f"{plural(count, 'problem')} in claims.yaml {'is' if count == 1 else 'are'} named"
        parts.append(f"not every claim was checked: {named}")
    if count := review.unseen:
        parts.append(
            f"{plural(count, 'face')} {'is' if count == 1 else 'are'} not drawn yet as "
            f"{'it is' if count == 1 else 'they are'} now: the icons and the sizes of texts there "
            "are looked at by `fustella build`"
        )
    if count := review.not_compared:
        parts.append(
            f"{plural(count, 'accepted face')} {'is' if count == 1 else 'are'} not compared: the "
            "lists give the pieces other values than when they were accepted"
        )
    parts.append(unread_languages(game))
    if review.claims is None:
        parts.append(_without_claims(review))
    if review.coverage is not None:
        parts.append(_coverage(review.coverage, listed=unclaimed))
    if review.restated is not None:
        parts.append(_restated(review.restated))
    parts.append(f"{_title(game)}: {tally(review) or 'nothing to mend'}\n")
    return "\n\n".join(part for part in parts if part)


def unread_languages(game: Game) -> str:
    """A note about languages in which lint knows no words; "" if there are none."""
    unknown = unknown_languages(game)
    if not unknown:
        return ""
    named = " and ".join(filter(None, (", ".join(unknown[:-1]), unknown[-1])))
    return (
        f"no words of {named} are known: their translations are compared by figures and icons "
        "alone, not by number words, nor by words such as “not” and “more”"
    )


def _title(game: Game) -> str:
    return visible_in_line(str(game.title.in_language(game.languages[0])))


def _head(review: Review) -> str:
    """The title of the game, and the source of its figures."""
    game = review.game
    title = _title(game)
    if review.claims is None:
        printed = [piece for piece in game.pieces if piece.copies]
        copies = plural(sum(piece.copies for piece in printed), "piece")
        parts = [title, f"{copies} of {plural(len(printed), 'design')}"]
    elif game.original:
        parts = [title, plural(len(review.claims.claims), "claim")]
    else:
        source = f"read again from {review.document}" if review.text else "as claims.yaml has them"
        parts = [title, game.document, f"figures {source}"]
    return " · ".join(parts)


def _coverage(coverage: Coverage, *, listed: bool) -> str:
    """The number of values with claims; with `listed`, also a table of the values without.

    The table has one row for a field of all designs of a kind.
    """
    claimed, designed, unclaimed = (len(coverage.of(spoken)) for spoken in Spoken)
    fields, designs = plural(len(coverage.fields), "field"), plural(coverage.designs, "design")
    summary = f"{claimed} of {fields} of {designs} are claimed"
    summary += f", {designed} are our own design" if designed else ""
    summary += f", {unclaimed} unclaimed" if unclaimed else ""
    if not (designed or unclaimed):
        return summary
    if not listed:
        return f"{summary}; --unclaimed lists the others"
    alike: dict[tuple[str, str, str], list[CoveredField]] = {}
    for field in coverage.of(Spoken.UNCLAIMED, Spoken.DESIGNED):
        row_key = (str(field.spoken), field.kind, field.general_path)
        alike.setdefault(row_key, []).append(field)
    unclaimed_first = sorted(alike.items(), key=lambda row: row[0][0] != Spoken.UNCLAIMED)
    rows = [
        (kind, path, str(len(fields)), spoken, fields[0].owner, short_place(fields[0].place))
        for (spoken, kind, path), fields in unclaimed_first
    ]
    heads = ("kind", "field", "values", "is", "the first", "at")
    return f"{summary}\n\n{table(heads, rows, 'llrlll')}"


def _restated(restated: "Restated") -> str:
    """How many rules of the document the booklets restate, and the lines of all others."""
    named = f"; not: {lines_shown(restated.missing)}" if restated.missing else ""
    lines = plural(restated.rules, "line")
    return f"booklet: {restated.restated} of {lines} with rules restated{named}"


def _without_claims(review: Review) -> str:
    """The text for a game without claims.yaml: what lint checked, and how to check more."""
    game = review.game
    if not game.original:
        return f"no claims.yaml: nothing is compared with {game.document} (docs/claims.md)"
    result = "what is open above" if review.findings else "nothing amiss"
    return (
        f"names, numbers, icons and texts were looked through: {result}. Nothing else is compared, "
        "for there is no claims.yaml; in it you write what must hold, such as “52 cards” "
        "(docs/claims.md)"
    )


def findings_table(review: Review) -> str:
    """A table with a row for each finding; "" where there are none.

    The table of an original has no column for lines.
    """
    original = review.game.original
    columns = ("it says",) if original else ("line", "the document says")
    heads = ("claim", *columns, "the box has", "verdict")
    rows = [_row(finding, original=original) for finding in review.findings]
    return table(heads, rows, "llll" if original else "lrlll", ("line",)) if rows else ""


def _row(finding: Finding, *, original: bool) -> tuple[str, ...]:
    passage = f"{finding.says} (was {finding.was})" if finding.was else finding.says
    has = finding.has
    if finding.verdict in FAULTS:
        has = f"{has} · {short_place(place_to_mend(finding))}"
    return (
        finding.claim,
        *(() if original else (lines_shown(finding.lines),)),
        shorten(" ".join(passage.split()), _CELL_WIDTH),
        shorten(" ".join(has.split()), _CELL_WIDTH),
        str(finding.verdict),
    )


def details(review: Review, *verdicts: Verdict) -> str:
    """Findings in full: the claim, the box's value, the decision and its reason."""
    language = review.game.languages[0]
    lines = []
    for finding in review.with_verdict(*verdicts):
        lines.append(
            f"{finding.verdict}: {visible_in_line(finding.claim)}{at_lines(finding.lines)}"
        )
        is_rule, place = finding.check == "lint", finding.place.spot
        source = "rule" if is_rule else "claim" if review.game.original else "document"
        lines.append(_detail(source, finding.says))
        lines.append(_detail("box", finding.has))
        if finding.decision is not None:
            lines.append(_detail("decision", str(finding.decision.in_language(language))))
        elif is_rule:
            ignored = ", or let it go under `lint` of claims.yaml"
            or_not = ignored if may_be_ignored(finding, review.game) else ""
            lines.append(f"    decision: none yet; mend it in {place}{or_not}")
        else:
            lines.append(f"    decision: none yet; write `decision: …` in {place}")
    return "\n".join(lines)


def _detail(label: str, text: str) -> str:
    """A line of the details; further lines of its text are indented as far as the first."""
    text = visible_in_line(text)
    head = f"    {label}:".ljust(_LABEL_WIDTH)
    indent = " " * _LABEL_WIDTH
    columns = min(room(sys.stdout) or _DETAILS_WIDTH, _DETAILS_WIDTH)
    return textwrap.fill(text, columns, initial_indent=head, subsequent_indent=indent)


def tally(review: Review) -> str:
    """The tally `112 hold · 3 contradictions · 9 open · 2 unchecked`; "" without findings."""
    counts = {verdict: len(review.with_verdict(verdict)) for verdict in Verdict}
    return " · ".join(_count_of(count, verdict) for verdict, count in counts.items() if count)


_VERBS = {
    Verdict.HOLDS: ("holds", "hold"),
    Verdict.DIFFERS: ("differs", "differ"),
    Verdict.GONE: ("is gone", "are gone"),
}
"""The verbs for verdicts, in the singular and in the plural."""


def _count_of(count: int, verdict: Verdict) -> str:
    if verdict is Verdict.CONTRADICTION:
        return plural(count, "contradiction")
    singular, several = _VERBS.get(verdict, (str(verdict), str(verdict)))
    return f"{count} {singular if count == 1 else several}"


def as_json(
    reviews: Sequence[Review], problems: Sequence[Problem] = (), *, unclaimed: bool = False
) -> str:
    """All findings of all games as JSON; its keys are stable.

    The keys `problems`, `warnings` and `notes` are left out where they would be empty.

    With `unclaimed`, a key of this name has the values that no claim speaks of.
    """
    plain: dict[str, object] = {
        review.game.id: [_finding_json(finding, review) for finding in review.findings]
        for review in reviews
    }
    if unclaimed:
        plain["unclaimed"] = [
            {
                "game": box.game.id,
                "piece": field.owner,
                "field": field.path,
                "designed": field.spoken is Spoken.DESIGNED,
                **_place_json(field.place),
            }
            for box in reviews
            if box.coverage is not None
            for field in box.coverage.of(Spoken.UNCLAIMED, Spoken.DESIGNED)
        ]
    booklets = [(box.game.id, box.restated) for box in reviews if box.restated is not None]
    if booklets:
        plain["booklets"] = [
            {
                "game": game,
                "rules": restated.rules,
                "restated": restated.restated,
                "missing": [list(span) for span in restated.missing],
            }
            for game, restated in booklets
        ]
    plain |= problems_json(problems)
    notes = [(box.game, note) for box in reviews if (note := unread_languages(box.game))]
    if notes:
        plain["notes"] = [{"game": game.id, "message": note} for game, note in notes]
    return escaped_in_json(json.dumps(plain, ensure_ascii=False, indent=2))


def _finding_json(finding: Finding, review: Review) -> dict[str, object]:
    change = review.changes[finding.change - 1] if finding.change else None
    return {
        "claim": finding.claim,
        "check": finding.check,
        "verdict": str(finding.verdict),
        "lines": [list(span) for span in finding.lines],
        "says": finding.says,
        "was": finding.was,
        "has": finding.has,
        "claim_at": _place_json(finding.place),
        "box_at": [_place_json(place) for place in finding.where],
        "decision": dict(finding.decision.by_language) if finding.decision else None,
        "fix": [
            {**_place_json(repair.place), "old": repair.old, "new": repair.new}
            for repair in finding.repairs
        ],
        "no_fix": finding.unfixable,
        "change": change
        and {"lines": list(change.span), "before": change.before, "after": change.after},
    }


def problems_json(problems: Iterable[Problem]) -> dict[str, list[dict[str, object]]]:
    """The keys `problems` and `warnings`, each only where there are some."""
    sorts: dict[str, list[dict[str, object]]] = {}
    for problem in dict.fromkeys(problems):
        name = "problems" if problem.severity is Severity.ERROR else "warnings"
        sorts.setdefault(name, []).append(_problem_json(problem))
    return {name: sorts[name] for name in ("problems", "warnings") if name in sorts}


def _problem_json(problem: Problem) -> dict[str, object]:
    plain = {
        "code": problem.code,
        "message": problem.message,
        "hint": problem.hint,
        **_place_json(problem.place),
    }
    if problem.piece:
        plain["piece"] = problem.piece
    if problem.concerns is not None:
        plain["concerns"] = _place_json(problem.concerns)
    return plain


def _place_json(place: Place) -> dict[str, object]:
    plain: dict[str, object] = {"file": place.file, "line": place.line, "key": place.key}
    return {**plain, "sheet": place.sheet} if place.sheet else plain


def annotations(reviews: Sequence[Review], *, strict: bool) -> Iterator[str]:
    """Yields findings as workflow commands; GitHub shows them beside lines of a pull request."""
    for review in reviews:
        for problem in problems_everywhere(review):
            yield _annotation("error", problem.place, problem.message, problem.hint)
        for problem in unclaimed_problems(review) if strict else ():
            yield annotation_of(problem)
        if note := unread_languages(review.game):
            yield _annotation("notice", review.game.place, note)
        level = "error" if strict else "notice"
        for finding in review.with_verdict(*ASKING):
            message = f"{finding.verdict}: {finding.says}; {finding.has}"
            for place in (finding.place, *(finding.where if finding.alike else ())):
                yield _annotation(level, place, message)


def annotation_of(problem: Problem) -> str:
    """A problem of the content as a workflow command."""
    message = f"{problem.code} {problem.message}"
    return _annotation(problem.severity.value, problem.place, message, problem.hint)


_IN_DATA, _IN_PROPERTIES = "%\r\n", "%\r\n:,"
"""The characters that workflow commands write as `%` and code (actions/toolkit, command.ts)."""


def _annotation(level: str, place: Place, message: str, hint: str = "") -> str:
    if place.sheet:  # `file` names an existing file
        message = f"sheet `{visible_in_line(place.sheet)}`: {message}"
    text = _escaped_text(f"{message} ({hint})" if hint else message, _IN_DATA)
    line = f",line={place.line}" if place.line else ""
    return f"::{level} file={_escaped_text(place.file, _IN_PROPERTIES)}{line}::{text}"


def _escaped_text(text: str, letters: str) -> str:
    """The text with a code like `%0A` for each of the `letters`, of which `%` is the first."""
    for letter in letters:
        text = text.replace(letter, f"%{ord(letter):02X}")
    return text

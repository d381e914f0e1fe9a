"""Reviews as a person or a machine reads them: a table, problems, JSON, annotations."""

import json
import textwrap
from collections.abc import Iterator, Sequence

from fustella.cli.terminal import table
from fustella.core.claims import Finding, Verdict, at_lines, lines_shown
from fustella.core.problems import Place, Problem
from fustella.review.review import ASKING, FAULTS, Review
from fustella.review.verdicts import place_to_mend, problems_of, short_place

_WIDEST = 46
"""Characters of a column of the table; what is longer stands in full in the details."""

_WIDTH, _DETAIL = 100, 14
"""Characters of a line of the details, and of what stands before its text."""

_ORDER = tuple(Verdict)
_PLURAL = {Verdict.HOLDS: "hold", Verdict.DIFFERS: "differ", Verdict.GONE: "are gone"}


def whole(review: Review) -> str:
    """All of one game: the table, what is contradictory or open in full, the tally."""
    title = review.game.title.in_language(review.game.languages[0])
    if not review.findings and not review.problems:
        return f"{title}: no claims.yaml, nothing to check\n"
    source = f"read again from {review.document}" if review.text else "as claims.yaml has them"
    parts = [f"{title} · {review.game.document} · figures {source}", proof(review)]
    parts.append(details(review, *ASKING))
    if not review.watched:
        parts.append(
            "other changes of the document's wording are not watched yet: when you have read it, "
            "run `fustella check --accept`"
        )
    if review.problems:
        parts.append(f"not every claim was checked: {_faulty(len(review.problems))}")
    if review.unseen:
        parts.append(
            f"{_faces(review.unseen)} not drawn yet as they are now: the icons and the sizes of "
            "texts there are looked at by `fustella build`"
        )
    parts.append(f"{title}: {tally(review)}\n")
    return "\n\n".join(part for part in parts if part)


def _faces(count: int) -> str:
    return f"{count} faces are" if count != 1 else "1 face is"


def _faulty(count: int) -> str:
    many = count != 1
    return f"{count} problem{'s' if many else ''} in claims.yaml {'are' if many else 'is'} named"


def proof(review: Review) -> str:
    """The table of one game: claim, line, what the document says, what the box has, verdict."""
    heads = ("claim", "line", "the document says", "the box has", "verdict")
    rows = [_row(finding) for finding in review.findings]
    return table(heads, rows, "lrlll") if rows else ""


def tally(review: Review) -> str:
    """`112 hold · 3 contradictions · 9 open · 2 unchecked`."""
    counts = {verdict: len(review.with_verdict(verdict)) for verdict in _ORDER}
    return " · ".join(_counted(count, verdict) for verdict, count in counts.items() if count)


def details(review: Review, *verdicts: Verdict) -> str:
    """Findings in full: what the document says, what the box has, what was decided and why."""
    language = review.game.languages[0]
    blocks = []
    for finding in review.with_verdict(*verdicts):
        lines = [f"{finding.verdict}: {finding.claim}{at_lines(finding.lines)}"]
        lines.append(_told("document", finding.says))
        lines.append(_told("box", finding.has))
        if finding.decision is not None:
            lines.append(_told("decision", str(finding.decision.in_language(language))))
        else:
            place = f"{finding.place.file}:{finding.place.line}"
            lines.append(f"    decision: none yet; write `decision: …` in {place}")
        blocks.append("\n".join(lines))
    return "\n".join(blocks)


def _told(what: str, text: str) -> str:
    """A line of the details, wrapped under itself."""
    head = f"    {what}:".ljust(_DETAIL)
    return textwrap.fill(text, _WIDTH, initial_indent=head, subsequent_indent=" " * _DETAIL)


def as_json(reviews: Sequence[Review], problems: Sequence[Problem] = ()) -> str:
    """All findings of all games; the keys are stable. `problems` are there when there are any."""
    told: dict[str, object] = {
        review.game.id: [_plain(finding) for finding in review.findings] for review in reviews
    }
    if problems:
        told["problems"] = [_plain_problem(problem) for problem in problems]
    return json.dumps(told, ensure_ascii=False, indent=2)


def annotations(reviews: Sequence[Review], *, strict: bool) -> Iterator[str]:
    """Findings as the workflow commands that GitHub shows beside the lines of a pull request."""
    for review in reviews:
        for problem in problems_of(review):
            yield _annotation("error", problem.place, problem.message, problem.hint)
        level = "error" if strict else "notice"
        for finding in review.with_verdict(*ASKING):
            message = f"{finding.verdict}: {finding.says}; {finding.has}"
            yield _annotation(level, finding.place, message, "")


def annotation_of(problem: Problem) -> str:
    """A problem of the content as such a command."""
    return _annotation("error", problem.place, f"{problem.code} {problem.message}", problem.hint)


def _row(finding: Finding) -> tuple[str, ...]:
    was = f" (was {finding.was})" if finding.was else ""
    has = finding.has
    if finding.verdict in FAULTS:
        has = f"{has} · {short_place(place_to_mend(finding))}"
    return (
        finding.claim,
        lines_shown(finding.lines),
        _cut(finding.says + was),
        _cut(has),
        str(finding.verdict),
    )


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1].rstrip()}…"


def _counted(count: int, verdict: Verdict) -> str:
    if verdict is Verdict.CONTRADICTION:
        return f"{count} contradiction{'s' if count != 1 else ''}"
    plural = count != 1 or verdict not in _PLURAL
    one = {Verdict.HOLDS: "holds", Verdict.DIFFERS: "differs", Verdict.GONE: "is gone"}
    return f"{count} {_PLURAL.get(verdict, str(verdict)) if plural else one[verdict]}"


def _plain(finding: Finding) -> dict[str, object]:
    return {
        "claim": finding.claim,
        "check": finding.check,
        "verdict": str(finding.verdict),
        "lines": [list(span) for span in finding.lines],
        "says": finding.says,
        "was": finding.was,
        "has": finding.has,
        "claim_at": _place(finding.place),
        "box_at": [_place(place) for place in finding.where],
        "decision": dict(finding.decision.by_language) if finding.decision else None,
        "fix": [{**_place(r.place), "old": r.old, "new": r.new} for r in finding.repairs],
        "no_fix": finding.unfixable,
    }


def _plain_problem(problem: Problem) -> dict[str, object]:
    said = {"code": problem.code, "message": problem.message, "hint": problem.hint}
    return {**said, **_place(problem.place)}


def _place(place: Place) -> dict[str, object]:
    return {"file": place.file, "line": place.line, "key": place.key}


def _annotation(level: str, place: Place, message: str, hint: str) -> str:
    text = f"{message} ({hint})" if hint else message
    for letter, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        text = text.replace(letter, code)
    file = place.file
    for letter, code in (("%", "%25"), (":", "%3A"), (",", "%2C")):
        file = file.replace(letter, code)
    line = f",line={place.line}" if place.line else ""
    return f"::{level} file={file}{line}::{text}"

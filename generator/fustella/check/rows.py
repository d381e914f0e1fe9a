"""Compares rows of drawn maps in claims.yaml with the accepted lines of the document.

The project stores only hashes of these lines (`check.document.lines`). They show that a row has
changed since, without the document at hand.
"""

from collections.abc import Iterator, Sequence

from fustella.check.document.lines import BLANK, hash_of, older_hash_of
from fustella.check.kinds._maps import MapRow, drawing_of
from fustella.core.values.claims import Claim, Claims, Finding, Verdict
from fustella.core.values.problems import Place


def changed_rows(claims: Claims, known: Sequence[str]) -> tuple[Finding, ...]:
    """A finding for each row of a map that differs from its line of the document.

    `known` are the hashes of the document's lines when it was last read.
    """
    return tuple(
        finding
        for claim in claims.claims
        if claim.check == "map" and "rows" in claim.parameters and claim.lines
        for finding in _changed_of_claim(claim, known)
    )


def _changed_of_claim(claim: Claim, known: Sequence[str]) -> Iterator[Finding]:
    typed = claim.parameters["rows"]
    rows = drawing_of(str(typed), claim.parameters.line_of("rows") + 1).rows
    hashes = [(hash_of(row.typed), older_hash_of(row.typed)) for row in rows]
    first = claim.lines[0][0]
    words = [
        (at, hashed) for at, hashed in enumerate(known[first - 1 :], start=first) if hashed != BLANK
    ]
    starts = range(len(words) - len(rows) + 1)
    equal = {
        start: [hashed in own for own, (_, hashed) in zip(hashes, words[start:], strict=False)]
        for start in starts
    }
    best = max(starts, key=lambda start: sum(equal[start]), default=0)
    # Where no row is found at all, the document draws its map in another way.
    if best in equal and any(equal[best]):
        for row, (line, _), same in zip(rows, words[best:], equal[best], strict=False):
            if not same:
                yield _finding(claim, row, line)


def _finding(claim: Claim, row: MapRow, line: int) -> Finding:
    place = Place(claim.place.file, row.line, f"{claim.id}.rows")
    return Finding(
        claim=claim.id,
        check=str(claim.check),
        place=place,
        lines=((line, line),),
        verdict=Verdict.DIFFERS,
        says=f"line {line} as it was accepted",
        has=row.typed,
        where=(place,),
        unfixable="correct the row, or run the check with the document",
    )

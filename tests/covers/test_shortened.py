"""A word that is too wide for a cover is cut where it fits, and not letter by letter."""

from hypothesis import given
from hypothesis import strategies as st

from fustella.core.values.model import Place, Word
from fustella.covers import texts
from fustella.draw.text.fallback import no_fallback
from fustella.write.form_page import shortened_text
from fustella.write.pdf.font import text_width_mm

PLACE = Place("cards.yaml", 1)


def test_a_word_of_thousands_of_letters_is_measured_a_few_times(monkeypatch):
    measured = []
    width = texts._boxes

    def noting(text, bold, fallback):
        measured.append(text)
        return width(text, bold, fallback)

    monkeypatch.setattr(texts, "_boxes", noting)
    found = texts.shortened(Word("<div>" * 1000, PLACE), 40, 5, no_fallback, longest=10_000)
    assert found.endswith("…")
    assert len(measured) < 20


@given(st.text("iMx ", min_size=1, max_size=60), st.floats(3, 60))
def test_as_much_of_a_line_is_kept_as_fits(text, room_mm):
    shown = shortened_text(text, 8, room_mm)
    if text_width_mm(text, 8) <= room_mm:
        assert shown == text
        return
    kept = shown.removesuffix("…")
    assert text.startswith(kept)
    assert text_width_mm(shown, 8) <= room_mm
    more = text[: len(kept) + 1] if kept == text[: len(kept)].rstrip() else text
    assert text[len(kept)] == " " or text_width_mm(f"{more}…", 8) > room_mm

"""Figures and icons inside texts."""

import pytest

from fustella.core.words.numerals import figures_in


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("Take **2** {gold}.", "en", ("2", "{gold}")),
        ("Costruisci fino a **due campi di grano**.", "it", ("2",)),
        ("Toma treinta y dos monedas", "es", ("32",)),
        ("A castle, one castle, un castello", "en", ()),
        ("+1 or −2, 1½, 2/3, 2.5", "en", ("+1", "−2", "1", "½", "2/3", "2.5")),
        ("Two of {two-axes}", "en", ("2", "{two-axes}")),
        ("Ventuno carri", "it", ("21",)),
        ("somewhat often, threefold", "en", ()),
        ("", "en", ()),
        ("Zieh zwei Karten oder zwölf", "de", ("2", "12")),
        ("Piocher quatre-vingt-onze cartes", "fr", ("91",)),
        ("kaksi", "fi", ()),
    ],
)
def test_figures_in_a_text_are_its_figures_and_icons(text, language, found):
    assert figures_in(text, language) == found

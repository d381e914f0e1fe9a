"""Reads YAML and spreadsheets, checks them against forms, and makes games, claims and tables."""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.read.claims import read_claims
    from fustella.read.game import languages_of, list_files, read_game
    from fustella.read.languages import TypedText
    from fustella.read.lists import Listed, read_copies
    from fustella.read.online import OnlineSheet, read_online_sheets
    from fustella.read.printers import Printer, find_printer, read_printers, shift_for
    from fustella.read.rules.booklet import read_rules
    from fustella.read.shops import read_shop, shop_names
    from fustella.read.tables import Tables, read_papers, read_tables
    from fustella.read.words import read_words

__getattr__ = lazily(__name__, __file__)

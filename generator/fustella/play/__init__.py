"""Keeps played sessions of a game, adds them up, and tries draws and deals many times."""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.play.importing import Imported, Importer
    from fustella.play.report import Report, report_of

__getattr__ = lazily(__name__, __file__)

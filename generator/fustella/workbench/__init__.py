"""Turns gestures on the page into edits of files, one step at a time, with undo."""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.workbench.draft import Draft, GestureRefused
    from fustella.workbench.editing import EditRequest, Workbench
    from fustella.workbench.gestures import Gesture
    from fustella.workbench.steps import RefusalView, StepOutcome, StepsView
    from fustella.workbench.table_views import TablesView
    from fustella.workbench.tables import tables_of
    from fustella.workbench.tried import tried_face
    from fustella.workbench.zones import ZonesView, zones_of

__getattr__ = lazily(__name__, __file__)

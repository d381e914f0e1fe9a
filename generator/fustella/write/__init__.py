"""Writes sheets and faces as PDF, PNG, SVG and DXF; all decisions are made elsewhere.

The room's libraries are heavy, so the names of its face are loaded at their first use.
"""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.write.boards import BoardDocument, boards_pdf
    from fustella.write.calibration import Calibration, calibration_pdf
    from fustella.write.cutfiles import dxf_bytes, png_bytes, svg_bytes
    from fustella.write.dies import (
        DieDocument,
        DiePage,
        Plates,
        dies_dxf,
        dies_pdf,
        dies_svg,
    )
    from fustella.write.form_page import PlaytestSheet
    from fustella.write.glb import UNTURNED, GlbDocument, ShownPart, SolidPile, Turn, glb_bytes
    from fustella.write.laser import Engraving, LaserSheet, laser_dxf, laser_svg
    from fustella.write.pdf import PrintDocument, document_key, pdf_bytes, pdf_parts
    from fustella.write.picture_worker import PictureFailed, PicturePool
    from fustella.write.pictures import PictureCut, PictureForm, PictureType
    from fustella.write.playtest import playtest_pdf
    from fustella.write.raster import (
        black_mm2,
        other_edge_colour,
        other_edge_colours,
        page_pngs,
        places_that_differ,
    )
    from fustella.write.shop import ShopDocument, shop_bytes
    from fustella.write.stl import stl_bytes

__getattr__ = lazily(__name__, __file__)

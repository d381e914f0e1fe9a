"""Sheets and faces become PDF, PNG, SVG and DXF; the room decides nothing.

Its libraries are heavy; what the face does not name is imported by module: `write.pdf`,
`write.shop`, `write.raster`, `write.calibration`.
"""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.write.cutfiles import dxf_bytes, png_bytes, svg_bytes

__getattr__ = lazily(__name__, __file__)

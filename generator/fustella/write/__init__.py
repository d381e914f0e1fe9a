"""Sheets and faces become PDF, PNG, SVG and DXF; the room decides nothing.

Its libraries are heavy, so its doors are imported by module: `write.pdf`, `write.shop`,
`write.cutfiles`, `write.raster`, `write.calibration`.
"""

"""Computes what areas of a stock weigh at a shop, and the room that they take."""

from fustella.core.values.paper import Stock


def grams_of(stock: Stock | None, area_mm2: float) -> float:
    """The weight of an area as the shop makes it; 0 where nobody says how heavy its stock is."""
    return area_mm2 / 1e6 * stock.shop.grams_m2 if stock else 0.0


def volume_of(stock: Stock | None, area_mm2: float) -> float:
    """The volume of an area, in mm³; 0 without a stock."""
    return area_mm2 * stock.thickness_mm if stock else 0.0

"""How a figure is saved."""

from __future__ import annotations

from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from experiments.reporting.files import replacing


def save(figure: Figure, path: Path) -> None:
    """Write a figure as a PNG file, whole or not at all; no window system is needed."""
    FigureCanvasAgg(figure)
    with replacing(path) as temporary:
        figure.savefig(temporary, dpi=120, format="png", bbox_inches="tight")

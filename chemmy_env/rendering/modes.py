"""Render modes: the table as text, as an SVG document, as pixels."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.rendering.picture import picture
from chemmy_env.rendering.printing import columns, has_color
from chemmy_env.rendering.raster import raster
from chemmy_env.rendering.text import render_table
from chemmy_env.rendering.visibility import Viewer
from chemmy_env.rendering.words import Names

RENDER_MODES: Final = ("ansi", "human", "svg", "rgb_array")
"""What an environment takes; ``"human"`` prints, the others return."""


def check_render_mode(render_mode: str | None, allowed: tuple[str, ...] = RENDER_MODES) -> None:
    """Raise a `ValueError` unless it is `None` or one of the allowed modes."""
    if render_mode is not None and render_mode not in allowed:
        raise ValueError(f"render_mode = {render_mode!r}: expected None or one of {allowed}")


def render(
    mode: str, compiled: CompiledTable, record: Any, viewer: Viewer = None
) -> str | np.ndarray[Any, Any]:
    """Show a table in a render mode.

    Args:
        mode: ``"ansi"`` for text; ``"human"`` for text in the colours and the width of standard
            output; ``"svg"`` for the text of an SVG document; ``"rgb_array"`` for its pixels.
        compiled: the table's rules and options.
        record: its state.
        viewer: whose eyes to use, as for `render_table`.

    Returns:
        A string, or (H, W, 3) uint8.

    Raises:
        DependencyNotInstalled: for ``"rgb_array"`` without the libraries of the extra ``render``.
    """
    if mode == "svg":
        return picture(compiled, record, viewer)
    if mode == "rgb_array":
        return raster(picture(compiled, record, viewer))
    if mode == "human":
        return table_on_screen(compiled, record, viewer)
    return render_table(compiled, record, viewer)


def table_on_screen(
    compiled: CompiledTable, record: Any, viewer: Viewer = None, names: Names = None
) -> str:
    """Draw a table in the colours and the width that standard output has; `say` prints it."""
    return render_table(compiled, record, viewer, has_color(), names, columns())

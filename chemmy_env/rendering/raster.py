"""The picture of a table in pixels, for videos and for whatever wants `rgb_array`."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Final

import numpy as np
from gymnasium.error import DependencyNotInstalled

_FONT: Final = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
_FAMILY: Final = "DejaVu Sans"


def raster(svg: str) -> np.ndarray[Any, Any]:
    """Draw an SVG document on a white ground, with the package's own font.

    Args:
        svg: what `picture` returns.

    Returns:
        (H, W, 3) uint8, a fresh array; the same document always gives the same pixels.

    Raises:
        DependencyNotInstalled: without the libraries of the extra ``render``.
    """
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise DependencyNotInstalled(
            "render_mode = 'rgb_array' needs resvg-py and Pillow: pip install 'chemmy_env[render]'"
        ) from error
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        background="#ffffff",
        skip_system_fonts=True,
        font_files=[str(_FONT)],
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
    )
    with Image.open(io.BytesIO(png)) as image:
        return np.array(image.convert("RGB"))

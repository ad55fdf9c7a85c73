"""Generate the parts of the documentation that repeat what is known elsewhere.

``python -m experiments.docs`` rewrites the generated blocks of README.md and docs/, and the picture
docs/images/table.svg; with ``--check`` it writes nothing and fails if something is stale. Blocks
come from the code, from the shipped models' manifests and from the figures in docs/results/.

``python -m experiments.docs --publish runs/benchmark --name benchmark`` puts the figures of a run
into docs/results/, and then rewrites the blocks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from experiments.docs.blocks import ROOT, regenerate
from experiments.docs.publishing import publish
from experiments.reporting.console import console
from experiments.reporting.files import write_text

app = typer.Typer(add_completion=False)


@app.command(help=__doc__)
def main(
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; fail if something is stale.")
    ] = False,
    run: Annotated[
        Path | None,
        typer.Option("--publish", help="Folder or JSON file of a run whose figures are shown."),
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="Of its file in docs/results.", show_default="the folder's")
    ] = None,
) -> None:
    """Rewrite or check the generated parts."""
    if run is not None:
        if check:
            raise typer.BadParameter("--check and --publish: expected one of them")
        try:
            console.print(f"written: {publish(run, name or run.stem)}")
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
    texts = regenerate().items()
    stale = [
        (path, text)
        for path, text in texts
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path, text in stale:
        console.print(f"{'stale' if check else 'written'}: {path.relative_to(ROOT)}")
        if not check:
            write_text(path, text)
    if check and stale:
        console.print("Run `python -m experiments.docs`.")
        raise typer.Exit(1)


if __name__ == "__main__":
    app()

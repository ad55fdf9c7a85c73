"""Figures that the documentation shows: small JSON files in docs/results, taken from runs.

A run writes all its numbers and its manifest under runs/, which is not committed. What the
documentation shows of them is committed: the manifest, and the figures of its kind of study.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from typing import Any, Final

from experiments.reporting.files import write_json

RESULTS: Final = Path(__file__).parents[2] / "docs" / "results"
Json = dict[str, Any]


def read_figures(name: str) -> Json:
    """Return the figures published under a name.

    Raises:
        ValueError: if there are none.
    """
    path = RESULTS / f"{name}.json"
    if not path.exists():
        known = ", ".join(sorted(one.stem for one in RESULTS.glob("*.json")))
        raise ValueError(f"name = {name!r}: expected one of {known}")
    found: Json = json.loads(path.read_text(encoding="utf-8"))
    return found


def publish(run: Path, name: str, folder: Path = RESULTS) -> Path:
    """Write the figures of a run that the documentation shows; return the file.

    Args:
        run: its folder, or the JSON file that it wrote.
        name: of the new file.
        folder: where such files lie.

    Raises:
        ValueError: if there is no such run, or it is of a study whose figures are shown nowhere.
    """
    path = run / "results.json" if run.is_dir() else run
    if not path.exists():
        raise ValueError(f"publish = {str(run)!r}: expected a run with results.json")
    results = json.loads(path.read_text(encoding="utf-8"))
    if "manifest" not in results:
        results["manifest"] = json.loads(path.with_name("manifest.json").read_text("utf-8"))
    module = _module(results["manifest"]["command"])
    if module not in _FIGURES:
        raise ValueError(f"publish = {str(run)!r}: expected a run of {', '.join(_FIGURES)}")
    written = folder / f"{name}.json"
    write_json(written, {"manifest": results["manifest"], **_FIGURES[module](results)})
    return written


def _module(command: str) -> str:
    found = re.search(r"-m (\S+)", command)
    return found[1] if found else command


def _study(results: Json) -> Json:
    """Scores and leads; the training with its last steps and seconds."""
    last = results["curve"][-1]
    return {
        "training": {**results["training"], "steps": last["steps"], "seconds": last["seconds"]},
        "evaluations": [_evaluation(one) for one in results["evaluations"]],
    }


def _evaluation(results: Json) -> Json:
    return {key: results[key] for key in ("sessions", "seed", "scores", "comparisons")}


def _benchmark(results: Json) -> Json:
    """Medians of rates and ratios, contest by contest."""
    rates = ("ours_per_second", "rival_per_second", "coups_per_second", "ratio", "cpu_ratio")
    return {
        "contests": [
            {
                **{key: one[key] for key in ("group", "ours", "rival", "error")},
                **{key: one[key]["median"] if one[key] else None for key in rates},
            }
            for one in results["contests"]
        ]
    }


def _luck(results: Json) -> Json:
    """Ratios of variances of coups and of sessions."""
    return {
        group: {one["name"]: one["ratio"] for one in results[group]}
        for group in ("coups", "sessions")
    }


def _luck_training(results: Json) -> Json:
    """Leads at the end, and how many steps were needed: median, least and most of the seeds."""
    told = {}
    for reward in ("chips", "luck_adjusted"):
        needed = {}
        for level, steps in results[reward]["needed"].items():
            reached = sorted(float("inf") if one is None else one for one in steps)
            spread = {"median": median(reached), "min": reached[0], "max": reached[-1]}
            needed[level] = {
                key: None if value == float("inf") else value for key, value in spread.items()
            }
        told[reward] = {"lead": results[reward]["leads"][-1], "needed": needed}
    return told


_FIGURES: Final[Mapping[str, Callable[[Json], Json]]] = {
    "experiments.study": _study,
    "experiments.models": _study,
    "experiments.benchmark": _benchmark,
    "experiments.evaluate": _evaluation,
    "experiments.luck": _luck,
    "experiments.luck.training": _luck_training,
}
"""What is shown of a run, by its command."""

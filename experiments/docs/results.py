"""Blocks made of figures: docs/results/*.json and the manifests of the shipped models.

No number stands here; a figure is changed by publishing a new run (docs/publishing.py).
"""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import fill
from typing import Any, Final

from chemmy_env.engine.tables import make_table
from experiments.benchmark.report import count_text
from experiments.docs.publishing import Json, read_figures
from experiments.reporting.markdown import markdown_table

Contests = dict[tuple[str, str | None], Json]

MODELS: Final = Path(__file__).parents[2] / "agents" / "models"
_PLACES: Final = {"placement": "places", None: "places", "chips": "chips", "luck_adjusted": "chips"}
_FIELDS: Final = {
    "book": "books",
    "random": "random players",
    "learned-home": "the model above",
}
_SPEED: Final = (
    ("batched, random legal play, observations and masks written", (
        ("rollout, 256 tables", "PGX kuhn_poker, 256"),
        ("rollout, 4,096 tables", "PGX kuhn_poker, 4,096"),
        ("rollout, 256 tables", "PGX leduc_holdem, 256"),
        ("rollout, 256 tables", "EnvPool Blackjack-v1, 256"),
    )),
    ("batched, one call a step", (
        ("step, 256 tables", "EnvPool Blackjack-v1, 256"),
        ("step, 1,024 tables", "OpenSpiel kuhn_poker, State loop"),
    )),
    ("one PettingZoo table, `last()` and `step()`", (
        ("env() loop", "PettingZoo texas_holdem_v4 env()"),
        ("env() loop", "PettingZoo tictactoe_v3 env()"),
    )),
    ("training, steps a second", (
        ("MaskablePPO on SeatVecEnv, 1 torch thread",
         "MaskablePPO through DummyVecEnv, 1 x chemmy/Seat-v0"),
        ("FastMaskablePPO on SeatVecEnv, 1 torch thread",
         "MaskablePPO through DummyVecEnv, 8 x chemmy/Seat-v0"),
    )),
    ("bare coups by the book", (("bare coups", "C, gcc -O3"),)),
)  # fmt: skip
"""Kinds of work, and the contests shown of each."""
_TORCH: Final = (
    "MaskablePPO on SeatVecEnv, 2 torch threads",
    "FastMaskablePPO on SeatVecEnv, 2 torch threads",
)


def interval(told: Json, decimals: int, *, sign: bool = False) -> str:
    """Return ``mean ± half width`` of an estimate."""
    mean = f"{told['mean']:{'+' if sign else ''}.{decimals}f}".replace("-", "−")
    return f"{mean} ± {told['half_width']:.{decimals}f}"


def paragraph(text: str) -> str:
    """Return a paragraph in lines of at most 100 characters."""
    return fill(text, 100, break_long_words=False, break_on_hyphens=False)


def verdict(lead: Json, what: str, decimals: int) -> str:
    """Answer whether a lead is proved, and how large it is."""
    amount = f"{interval(lead, decimals, sign=True)} {what}"
    if lead["low"] > 0:
        return f"Yes: by {amount}"
    return f"No: it trails by {amount}" if lead["high"] < 0 else f"Not proved: {amount}"


def study() -> str:
    """Return what the study of the home table found: scores, how they were made, the verdict."""
    told = read_figures("study-home")
    first = told["evaluations"][0]
    scores = sorted(first["scores"], key=lambda one: -one["win_share"]["mean"])
    rows = [
        [
            one["agent"],
            interval(one["win_share"], 3),
            interval(one["chips"], 2, sign=True),
            interval(one["adjusted"], 3, sign=True),
            f"{one['win_share']['n']:,}",
        ]
        for one in scores
    ]
    headings = ("agent", "share of sessions won", "chips a session", "less luck", "sessions")
    lead = next(one for one in first["comparisons"] if one["agent"] == "learned")
    among_random = _score(told["evaluations"][1], "learned", "random")["win_share"]["mean"]
    found = paragraph(
        f"**{verdict(lead['win_share'], 'of the sessions', 3)}**, in the same shoes: "
        f"{_by_part(lead['win_share_by_part'], 3)}. It learned that against books; against five "
        f"random players it wins {among_random:.3f}."
    )
    return "\n\n".join((markdown_table(headings, rows), _study_note(told), found))


def _study_note(told: Json) -> str:
    manifest, training = told["manifest"], told["training"]
    updates = 1e6 * training["n_epochs"] / training["batch_size"]
    return paragraph(
        '*One seat of each agent against five books, 95 % intervals; par is one sixth. "Less luck" '
        "takes out what the cards brought ([docs/environment.md](docs/environment.md)). "
        f"`{manifest['command']}` with seed {manifest['seed']}: "
        f"{training['steps'] / 1e6:.1f} million steps in {training['seconds']:.0f} s at "
        f"{updates:,.0f} updates per million steps, {manifest['wall_time_seconds']:.0f} s in all "
        f"({manifest['machine']}).*"
    )


def _score(evaluation: Json, agent: str, field: str) -> Json:
    found: Json = next(
        one for one in evaluation["scores"] if (one["agent"], one["field"]) == (agent, field)
    )
    return found


def _by_part(parts: dict[str, Json], decimals: int) -> str:
    ordered = sorted(parts.items(), key=lambda part: -part[1]["mean"])
    return ", ".join(f"{interval(lead, decimals, sign=True)} from {name}" for name, lead in ordered)


def league() -> str:
    """Return what a league's learner wins against several fields."""
    told = read_figures("league")
    wins = [
        f"{interval(one['win_share'], 3)} against {_FIELDS.get(one['field'], one['field'])}"
        for one in told["scores"]
    ]
    return paragraph(
        "**Against others than books** a league serves: earlier selves and the agents that are "
        f"named, the hardest drawn most often. `{told['manifest']['trained_by']}` wins "
        f"{', '.join(wins[:-1])} and {wins[-1]} ({told['sessions']:,} sessions each)."
    )


def chips() -> str:
    """Return what the model that is trained for chips leads by, and how it draws."""
    told = _manifest("learned-home-chips")
    lead = told["lead_over_book"]
    sides = [
        f"{one['distance']:.1e} as {one['role']}" if one["distance"] else f"none as {one['role']}"
        for one in told["distances"]["the book handles its money"]
    ]
    return paragraph(
        '**For chips** (`make study ARGS="--reward chips"`, '
        f"{told['wall_time_seconds']:.0f} s) the lead over the book is "
        f"{interval(lead['adjusted'], 3, sign=True)} chips a session less luck: "
        f"{_by_part(lead['adjusted_by_part'], 3)}. What the tables it draws by lose to the "
        f"best response, exactly, in chips a coup: {'; '.join(sides)}."
    )


def _manifest(name: str) -> Json:
    found: Json = json.loads((MODELS / f"{name}.json").read_text(encoding="utf-8"))
    return found


def models() -> str:
    """Return the table of the models that ship."""
    rows = []
    for path in sorted(MODELS.glob("*.json")):
        told = _manifest(path.stem)
        lead, training = told["lead_over_book"], told["training"]
        rows.append(
            [
                f"`{path.stem}`",
                _PLACES[training["table"]["reward"]],
                interval(lead["win_share"], 3, sign=True),
                interval(lead["adjusted"], 3, sign=True),
                f"{training['steps'] / 1e6:g} M",
                f"`{told['command']}`",
                told["commit"][:7],
            ]
        )
    headings = ("model", "trained for", "lead in sessions won", "in chips less luck", "steps",
                "made by", "commit")  # fmt: skip
    return markdown_table(headings, rows)


def speed() -> str:
    """Return the benchmark's table, and what stands below it."""
    told = read_figures("benchmark")
    contests = {(one["ours"], one["rival"]): one for one in told["contests"]}
    rows = []
    for work, shown in _SPEED:
        for at, pair in enumerate(shown):
            one = _contest(contests, *pair)
            rows.append(
                ["" if at else work, _rate(one, "ours"), pair[1], _rate(one, "rival"), _ratio(one)]
            )
    headings = ("the same work", "this package", "rival", "its rate", "ratio")
    return f"{markdown_table(headings, rows)}\n\n{_speed_note(told['manifest'], contests)}"


def _speed_note(manifest: Json, contests: Contests) -> str:
    shared = sorted(
        _ratio(_contest(contests, f"rollout, {size} tables, 2 threads", f"rollout, {size} tables"))
        for size in ("1,024", "4,096")
    )
    stepped = _contest(contests, "step, 1,024 tables, 2 threads", "step, 1,024 tables")
    kept = [
        _ratio(_contest(contests, f"{name}, 1,024 tables", "the engine work in it"))
        for name in ("SeatVecEnv", "SeatVectorEnv")
    ]
    both = [_rate(_contest(contests, name, None), "ours") for name in _TORCH]
    home = make_table("chemmy", "home")
    return paragraph(
        f"*Medians of {manifest['repeats']} turns of each, six seats, one core (training: two, "
        "torch on one of them; with torch on both the two learners reach "
        f"{' and '.join(both)}): `{manifest['command']}`, {manifest['machine']}, commit "
        f"{manifest['commit'][:7]}. {manifest.get('note', '')} Two threads play "
        f"{' to '.join(shared)} times what one does in a rollout, and {_ratio(stepped)} times by "
        f"`step` of 1,024 tables. `SeatVecEnv` and `SeatVectorEnv` keep {' and '.join(kept)} of "
        f"the engine's speed. The chemin de fer table observes {home.observation_size} numbers a "
        f"decision and deals from a shoe of {52 * home.rules.decks} cards, kuhn_poker 7 from a "
        "deck of three.*"
    )


def _contest(contests: Contests, ours: str, rival: str | None) -> Json:
    if (ours, rival) not in contests:
        raise ValueError(f"docs/results/benchmark.json: expected the contest {ours!r} : {rival!r}")
    return contests[ours, rival]


def _rate(contest: Json, side: str) -> str:
    rate: float | None = contest[f"{side}_per_second"]
    return "failed" if rate is None else count_text(rate)


def _ratio(contest: Json) -> str:
    ratio: float | None = contest["ratio"]
    if ratio is None:
        return "–"
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}"


def luck() -> str:
    """Return by how much luck adjustment lowers variances."""
    told = read_figures("luck")
    coups = told["coups"]
    by_profile: dict[str, float] = {
        name.split(":")[0]: ratio
        for name, ratio in told["sessions"].items()
        if "book against book" in name
    }
    home = by_profile.pop("home")
    return paragraph(
        'Its mean is zero whatever anybody plays, so sums of `"luck_adjusted"` rewards estimate '
        "the same chips with less noise. Between books the variance of a coup from a full shoe "
        f"falls {_fold(coups['book against book'])}, of a session at home {_fold(home)}, and of "
        f"one of fifty coups at the other tables at least {_fold(min(by_profile.values()))}; "
        "between players who choose at random, that of a coup "
        f"{_fold(coups['two random players'])} (`python -m experiments.luck`)."
    )


def _fold(ratio: float) -> str:
    return f"{float(f'{ratio:.2g}'):,.0f}-fold"


def luck_training() -> str:
    """Return what luck adjustment does for a learner."""
    told = read_figures("luck-training")
    leads = {reward: interval(told[reward]["lead"], 2) for reward in ("luck_adjusted", "chips")}
    beat, near = told["chips"]["needed"]
    steps = {
        (reward, level): _steps(told[reward]["needed"][level])
        for reward in leads
        for level in (beat, near)
    }
    return paragraph(
        f"Learners gain by it too. Of {told['luck_adjusted']['lead']['n']} a reward, trained at "
        "home against books for a million steps from the same first weights and shoes, those paid "
        f"less luck end {leads['luck_adjusted']} chips a session ahead of the book, those paid in "
        f"plain chips {leads['chips']}, in the same held-out sessions. To {near}, nine tenths of "
        f"the best, takes the former {steps['luck_adjusted', near]} steps, and the latter "
        f"{steps['chips', near]}; to {beat} takes {steps['luck_adjusted', beat]} and "
        f"{steps['chips', beat]} (median, with the least and the most; "
        f"`{told['manifest']['command']}`)."
    )


def _steps(needed: dict[str, Any]) -> str:
    median, least, most = (needed[key] for key in ("median", "min", "max"))
    if median is None:
        return "more than they had"
    largest = "never" if most is None else count_text(most)
    return f"{count_text(median)} ({count_text(least)} to {largest})"

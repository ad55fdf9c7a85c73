"""Which contests there are."""

from __future__ import annotations

from typing import Final

from experiments.benchmark.contests import Contest, Side

BATCHES: Final = (1, 256, 1024, 4096)
RIVAL_BATCHES: Final = (1, 256, 4096, 16384)
GROUPS: Final = ("engine", "aec", "training", "learner", "threads", "coups")
_ENGINE_BATCH: Final = 1024


def rollout(tables: int, threads: int = 1) -> Side:
    """Return `Tables.rollout` as a side."""
    return Side(_label("rollout", tables, threads), "ours", ("rollout", str(tables), str(threads)))


def step(tables: int, threads: int = 1) -> Side:
    """Return `Tables.step` as a side."""
    return Side(_label("step", tables, threads), "ours", ("step", str(tables), str(threads)))


def _label(name: str, tables: int, threads: int) -> str:
    words = f"{name}, {tables:,} table{'s' if tables > 1 else ''}"
    return f"{words}, {threads} threads" if threads > 1 else words


AEC: Final = Side("env() loop", "ours", ("aec",))
COUPS: Final = Side("bare coups", "ours", ("coups",))


def _rival(name: str, label: str, program: str, *arguments: str) -> Side:
    return Side(label, f"rivals.{program}", arguments, name)


def _training(name: str, threads: int) -> Side:
    label = {"seat_vec_env": "MaskablePPO", "fast": "FastMaskablePPO"}[name]
    return Side(f"{label} on SeatVecEnv, {threads} torch thread{'s' if threads > 1 else ''}",
                "training", (name, str(threads)))  # fmt: skip


def own_contests(quick: bool = False) -> list[Contest]:
    """Return what needs nobody else: ours alone, or ours against ours."""
    batches = (_ENGINE_BATCH,) if quick else BATCHES
    found = [Contest("engine", side(size)) for side in (rollout, step) for size in batches]
    found.append(Contest("aec", AEC))
    trainings = ((("fast", 1),) if quick else
                 (("seat_vec_env", 1), ("seat_vec_env", 2), ("fast", 1), ("fast", 2)))  # fmt: skip
    found += [Contest("training", _training(*one), cores=2) for one in trainings]
    engine = Side("the engine work in it", "learner", ("engine", str(_ENGINE_BATCH)))
    for name, label in (
        ("seat_loop", "SeatLoop"), ("vec_env", "SeatVecEnv"), ("vector_env", "SeatVectorEnv")
    ):  # fmt: skip
        side = Side(f"{label}, 1,024 tables", "learner", (name, str(_ENGINE_BATCH)))
        found.append(Contest("learner", side, engine))
    for make in (rollout, step):
        for size in (_ENGINE_BATCH,) if quick else (1024, 4096):
            found.append(Contest("threads", make(size, 2), make(size, 1), cores=2))
    flags = (("gcc -O3", ("-O3",)), ("gcc -O3 -march=native", ("-O3", "-march=native")))
    for label, arguments in flags[:1] if quick else flags:
        found.append(Contest("coups", COUPS, Side(f"C, {label}", "rivals.coup", arguments)))
    return found


def rival_contests(quick: bool = False) -> list[Contest]:
    """Return ours against the other libraries."""
    return _engine_rivals(quick) + _loop_rivals(quick) + _training_rivals(quick)


def _engine_rivals(quick: bool) -> list[Contest]:
    found = []
    for size in (256,) if quick else RIVAL_BATCHES:
        for game in ("kuhn_poker", "leduc_holdem"):
            side = _rival("pgx", f"PGX {game}, {size:,}", "pgx_games", game, str(size))
            found.append(Contest("engine", rollout(size), side))
    for size in (256,) if quick else BATCHES:
        for game in ("Blackjack-v1", "KuhnPoker-v1"):
            side = _rival("envpool", f"EnvPool {game}, {size:,}", "envpool_games", game, str(size))
            found.append(Contest("engine", step(size), side))
            if game == "Blackjack-v1":  # Its best against ours: it has no loop of its own.
                found.append(Contest("engine", rollout(size), side))
    vector = _rival("gymnasium", "Gymnasium Blackjack-v1, SyncVectorEnv, 256", "gymnasium_games",
                    "vector", "256")  # fmt: skip
    return [*found, Contest("engine", step(256), vector)]


def _loop_rivals(quick: bool) -> list[Contest]:
    """One game at a time, asked from Python: against our own loop of that kind."""
    sides = [
        _rival("pettingzoo", f"PettingZoo {game} {maker}()", "pettingzoo_games", game, maker)
        for game in ("texas_holdem_v4", "leduc_holdem_v4", "tictactoe_v3")
        for maker in ("env", "raw_env")
    ]
    sides += [
        _rival("rlcard", f"RLCard {game}", "rlcard_games", game)
        for game in ("leduc-holdem", "limit-holdem", "blackjack")
    ]
    sides += [
        _rival("openspiel", f"OpenSpiel {game}, {words}", "openspiel_games", game, way)
        for game in ("kuhn_poker", "leduc_poker")
        for way, words in (("state", "State loop"), ("rl_environment", "rl_environment"))
    ]
    sides.append(_rival("gymnasium", "Gymnasium Blackjack-v1", "gymnasium_games", "single"))
    if quick:  # The first of each library.
        sides = list({side.requirement: side for side in reversed(sides)}.values())[::-1]
    loops = [Contest("aec", AEC, side) for side in sides]
    # The engine at its usual batch, against those who have nothing but a loop.
    batched = [
        Contest("engine", step(_ENGINE_BATCH), side)
        for side in sides
        if side.requirement in ("rlcard", "openspiel")
    ]
    return batched + loops


def _training_rivals(quick: bool) -> list[Contest]:
    routes = [("chemmy/Seat-v0", "seat", "1")]
    if not quick:
        routes += [("chemmy/Seat-v0", "seat", "8"), ("PettingZoo leduc_holdem_v4", "leduc", "1")]
    return [
        Contest("training", _training(name, 1),
                _rival("pettingzoo", f"MaskablePPO through DummyVecEnv, {count} x {label}",
                       "dummy_vec_env", route, count), cores=2)
        for name in (("seat_vec_env",) if quick else ("seat_vec_env", "fast"))
        for label, route, count in routes
    ]  # fmt: skip


def choose(rivals: bool, quick: bool, groups: list[str] | None = None) -> list[Contest]:
    """Return the contests of some groups (all, if none are named), group by group.

    Raises:
        ValueError: for an unknown group.
    """
    for group in groups or ():
        if group not in GROUPS:
            raise ValueError(f"group = {group!r}: expected one of {', '.join(GROUPS)}")
    found = own_contests(quick) + (rival_contests(quick) if rivals else [])
    return [
        contest
        for group in GROUPS
        if not groups or group in groups
        for contest in found
        if contest.group == group
    ]

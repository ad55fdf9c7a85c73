"""The house: one direction of import, nothing heavy at import, one compilation a kernel."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ALLOWED = {
    "rules": {"rules"},
    "engine": {"engine", "rules"},
    "exact": {"exact", "rules"},
    "rendering": {"rendering", "engine", "rules"},
    "environments": {"environments", "rendering", "engine", "rules"},
    "policies": {"policies", "exact", "engine", "rules"},
    "adapters": {"adapters", "rendering", "policies", "engine", "rules"},
}
"""What each part of chemmy_env may import of its sisters."""


def imports(text: str, package: tuple[str, ...]) -> set[str]:
    """Return the full names that a file of a package imports, wherever it does so."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            base = [*above, *([node.module] if node.module else [])]
            found |= {".".join([*base, alias.name]) for alias in node.names}
    return found


def files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def of(folder: str, top: str) -> list[tuple[str, str]]:
    """List (file, import) for what a folder imports of a top-level package."""
    return [
        (str(path.relative_to(ROOT)), name)
        for path in files(folder)
        for name in imports(path.read_text(), path.relative_to(ROOT).parts[:-1])
        if name.split(".")[0] == top
    ]


@pytest.mark.parametrize(
    ("folder", "never"),
    [("chemmy_env", "agents"), ("chemmy_env", "experiments"), ("chemmy_env", "tests"),
     ("agents", "experiments"), ("agents", "tests"), ("experiments", "tests")],
)  # fmt: skip
def test_imports_go_one_way(folder: str, never: str) -> None:
    assert files(folder)
    assert of(folder, never) == []


@pytest.mark.parametrize("part", ALLOWED)
def test_parts_of_the_package_import_only_what_lies_below(part: str) -> None:
    assert files(f"chemmy_env/{part}")
    wrong = [
        (path, name)
        for path, name in of(f"chemmy_env/{part}", "chemmy_env")
        if [*name.split("."), ""][1] in {*ALLOWED, "cli", "sb3", "chemmy_v0", "coup_v0"}
        and name.split(".")[1] not in ALLOWED[part]
    ]
    assert wrong == []


def test_exact_and_environments_never_import_each_other() -> None:
    below = of("chemmy_env/exact", "chemmy_env")
    assert not [pair for pair in below if "environments" in pair[1] or "_v0" in pair[1]]
    assert not [pair for pair in of("chemmy_env/environments", "chemmy_env") if "exact" in pair[1]]


def test_the_reader_of_imports_sees_them_all() -> None:
    text = """
import agents.x as y
if y:
    from chemmy_env.rules import Rules
def function():
    from . import sister
    from ..engine.loops.step import step_rows
"""
    assert imports(text, ("chemmy_env", "exact")) == {
        "agents.x",
        "chemmy_env.rules.Rules",
        "chemmy_env.exact.sister",
        "chemmy_env.engine.loops.step.step_rows",
    }


def run(code: str) -> str:
    """Run Python code in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = ("torch", "stable_baselines3", "matplotlib", "scipy", "tensorboard", "numba")
    code = f"import sys, chemmy_env; print([name for name in {heavy} if name in sys.modules])"
    assert run(code) == "[]"


def test_the_environment_and_the_solver_need_no_torch() -> None:
    code = (
        "import sys; from chemmy_env import chemmy_v0, exact, policies; chemmy_v0.env();"
        "print('torch' in sys.modules, 'agents' in sys.modules)"
    )
    assert run(code) == "False False"


def test_the_solver_needs_no_environment() -> None:
    code = (
        "import sys, chemmy_env.exact; print(sorted(name for name in sys.modules if "
        "name.startswith(('chemmy_env.engine', 'chemmy_env.environments'))))"
    )
    assert run(code) == "[]"


SIGNATURES = """
import inspect
import numpy as np
from chemmy_env import Tables, chemmy_v0, policies
from chemmy_env.engine.loops import resample, rollout, step
tables = [("chemmy", "home", 6, {}), ("chemmy", "practice", 6, {"stakes": "chips"}),
          ("chemmy", "salon", 3, {"decks": 2, "history": 4}), ("chemmy", "club", 12, {"decks": 1}),
          ("punto_banco", "punto", 2, {}), ("banque", "limitee", 6, {"house": "agent"})]
for game, profile, seats, more in tables:
    for number in (1, 3):
        table = Tables(game, profile, number, num_players=seats, illegal="raise", **more)
        for _ in range(5):
            table.step(table.action_mask.argmax(1))
        table.rollout(policies.random, 20)
        table.observe(0)
        table.rolls()
    if game == "chemmy":
        env = chemmy_v0.env(profile=profile, num_players=seats, **more)
        env.reset(seed=1)
        env.step(9)
        env.step(np.int32(2))
        env.resample("player_0", np.random.default_rng(0))
        env.decision_roll()
        env.state()
for module in (step, resample, rollout):
    for name, kernel in sorted(vars(module).items()):
        signatures = getattr(kernel, "signatures", None)
        if signatures and getattr(kernel, "__module__", "") == module.__name__:
            names = list(inspect.signature(kernel.py_func).parameters)
            at = [names.index(one) for one in ("config", "configs") if one in names]
            games = {tuple(signature[place] for place in at) for signature in signatures}
            print(name, len(signatures), len(games))
"""


def test_each_kernel_is_compiled_once_a_game_for_all_seats_packs_and_profiles() -> None:
    lines = [line.split() for line in run(SIGNATURES).splitlines()]
    counts = {name: (int(signatures), int(games)) for name, signatures, games in lines}
    kernels = {"reset_rows", "step_rows", "step_one", "first_illegal", "observe_rows", "roll_rows",
               "write_state", "resample_row", "play_decisions"}  # fmt: skip
    assert kernels <= set(counts)
    assert {name: both for name, both in counts.items() if both[0] != both[1]} == {}
    assert max(games for _, games in counts.values()) == 4  # One game with and without history.

"""Every agent by name.

random                     any legal action
book                       the rulebooks' tables and advice (R-X1, R-X2)
book:stake=10,bank=50      the same with other parameters
bank-all, lead-and-sit     simple betting (agents/baselines.py)
learned-home               a model that ships in agents/models, one for each file there
learned:PATH               a checkpoint or the folder of a run, playing its best action
sampled:PATH               the same, drawing from its chances
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from agents.baselines import BankAll, LeadAndSit
from chemmy_env import policies
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.policies import BuiltIn, Player

_MADE: Final[dict[str, Callable[[CompiledTable], Player]]] = {
    agent.name: agent for agent in (BankAll, LeadAndSit)
}
_LEARNED: Final = ("learned", "sampled")

MODELS: Final = {
    path.stem: path for path in sorted((Path(__file__).parent / "models").glob("*.zip"))
}
"""The models that ship, by name; experiments/models.py makes them."""
NAMES: Final = (*policies.BY_NAME, *_MADE, *MODELS, *(f"{kind}:PATH" for kind in _LEARNED))
"""What may stand before parameters."""


def make_agent(name: str, table: CompiledTable) -> Player:
    """Return the agent of that name, ready to play at a table.

    Raises:
        ValueError: for an unknown name or parameter, or a checkpoint that is missing, damaged or
            made for another table.
    """
    kind, _, rest = name.partition(":")
    if name in MODELS:
        return make_agent(f"learned:{MODELS[name]}", table)
    if kind in _LEARNED and rest:
        return _load(Path(rest), table, deterministic=kind == "learned")
    if kind in policies.BY_NAME:
        return _with_parameters(policies.BY_NAME[kind], rest, name).bind(table)
    if name in _MADE:
        return _MADE[name](table)
    raise ValueError(f"agent = {name!r}: expected one of {', '.join(NAMES)}")


def _load(path: Path, table: CompiledTable, *, deterministic: bool) -> Player:
    """Load a checkpoint of either kind."""
    from agents.networks import checkpoint

    found = checkpoint.find(path)
    # Here, so that the others need no torch.
    if found.suffix == ".npz":
        from agents.networks.network_policy import NetworkPolicy

        return NetworkPolicy.load(found, table, deterministic=deterministic)
    from agents.networks.sb3_policy import LearnedPolicy

    return LearnedPolicy.load(found, table, deterministic=deterministic)


def needs_torch(name: str) -> bool:
    """Tell whether an agent of that name is a network, which torch plays."""
    return name in MODELS or name.partition(":")[0] in _LEARNED


def _with_parameters(policy: BuiltIn, text: str, name: str) -> BuiltIn:
    """Read ``stake=10,bank=50`` after a built-in policy's name."""
    parameters: dict[str, float | bool] = {}
    for part in filter(None, text.split(",")):
        key, _, value = part.partition("=")
        try:
            number = float(value)
        except ValueError:
            raise ValueError(
                f"agent = {name!r}: expected numbers after {policy.name!r}, as in "
                "'book:stake=10,bank=50'"
            ) from None
        parameters[key.strip()] = number
    return policy(**parameters) if parameters else policy

"""A learner for a small session, to be scored against its optimum.

MaskablePPO at one seat of the very table that is solved. The graph has no past: which cards were
seen and how the last coup ended is blank in it where nothing depends on them. A network that had
learned with them would be scored in a world it does not know, so here they are blank from the
beginning, in training and in play. While it trains it plays its own cards too; in the graph all
draw by the book.
"""

from __future__ import annotations

from typing import Any, Final

import torch
from stable_baselines3.common.vec_env import VecEnvWrapper

from agents.networks.fast_ppo import FastMaskablePPO
from agents.networks.sb3_policy import LearnedPolicy
from agents.registry import make_agent
from chemmy_env.engine.records.codes import Phase
from chemmy_env.engine.records.config import CompiledTable
from chemmy_env.policies import Policy, Rolls
from chemmy_env.sb3 import SeatVecEnv
from experiments.measuring.statistics import Array

_ENVS: Final = 256
_STEPS: Final = 32
_PAST: Final = ("seen", "shoe_left", "result", "several")


class Blank:
    """Blanks what a graph's states do not hold.

    Args:
        table: whose observations.
    """

    def __init__(self, table: CompiledTable) -> None:
        fields = {field.name: field.slice for field in table.fields}
        self._past = [fields[name] for name in _PAST]
        self._phase, self._covered = fields["phase"], fields["covered"]

    def __call__(self, observation: Array) -> Array:
        """Return a copy without the past, (N, D)."""
        out = observation.copy()
        for part in self._past:
            out[:, part] = 0.0
        asked = out[:, self._phase].argmax(axis=1)
        out[(asked == Phase.OPEN) | (asked == Phase.SUCCEED), self._covered] = 0.0
        return out


class _BlankEnv(VecEnvWrapper):
    """Shows a learner no past."""

    def __init__(self, env: SeatVecEnv, blank: Blank) -> None:
        super().__init__(env)
        self._blank = blank

    def reset(self) -> Any:
        """Begin anew."""
        return self._blank(self.venv.reset())  # type: ignore[arg-type]

    def step_wait(self) -> Any:
        """Return what the step brought."""
        observation, *rest = self.venv.step_wait()
        return (self._blank(observation), *rest)  # type: ignore[arg-type]


class BlankPolicy(Policy):
    """A policy that is shown no past.

    Args:
        policy: the policy.
        blank: of its table.
    """

    def __init__(self, policy: LearnedPolicy, blank: Blank) -> None:
        self.name = policy.name
        self._policy, self._blank = policy, blank

    def chances(self, observation: Array, action_mask: Array) -> Array:
        """Return the chance of each action; as in `LearnedPolicy`."""
        return self._policy.chances(self._blank(observation), action_mask)

    def act_batch(self, observation: Array, action_mask: Array, rng: Rolls) -> Array:
        """Choose an action for each row; as in `Policy`."""
        return self._policy.act_batch(self._blank(observation), action_mask, rng)


def train(table: CompiledTable, steps: int, seed: int, opponents: str = "book") -> BlankPolicy:
    """Train for so many decisions; return the policy that plays its best action.

    Args:
        table: where; its reward is what is learned for.
        steps: decisions of the learner.
        seed: of everything.
        opponents: an agent that fills the other seats.
    """
    torch.set_num_threads(1)
    blank = Blank(table)
    env = SeatVecEnv(
        _ENVS,
        game="chemmy",
        profile=table.rules,
        num_players=table.num_players,
        stakes=table.options.stakes,
        reward=table.reward,
        seat="random",
        seed=seed,
        opponents=make_agent(opponents, table),
        copy=False,
    )
    model = FastMaskablePPO(
        "MlpPolicy",
        _BlankEnv(env, blank),
        learning_rate=lambda remaining: 1e-3 * remaining,
        n_steps=_STEPS,
        batch_size=1024,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.005,
        seed=seed,
        device="cpu",
        policy_kwargs={"net_arch": [64, 64], "activation_fn": torch.nn.ReLU},
    )
    model.learn(steps)
    env.close()
    return BlankPolicy(LearnedPolicy(model.policy, name=f"ppo against {opponents}"), blank)

"""`FastMaskablePPO`: sb3-contrib's MaskablePPO with the update written for speed on a processor.

Measured on two cores with 512 tables, three quarters of MaskablePPO's time go into `train`, and
much of that into building checked distribution objects, copying minibatches out of numpy and
reading losses back. The update below is the same one, loss for loss, with one gather a minibatch
and nothing read back before its end. Everything else is the library's, and so is the saved file.
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Self

import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.logger import Logger
from torch.nn import functional

_ILLEGAL: Final = -1e8
"""Logit of an illegal action, as in sb3-contrib's MaskableCategorical."""
_STATISTICS: Final = (
    "policy_gradient_loss",
    "value_loss",
    "entropy_loss",
    "approx_kl",
    "clip_fraction",
)
UNREAD: Final = ("clip_range_vf", "target_kl")
"""Settings that MaskablePPO's update reads and this one does not."""
BEST_THREADS: Final = 1
"""Torch threads that train fastest: the networks are small. On a machine that others use too, as
many threads as cores wait for one another and train ten to fifty times slower."""


class Columns(NamedTuple):
    """A rollout, one row a decision: N decisions, D observed numbers, A actions."""

    observations: torch.Tensor
    """(N, D) float32."""
    actions: torch.Tensor
    """(N, 1) int64."""
    masked: torch.Tensor
    """(N, A) bool: the illegal actions."""
    log_probs: torch.Tensor
    """(N,) float32, of the actions when they were drawn."""
    advantages: torch.Tensor
    """(N,) float32: the returns less the values expected."""
    returns: torch.Tensor
    """(N,) float32."""


def evaluate(
    network: Any, observations: torch.Tensor, masked: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return what an actor-critic network makes of observations.

    Args:
        network: policy of a `MaskablePPO`.
        observations: (N, D) float32.
        masked: (N, A) bool: the illegal actions.

    Returns:
        (N,) values, and (N, A) log chances of all actions.
    """
    features = network.extract_features(observations)
    latent_policy, latent_value = (
        network.mlp_extractor(features)
        if network.share_features_extractor
        else (
            network.mlp_extractor.forward_actor(features[0]),
            network.mlp_extractor.forward_critic(features[1]),
        )
    )
    logits = network.action_net(latent_policy).masked_fill(masked, _ILLEGAL)
    return network.value_net(latent_value).flatten(), logits.log_softmax(dim=1)


class FastMaskablePPO(MaskablePPO):
    """MaskablePPO for flat observations and discrete actions, on a processor.

    ``device="auto"`` is the processor. Without `tensorboard_log` and `verbose` nothing is logged,
    unless a logger is set.

    Raises:
        ValueError: for what the update below does not do: `clip_range_vf`, `target_kl`, another
            device, other spaces, a rollout buffer or a policy with an update step of its own.

    Warns:
        UserWarning: by `learn`, where torch uses more threads than are good.
    """

    updates: int = 0
    """Gradient steps so far."""

    def __init__(
        self, policy: Any, env: Any, *, device: torch.device | str = "auto", **settings: Any
    ) -> None:
        if str(device) not in ("auto", "cpu"):
            raise ValueError(f"device = {str(device)!r}: expected 'auto' or 'cpu'")
        super().__init__(policy, env, device="cpu", **settings)

    def _setup_model(self) -> None:
        """Build the networks; the constructor and `load` call it."""
        self._refuse_unread()
        super()._setup_model()
        policy = type(self.policy)
        if policy.evaluate_actions is not MaskableActorCriticPolicy.evaluate_actions:
            raise ValueError(
                f"policy = {policy.__name__}: expected one that leaves 'evaluate_actions' as it is"
            )
        if self.tensorboard_log is None and not self.verbose:
            # The library would make a folder for logs that nobody asked for.
            self.set_logger(Logger(folder=None, output_formats=[]))

    def counters(self) -> dict[str, Any]:
        """Return what was counted and the sessions last reported, as JSON."""
        episodes = [
            {"r": float(one["r"]), "l": int(one["l"]), "t": float(one["t"])}
            for one in self.ep_info_buffer or ()
        ]
        return {
            "num_timesteps": self.num_timesteps,
            "n_updates": self._n_updates,
            "updates": self.updates,
            "episodes": episodes,
        }

    def last_seen(self) -> dict[str, Any]:
        """Return what the next rollout begins with, as arrays; nothing before the first one."""
        if self._last_obs is None:
            return {}
        return {"observation": self._last_obs, "starts": self._last_episode_starts}

    def go_on(self, counters: dict[str, Any], seen: Mapping[str, Any]) -> None:
        """Take over what `counters` and `last_seen` returned."""
        self.num_timesteps = int(counters["num_timesteps"])
        self._n_updates = int(counters["n_updates"])
        self.updates = int(counters["updates"])
        self.ep_info_buffer = deque(counters["episodes"], maxlen=self._stats_window_size)
        self.ep_success_buffer = deque(maxlen=self._stats_window_size)
        self._last_obs = seen.get("observation")
        self._last_episode_starts = seen.get("starts")

    def _refuse_unread(self) -> None:
        """Raise a `ValueError` for a setting that the update would ignore."""
        for name in UNREAD:
            if getattr(self, name) is not None:
                raise ValueError(
                    f"{name} = {getattr(self, name)!r}: expected None, FastMaskablePPO's update "
                    "does not have it; sb3_contrib.MaskablePPO does"
                )
        if self.rollout_buffer_class not in (None, MaskableRolloutBuffer):
            raise ValueError(
                f"rollout_buffer_class = {self.rollout_buffer_class!r}: expected None, "
                "FastMaskablePPO reads the rollout itself"
            )
        flat = isinstance(self.observation_space, spaces.Box)
        if not flat or len(self.observation_space.shape or ()) != 1:
            raise ValueError(f"observations {self.observation_space}: expected a flat Box")
        if not isinstance(self.action_space, spaces.Discrete):
            raise ValueError(f"actions {self.action_space}: expected Discrete")

    def learn(self, *arguments: Any, **settings: Any) -> Self:
        """Train; as in `MaskablePPO.learn`."""
        threads = torch.get_num_threads()
        if threads > BEST_THREADS:
            warnings.warn(
                f"torch uses {threads} threads: torch.set_num_threads({BEST_THREADS}) trains "
                "networks this small faster, and far faster on a machine that others use too",
                UserWarning,
                stacklevel=2,
            )
        return super().learn(*arguments, **settings)

    def train(self) -> None:
        """Update the policy with the rollout that has just been collected.

        Raises:
            ValueError: for a setting that it would ignore, if one was set since construction.
        """
        self._refuse_unread()
        policy: Any = self.policy
        policy.set_training_mode(True)
        self._update_learning_rate(policy.optimizer)
        clip_range = float(self.clip_range(self._current_progress_remaining))  # type: ignore[operator]
        columns = self._columns()
        samples = len(columns.returns)
        batch_size = int(self.batch_size or samples)
        parameters = list(policy.parameters())
        statistics = torch.zeros(len(_STATISTICS))
        batches = 0
        for _ in range(self.n_epochs):
            for rows in torch.split(torch.randperm(samples), batch_size):
                values, log_chances = evaluate(
                    policy, columns.observations[rows], columns.masked[rows]
                )
                log_probs = log_chances.gather(1, columns.actions[rows]).flatten()
                # An illegal action's chance is exactly zero, and so is its part of the entropy.
                entropy_loss = (log_chances.exp() * log_chances).sum(dim=1).mean()
                advantage = columns.advantages[rows]
                if self.normalize_advantage and len(rows) > 1:
                    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                log_ratio = log_probs - columns.log_probs[rows]
                ratio = log_ratio.exp()
                policy_loss = -torch.min(
                    advantage * ratio, advantage * ratio.clamp(1 - clip_range, 1 + clip_range)
                ).mean()
                value_loss = functional.mse_loss(values, columns.returns[rows])
                loss = policy_loss + self.ent_coef * entropy_loss + self.vf_coef * value_loss
                loss = loss + self._pull(log_chances, rows)
                policy.optimizer.zero_grad()
                torch.autograd.backward(loss)
                torch.nn.utils.clip_grad_norm_(parameters, self.max_grad_norm)
                policy.optimizer.step()
                with torch.no_grad():
                    divergence = (ratio - 1 - log_ratio).mean()
                    clipped = ((ratio - 1).abs() > clip_range).float().mean()
                    statistics += torch.stack(
                        (policy_loss, value_loss, entropy_loss, divergence, clipped)
                    )
                batches += 1
        self.updates += batches
        self._n_updates += self.n_epochs
        self._log(statistics / batches, clip_range, columns)

    def _columns(self) -> Columns:
        """Return the rollout."""
        buffer: Any = self.rollout_buffer

        def flat(column: Any) -> torch.Tensor:
            return torch.from_numpy(column).flatten(0, 1)

        return Columns(
            flat(buffer.observations),
            flat(buffer.actions).long(),
            flat(buffer.action_masks) < 0.5,
            flat(buffer.log_probs),
            flat(buffer.advantages),
            flat(buffer.returns),
        )

    def _pull(self, log_chances: torch.Tensor, rows: torch.Tensor) -> torch.Tensor | float:
        """Return what is added to the loss of a minibatch; nothing here.

        Args:
            log_chances: (B, A), the policy's, of the minibatch.
            rows: (B,) its rows of the rollout.
        """
        return 0.0

    def _log(self, means: torch.Tensor, clip_range: float, columns: Columns) -> None:
        for name, mean in zip(_STATISTICS, means.tolist(), strict=True):
            self.logger.record(f"train/{name}", mean)
        # The advantages are what the values left unexplained.
        unexplained = columns.advantages.var() / columns.returns.var()
        self.logger.record("train/explained_variance", 1.0 - float(unexplained))
        self.logger.record("train/clip_range", clip_range)
        self.logger.record("train/n_updates", self.updates, exclude="tensorboard")

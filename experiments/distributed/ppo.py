"""PPO on RLlib's new API stack, fed by `TableRunner`s: masked, with earlier selves as opponents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.evaluation.postprocessing import Postprocessing
from ray.rllib.policy.sample_batch import MultiAgentBatch, SampleBatch
from ray.rllib.utils.metrics import (
    ALL_MODULES,
    ENV_RUNNER_RESULTS,
    ENV_RUNNER_SAMPLING_TIMER,
    EPISODE_RETURN_MEAN,
    LEARNER_RESULTS,
    LEARNER_UPDATE_TIMER,
    NUM_ENV_STEPS_SAMPLED_LIFETIME,
    NUM_EPISODES,
    SYNCH_WORKER_WEIGHTS_TIMER,
    TIMERS,
)

from agents.networks.network_policy import NetworkPolicy
from agents.networks.rllib_module import MaskedModule
from experiments.distributed.runner import TableRunner, Tally
from experiments.training.settings import LearningSettings

MODULE = "default_policy"
_PATIENCE = 600.0
"""Seconds in which a runner has to answer; the first time, it may have the engine to compile."""
_PROBE = 0.5
"""Seconds an iteration waits for a runner that is being replaced; there may be no core for it."""


@dataclass(frozen=True)
class DistributedSettings(LearningSettings):
    """How to train. A batch is ``workers * rows * n_steps`` decisions.

    Updates per million decisions are ``n_epochs * 1_000_000 / batch_size``, however many workers
    there are: 3,906 by default, as in `experiments.training.trainer`.
    """

    opponents: str = "book=0.5,self=0.5"
    workers: int = 2
    """Processes that play; 0 to play in the learner's."""
    rows: int = 256
    """Tables of each."""


class TablePPO(PPO):
    """PPO whose runners hand over columns instead of episodes; loss and learner are RLlib's."""

    lost_rollouts: int = 0
    """Rollouts that never came, because their runner had died."""

    def training_step(self) -> None:
        """Collect a rollout of each living runner, learn from it, hand on the weights."""
        with self.metrics.log_time((TIMERS, ENV_RUNNER_SAMPLING_TIMER)):
            found = self.env_runner_group.foreach_env_runner(
                lambda runner: runner.rollout(),
                local_env_runner=self.config.num_env_runners == 0,
                timeout_seconds=_PATIENCE,
            )
        self.lost_rollouts += max(self.config.num_env_runners, 1) - len(found)
        if not found:
            return
        tally = Tally()
        for _, counted in found:
            tally.add(counted)
        steps = self._log(tally)
        with self.metrics.log_time((TIMERS, LEARNER_UPDATE_TIMER)):
            results = self.learner_group.update(
                batch=make_batch([columns for columns, _ in found], self.config.seed + steps),
                timesteps={NUM_ENV_STEPS_SAMPLED_LIFETIME: steps},
                num_epochs=self.config.num_epochs,
                minibatch_size=self.config.minibatch_size,
                shuffle_batch_per_epoch=True,
            )
            self.metrics.aggregate(results, key=LEARNER_RESULTS)
        with self.metrics.log_time((TIMERS, SYNCH_WORKER_WEIGHTS_TIMER)):
            self.env_runner_group.sync_weights(
                from_worker_or_learner_group=self.learner_group,
                policies=set(results[0].keys()) - {ALL_MODULES},
                inference_only=True,
            )

    def _log(self, tally: Tally) -> int:
        """Log what was played; return the decisions of all iterations."""
        log, group = self.metrics.log_value, ENV_RUNNER_RESULTS
        lifetime = (group, NUM_ENV_STEPS_SAMPLED_LIFETIME)
        log(lifetime, tally.steps, reduce="lifetime_sum", with_throughput=True)
        for name in ("skipped_sessions", "skipped_reward"):
            log((group, name), getattr(tally, name), reduce="sum")
        log((group, NUM_EPISODES), tally.sessions, reduce="sum")
        log((group, "reward"), tally.reward, reduce="sum")
        if tally.sessions:
            log((group, EPISODE_RETURN_MEAN), tally.reward / tally.sessions, window=1)
        return int(self.metrics.peek(lifetime))

    def freeze(self, name: str) -> NetworkPolicy:
        """Return a copy of the policy that plays by its chances and is never trained."""
        weights = self.learner_group.get_weights()[MODULE]
        return NetworkPolicy(weights, deterministic=False, name=name)

    def set_pool(self, pool: Sequence[NetworkPolicy]) -> None:
        """Give all runners these earlier selves; the local one hands them to those that restart."""
        held = list(pool)
        self.env_runner_group.foreach_env_runner(
            lambda runner: runner.set_pool(held), timeout_seconds=_PATIENCE
        )


def make_batch(parts: Sequence[dict[str, Any]], seed: int) -> MultiAgentBatch:
    """Put the runners' columns together, in random order, with standardised advantages."""
    order = np.random.default_rng(seed).permutation(sum(len(one[Columns.ACTIONS]) for one in parts))

    def joined(columns: Sequence[Any]) -> Any:
        if isinstance(columns[0], dict):
            return {name: joined([one[name] for one in columns]) for name in columns[0]}
        return np.concatenate(columns)[order]

    batch = joined(parts)
    advantages = batch[Postprocessing.ADVANTAGES]
    batch[Postprocessing.ADVANTAGES] = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    return MultiAgentBatch({MODULE: SampleBatch(batch)}, env_steps=len(order))


def make_config(settings: DistributedSettings) -> PPOConfig:
    """Return RLlib's configuration of a run."""
    batch = max(settings.workers, 1) * settings.rows * settings.n_steps
    return (
        PPOConfig(algo_class=TablePPO)
        .environment("chemmy", env_config={
            "table": settings.table,
            "opponents": settings.opponents,
            "seed": settings.seed,
            "steps": settings.n_steps,
            "gamma": settings.gamma,
            "gae_lambda": settings.gae_lambda,
        }, disable_env_checking=True)
        .env_runners(
            env_runner_cls=TableRunner,
            num_env_runners=settings.workers,
            num_envs_per_env_runner=settings.rows,
            rollout_fragment_length=settings.n_steps,
            create_env_on_local_worker=True,
            add_default_connectors_to_env_to_module_pipeline=False,
            add_default_connectors_to_module_to_env_pipeline=False,
        )
        .rl_module(rl_module_spec=RLModuleSpec(
            module_class=MaskedModule, model_config={"hidden": list(settings.hidden)}
        ))
        .training(
            train_batch_size_per_learner=batch,
            minibatch_size=min(settings.batch_size, batch),
            num_epochs=settings.n_epochs,
            lr=[[0, settings.learning_rate], [settings.steps, 0.0]],
            gamma=settings.gamma,
            lambda_=settings.gae_lambda,
            entropy_coeff=settings.ent_coef,
            vf_loss_coeff=0.5,
            vf_clip_param=float("inf"),
            clip_param=0.2,
            use_kl_loss=False,
            grad_clip=0.5,
        )
        .fault_tolerance(
            restart_failed_env_runners=True,
            delay_between_env_runner_restarts_s=1.0,
            env_runner_health_probe_timeout_s=_PROBE,
            env_runner_restore_timeout_s=_PATIENCE,
        )
        .debugging(seed=settings.seed, log_level="ERROR")
    )  # fmt: skip

"""What the last call left in a batch's arrays, by name."""

from __future__ import annotations

from chemmy_env.engine.records.outputs import Array, Outputs


class CurrentOutputs:
    """The arrays of whichever of two sets was written last: N tables, P seats, A actions."""

    _outputs: tuple[Outputs, Outputs]
    _now: int

    @property
    def outputs(self) -> Outputs:
        """The arrays below, as the tuple that kernels take."""
        return self._outputs[self._now]

    @property
    def observation(self) -> Array:
        """(N, D) float32: what the acting seat sees; `observation_fields` names the units.

        Whole through the next `step` or `reset`.
        """
        return self._outputs[self._now].observation

    @property
    def action_mask(self) -> Array:
        """(N, A) int8: 1 for each legal action of the acting seat.

        All zeros where a session is over for good (``autoreset="disabled"``). Whole through the
        next `step` or `reset`.
        """
        return self._outputs[self._now].action_mask

    @property
    def seat(self) -> Array:
        """(N,) int64: the seat that acts, 0 to P - 1. Whole through the next `step` or `reset`."""
        return self._outputs[self._now].seat

    @property
    def rewards(self) -> Array:
        """(N, P) float64: what the last step earned each seat, in chips or shares of places.

        Whole through the next `step` or `reset`. `rollout` leaves it alone, and returns sums.
        """
        return self._outputs[self._now].rewards

    @property
    def terminated(self) -> Array:
        """(N,) bool: the last step ended the session by its rules, or by an illegal action.

        Whole through the next `step` or `reset`.
        """
        return self._outputs[self._now].terminated

    @property
    def truncated(self) -> Array:
        """(N,) bool: the last step reached ``max_coups`` where that cuts a session off.

        Whole through the next `step` or `reset`.
        """
        return self._outputs[self._now].truncated

    @property
    def final_observation(self) -> Array:
        """(N, D) float32: with ``autoreset="same_step"``, the end as its last decider saw it.

        Written in the rows that the last step ended; others hold what earlier ends left there.
        Whole through the next `step` or `reset`.
        """
        return self._outputs[self._now].final_observation

    @property
    def final_seat(self) -> Array:
        """(N,) int64: whose view `final_observation` is, in the same rows and for as long."""
        return self._outputs[self._now].final_seat

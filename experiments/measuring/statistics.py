"""Means with 95 % intervals.

Every session of an evaluation is dealt from its own key, so sessions are independent and, by the
central limit theorem, a mean over n of them is within 1.96 standard errors (the standard deviation
over the root of n) of the truth 95 times in 100. Evaluations run to thousands of sessions; under
about a hundred the intervals are too narrow.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy.typing as npt
from scipy import stats

Array = npt.NDArray[Any]

Z_95: Final = float(stats.norm.ppf(0.975))
"""Standard errors on either side that make a 95 % interval."""


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % confidence interval."""

    mean: float
    half_width: float
    """Half the width of the 95 % interval; infinite for fewer than two values."""
    n: int
    """Number of independent values, most often sessions."""

    @property
    def low(self) -> float:
        """Lower end of the interval."""
        return self.mean - self.half_width

    @property
    def high(self) -> float:
        """Upper end of the interval."""
        return self.mean + self.half_width

    def to_text(self, decimals: int = 3, *, sign: bool = False) -> str:
        """Return ``mean ± half width``."""
        mean = f"{self.mean:{'+' if sign else ''}.{decimals}f}"
        return f"{mean} ± {self.half_width:.{decimals}f}"

    def to_json(self) -> Mapping[str, float]:
        """Return the fields, and the ends of the interval."""
        return {**asdict(self), "low": self.low, "high": self.high}


def estimate(values: Array) -> Estimate:
    """Estimate the mean of independent values, ``(n,)``."""
    n = len(values)
    if n < 2:
        return Estimate(float(values.mean()) if n else math.nan, math.inf, n)
    half_width = Z_95 * float(values.std(ddof=1)) / math.sqrt(n)
    return Estimate(float(values.mean()), half_width, n)


def estimate_few(values: Array) -> Estimate:
    """Estimate the mean of two or more independent values, ``(n,)``, by Student's t.

    Raises:
        ValueError: for fewer than two values.
    """
    n = len(values)
    if n < 2:
        raise ValueError(f"{n} values: expected at least 2")
    half_width = float(stats.t.ppf(0.975, n - 1) * stats.sem(values))
    return Estimate(float(values.mean()), half_width, n)


def estimate_share(values: Array) -> Estimate:
    """Estimate a mean of values in [0, 1], such as the share of sessions won.

    Where all or nearly all values agree, their standard deviation understates the uncertainty. So
    the half-width is never less than what Wilson's interval (1927, "Probable inference, the law of
    succession, and statistical inference") leaves open after n values that are all 0.
    """
    plain = estimate(values)
    least = stats.binomtest(0, max(len(values), 1)).proportion_ci(0.95, method="wilson").high
    return Estimate(plain.mean, max(plain.half_width, float(least)), plain.n)


def estimate_ratio(numerators: Array, denominators: Array) -> Estimate:
    """Estimate the ratio of two means over the same sessions, each ``(n,)``.

    The interval is that of the linearised ratio (the delta method; Cochran, *Sampling Techniques*,
    1977, section 6.3). The ratio is nan where the denominators are all zero.
    """
    total = float(denominators.sum())
    if total == 0:
        return Estimate(math.nan, math.inf, len(numerators))
    ratio = float(numerators.sum()) / total
    residuals = (numerators - ratio * denominators) / (total / len(denominators))
    return Estimate(ratio, estimate(residuals).half_width, len(numerators))

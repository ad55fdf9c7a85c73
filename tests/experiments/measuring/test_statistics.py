import json

import numpy as np
import pytest
from scipy import stats

from experiments.measuring.splitting import HYBRIDS, ORDERS, shares_by_order, split
from experiments.measuring.statistics import estimate, estimate_few, estimate_ratio, estimate_share
from experiments.reporting.files import write_json


def test_an_interval_is_the_normal_one():
    values = np.random.default_rng(0).normal(3, 2, 500)
    found = estimate(values)
    low, high = stats.norm.interval(0.95, values.mean(), stats.sem(values))
    assert (found.low, found.high) == pytest.approx((low, high))


def test_intervals_hold_the_truth_95_times_in_100():
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(2000):
        staked = rng.integers(1, 10, 300)
        found = estimate_ratio(staked * rng.normal(0.5, 3, 300), staked)
        held += found.low <= 0.5 <= found.high
    assert abs(held / 2000 - 0.95) < 4 * (0.95 * 0.05 / 2000) ** 0.5


def test_a_share_that_never_varied_is_not_called_certain():
    z = 1.959963984540054
    wilson = z**2 / (300 + z**2)  # The upper end of Wilson's interval for 0 of 300.
    assert estimate_share(np.zeros(300)).half_width == pytest.approx(wilson)
    assert estimate_share(np.ones(300)).half_width == pytest.approx(wilson)


def test_rare_wins_are_covered_at_least_95_times_in_100():
    rng = np.random.default_rng(2)
    n, chance = 400, 0.004
    shares = [estimate_share(rng.random(n) < chance) for _ in range(2000)]
    held = np.mean([one.low <= chance <= one.high for one in shares])
    assert held > 0.95 - 4 * (0.95 * 0.05 / 2000) ** 0.5
    plain = [estimate((rng.random(n) < chance).astype(float)) for _ in range(2000)]
    assert np.mean([one.low <= chance <= one.high for one in plain]) < 0.9


@pytest.mark.parametrize(("n", "quantile"), [(2, 12.7062), (3, 4.30265), (5, 2.77645)])
def test_few_values_take_students_quantile(n, quantile):
    values = np.random.default_rng(n).normal(size=n)
    standard_error = values.std(ddof=1) / n**0.5
    assert estimate_few(values).half_width == pytest.approx(quantile * standard_error, rel=1e-5)


def test_one_value_has_no_students_interval():
    with pytest.raises(ValueError, match="1 values: expected at least 2"):
        estimate_few(np.ones(1))


def test_one_session_has_no_interval():
    assert estimate(np.ones(1)).half_width == np.inf


def test_a_split_of_a_sum_gives_each_part_its_own():
    effects = np.array([3, -5, 11])
    values = [
        np.array([sum(effect for part, effect in enumerate(effects) if hybrid >> part & 1)])
        for hybrid in HYBRIDS
    ]
    assert [share.item() for share in split(values).values()] == effects.tolist()


def test_a_split_adds_up_exactly_in_integers():
    values = [np.random.default_rng(hybrid).integers(-(10**9), 10**9, 50) for hybrid in HYBRIDS]
    shares = shares_by_order(values)
    np.testing.assert_array_equal(sum(shares), ORDERS * (values[-1] - values[0]))
    assert shares[0].dtype == np.int64


def test_a_part_that_changes_nothing_has_no_share():
    values = [np.random.default_rng(hybrid & 5).integers(0, 99, 50) for hybrid in HYBRIDS]
    assert not split(values)["staking"].any()


def test_files_are_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "deep" / "result.json"
    write_json(path, {"a": 1})
    with pytest.raises(TypeError):
        write_json(path, {"a": object()})
    assert json.loads(path.read_text()) == {"a": 1}
    assert list(path.parent.iterdir()) == [path]

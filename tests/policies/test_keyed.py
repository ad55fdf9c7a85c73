import numpy as np
import pytest

from chemmy_env.policies import KeyedRolls


def test_the_first_number_of_a_row_is_its_own():
    rolls = np.array([0.25, 0.5, 0.125])
    np.testing.assert_array_equal(KeyedRolls(rolls).random(3), rolls)
    np.testing.assert_array_equal(KeyedRolls(rolls).random((3, 4))[:, 0], rolls)


def test_further_numbers_do_not_depend_on_the_rows_beside():
    rolls = np.random.default_rng(0).random(50)
    many, alone = KeyedRolls(rolls), KeyedRolls(rolls[7:8])
    for _ in range(3):
        assert many.random(50)[7] == alone.random()
    np.testing.assert_array_equal(many.random((50, 6))[7], alone.random((1, 6))[0])


def test_further_numbers_are_spread_evenly():
    numbers = KeyedRolls(np.random.default_rng(0).random(2000)).random((2000, 20))
    assert ((numbers >= 0) & (numbers < 1)).all()
    counts = np.histogram(numbers, 10, (0, 1))[0]
    assert float(((counts - 4000) ** 2 / 4000).sum()) < 21.7  # 99 %, nine degrees of freedom.
    assert abs(np.corrcoef(numbers.T) - np.eye(20)).max() < 0.1


def test_another_number_of_rows_is_refused():
    with pytest.raises(ValueError, match="size = 2: expected 3 rows"):
        KeyedRolls([0.1, 0.2, 0.3]).random(2)

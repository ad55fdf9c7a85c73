"""Proofs for every number of packs, checked by sympy, by dealing the coup, and by tampering."""

import copy
import json
from fractions import Fraction

import numpy as np
import pytest
import sympy

from chemmy_env.exact import Shoe, certify, solve
from chemmy_env.exact.polynomials import interpolate, roots_beyond, sign_from, value_at
from chemmy_env.exact.uniqueness import certificate, check
from chemmy_env.rules import get_rules

CASES = {
    ("hand", "hand", "0"): ("interchange", 9),
    ("hand", "total", "0"): ("interchange", 4),
    ("total", "hand", "0"): ("interchange", 10),
    ("total", "total", "0.05"): ("sweep", 4),
    ("total", "hand", "0.1"): ("sweep", 12),
    ("hand", "total", "0.05"): (None, 4),
}


@pytest.fixture(scope="module", params=CASES, ids=" ".join)
def proof(request):
    return certificate(*request.param), CASES[request.param]


def test_the_proof_holds_and_survives_a_file(proof):
    found, (reason, start) = proof
    assert (found["reason"], found["start"]) == (reason, start)
    assert check(json.loads(json.dumps(found))) == []
    assert all(entry["unique"] and entry["certified"] for entry in found["few"])


def test_sympy_finds_no_sign_changes_either(proof):
    found, _ = proof
    d = sympy.Symbol("d")
    for claim in found["claims"]:
        polynomial = sympy.Poly(claim["polynomial"][::-1], d)
        assert sympy.sign(polynomial.eval(found["start"])) == claim["sign"]
        assert polynomial.count_roots(found["start"], None) == 0


def test_claims_have_the_signs_that_dealing_the_coup_gives(proof):
    """At one number of packs beyond the start, certify deals out every sequence."""
    found, _ = proof
    d = found["start"] + 7
    rules = get_rules("salon", commission=found["commission"])
    solved = solve(rules, Shoe(d), found["punter_sees"], found["banker_sees"])
    assert certify(solved)
    draws = {
        f"{table.side} at {table.label(place if len(place) > 1 else place[0])}": chance
        for table in (solved.punter, solved.banker)
        for place, chance in np.ndenumerate(table.chances)
    }
    assert {name for name, chance in draws.items() if 0 < chance < 1} == set(found["mixed"])
    pure = [claim for claim in found["claims"] if draws.get(claim["what"]) in (0, 1)]
    assert len(pure) >= 80
    for claim in pure:
        assert (value_at(claim["polynomial"], d) > 0) == (draws[claim["what"]] == 1)


def test_it_holds_from_no_fewer_packs(proof):
    found, (_, start) = proof
    with pytest.raises(ValueError, match="not settled"):
        certificate(
            found["punter_sees"], found["banker_sees"], found["commission"], start=start - 1
        )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda proof: proof["claims"][5].update(sign=-proof["claims"][5]["sign"]), "claims"),
        (lambda proof: proof["claims"][5]["polynomial"].append(1), "claims"),
        (lambda proof: proof["claims"].pop(), "claims"),
        (lambda proof: proof["few"].pop(), "3 packs"),
        (lambda proof: proof["few"][0].update(value="-1/90"), "1 packs"),
        (lambda proof: proof.update(start=3), "the sign is not"),
        (lambda proof: proof.update(commission="0.05"), "interchange"),
    ],
)
def test_a_false_proof_is_refused(change, words):
    proof = certificate("hand", "total")
    changed = copy.deepcopy(proof)
    change(changed)
    assert any(words in failure for failure in check(changed))


def test_signs_of_polynomials():
    roots_at_2_and_5 = [10, -7, 1]
    assert [roots_beyond(roots_at_2_and_5, start) for start in (1, 3, 6)] == [2, 1, 0]
    assert [sign_from(roots_at_2_and_5, start) for start in (1, 3, 5, 6)] == [None, None, None, 1]
    assert sign_from([-1, 0, -1], -5) == -1
    assert sign_from([], 1) == 0
    double = [9, -6, 1]
    assert roots_beyond(double, 1) == 1
    assert interpolate([value_at(roots_at_2_and_5, n) for n in range(4, 9)], 4) == roots_at_2_and_5
    with pytest.raises(ValueError, match="no polynomial"):
        interpolate([0, 0, 1])
    assert value_at([1, 2], Fraction(1, 2)) == 2

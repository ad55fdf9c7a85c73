"""Polynomials with integer coefficients and their signs, exactly (Sturm's theorem).

A polynomial is a list of integers, the constant first; the zero polynomial is the empty list.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm
from typing import Any

Polynomial = list[int]
Numbers = Sequence[Fraction | int]


def interpolate(values: Sequence[int], start: int = 1) -> Polynomial:
    """Return the polynomial of least degree through ``(start, values[0]), (start + 1, ...)``.

    Raises:
        ValueError: if its coefficients are no integers.
    """
    result: list[Fraction] = []
    basis, differences = [Fraction(1)], list(values)  # Newton's forward differences
    for order in range(len(values)):
        result = _sum(result, [differences[0] * c for c in basis])
        differences = [b - a for a, b in pairwise(differences)]
        basis = [c / (order + 1) for c in multiply(basis, [-(start + order), 1])]
    while result and result[-1] == 0:
        result.pop()
    if any(c.denominator != 1 for c in result):
        raise ValueError(f"values {list(values)} lie on no polynomial with integer coefficients")
    return [int(c) for c in result]


def multiply(one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    """Return the product."""
    product: list[Any] = [0] * max(0, len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    return product


def _sum(one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    longer, shorter = sorted((list(one), list(other)), key=len, reverse=True)
    for place, value in enumerate(shorter):
        longer[place] += value
    return longer


def add(*terms: Sequence[int]) -> Polynomial:
    """Return the sum, without leading zeros."""
    total: list[int] = []
    for term in terms:
        total = _sum(total, term)
    while total and total[-1] == 0:
        total.pop()
    return total


def scale(polynomial: Sequence[int], factor: int) -> Polynomial:
    """Return the polynomial times a number."""
    return [factor * c for c in polynomial] if factor else []


def primitive(polynomial: Sequence[int]) -> Polynomial:
    """Return the polynomial without its content and its power of the unknown.

    For a positive unknown the sign stays as it was.
    """
    first = next((n for n, c in enumerate(polynomial) if c), len(polynomial))
    content = gcd(*polynomial) or 1
    return [c // content for c in polynomial[first:]]


def value_at(polynomial: Numbers, point: Fraction | int) -> Fraction | int:
    """Return the value, by Horner's rule."""
    total: Fraction | int = 0
    for coefficient in reversed(polynomial):
        total = total * point + coefficient
    return total


def sign_at(polynomial: Numbers, point: Fraction | int) -> int:
    """Return 1, 0 or -1."""
    value = value_at(polynomial, point)
    return (value > 0) - (value < 0)


def sign_from(polynomial: Sequence[int], start: int) -> int | None:
    """Return the sign that the polynomial has on all of ``[start, infinity)``.

    Returns:
        1 or -1; 0 for the zero polynomial; None if it vanishes somewhere there.
    """
    if not any(polynomial):
        return 0
    sign = sign_at(polynomial, start)
    return sign if sign and roots_beyond(polynomial, start) == 0 else None


def roots_beyond(polynomial: Sequence[int], start: int) -> int:
    """Return how many different real roots lie beyond `start`, which is none itself."""
    chain = sturm_chain(polynomial)
    at_start = [sign_at(member, start) for member in chain]
    at_infinity = [(member[-1] > 0) - (member[-1] < 0) for member in chain]
    return _changes(at_start) - _changes(at_infinity)


def sturm_chain(polynomial: Sequence[int]) -> list[Polynomial]:
    """Return Sturm's chain, each member cleared of denominators by a positive number."""
    chain = [list(polynomial), [n * c for n, c in enumerate(polynomial)][1:]]
    while chain[-1]:
        chain.append(_positive_multiple([-c for c in _remainder(chain[-2], chain[-1])]))
    return chain[:-1]


def _remainder(dividend: Numbers, divisor: Numbers) -> list[Fraction]:
    rest = [Fraction(c) for c in dividend]
    while len(rest) >= len(divisor):
        factor, shift = rest[-1] / divisor[-1], len(rest) - len(divisor)
        for place, coefficient in enumerate(divisor):
            rest[place + shift] -= factor * coefficient
        while rest and rest[-1] == 0:
            rest.pop()
    return rest


def _positive_multiple(polynomial: Sequence[Fraction]) -> Polynomial:
    if not polynomial:
        return []
    common = lcm(*(c.denominator for c in polynomial))
    integers = [int(c * common) for c in polynomial]
    content = gcd(*integers)
    return [c // content for c in integers]


def _changes(signs: Sequence[int]) -> int:
    present = [sign for sign in signs if sign]
    return sum(a != b for a, b in pairwise(present))

"""A short soak, and that it can fail."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from chemmy_env.engine.tables import Tables

from ..engine.playing import legal_moves
from . import invariants, processes
from .__main__ import app
from .rounds import Soak

pytestmark = [pytest.mark.compiled, pytest.mark.slow]
KINDS = frozenset({"chemmy", "punto_banco", "banque"})
"""Kernels that other tests need too."""
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def soak(told: list[str]) -> Soak:
    return Soak(1, KINDS, processes=False, report=told.append)


@needs_fork
def test_a_short_soak_finds_nothing(told: list[str]) -> None:
    soak = Soak(0, KINDS, report=told.append)
    for number in range(8):
        soak.play(number)
    assert told == []
    figures = soak.figures
    assert figures["decisions"] > 1000
    assert figures["swaps"] > 100
    assert figures["restores"] > 30
    assert figures["oracle sessions"] == 8
    assert figures["forks"] == 16
    assert figures["interrupts"] == 3


def test_kernels_damaged_on_disk_change_nothing() -> None:
    assert processes.damage_cache(5, Random(0), 20) == 20


def test_a_round_is_the_same_whenever_it_is_played(soak: Soak) -> None:
    other = Soak(1, KINDS, processes=False)
    for number in (3, 4):
        soak.play(number)
    other.play(4)
    other.play(3)
    assert soak.figures == other.figures


def minted(tables: Tables) -> None:
    tables.state["balance"][:, 0] += 1


def forbid(tables: Tables) -> None:
    tables.action_mask[:, np.flatnonzero(tables.action_mask[0])[0]] = 0


@pytest.mark.parametrize("fault", [minted, forbid])
def test_a_fault_at_the_table_is_found(
    soak: Soak, told: list[str], monkeypatch: pytest.MonkeyPatch, fault: Any
) -> None:
    right = invariants.start

    def wrong(*arguments: Any) -> Tables:
        tables = right(*arguments)
        fault(tables)
        return tables

    monkeypatch.setattr(invariants, "start", wrong)
    soak.play(0)
    assert soak.figures["failures"] == 1
    assert "FAILED batch: repeat with --seed 1 --first 0 --rounds 1" in told[0]
    assert "game=" in told[0]


def test_a_leak_of_hidden_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables(num_tables=4, seed=3, autoreset="disabled")
    rng = np.random.default_rng(0)
    deals = Random(0)
    monkeypatch.setattr(Tables, "observe", lambda self, seat: self.state["cards"].reshape(4, -1))

    def play() -> None:
        for _ in range(60):
            tables.step(legal_moves(tables.action_mask, rng, 0.9))
            invariants.swap_hidden(tables, deals)

    with pytest.raises(AssertionError, match="sees hidden cards"):
        play()


@needs_fork
def test_a_child_that_plays_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "play_on", lambda tables: str(os.getpid()))
    with pytest.raises(AssertionError, match="the child with 1 threads"):
        processes.fork(1, 0)


def test_the_command_says_its_figures_and_exits_with_1_after_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def batch(*arguments: Any) -> tuple[int, int]:
        raise AssertionError("planted")

    monkeypatch.setattr(invariants, "play_batch", batch)
    monkeypatch.setattr(Soak, "_fork", lambda *arguments: None)
    run = CliRunner().invoke(app, ["--rounds", "1", "--first", "1", "--kinds", "punto_banco"])
    assert run.exit_code == 1
    assert "planted" in run.output
    assert "failures" in run.output

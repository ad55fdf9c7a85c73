import json
from collections import namedtuple
from fractions import Fraction

import numpy as np
import pytest
from typer.testing import CliRunner

from agents.registry import make_agent
from chemmy_env import Tables
from chemmy_env.engine.common.money import UNIT
from chemmy_env.policies import KeyedRolls
from experiments.optimum import __main__ as command
from experiments.optimum.graph import TooLargeError, build_graph
from experiments.optimum.learned import train
from experiments.optimum.states import OUTCOMES
from experiments.optimum.values import (
    AIMS,
    book_chances,
    choices_of,
    induct,
    make_scale,
    mean_value,
)

Node = namedtuple("Node", "state shoes observation action_mask seat rewards terminated")
SHOES = [[9, 0, 0, 0], [8, 9, 0, 0], [9, 9, 0, 0]]


class Plain:
    """The same game without graph, rows or blanks: one table, put back before every action."""

    def __init__(self, chips, coups, stakes="chips"):
        self.tables = Tables(
            "chemmy",
            "home",
            num_tables=1,
            num_players=3,
            starting_chips=chips,
            max_coups=coups,
            stakes=stakes,
            reward="placement",
            autoreset="disabled",
        )
        self.chips = chips
        self.chances = book_chances(self.tables.rules)
        shoes = []
        for cards in SHOES:  # Laid out by the engine, once each.
            self.tables.reset(options={"shoe": cards})
            shoes.append([int(card) for card in self.tables.shoes[0, :4]])
        self.cards = shoes

    def node(self):
        """Return all that the tables hold now."""
        tables = self.tables
        arrays = (
            tables.state,
            tables.shoes,
            tables.observation,
            tables.action_mask,
            tables.seat,
            tables.rewards,
            tables.terminated,
        )
        return Node(*(array.copy() for array in arrays))

    def children(self, node, action):
        """Return (chance, node) for what an action can lead to."""
        found = []
        for chance, cards in zip(self.chances, self.cards, strict=True):
            self.tables.state[:] = node.state
            self.tables.shoes[:] = node.shoes
            at = int(node.state["position"][0])
            self.tables.shoes[0, at : at + 4] = cards
            self.tables.state["laid"] = at + 4
            self.tables.step(np.array([action]))
            child = self.node()
            if child.state["coups"][0] == node.state["coups"][0]:
                return [(Fraction(1), child)]
            found.append((chance, child))
        return found

    def value(self, node, aim, choose=None):
        """Return the exact values of all seats where each acts for the best, or as told."""
        if node.terminated[0]:
            if aim == "chips":
                owned = node.state["balance"][0, :3]
                return [Fraction(int(own), UNIT) - self.chips for own in owned]
            return [Fraction(round((reward + 1 / 3) * 6), 6) for reward in node.rewards[0]]
        seat = int(node.seat[0])
        best = None
        for action in np.flatnonzero(node.action_mask[0]) if choose is None else choose(node):
            values = [Fraction(0)] * 3
            for chance, child in self.children(node, action):
                for other, value in enumerate(self.value(child, aim, choose)):
                    values[other] += chance * value
            if best is None or values[seat] > best[seat]:
                best = values
        return best

    def root(self):
        self.tables.reset(options={"first_banker": 0})
        return self.node()


def test_the_chances_are_those_of_book_against_book():
    chances = book_chances(Tables("chemmy", "home").rules)
    assert sum(chances) == 1
    assert float(chances[0]) == pytest.approx(0.4461, abs=1e-4)
    assert len(OUTCOMES) == len(SHOES)


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize(("chips", "coups"), [(2, 2), (3, 1), (5, 1)])
def test_backward_induction_agrees_with_brute_force(aim, chips, coups):
    graph = build_graph(chips, coups)
    plain = Plain(chips, coups)
    expected = plain.value(plain.root(), aim)
    scale = make_scale(graph, aim, exact=True)
    values, _ = induct(graph, scale, None, None)
    assert [scale.read(value, coups) for value in values] == expected
    floats = make_scale(graph, aim, exact=False)
    values, _ = induct(graph, floats, None, None)
    assert [floats.read(value, coups) for value in values] == pytest.approx(
        [float(value) for value in expected]
    )


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("name", ["book", "lead-and-sit"])
def test_a_policy_scored_in_the_graph_does_as_well_as_played_out(aim, name):
    graph = build_graph(12, 2, stakes="levels")
    plain = Plain(12, 2, "levels")
    agent = make_agent(name, plain.tables.compiled)

    def choose(node):
        rolls = KeyedRolls(np.array([0.5]))
        return agent.act_batch(node.observation, node.action_mask, rolls)

    expected = plain.value(plain.root(), aim, choose)
    scale = make_scale(graph, aim, exact=False)
    choices = choices_of(graph, agent)
    values, _ = induct(graph, scale, choices, choices)
    assert [scale.read(value, 2) for value in values] == pytest.approx(
        [float(value) for value in expected]
    )


@pytest.mark.parametrize("aim", AIMS)
def test_nothing_beats_the_best_reply_and_the_optimum_is_one_to_itself(aim):
    graph = build_graph(4, 2)
    scale = make_scale(graph, aim, exact=False)
    values, optimum = induct(graph, scale, None, None)
    policies = {
        name: choices_of(graph, make_agent(name, graph.stepper.tables.compiled))
        for name in ("book", "random", "bank-all")
    }
    total = 1.0 if aim == "placement" else 0.0
    assert sum(scale.read(value, 2) for value in values) == pytest.approx(total)
    for field in (optimum, policies["book"]):
        best = mean_value(graph, scale, induct(graph, scale, None, field)[0])
        for choices in (optimum, *policies.values()):
            reached = mean_value(graph, scale, induct(graph, scale, choices, field)[0])
            assert reached <= best + 1e-12
    again, _ = induct(graph, scale, None, optimum)
    assert again.tolist() == pytest.approx(values.tolist())


def test_chances_of_a_random_policy_sum_to_one():
    graph = build_graph(3, 2)
    for layers, chances in zip(
        graph.coups,
        choices_of(graph, make_agent("random", graph.stepper.tables.compiled)),
        strict=True,
    ):
        for layer, one in zip(layers, chances, strict=True):
            sums = np.bincount(layer.parent, one, len(layer.rows))[layer.live]
            assert sums == pytest.approx(np.ones(len(sums)))


def test_a_learned_policy_is_scored_like_any_other():
    graph = build_graph(6, 2, stakes="levels")
    learned = train(graph.stepper.tables.compiled, 8_192, seed=1)
    scale = make_scale(graph, "placement", exact=False)
    book = choices_of(graph, make_agent("book", graph.stepper.tables.compiled))
    best = mean_value(graph, scale, induct(graph, scale, None, book)[0])
    reached = mean_value(graph, scale, induct(graph, scale, choices_of(graph, learned), book)[0])
    assert 0 < reached <= best


def test_a_session_with_too_many_states_is_refused():
    with pytest.raises(TooLargeError, match="more than 1,000 states"):
        build_graph(10, 2, most_states=1_000)


def test_the_command_writes_a_report(tmp_path):
    run = CliRunner().invoke(command.app, ["--quick", "--grow", "3:1", "--out", str(tmp_path)])
    assert run.exit_code == 0, run.output
    results = json.loads((tmp_path / "results.json").read_text())
    placement = results["optima"][0]
    assert placement["exact"]
    assert sum(Fraction(one["exact"]) for one in placement["by_place"]) == 1
    assert (tmp_path / "scores.png").stat().st_size > 1_000
    assert "left on the table" in (tmp_path / "report.md").read_text()
    wrong = CliRunner().invoke(command.app, ["--agents", "bok", "--chips", "3", "--coups", "1"])
    assert wrong.exit_code == 2

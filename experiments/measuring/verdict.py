"""The verdict on a policy beside the book."""

from __future__ import annotations

from experiments.measuring.statistics import Estimate


def verdict(lead: Estimate, agent: str, baseline: str, what: str, decimals: int) -> str:
    """Say in one sentence whether an agent beats another, by how much, and how sure that is."""
    amount = (
        f"{lead.to_text(decimals, sign=True)} {what} (95 % interval, {lead.n:,} paired sessions)"
    )
    if lead.low > 0:
        return f"{agent} beats {baseline}: {amount}."
    if lead.high < 0:
        return f"{agent} loses to {baseline}: {amount}."
    return f"No difference between {agent} and {baseline} is proved: {amount}."

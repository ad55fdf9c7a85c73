"""How fast everything is, alone and beside others: ``python -m experiments.benchmark``.

Every measurement is made in a process of its own (`serving` is its side, `workers` ours). A
contest lets one of ours and a rival take turns, several times; rates are medians, and ratios are
formed turn by turn, so that what else the machine is doing falls on both. The question of a contest
is whether ours is faster; the answer is no where the median of the ratios is below 1.
"""

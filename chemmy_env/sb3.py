"""Stable-Baselines3: the public name of what chemmy_env/adapters/sb3.py holds."""

from chemmy_env.adapters.sb3 import Mix, SeatVecEnv

__all__ = ["Mix", "SeatVecEnv"]

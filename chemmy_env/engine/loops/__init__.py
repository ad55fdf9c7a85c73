"""Loops over tables: the kernels that Python calls."""

"""The machine room: compiling, caching, threads and what numba does not expose."""

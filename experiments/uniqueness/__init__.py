"""Equilibria proved for every number of packs, with certificates to check."""

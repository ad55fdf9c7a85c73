"""Banque with two tableaux, ouverte and limitée (R-T)."""

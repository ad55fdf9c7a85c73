"""Punto Banco and Mini Baccarat (R-B)."""

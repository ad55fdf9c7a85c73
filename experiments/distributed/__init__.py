"""Training and evaluation over Ray."""

"""Training a policy: trainer, opponents, settings, progress."""

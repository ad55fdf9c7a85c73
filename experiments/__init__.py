"""Training, evaluation and studies; run from the repository root with ``python -m``."""

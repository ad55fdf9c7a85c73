"""What a tell is worth to the banker when it is noisy."""

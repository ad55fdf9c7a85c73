"""What a policy does, read back into words."""

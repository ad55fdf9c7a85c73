"""One coup by itself."""

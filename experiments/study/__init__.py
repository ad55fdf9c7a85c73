"""The main study: train a policy at the table, measure it against the book."""

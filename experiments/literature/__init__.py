"""The published equilibria of the coup, solved again and certified."""

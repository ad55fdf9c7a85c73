"""A small session, solved by backward induction."""

"""What a table is made of: codes, the record, the compiled rules, the layout of observations."""

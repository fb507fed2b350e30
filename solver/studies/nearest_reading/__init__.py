"""The nearest legal readings of a record: the search for the fewest slips without which it could have happened."""

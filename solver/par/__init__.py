"""Par of a deal: the fewest deeds after which the resolution can reach a goal, with all cards known (docs/par.md)."""

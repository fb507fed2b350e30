"""Experiments over many deals: the deals of a seed, what came of each, and the summary."""

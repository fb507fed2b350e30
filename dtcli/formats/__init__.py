"""Files: replays in two spellings, puzzles, card sets, scenarios and saves, and the problems found in them."""

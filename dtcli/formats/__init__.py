"""What is on disk: replays in two spellings, puzzles, card sets, scenarios, and problems with codes and places."""

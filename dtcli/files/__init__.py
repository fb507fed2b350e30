"""What is on disk: replays in two spellings, card sets, scenarios, and problems with codes and places."""

"""What is kept on disk about games: journals, saved replays, campaigns, and statistics over them."""

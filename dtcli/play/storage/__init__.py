"""Games on disk: journals, saved replays, campaigns, and statistics over saved games."""

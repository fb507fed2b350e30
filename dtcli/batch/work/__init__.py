"""What a batch can do with each input: score, validate, solve, analyze, check a puzzle, judge a deal."""

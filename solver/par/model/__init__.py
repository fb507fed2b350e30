"""The CP-SAT model of a line of play, one module for each group of rules; knows no engine state."""

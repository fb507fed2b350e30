"""Simulated players, who reason as far as a person might. Who fails shows how hard a puzzle is."""

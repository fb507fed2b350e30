"""Puzzle files, puzzle ids, and the packs that ship."""

"""The recorder of a game at a real table, without a screen: typed cards, the record so far, its journal."""

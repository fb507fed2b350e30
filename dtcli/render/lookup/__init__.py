"""Cards, heroes, scenarios, rulings and problem codes, to be looked up and searched."""

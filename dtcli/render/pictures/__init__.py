"""Pictures of cards, items, the backpack and large letters, for terminals and for SVG."""

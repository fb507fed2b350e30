"""JSON text: strict parsing, positions of values, and edits that keep the layout."""

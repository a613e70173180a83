"""The games: one folder each, all registered on the shelf in the same way."""

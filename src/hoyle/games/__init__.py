"""The games: one folder each, all of them on the shelf through the same door."""

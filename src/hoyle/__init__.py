"""Board games and puzzles, played exactly by the rules."""

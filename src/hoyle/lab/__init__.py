"""The laboratory: surveys, the arena, tasks in words and learning environments. Playing and solving a single match belong elsewhere."""

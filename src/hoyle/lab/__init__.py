"""The laboratory: surveys, the arena, tasks in words and learning environments; playing or solving one match belongs elsewhere."""

"""The laboratory: surveys of many deals.  Playing and solving a single match belong elsewhere."""

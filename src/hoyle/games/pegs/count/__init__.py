"""Counting: every position of a game, layer by layer, by kernels on one machine word.

What can come of a single position belongs to the oracle.
"""

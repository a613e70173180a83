"""Counting: every position of a game, layer by layer, by kernels on one machine word.

What is known of each single position belongs to the oracle.
"""

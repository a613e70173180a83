"""Counting: every position of a game, layer by layer, by kernels on one machine word.

What each position can lead to belongs to the oracle.
"""

"""Searching: lines that win on boards of any size, and layers that show there is none.

Arguments that need no search belong to proof.
"""

"""Searching: lines that win on boards of any size, and layers that show there is none.

Certificates belong to proof.
"""

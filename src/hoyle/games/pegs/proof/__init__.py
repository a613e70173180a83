"""Proving: certificates that a position cannot be won, and their checker, which trusts none of them.

The checker shares nothing with the prover.
"""

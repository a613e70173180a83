"""Proving: why a position cannot be won, as certificates, and the checker of such certificates, which trusts none of them.

The checker shares nothing with the provers beside it.
"""

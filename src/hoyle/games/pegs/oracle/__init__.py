"""The oracle: what comes of every position of a game, worked out once and kept in a book.

The positions themselves are enumerated by counting.
"""

"""The oracle: what every position of a game can lead to, computed once and kept in a book.

Read `page.py` (what is known), `retrograde.py` (how it is found), `book.py` (how it is kept), `oracle.py` and `consult.py`.
Counting enumerates the positions.
"""

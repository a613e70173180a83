"""The table in a terminal: typed line by line, or on a full screen.

Both drive the same Table, which holds one match. Nothing here is known to the web.
"""

"""The table in a terminal: typed line by line, or on a full screen.

Both drive the same Table, which holds one match. The web table uses nothing of this.
"""

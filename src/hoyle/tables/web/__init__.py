"""The web table: play every game on the shelf in a browser, or by JSON; `hoyle serve` opens it.

Read journal.py and sitting.py first: a sitting is the fold of a journal.  wishes.py says what each player may do, looks.py
what each viewer may see, and store.py keeps journals.  desk.py holds each match as it stands, and service.py is everything
that can be asked of it: opening.py, changing.py, showing.py, helping.py, answers.py and exporting.py.  http/ carries it
over the network.
"""

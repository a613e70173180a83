"""The web table: play every game on the shelf in a browser, or by JSON; `hoyle serve` opens it.

Read journal.py first: a sitting is the fold of a journal.  Then wishes.py says what each player may do, looks.py what each
viewer may see, store.py keeps journals, service.py does what people ask for, and http/ carries it over the network.
"""

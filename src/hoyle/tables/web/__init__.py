"""The web table: play every game on the shelf in a browser, or by JSON; `hoyle serve` opens it.

Read journal.py first: a sitting is what a journal of texts comes to.  Then store.py keeps journals, seeing.py tells what
each viewer may see, service.py does what people ask for, and app.py, live.py and pages.py carry it over the net.
"""

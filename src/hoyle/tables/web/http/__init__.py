"""The transport of the web table: the application, its JSON API, limits, and the static page.

What a request may cost and how an answer travels is decided here; what it says is decided by the match service.
"""

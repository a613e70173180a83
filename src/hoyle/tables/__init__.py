"""Tables: where people sit and play.

What every table needs stands here: clicks that spell moves, thinking in other processes, taking turns at a resource. The
terminal and the web have rooms of their own. No table knows a game.
"""

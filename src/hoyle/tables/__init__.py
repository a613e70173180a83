"""Tables: where people sit and play.

This package holds what every table needs: fair play, clicks that spell moves, thinking in other processes, and sharing
those processes.  The terminal and the web have packages of their own.  No table knows a game.
"""

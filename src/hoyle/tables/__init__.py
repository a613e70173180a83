"""Tables: where people sit and play.

Here is what every table needs: fair play, clicks that spell moves, thinking in other processes, sharing those processes.
The terminal and the web have packages of their own.  No table knows a game.
"""

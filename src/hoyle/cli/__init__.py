"""The command line: one module for each kind of command, and what they share.

A command reads its options, asks the games on the shelf, and prints text or one JSON object. What it works out belongs
elsewhere: nothing imports this package.
"""

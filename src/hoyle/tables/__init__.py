"""Where people sit: the command line, and the tables that it opens."""

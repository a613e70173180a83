"""The games: rules, picture, solvers and players, a folder for each game; nothing here knows of tables or other games."""

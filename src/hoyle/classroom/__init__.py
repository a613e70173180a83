"""Five course documents as modules: the names, contracts and errors that each of them asks for."""

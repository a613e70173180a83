"""What the kit needs to know of the five courses: tasks, cases, given tests and faults."""

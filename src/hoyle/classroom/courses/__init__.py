"""What the kit needs to know about the five courses: tasks, cases, given tests and faults."""

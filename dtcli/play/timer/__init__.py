"""The clock of a real table: five minutes with announcements, without the box's sand-glass."""

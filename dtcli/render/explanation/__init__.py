"""An explanation of why a goal cannot be reached."""

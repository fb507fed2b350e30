"""Commands that judge many inputs: the options that they share, and the run."""

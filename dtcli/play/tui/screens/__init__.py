"""The screens of the timed game and their overlays."""

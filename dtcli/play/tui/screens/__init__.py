"""The screens of the timed game, and the overlays in front of them."""

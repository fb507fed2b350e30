"""The commands of ``dtcli puzzle``, one module each."""

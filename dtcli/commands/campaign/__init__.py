"""The commands of ``dtcli campaign``, one module each."""

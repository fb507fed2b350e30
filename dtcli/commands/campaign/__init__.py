"""The commands of ``dtcli campaign``."""

"""The commands of ``dtcli cards``."""

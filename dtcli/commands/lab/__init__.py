"""The commands of ``dtcli lab``."""

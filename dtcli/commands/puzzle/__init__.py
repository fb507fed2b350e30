"""The commands of ``dtcli puzzle``, one file each."""

"""One file per command: read, call, print. Nothing else.

Whatever takes time to import is imported inside the functions, so that help and small commands stay quick.
"""

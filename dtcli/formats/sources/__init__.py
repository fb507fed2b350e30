"""Where inputs come from: files, folders, streams, compressed or not, and addresses of other machines."""

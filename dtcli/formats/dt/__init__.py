"""Story notation (``.dt``): grammar, parser, writer and editor."""

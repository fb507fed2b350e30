"""Story notation (``.dt``): what a player types at the table."""

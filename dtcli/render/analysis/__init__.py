"""An analysis as a page, a chart and data."""

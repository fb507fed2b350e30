"""Why a goal is out of reach: the page, the data, and the sentences."""

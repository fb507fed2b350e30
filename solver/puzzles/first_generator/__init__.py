"""The first generator and its grades: a short id without a version, such as ``grade3#cellar``, makes its puzzle.

Nothing here changes what it makes: the same candidates, the same order of checks, the same grades and titles.
"""

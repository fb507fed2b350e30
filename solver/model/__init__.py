"""The rules of a resolution as a CP-SAT model, one module for each group of rules, as in ``dtcli.rules``."""

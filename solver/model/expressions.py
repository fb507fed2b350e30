"""Integers and booleans of a CP-SAT model, with constants folded.

The rules are written in terms of ``Amount`` (a linear sum with known bounds) and ``Lit`` (a boolean variable or its
negation). What can be computed while the model is built never becomes a variable: between two decisions the counts of a
backpack are plain numbers. Knows nothing of the game.
"""

from collections.abc import Callable, Iterable
from typing import NewType

from ortools.sat.python import cp_model

Lit = NewType("Lit", int)
"""A literal: the index of a boolean variable, or ``~index`` for its negation."""

YES = Lit(1 << 40)
NO = Lit(~YES)
MANY = 1 << 30
"""No upper limit."""


def opposite(lit: Lit) -> Lit:
    """Return the literal that is true exactly when this one is not."""
    return Lit(~lit)


class Amount:
    """A constant plus a weighted sum of variables, and the bounds that this gives.

    >>> (Amount.of(2) + Amount.of(3)).lo
    5
    """

    __slots__ = ("const", "hi", "lo", "terms")

    def __init__(self, const: int, terms: dict[int, int], lo: int, hi: int) -> None:
        self.const, self.terms, self.lo, self.hi = const, terms, lo, hi

    @classmethod
    def of(cls, value: "int | Amount | Lit") -> "Amount":
        """Return a constant as an amount."""
        return value if isinstance(value, Amount) else cls(value, {}, value, value)

    def __add__(self, other: "int | Amount") -> "Amount":
        if isinstance(other, int):
            return Amount(self.const + other, self.terms, self.lo + other, self.hi + other)
        if not other.terms:
            return self + other.const
        if not self.terms:
            return other + self.const
        terms = self.terms.copy()
        for var, weight in other.terms.items():
            total = terms.get(var, 0) + weight
            if total:
                terms[var] = total
            else:
                del terms[var]
        if not terms:
            return Amount.of(self.const + other.const)
        return Amount(self.const + other.const, terms, self.lo + other.lo, self.hi + other.hi)

    def __mul__(self, factor: int) -> "Amount":
        if not factor:
            return ZERO
        lo, hi = self.lo * factor, self.hi * factor
        if factor < 0:
            lo, hi = hi, lo
        return Amount(self.const * factor, {var: weight * factor for var, weight in self.terms.items()}, lo, hi)

    def __sub__(self, other: "int | Amount") -> "Amount":
        return self + (-other if isinstance(other, int) else other * -1)

    @property
    def is_fixed(self) -> bool:
        """Whether it is a constant."""
        return not self.terms


ZERO = Amount(0, {}, 0, 0)


class Model:
    """A CP-SAT model in terms of amounts and literals."""

    def __init__(self, watch: Callable[[], None] | None = None) -> None:
        """``watch`` is called for every new variable, and may raise to abort a model that takes too long to build."""
        self._watch = watch
        self.cp = cp_model.CpModel()
        self._vars: list[cp_model.IntVar] = []
        self._bounds: list[tuple[int, int]] = []
        self._known: dict[object, Lit] = {}
        self.has_assumptions = False

    @property
    def size(self) -> int:
        """The number of variables."""
        return len(self._vars)

    # --- Values

    def choice(self, name: str = "") -> Lit:
        """Return a new boolean variable."""
        if self._watch is not None:
            self._watch()
        self._vars.append(self.cp.new_bool_var(name))
        self._bounds.append((0, 1))
        return Lit(len(self._vars) - 1)

    def number(self, lo: int, hi: int, name: str = "") -> Amount:
        """Return a new integer variable within bounds."""
        if lo == hi:
            return Amount.of(lo)
        if lo == 0 and hi == 1:
            return self.amount(self.choice(name))
        if self._watch is not None:
            self._watch()
        self._vars.append(self.cp.new_int_var(lo, hi, name))
        self._bounds.append((lo, hi))
        return Amount(0, {len(self._vars) - 1: 1}, lo, hi)

    def amount(self, lit: Lit) -> Amount:
        """Return 1 if the literal is true, otherwise 0."""
        if lit == YES:
            return Amount.of(1)
        if lit == NO:
            return ZERO
        if lit >= 0:
            return Amount(0, {lit: 1}, 0, 1)
        return Amount(1, {~lit: -1}, 0, 1)

    def total(self, lits: Iterable[Lit]) -> Amount:
        """Return how many of the literals are true."""
        const, terms = 0, dict[int, int]()
        for lit in lits:
            if lit == YES:
                const += 1
            elif lit != NO:
                var, weight = (lit, 1) if lit >= 0 else (~lit, -1)
                const += lit < 0
                terms[var] = terms.get(var, 0) + weight
        return self._tight(const, {var: weight for var, weight in terms.items() if weight})

    def sum(self, amounts: Iterable[Amount]) -> Amount:
        """Return the sum of many amounts."""
        const, terms = 0, dict[int, int]()
        for one in amounts:
            const += one.const
            for var, weight in one.terms.items():
                terms[var] = terms.get(var, 0) + weight
        return self._tight(const, {var: weight for var, weight in terms.items() if weight})

    def settled(self, amount: Amount, lo: int, hi: int, most_terms: int = 1) -> Amount:
        """Return an equal amount within these bounds; a sum of several terms becomes one variable."""
        tight = self._tight(amount.const, amount.terms)
        lo, hi = max(lo, amount.lo, tight.lo), min(hi, amount.hi, tight.hi)
        if lo == hi:
            self.between(amount, lo, hi)
            return Amount.of(lo)
        if len(amount.terms) <= most_terms:
            return Amount(amount.const, amount.terms, lo, hi)
        var = self.number(lo, hi)
        self.between(amount - var, 0, 0)
        return var

    # --- Constraints

    def between(self, amount: Amount, lo: int, hi: int, *when: Lit) -> None:
        """Require that the amount lies in these bounds if all of ``when`` are true."""
        if (amount.lo >= lo and amount.hi <= hi) or NO in when:
            return
        if amount.lo > hi or amount.hi < lo:
            self.some(*(opposite(lit) for lit in when))
            return
        lo = max(lo, amount.lo) - amount.const
        hi = min(hi, amount.hi) - amount.const
        expression = cp_model.LinearExpr.weighted_sum(
            [self._vars[var] for var in amount.terms], list(amount.terms.values())
        )
        constraint = self.cp.add_linear_constraint(expression, lo, hi)
        conditions = [self._literal(lit) for lit in when if lit != YES]
        if conditions:
            constraint.only_enforce_if(conditions)

    def some(self, *lits: Lit) -> None:
        """Require that at least one is true."""
        if YES not in lits:
            self.cp.add_bool_or([self._literal(lit) for lit in lits if lit != NO])

    def implies(self, first: Lit, *then: Lit) -> None:
        """Require that all of ``then`` are true if ``first`` is."""
        for lit in then:
            if first == YES or lit != YES:
                self.some(opposite(first), lit)

    def at_most_one(self, lits: Iterable[Lit]) -> None:
        """Require that at most one is true."""
        open_ones = [lit for lit in lits if lit != NO]
        if YES in open_ones:
            for lit in open_ones:
                if lit != YES:
                    self.some(opposite(lit))
        elif len(open_ones) > 1:
            self.cp.add_at_most_one([self._literal(lit) for lit in open_ones])

    # --- Derived literals, each made once

    def all_of(self, *lits: Lit) -> Lit:
        """Return the literal that is true if all of these are."""
        if NO in lits:
            return NO
        key = frozenset(lit for lit in lits if lit != YES)
        if any(~lit in key for lit in key):
            return NO
        if len(key) <= 1:
            return next(iter(key), YES)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self.choice()
            parts = [self._literal(lit) for lit in sorted(key)]
            self.cp.add_bool_and(parts).only_enforce_if(self._vars[known])
            self.cp.add_bool_or([part.negated() for part in parts] + [self._vars[known]])
        return known

    def any_of(self, *lits: Lit) -> Lit:
        """Return the literal that is true if at least one of these is."""
        return opposite(self.all_of(*(opposite(lit) for lit in lits)))

    def at_least(self, amount: Amount, n: int) -> Lit:
        """Return the literal that is true if the amount is n or more."""
        tight = self._tight(amount.const, amount.terms)
        if max(amount.lo, tight.lo) >= n:
            return YES
        if min(amount.hi, tight.hi) < n:
            return NO
        if len(amount.terms) == 1:
            ((var, weight),) = amount.terms.items()
            if self._bounds[var] == (0, 1):  # only one of two values reaches n
                return Lit(var) if weight > 0 else Lit(~var)
        key = (tuple(sorted(amount.terms.items())), n - amount.const)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self.choice()
            self.between(amount, n, MANY, known)
            self.between(amount, -MANY, n - 1, opposite(known))
        return known

    def _literal(self, lit: Lit) -> cp_model.IntVar:
        assert lit not in (YES, NO)
        return self._vars[lit] if lit >= 0 else self._vars[~lit].negated()  # type: ignore[return-value]

    def _tight(self, const: int, terms: dict[int, int]) -> Amount:
        lo = hi = const
        for var, weight in terms.items():
            low, high = self._bounds[var]
            lo += weight * (low if weight > 0 else high)
            hi += weight * (high if weight > 0 else low)
        return Amount(const, terms, lo, hi)

    # --- Objective and solution

    def assume(self, lits: Iterable[Lit]) -> None:
        """Assume that all of these are true, and drop earlier assumptions."""
        self.has_assumptions = True
        self.cp.clear_assumptions()
        self.cp.add_assumptions([self._literal(lit) for lit in lits])

    def expect_not(self, lits: Iterable[Lit]) -> None:
        """Hint that none of these is true."""
        for lit in dict.fromkeys(lits):
            if lit not in (YES, NO):
                self.cp.add_hint(self._literal(lit), 0)

    def maximize(self, amount: Amount) -> None:
        """Maximize the amount."""
        self.cp.maximize(self._expression(amount))

    def _expression(self, amount: Amount) -> cp_model.LinearExprT:
        return (
            cp_model.LinearExpr.weighted_sum([self._vars[var] for var in amount.terms], list(amount.terms.values()))
            + amount.const
        )

    def value(self, amount: Amount, solution: list[int]) -> int:
        """Return the amount in a solution."""
        return amount.const + sum(weight * solution[var] for var, weight in amount.terms.items())

    def holds(self, lit: Lit, solution: list[int]) -> bool:
        """Return whether the literal is true in a solution."""
        if lit in (YES, NO):
            return lit == YES
        return bool(solution[lit]) if lit >= 0 else not solution[~lit]

#!/usr/bin/env python3
"""Prints the coefficients of src/scree/math/elementary/: Chebyshev interpolants, computed with 60 digits.

Needs python3-mpmath. Each line: what it is, the largest error of the interpolant, the coefficients (lowest first).
"""
from mpmath import mp, mpf, bernoulli, cos, linspace, log, loggamma, lu_solve, matrix, nstr, pi, sqrt

mp.dps = 60


def polynomial(f, low, high, n):
    """The n coefficients of the interpolant of f at the Chebyshev points, and its largest error."""
    low, high = mpf(low), mpf(high)
    x = [(low + high) / 2 + (high - low) / 2 * cos(pi * (2 * k + 1) / (2 * n)) for k in range(n)]
    c = lu_solve(matrix([[v**k for k in range(n)] for v in x]), matrix([f(v) for v in x]))
    value = lambda v: sum(c[k] * v**k for k in range(n))
    return list(c), max(abs(value(v) - f(v)) for v in linspace(low, high, 401))


def number(v):
    return float(v).hex().replace("0x1.0000000000000p", "0x1p")


def show(name, f, low, high, n):
    c, error = polynomial(f, low, high, n)
    print(f"{name}: error {nstr(error, 2)}\n  " + ", ".join(number(v) for v in c))


def show_sum(name, v):
    hi = mpf(float(v))
    print(f"{name}: {number(hi)} + {number(v - hi)}")



def terms(term, n=60):
    return lambda v: sum(term(k) * v**k for k in range(n))


fact = mp.factorial
ln2 = log(mpf(2))
half = mpf("0.5001")
u_log = ((sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1))**2
quarter = mpf("0.7855")**2
u_atan = mpf("0.41422")**2
show("2^f = 1 + f ln 2 + f^2 P(f)", terms(lambda k: ln2**(k + 2) / fact(k + 2)), -half, half, 11)
show("log2((1 + z)/(1 - z)), z^7 on, of z^2", terms(lambda k: 2 / ln2 / (2 * k + 7)), 0, u_log, 8)
for k in range(3):
    show_sum(f"2 / ln 2 / {2 * k + 1}", 2 / ln2 / (2 * k + 1))
show_sum("ln 2", ln2)
show_sum("log2 e", 1 / ln2)
show("sin r = r + r^3 P(r^2)", terms(lambda k: (-1)**(k + 1) / fact(2 * k + 3)), 0, quarter, 7)
show("cos r = 1 - r^2 / 2 + r^4 P(r^2)", terms(lambda k: (-1)**k / fact(2 * k + 4)), 0, quarter, 6)
show("atan q = q + q^3 P(q^2)", terms(lambda k: mpf((-1)**(k + 1)) / (2 * k + 3), 160), 0, u_atan, 14)
show("m^(-1/3)", lambda m: m**(-mpf(1) / 3), 1, 2, 6)
for k in (1, 2):
    print(f"2^(-{k}/3): {number(mpf(2)**(-mpf(k) / 3))}")
rest = pi / 2
parts = []
for k in range(3):
    parts.append(mpf(float(rest)))
    rest -= parts[-1]
print("pi / 2:", ", ".join(number(p) for p in parts))
print("2 / pi:", number(2 / pi))
mp.dps = 400
bits = int(mp.floor(2 / pi * mpf(2)**1216))
print("2 / pi in words:", ", ".join(f"0x{bits >> (1216 - 64 * (k + 1)) & (2**64 - 1):016x}" for k in range(19)))
mp.dps = 60
c, error = polynomial(lambda t: loggamma(2 + t) / t if t else mp.psi(0, 2), mpf("-0.5"), mpf("0.5"), 24)
print(f"ln gamma(2 + t) / t: error {nstr(error, 2)}")
for v in c:
    show_sum(" ", v)
for k in range(1, 12):
    show_sum(f"B_{2 * k} / (2k (2k - 1))", bernoulli(2 * k) / (2 * k * (2 * k - 1)))
show_sum("ln(2 pi) / 2", log(2 * pi) / 2)

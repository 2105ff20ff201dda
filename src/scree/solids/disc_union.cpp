#include "scree/solids/disc_union.hpp"

#include <cmath>

#include "scree/math/elementary.hpp"

namespace scree {
namespace {

// Holds integrals of powers of the cosine over an arc, and of those times the sine.
struct Trig {
  Real c1, c2, c3, c4, s1, s2, s3, s4, sc, sc2, sc3;
};
Trig trig(const Arc& arc) {
  const Real ca = scree::cos(arc.from), sa = scree::sin(arc.from), cb = scree::cos(arc.to), sb = scree::sin(arc.to);
  const Real angle = arc.to - arc.from;
  const auto diff = [](Real b, Real a) { return b - a; };
  const Real half_sin2 = diff(sb * cb, sa * ca);  // half of the difference of sin(2 t)
  const Real sin3c = diff(sb * sb * sb * cb, sa * sa * sa * ca), sc3 = diff(sb * cb * cb * cb, sa * ca * ca * ca);
  Trig t;
  t.c1 = diff(sb, sa), t.s1 = diff(ca, cb);
  t.c2 = (angle + half_sin2) / 2, t.s2 = (angle - half_sin2) / 2;
  t.c3 = t.c1 - diff(sb * sb * sb, sa * sa * sa) / 3, t.s3 = t.s1 - diff(ca * ca * ca, cb * cb * cb) / 3;
  t.c4 = (sc3 + 3 * t.c2) / 4, t.s4 = (3 * t.s2 - sin3c) / 4;
  t.sc = diff(sb * sb, sa * sa) / 2;
  t.sc2 = diff(ca * ca * ca, cb * cb * cb) / 3;
  t.sc3 = diff(ca * ca * ca * ca, cb * cb * cb * cb) / 4;
  return t;
}

}  // namespace

bool OpenArcs::cover(const Disc& d, const Disc& other, bool other_is_earlier) {
  const Real x = other.x - d.x, y = other.y - d.y, distance2 = x * x + y * y, sum = d.r + other.r;
  if (distance2 >= sum * sum) return true;
  const Real difference = other.r - d.r;
  if (distance2 <= difference * difference)
    return !(difference > 0 || (difference == 0 && other_is_earlier));  // the first of equal discs counts
  const Real distance = std::sqrt(distance2);
  const Real cosine = (distance2 + d.r * d.r - other.r * other.r) / (2 * distance * d.r);
  const Real half = scree::acos(std::clamp(cosine, Real(-1), Real(1))), middle = scree::atan2(y, x);
  Real from = middle - half, to = middle + half;
  if (from < 0) from += kTurn, to += kTurn;
  covered_.push_back({from, std::min(to, kTurn)});
  if (to > kTurn) covered_.push_back({0, to - kTurn});
  return true;
}

// By Green's theorem the area is the integral of x dy, that of x^2 is x^3/3 dy, that of x y is x^2 y/2 dy.
void add_arc(const Disc& d, const Arc& arc, AreaMoments& m) {
  const Trig t = trig(arc);
  const Real a = d.x, b = d.y, r = d.r, a2 = a * a, b2 = b * b, r2 = r * r;
  m.area += r * (a * t.c1 + r * t.c2 + b * t.s1 + r * t.s2) / 2;
  m.x += r * (a2 * t.c1 + 2 * a * r * t.c2 + r2 * t.c3) / 2;
  m.y += r * (b2 * t.s1 + 2 * b * r * t.s2 + r2 * t.s3) / 2;
  m.xx += r * (a2 * a * t.c1 + 3 * a2 * r * t.c2 + 3 * a * r2 * t.c3 + r2 * r * t.c4) / 3;
  m.yy += r * (b2 * b * t.s1 + 3 * b2 * r * t.s2 + 3 * b * r2 * t.s3 + r2 * r * t.s4) / 3;
  m.xy += r * (b * (a2 * t.c1 + 2 * a * r * t.c2 + r2 * t.c3) + r * (a2 * t.sc + 2 * a * r * t.sc2 + r2 * t.sc3)) / 2;
}

AreaMoments union_of_discs(std::span<const Disc> discs) {
  AreaMoments m;
  OpenArcs arcs;
  for (std::size_t i = 0; i < discs.size(); ++i)
    arcs.for_each(discs, i, [&](const Arc& arc) { add_arc(discs[i], arc, m); });
  return m;
}

}  // namespace scree

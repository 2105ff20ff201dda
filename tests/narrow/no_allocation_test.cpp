// Pair functions run in the innermost loop, and on devices: they must not allocate. Counted by replacing the global
// operators of this test program; not under the sanitizers, which replace them themselves.
#if !defined(SCREE_CHECKED)
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "narrow/polygon_cases.hpp"
#include "narrow/polyhedron_cases.hpp"
#include "narrow/superellipsoid_cases.hpp"

namespace {
long n_allocations = 0;
}

void* operator new(std::size_t size) {
  ++n_allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace scree::testing {
namespace {

TEST(PairFunctions, AllocateNothing) {
  std::mt19937 rng(4);
  const auto polyhedra = space::some_polyhedra();
  const auto polygons = some_polygons(rng);
  for (const LinkMethod method : kAllMethods) {
    LinkOptions options;
    options.method = method;
    for (int trial = 0; trial < 200; ++trial) {
      const space::Placed a = space::random_pair(rng, polyhedra);
      const Placed b = random_pair(rng, polygons);
      LinkCache cache;
      LinkCache2 cache2;
      LinkCounters counters;
      const long before = n_allocations;
      for (int again = 0; again < 2; ++again) {
        space::solve(a.a, a.b, a.X, options, cache, counters);
        solve(b.a, b.b, b.X, options, cache2, counters);
      }
      ASSERT_EQ(n_allocations, before) << name_of(method);
    }
  }
  EXPECT_GT(n_allocations, 0);  // else the operators are not the ones in use
}

TEST(PairFunctions, OfSuperellipsoidsAllocateNothing) {
  for (const NormalMethod method : {NormalMethod::kSupportGap, NormalMethod::kCommonNormal}) {
    NormalOptions options;
    options.method = method;
    for (std::uint64_t index = 0; index < 200; ++index) {
      const smooth::Hard h = smooth::hard_pair(index, false);
      const long before = n_allocations;
      NormalCache cache;
      NormalCounters counters;
      for (int again = 0; again < 2; ++again) smooth::ask(h.a, h.b, h.X, options, cache, counters);
      ASSERT_EQ(n_allocations, before);
    }
  }
}

}  // namespace
}  // namespace scree::testing
#endif

// Loops over fixed chunks. The chunks depend on the number of elements alone and never on the number of
// threads, so anything summed chunk by chunk is bit-identical for 1, 2 or 64 threads.
#pragma once
#include <omp.h>

#include <cstddef>
#include <vector>

namespace scree {

inline constexpr std::size_t kChunk = 256;  // some for each of many threads, each worth the trouble

inline std::size_t n_chunks(std::size_t n) { return (n + kChunk - 1) / kChunk; }
// Chunk c of n elements: first_of_chunk(c) .. end_of_chunk(c, n) - 1.
inline std::size_t first_of_chunk(std::size_t c) { return c * kChunk; }
inline std::size_t end_of_chunk(std::size_t c, std::size_t n) { return (c + 1) * kChunk < n ? (c + 1) * kChunk : n; }

// f(chunk, begin, end) for every chunk, in parallel.
template <class F>
void for_chunks(std::size_t n, F&& f) {
  const std::ptrdiff_t chunks = std::ptrdiff_t(n_chunks(n));
  if (chunks <= 1) {
    if (chunks == 1) f(std::size_t(0), std::size_t(0), n);
    return;
  }
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t c = 0; c < chunks; ++c) {
    const std::size_t begin = std::size_t(c) * kChunk;
    f(std::size_t(c), begin, begin + kChunk < n ? begin + kChunk : n);
  }
}

// f(task) for every task, in parallel, for tasks that are large. A handful is not worth waking the team.
template <class F>
void for_each_task(std::size_t n, F&& f) {
#pragma omp parallel for schedule(static) if (n > 4)
  for (std::ptrdiff_t t = 0; t < std::ptrdiff_t(n); ++t) f(std::size_t(t));
}

// Shares of the tasks, one for each thread, of which weight(task) says how much there is to do: share k is shares[k] ..
// shares[k + 1], and all weigh about as much. From step to step they hardly change, so that a thread finds in its cache
// what it left there.
template <class Weight>
std::vector<std::size_t> even_shares(std::size_t n, Weight&& weight) {
  const std::size_t n_shares = n > 1 ? std::size_t(omp_get_max_threads()) : 1;
  if (n_shares == 1) return {0, n};
  std::vector<double> until(n);  // the weight of all tasks up to the middle of each
  double total = 0;
  for (std::size_t t = 0; t < n; ++t) {
    const double w = double(weight(t));
    until[t] = total + w / 2;
    total += w;
  }
  std::vector<std::size_t> first(n_shares + 1, n);
  first[0] = 0;
  for (std::size_t share = 1, t = 0; share < n_shares; ++share) {
    while (t < n && until[t] * double(n_shares) < total * double(share)) ++t;
    first[share] = t;
  }
  return first;
}
// f(share, task) for every task, in parallel, shares as even_shares() has made them.
template <class F>
void for_shares(const std::vector<std::size_t>& shares, F&& f) {
  const std::ptrdiff_t n_shares = std::ptrdiff_t(shares.size()) - 1;
#pragma omp parallel for schedule(static, 1) if (n_shares > 1)
  for (std::ptrdiff_t share = 0; share < n_shares; ++share)
    for (std::size_t t = shares[std::size_t(share)]; t < shares[std::size_t(share) + 1]; ++t) f(std::size_t(share), t);
}

// f(i) for every i, in parallel.
template <class F>
void for_each_index(std::size_t n, F&& f) {
  for_chunks(n, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) f(i);
  });
}

// Sums that do not care for the order of their terms (ExactSum, counts): f(i, part) adds to the part of its thread, and
// parts are joined as threads come to their ends. T{} is zero and T has +=.
template <class T, class F>
T joined_sum(std::size_t n, F&& f) {
  T total{};
  const std::ptrdiff_t chunks = std::ptrdiff_t(n_chunks(n));
  if (chunks <= 1 || omp_get_max_threads() == 1) {
    for (std::size_t i = 0; i < n; ++i) f(i, total);
    return total;
  }
#pragma omp parallel
  {
    T part{};
#pragma omp for schedule(static) nowait
    for (std::ptrdiff_t c = 0; c < chunks; ++c) {
      const std::size_t begin = std::size_t(c) * kChunk;
      for (std::size_t i = begin; i < begin + kChunk && i < n; ++i) f(i, part);
    }
#pragma omp critical(scree_joined_sum)
    total += part;
  }
  return total;
}

// Largest f(i), and at least 0. A maximum does not care for order.
template <class F>
double chunked_max(std::size_t n, F&& f) {
  std::vector<double> part(n_chunks(n), 0);
  for_chunks(n, [&](std::size_t c, std::size_t begin, std::size_t end) {
    double largest = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const double x = f(i);
      largest = x > largest ? x : largest;
    }
    part[c] = largest;
  });
  double largest = 0;
  for (const double x : part) largest = x > largest ? x : largest;
  return largest;
}

}  // namespace scree

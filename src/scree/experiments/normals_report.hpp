// `scree bench normals` prints the tests of Wellmann et al. 2008 beside the numbers of the paper.
#pragma once
#include <functional>
#include <string>

#include "scree/experiments/normals.hpp"

namespace scree::bench {

// The numbers are printed in Wellmann et al. 2008, Sec. 5 and Table II, by interval.
struct PaperNormals {
  double excluded_at_0[kIntervals] = {88.1, 85.2, 78.2};                   // %, series 1
  double five_or_more[kIntervals] = {1.1, 1.1, 3.7};                       // %, series 1
  double failed[kSeries][kIntervals] = {{28, 24, 456}, {193, 198, 9219}};  // out of 10^6
  double most_restarts[kSeries][kIntervals] = {{3, 3, 3}, {2, 2, 15}};
  double twenty_or_more[kIntervals] = {0.4, 0.4, 4.5};  // %, series 2
  double gap_error[kIntervals] = {2.34e-6, 2.40e-6, 3.21e-5}, point_error[kIntervals] = {4.34e-8, 4.40e-8, 3.72e-7},
         angle_error[kIntervals] = {4.21e-3, 5.05e-3, 1.82e-2};  // series 2, means; degrees
};
inline constexpr PaperNormals kPaperNormals;

std::string table_of(const std::vector<NormalStudy>& studies);
// Writes one quantity a row, with the paper's number where it has one.
std::string csv_of(const std::vector<NormalStudy>& studies);
std::string text_of(NormalMethod method, const HardStudy& study);
std::string table_of(const std::vector<NormalCost>& costs);

struct NormalBench {
  std::uint64_t n = 1000000, seed = 1;
  int threads = 1;
  std::string csv, failed;  // files
  bool paper_only = false;  // no pairs beyond the paper, no times of a call
};
// Throws a RunError if a pair was left without an answer.
void normal_bench(const NormalBench& options, const std::function<void(const std::string&)>& say);

}  // namespace scree::bench

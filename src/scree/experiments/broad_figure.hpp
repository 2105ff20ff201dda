// These are the table and the numbers behind the figure of tools/reproduce/fixed_cubes.py.
#pragma once
#include <functional>
#include <string>

#include "scree/experiments/broad_cost.hpp"

namespace scree::bench {

struct BroadFigure {
  std::int64_t most = 0;  // 0: 10^5
  bool large = false;     // 10^6 for the linear methods
  int rounds = 3;
  std::string csv;
};
std::vector<BroadCost> broad_figure(const BroadFigure& figure, const std::function<void(const std::string&)>& say);

}  // namespace scree::bench

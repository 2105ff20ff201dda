#include "scree/experiments/detection_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace scree::bench {

double speed_up(const FlowDetection& flow, const DetectionCost& cost) {
  for (const DetectionCost& c : flow.costs)
    if (c.asked.method == LinkMethod::kCommonPlane && !c.asked.ladder && c.asked.whole == cost.asked.whole)
      return cost.ns() > 0 ? c.ns() / cost.ns() : 0;
  return 0;
}

double paper_speed_up(const FlowDetection& flow, const DetectionCost& cost) {
  const bool link = cost.asked.method == LinkMethod::kShortestLink;
  if (!cost.asked.whole || (!link && cost.asked.method != LinkMethod::kFastCommonPlane)) return 0;
  if (flow.phase == "horizontal") return link ? 18.31 : 12.54;
  if (flow.phase == "rotation") return link ? 18.14 : 11.12;
  if (flow.phase == "vertical") return link ? 18.05 : 11.68;
  // Fig. 16 falls from 500 to 45 000 bodies, 21 to 17 and 13 to 10; read as a straight line over their logarithm.
  const double t = std::clamp(std::log(double(flow.n) / 500) / std::log(90.0), 0.0, 1.0);
  return link ? 21 - 4 * t : 13 - 3 * t;
}

namespace {

std::string title_of(const FlowDetection& flow) {
  const std::string where = flow.phase.empty() ? "" : fmt::format("{}, {}: ", flow.scene, flow.phase);
  const std::string plates =
      flow.plate_pairs > 0 ? fmt::format(", {:.0f} of them with plates", flow.plate_pairs) : std::string();
  return fmt::format("# {}{} bodies, {:.0f} pairs that come near{}, {} windows; speed-up over common_plane alone\n",
                     where, flow.n, flow.pairs, plates, flow.windows);
}

std::string paper_text(const FlowDetection& flow, const DetectionCost& cost, const char* none) {
  const double paper = paper_speed_up(flow, cost);
  return paper > 0 ? fmt::format("{:.1f}", paper) : none;
}

}  // namespace

std::string table_of(const FlowDetection& flow) {
  std::string text = title_of(flow);
  fmt::format_to(std::back_inserter(text),
                 "{:<6} {:<7} {:<18} {:>8} {:>7} {:>8} {:>6} {:>7} {:>7} {:>8} {:>7} {:>9} {:>7} {:>7} {}\n", "asked",
                 "help", "method", "ns", "planes", "speed-up", "paper", "<=2 it.", "cold ns", "cold pl.", "<=2 it.",
                 "touching", "other", "off", "worst");
  for (const DetectionCost& c : flow.costs)
    fmt::format_to(std::back_inserter(text),
                   "{:<6} {:<7} {:<18} {:>8.0f} {:>7.1f} {:>8.2f} {:>6} {:>6.1f}% {:>7.0f} {:>8.1f} {:>6.1f}% {:>9} "
                   "{:>7} {:>7} {:.1e}\n",
                   c.asked.whole ? "plane" : "touch", c.asked.ladder ? "ladder" : "alone", name_of(c.asked.method),
                   c.ns(), planes(c.warm), speed_up(flow, c), paper_text(flow, c, "-"), 100 * at_most_two(c.warm),
                   c.cold_ns(), planes(c.cold), 100 * at_most_two(c.cold), c.touching, c.other_contacts, c.other_gaps,
                   c.worst_gap);
  return text;
}

std::string detection_csv_head() {
  return "scene,phase,n,pairs,plate_pairs,windows,asked,help,method,ns,planes,speed_up,paper,at_most_two,cold_ns,"
         "cold_planes,cold_at_most_two,touching,other_contacts,other_gaps,worst_gap,iterations,cold_iterations\n";
}

std::string csv_of(const FlowDetection& flow) {
  std::string text;
  for (const DetectionCost& c : flow.costs)
    fmt::format_to(std::back_inserter(text),
                   "{},{},{},{:.0f},{:.0f},{},{},{},{},{:.1f},{:.2f},{:.3f},{},{:.5f},{:.1f},{:.2f},{:.5f},{},{},{},"
                   "{:.3g},{},{}\n",
                   flow.scene, flow.phase, flow.n, flow.pairs, flow.plate_pairs, flow.windows,
                   c.asked.whole ? "plane" : "touch", c.asked.ladder ? "ladder" : "alone", name_of(c.asked.method),
                   c.ns(), planes(c.warm), speed_up(flow, c), paper_text(flow, c, ""), at_most_two(c.warm), c.cold_ns(),
                   planes(c.cold), at_most_two(c.cold), c.touching, c.other_contacts, c.other_gaps, c.worst_gap,
                   fmt::join(c.warm.iterations, " "), fmt::join(c.cold.iterations, " "));
  return text;
}

}  // namespace scree::bench

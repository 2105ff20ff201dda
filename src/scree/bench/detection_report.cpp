#include "scree/bench/detection_report.hpp"

#include <fmt/format.h>

#include <iterator>

namespace scree::bench {

double speed_up(const FlowDetection& flow, const DetectionCost& cost) {
  for (const DetectionCost& c : flow.costs)
    if (c.asked.method == LinkMethod::kCommonPlane && !c.asked.ladder && c.asked.whole == cost.asked.whole)
      return cost.ns() > 0 ? c.ns() / cost.ns() : 0;
  return 0;
}

std::string table_of(const FlowDetection& flow) {
  std::string text = fmt::format(
      "# {} bodies, {:.0f} pairs whose balls meet, {} windows; speed-up over common_plane alone, from memory\n", flow.n,
      flow.pairs, flow.windows);
  fmt::format_to(std::back_inserter(text),
                 "{:<6} {:<7} {:<18} {:>8} {:>7} {:>8} {:>7} {:>7} {:>8} {:>7} {:>9} {:>7} {:>7} {}\n", "asked", "help",
                 "method", "ns", "planes", "speed-up", "<=2 it.", "cold ns", "cold pl.", "<=2 it.", "touching", "other",
                 "off", "worst");
  for (const DetectionCost& c : flow.costs)
    fmt::format_to(std::back_inserter(text),
                   "{:<6} {:<7} {:<18} {:>8.0f} {:>7.1f} {:>8.2f} {:>6.1f}% {:>7.0f} {:>8.1f} {:>6.1f}% {:>9} {:>7} "
                   "{:>7} {:.1e}\n",
                   c.asked.whole ? "plane" : "touch", c.asked.ladder ? "ladder" : "alone", name_of(c.asked.method),
                   c.ns(), planes(c.warm), speed_up(flow, c), 100 * at_most_two(c.warm), c.cold_ns(), planes(c.cold),
                   100 * at_most_two(c.cold), c.touching, c.other_contacts, c.other_gaps, c.worst_gap);
  return text;
}

std::string detection_csv_head() {
  return "n,pairs,windows,asked,help,method,ns,planes,speed_up,at_most_two,cold_ns,cold_planes,cold_at_most_two,"
         "touching,"
         "other_contacts,other_gaps,worst_gap\n";
}

std::string csv_of(const FlowDetection& flow) {
  std::string text;
  for (const DetectionCost& c : flow.costs)
    fmt::format_to(std::back_inserter(text),
                   "{},{:.0f},{},{},{},{},{:.1f},{:.2f},{:.3f},{:.5f},{:.1f},{:.2f},{:.5f},{},{},{},{:.3g}\n", flow.n,
                   flow.pairs, flow.windows, c.asked.whole ? "plane" : "touch", c.asked.ladder ? "ladder" : "alone",
                   name_of(c.asked.method), c.ns(), planes(c.warm), speed_up(flow, c), at_most_two(c.warm), c.cold_ns(),
                   planes(c.cold), at_most_two(c.cold), c.touching, c.other_contacts, c.other_gaps, c.worst_gap);
  return text;
}

}  // namespace scree::bench

#include "scree/experiments/figure13_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree::bench {
namespace {

constexpr const char* kRow = "{:<30}{:<18} {:>9} {:>6} {:>6} {:>7} {:>9} {:>8} {:>7}\n";

std::string speed_up(const PlaneCost& slow, const PlaneCost& fast) {
  return slow.ns > 0 ? fmt::format("{:.1f}", slow.ns / fast.ns) : "";
}

std::string method_row(const Figure13Row& row, const PlaneCost& cost, double paper) {
  const Vec2& n = cost.link.n;
  const bool first = cost.method == LinkMethod::kCommonPlane;
  return fmt::format(
      kRow, first ? row.name : "", name_of(cost.method),
      fmt::format("{:.4f}", std::atan2(n.y, n.x) * 180 / std::numbers::pi), fmt::format("{:g}", cost.evaluations),
      cost.edges_walked > 0 ? fmt::format("{:g}", cost.edges_walked) : "", fmt::format("{:.0f}", cost.ns),
      fmt::format("{:.1f}", row.common_plane.evaluations / cost.evaluations), speed_up(row.common_plane, cost),
      paper > 0 ? fmt::format("{:.1f}", paper) : "");
}

double geometric_mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double x : values) sum += std::log(x);
  return std::exp(sum / double(values.size()));
}

std::string range_text(const char* what, std::vector<double> ours, const double (&paper)[9]) {
  const auto [least, most] = std::minmax_element(ours.begin(), ours.end());
  const auto [paper_least, paper_most] = std::minmax_element(std::begin(paper), std::end(paper));
  return fmt::format(
      "{}: {:.1f} to {:.1f} times as fast as common_plane, {:.1f} in the geometric mean; in the paper, on "
      "its pairs, {:.1f} to {:.1f}, {:.1f}\n",
      what, *least, *most, geometric_mean(ours), *paper_least, *paper_most,
      geometric_mean({std::begin(paper), std::end(paper)}));
}

std::string corners_text(const PolygonData& polygon, const Pose2& X) {
  std::string text;
  for (const Vec2& v : polygon.vertices) {
    const Vec2 p = X * v;
    text += fmt::format("{}{:.9g} {:.9g}", text.empty() ? "" : " ", p.x, p.y);
  }
  return text;
}

}  // namespace

std::string table_of(const std::vector<Figure13Row>& rows) {
  std::string text =
      fmt::format(kRow, "pair", "method", "normal [°]", "planes", "edges", "ns", "planes /", "speed-up", "paper's");
  std::vector<double> link, fast;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Figure13Row& row = rows[k];
    text += method_row(row, row.common_plane, 0);
    text += method_row(row, row.fast_common_plane, kPaperFastCommonPlane[k]);
    text += method_row(row, row.shortest_link, kPaperShortestLink[k]);
    link.push_back(row.common_plane.ns / row.shortest_link.ns);
    fast.push_back(row.common_plane.ns / row.fast_common_plane.ns);
  }
  return text + range_text("shortest_link", link, kPaperShortestLink) +
         range_text("fast_common_plane", fast, kPaperFastCommonPlane);
}

std::string csv_of(const std::vector<Figure13Row>& rows, const std::vector<PolygonPair>& pairs) {
  std::string text =
      "pair,method,nx,ny,gap,pax,pay,pbx,pby,evaluations,edges_walked,ns,paper_speed_up,corners_a,corners_b\n";
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto add = [&](const PlaneCost& c, double paper) {
      const Link2& l = c.link;
      text += fmt::format(
          "\"{}\",{},{:.12g},{:.12g},{:.12g},{:.12g},{:.12g},{:.12g},{:.12g},{:g},{:g},{:.1f},{:g},{},{}\n",
          rows[k].name, name_of(c.method), l.n.x, l.n.y, l.gap, l.p_a.x, l.p_a.y, l.p_b.x, l.p_b.y, c.evaluations,
          c.edges_walked, c.ns, paper, corners_text(pairs[k].a, {}), corners_text(pairs[k].b, pairs[k].X_ab));
    };
    add(rows[k].common_plane, 1);
    add(rows[k].fast_common_plane, kPaperFastCommonPlane[k]);
    add(rows[k].shortest_link, kPaperShortestLink[k]);
  }
  return text;
}

}  // namespace scree::bench

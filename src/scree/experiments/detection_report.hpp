// `scree bench detection` writes tables and CSV.
#pragma once
#include <string>

#include "scree/experiments/detection.hpp"

namespace scree::bench {

// Returns how many times as fast it is as Cundall's common plane, which is given the same pairs and used alone: its
// inexact answer is what the paper's times are of.
double speed_up(const FlowDetection& flow, const DetectionCost& cost);

// Returns what Nezami et al. 2006 give for it, in the flow of so many bodies (Fig. 16, between its ends) or in a phase
// of the bucket (Table I), or 0 if nothing.
double paper_speed_up(const FlowDetection& flow, const DetectionCost& cost);

std::string table_of(const FlowDetection& flow);
std::string detection_csv_head();
std::string csv_of(const FlowDetection& flow);

}  // namespace scree::bench

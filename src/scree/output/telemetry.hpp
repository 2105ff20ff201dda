// Telemetry: one CSV row every so often: time, ledger with residual, contacts, wall forces, mass flow.
#pragma once
#include <fstream>
#include <string>

#include "scree/body/state.hpp"

namespace scree::output {

class Telemetry {
 public:
  // With resume the rows after `step` are cut off, the others kept byte for byte.
  Telemetry(const std::string& path, const Model& model, bool resume, std::uint64_t step);
  void row(const Model& model, const State& s);  // s.ledger's held energies are up to date

 private:
  std::string path_;
  std::ofstream file_;
};

}  // namespace scree::output

// The telemetry has one CSV row every so often: time, ledger with residual, contacts, forces on walls and tools, mass
// flow, measures. Profiles of walls are written with it, to profiles.csv beside it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "scree/frames/step_table.hpp"
#include "scree/state/state.hpp"

namespace scree::output {

class Telemetry {
 public:
  // With resume the rows after `step` are cut off, and a row that a kill left unfinished; the others are kept byte for
  // byte. Throws InputError if the file there has other columns than this model.
  Telemetry(const std::string& path, const Model& model, bool resume, std::uint64_t step);
  // s.ledger's held energies are up to date. A step that has its row already gets no second one.
  void row(const Model& model, const State& s);

 private:
  StepTable table_;
  std::optional<StepTable> profiles_;
};

}  // namespace scree::output

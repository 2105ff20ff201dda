// Telemetry: one CSV row every so often: time, ledger with residual, contacts, wall forces, mass flow.
#pragma once
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

#include "scree/body/state.hpp"

namespace scree::output {

class Telemetry {
 public:
  // With resume the rows after `step` are cut off, and a row that a kill left unfinished; the others are kept byte for
  // byte. InputError if the file there has other columns than this model.
  Telemetry(const std::string& path, const Model& model, bool resume, std::uint64_t step);
  // s.ledger's held energies are up to date. A step that has its row already gets no second one.
  void row(const Model& model, const State& s);

 private:
  void keep_rows_until(std::uint64_t step, const std::string& header, std::ptrdiff_t n_columns);
  void append(const std::string& line);

  std::string path_;
  std::ofstream file_;
  std::optional<std::uint64_t> last_step_;
};

}  // namespace scree::output

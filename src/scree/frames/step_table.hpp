// A CSV file grows with the run: rows begin with their step, several may share one. A resumed run goes on with it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace scree::output {

// RFC 4180 puts a name with a comma, a quote or a line break in quotes.
std::string csv_quoted(const std::string& name);

class StepTable {
 public:
  // `columns` begins with the step. With resume the rows after `step` are cut off, and one that a kill left unfinished;
  // the others are kept byte for byte. Throws InputError if the file there has other columns.
  StepTable(const std::string& path, const std::vector<std::string>& columns, bool resume, std::uint64_t step);

  bool has(std::uint64_t step) const { return last_step_ == step; }
  // Appends the `rows` of one step, each with its line break. Throws RunError if the file is no longer where it was
  // begun.
  void append(std::uint64_t step, const std::string& rows);

 private:
  void keep_rows_until(std::uint64_t step, const std::string& header, std::size_t n_columns);

  std::string path_;
  std::ofstream file_;
  std::uint64_t device_ = 0, inode_ = 0;  // what path_ named when it was opened
  std::optional<std::uint64_t> last_step_;
};

}  // namespace scree::output

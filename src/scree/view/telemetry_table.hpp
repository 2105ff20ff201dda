// DIR/telemetry.csv is read as it grows: on from where the last look ended, thinned so that long runs stay small.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scree::view {

class TelemetryTable {
 public:
  static constexpr std::size_t kMostRows = 4000;

  explicit TelemetryTable(std::string path) : path_(std::move(path)) {}

  // Takes in what has come since. Returns false if there is no table, or nothing in it yet.
  bool look();
  // Returns {"ok":true,"columns":[...],"rows":[...]} with the rows later than `since`.
  std::string json(double since) const;

  std::size_t n_columns() const { return columns_.size(); }
  std::size_t n_rows() const { return rows_.size(); }  // rows that are kept

 private:
  struct Identity {
    std::uint64_t device = 0, inode = 0;
    bool operator==(const Identity&) const = default;
  };
  void start_again();
  void take(std::string_view text);  // reads what follows in the file
  void take_line(std::string_view line);
  void take_header(std::string_view line);
  void thin_out();

  std::string path_;
  Identity identity_;
  std::uint64_t n_read_ = 0;  // bytes read
  std::string begun_;         // the beginning of a line that is not all there yet
  std::vector<std::string> columns_;
  std::vector<std::vector<double>> rows_;  // every stride-th
  std::vector<double> last_;               // the last row, kept or not
  std::uint64_t n_seen_ = 0, stride_ = 1;
  std::size_t time_ = 0;  // column of the time
};

}  // namespace scree::view

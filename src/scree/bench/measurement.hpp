// A measurement is what one timed run gave, ours or another code's, and how it is printed.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace scree::bench {

// A negative number (or an empty text) is not known.
struct Measurement {
  std::string scene, code;
  int threads = 1;
  std::int64_t n = 0;  // particles that move
  std::int64_t contacts = -1;
  std::int64_t steps = 0;
  double wall = 0;                 // s, for the stepping loop alone
  std::int64_t lists = -1;         // pair lists made in the loop
  double list_share = -1;          // part of the wall time, for making them
  double peak = -1;                // bytes, of the whole process, loading included
  double run_peak = -1;            // bytes, of the steps alone
  double cpu = -1;                 // processor time over wall time
  double ke = -1;                  // J, of translation, at the end
  double skin = -1;                // m
  std::int64_t failed_links = -1;  // pairs of polyhedra without an answer, over the whole run
  double by_plane = -1;            // share of the pairs of superellipsoids that were seen to be apart without a search
  std::string hash;
  std::string failed;  // why there is no result

  double rate() const { return wall > 0 ? double(n) * double(steps) / wall : 0; }  // particle-steps a second
  bool starved() const { return cpu >= 0 && cpu < 0.9 * threads; }
};

// Writes one line of key=value words, and reads it back: so results travel between processes.
std::string to_words(const Measurement& m);
Measurement from_words(const std::string& line);

std::string table_head();
std::string table_row(const Measurement& m);
std::string csv_head();
std::string csv_row(const Measurement& m);

// Returns the fastest of several runs of one code, the same rule for all of them. It is null if none has a result.
const Measurement* fastest(const std::vector<Measurement>& runs, const std::string& code);
// Returns "ratio 2.31 (scree 14.1 M/s, best peer lammps 6.1 M/s)", "ratio 105 (scree 0.62 M/s, best peer yade 5.9
// k/s)"; empty if there is nothing to compare.
std::string ratio_line(const std::vector<Measurement>& runs);
// Returns the ratio of contacts times steps a second, where our code and the peer had to settle packings of their own,
// which have different numbers of contacts.
std::string contacts_line(const std::vector<Measurement>& runs);

}  // namespace scree::bench

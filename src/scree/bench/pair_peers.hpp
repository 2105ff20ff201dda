// Other libraries run on the same motions, through the program scree_pair_peers (bench/pair_peers.cpp), which is built
// where the libraries are installed.
#pragma once
#include <string>
#include <vector>

namespace scree::bench {

inline constexpr const char* kPairPeerPackages = "libbullet-dev libfcl-dev libccd-dev libeigen3-dev";

// Holds one library, on every motion of the file.
struct PairPeer {
  struct Cost {
    double seconds = 1e300;  // best of all rounds
    std::size_t wrong = 0;
  };
  std::string name;
  std::vector<Cost> motions;
};

// Returns the program beside this one, or `driver` if not empty. The name is empty if it is not there.
std::string pair_peer_program(const std::string& driver);
std::vector<PairPeer> pair_peers(const std::string& program);
// Runs one round. Throws RunError if the program fails.
void measure_peer(const std::string& program, const std::string& motions, std::size_t n_motions, PairPeer& peer);

}  // namespace scree::bench

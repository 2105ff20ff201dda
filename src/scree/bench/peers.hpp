// Other codes run on the same packing, through the driver bench/peers/run_peers.
#pragma once
#include <string>
#include <vector>

#include "scree/bench/timing.hpp"

namespace scree::bench {

inline constexpr const char* kPeerPackages = "liggghts lammps yade openmpi-bin";
// The driver knows these codes; yade-frict is YADE with its usual law, timed only when asked for.
inline const std::vector<std::string> kPeerCodes = {"liggghts", "lammps", "yade", "yade-frict"};

struct PeerDriver {
  std::string program;  // bench/peers/run_peers, or one that takes the same options
  std::string work;
};

// Returns those of `wanted` (empty: all but yade-frict) that have the scene and are installed.
std::vector<std::string> installed_peers(const PeerDriver& driver, const std::string& scene,
                                         const std::vector<std::string>& wanted);
// `n` names the packing. Without steps the peer runs for about the seconds. A peer that fails gives a measurement
// without result.
Measurement measure_peer(const PeerDriver& driver, const std::string& scene, const std::string& code, std::int64_t n,
                         int threads, const Length& length);

}  // namespace scree::bench

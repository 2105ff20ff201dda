// How much memory there is, so that a scene that asks for more is refused before it is built, and what is said where it
// runs out all the same.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace scree {

// Bytes that this process may still take: what the system has free, and what limits of the process (ulimit -v) and of
// its control group leave. Infinite where nothing says.
double free_memory();
double held_memory();  // bytes that it holds now

std::string bytes_text(double bytes);  // "3.2 GB"

// "about 45 GB of memory would be needed, and 22 GB are free", or nothing where they are enough.
std::optional<std::string> too_much_memory(double bytes);

// In a scene, all told, of a sphere with the contacts of a packing; shapes with corners take more.
inline constexpr double kBytesOfABody = 800;
inline constexpr double kBytesOfAPair = 100;  // listed by the broad phase

// From now on a process that gets no memory ends with this exit code, on the spot: it says `text` (at most 1000
// characters), in which step it was, if there is one, and how much it holds. What a run has written stays.
void end_without_memory(const std::string& text, int exit_code, const std::uint64_t* step = nullptr);

}  // namespace scree

// Whole files appear at once: they are written under a temporary name in the same folder, then renamed. A kill at any
// moment leaves the old file or the new one, and a reader never sees half of one.
#pragma once
#include <cstdint>
#include <string>

namespace scree::output {

// With kOnDisk the file survives a power failure after the call, too; with kRenamed it survives a kill.
enum class Durability { kRenamed, kOnDisk };

inline constexpr const char* kTemporarySuffix = ".tmp";
inline std::string temporary_name(const std::string& path) { return path + kTemporarySuffix; }

// All of these throw RunError with the file and the reason of the system.
void make_folder_of(const std::string& path);
void put_in_place(const std::string& path, Durability durability);  // temporary_name(path) -> path
void write_whole_file(const std::string& path, const std::string& content);

// Throws InputError if it cannot be read. It reads at most `n_bytes` from the beginning.
std::string read_whole_file(const std::string& path, std::size_t n_bytes = SIZE_MAX);

}  // namespace scree::output

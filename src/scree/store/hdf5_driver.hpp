// This file driver for HDF5 survives a full disk.
//
// HDF5 1.10 does not: after a failed write it cannot close the file either, and crashes when the program ends (seen
// with 1.10.8 and a file size limit, tests/store/checkpoint_test.cpp). This driver therefore notes the first error and
// then lets HDF5 believe that all is well; the writer asks after every call and throws the file away.
#pragma once
#include <cstdint>
#include <string>

namespace scree::output::h5 {

// Holds a file descriptor and the first errno that came up on it, 0 if none.
struct OutputFile {
  int fd = -1;
  int error = 0;
};

// Opens an empty file for writing; on failure fd is -1 and error says why.
OutputFile open_output(const std::string& path);
// Sets room aside without changing the size of the file. Returns false if there is no such room.
bool reserve(OutputFile& file, std::uint64_t n_bytes);

// Makes the HDF5 property list `file_access` write to `file`, which must stay where it is until H5Fclose.
void use_driver(std::int64_t file_access, OutputFile& file);

}  // namespace scree::output::h5

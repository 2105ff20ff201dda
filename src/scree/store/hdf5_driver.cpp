#include "scree/store/hdf5_driver.hpp"

#include <fcntl.h>
#include <hdf5.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace scree::output::h5 {

namespace {

struct DriverFile {
  H5FD_t hdf5;  // must come first: HDF5 hands it round as H5FD_t*
  OutputFile* output;
  haddr_t eoa, eof;  // end of what HDF5 has given out, and of what has been written
};
DriverFile& own(H5FD_t* f) { return *reinterpret_cast<DriverFile*>(f); }
const DriverFile& own(const H5FD_t* f) { return *reinterpret_cast<const DriverFile*>(f); }

H5FD_t* open(const char*, unsigned, hid_t file_access, haddr_t) {
  const void* info = H5Pget_driver_info(file_access);
  return &(new DriverFile{{}, *static_cast<OutputFile* const*>(info), 0, 0})->hdf5;
}
herr_t close(H5FD_t* f) {
  delete &own(f);
  return 0;
}
int compare(const H5FD_t* a, const H5FD_t* b) { return own(a).output->fd - own(b).output->fd; }

herr_t query(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}
haddr_t get_eoa(const H5FD_t* f, H5FD_mem_t) { return own(f).eoa; }
herr_t set_eoa(H5FD_t* f, H5FD_mem_t, haddr_t address) {
  own(f).eoa = address;
  return 0;
}
haddr_t get_eof(const H5FD_t* f, H5FD_mem_t) { return own(f).eof; }

// Bytes that were never written read as zeros.
herr_t read(H5FD_t* f, H5FD_mem_t, hid_t, haddr_t address, std::size_t size, void* buffer) {
  auto* out = static_cast<char*>(buffer);
  while (size > 0) {
    const ssize_t n = ::pread(own(f).output->fd, out, size, off_t(address));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    out += n, address += haddr_t(n), size -= std::size_t(n);
  }
  std::memset(out, 0, size);
  return 0;
}

herr_t write(H5FD_t* f, H5FD_mem_t, hid_t, haddr_t address, std::size_t size, const void* buffer) {
  OutputFile& output = *own(f).output;
  const auto* in = static_cast<const char*>(buffer);
  while (size > 0 && output.error == 0) {
    const ssize_t n = ::pwrite(output.fd, in, size, off_t(address));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) output.error = errno;
    if (n > 0) in += n, address += haddr_t(n), size -= std::size_t(n);
  }
  if (address + size > own(f).eof) own(f).eof = address + size;
  return 0;
}

herr_t truncate(H5FD_t* f, hid_t, hbool_t) {
  OutputFile& output = *own(f).output;
  if (output.error == 0 && ::ftruncate(output.fd, off_t(own(f).eoa)) != 0) output.error = errno;
  own(f).eof = own(f).eoa;
  return 0;
}

hid_t register_driver() {
  constexpr H5FD_mem_t kMap[H5FD_MEM_NTYPES] = H5FD_FLMAP_DICHOTOMY;
  static H5FD_class_t driver{};  // set member by member: their order depends on the version of HDF5
#if H5_VERSION_GE(1, 14, 0)
  driver.version = H5FD_CLASS_VERSION;
  driver.value = 600;  // any number above those of HDF5's own drivers
#endif
  driver.name = "scree_output";
  driver.maxaddr = haddr_t(1) << 62;
  driver.fc_degree = H5F_CLOSE_STRONG;
  driver.fapl_size = sizeof(OutputFile*);
  driver.open = open;
  driver.close = close;
  driver.cmp = compare;
  driver.query = query;
  driver.get_eoa = get_eoa;
  driver.set_eoa = set_eoa;
  driver.get_eof = get_eof;
  driver.read = read;
  driver.write = write;
  driver.truncate = truncate;
  std::memcpy(driver.fl_map, kMap, sizeof kMap);
  return H5FDregister(&driver);
}

}  // namespace

OutputFile open_output(const std::string& path) {
  OutputFile file;
  file.fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file.fd < 0) file.error = errno;
  return file;
}

bool reserve([[maybe_unused]] OutputFile& file, [[maybe_unused]] std::uint64_t n_bytes) {
#if defined(FALLOC_FL_KEEP_SIZE)
  if (n_bytes > 0 && ::fallocate(file.fd, FALLOC_FL_KEEP_SIZE, 0, off_t(n_bytes)) != 0) {
    if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG) file.error = errno;  // others: the writes will tell
  }
#endif
  return file.error == 0;
}

void use_driver(std::int64_t file_access, OutputFile& file) {
  static const hid_t driver = register_driver();
  OutputFile* info = &file;
  H5Pset_driver(file_access, driver, &info);
}

}  // namespace scree::output::h5

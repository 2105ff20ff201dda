#include "scree/store/hdf5.hpp"

#include <fmt/format.h>
#include <hdf5.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "scree/error.hpp"
#include "scree/store/content_hash.hpp"

namespace scree::output::h5 {

static_assert(std::is_same_v<Id, hid_t>);

namespace {

// Returns the innermost message of HDF5's error stack: "truncated file: eof = 2048, ...", or an empty text.
std::string reason() {
  std::string text;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned depth, const H5E_error2_t* error, void* out) -> herr_t {
        if (depth == 0 && error->desc) *static_cast<std::string*>(out) = error->desc;
        return 0;
      },
      &text);
  return text.empty() ? "" : fmt::format(" (HDF5: {})", text);
}

// HDF5 would print its error stack to stderr; we turn it into one line of our own. The switch is per thread.
void silence() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

// Numbers are little endian on disk whatever the machine.
Id disk_type(Number number) {
  switch (number) {
    case Number::kU8:
      return H5T_STD_U8LE;
    case Number::kU32:
      return H5T_STD_U32LE;
    case Number::kI32:
      return H5T_STD_I32LE;
    case Number::kU64:
      return H5T_STD_U64LE;
    case Number::kI64:
      return H5T_STD_I64LE;
    case Number::kF32:
      return H5T_IEEE_F32LE;
    case Number::kF64:
      return H5T_IEEE_F64LE;
  }
  return -1;
}
Id memory_type(Number number) {
  switch (number) {
    case Number::kU8:
      return H5T_NATIVE_UINT8;
    case Number::kU32:
      return H5T_NATIVE_UINT32;
    case Number::kI32:
      return H5T_NATIVE_INT32;
    case Number::kU64:
      return H5T_NATIVE_UINT64;
    case Number::kI64:
      return H5T_NATIVE_INT64;
    case Number::kF32:
      return H5T_NATIVE_FLOAT;
    case Number::kF64:
      return H5T_NATIVE_DOUBLE;
  }
  return -1;
}
const char* name_of(Number number) {
  constexpr const char* names[] = {"uint8", "uint32", "int32", "uint64", "float32", "float64", "int64"};
  return names[int(number)];
}

// Texts are UTF-8 of a fixed length, padded with zeros. They do not have a variable length: such texts live in HDF5's
// global heap, which has no checksum, and HDF5 1.10 crashes on a damaged one.
Handle text_type(std::size_t length) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, std::max<std::size_t>(length, 1));
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

// Puts all texts side by side, each padded to the longest.
std::string pad(const std::vector<std::string>& texts, std::size_t length) {
  std::string padded;
  for (const std::string& text : texts) padded += text + std::string(length - text.size(), '\0');
  return padded;
}
std::vector<std::string> unpad(const std::string& padded, std::size_t length) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < padded.size(); i += length) texts.emplace_back(padded.substr(i, length).c_str());
  return texts;
}

// All metadata have checksums (since 1.8), and there are no file locks, which network file systems often refuse: we
// only ever write to a temporary name and read whole files.
Handle file_access() {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  H5Pset_file_locking(access, false, true);
  return access;
}

// Objects have no times of creation, so that equal content gives equal files.
Handle untimed(Id property_class) {
  Handle list(H5Pcreate(property_class), H5Pclose);
  H5Pset_obj_track_times(list, false);
  return list;
}

bool is_text(Id type) { return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0; }

std::uint64_t hash_of(const std::string& name, ElementType type, const void* data, std::size_t n) {
  return hash_bytes(data, n * type.bytes, hash_text(name, std::uint64_t(type.number)));
}
std::uint64_t hash_of(const std::string& name, const std::vector<std::string>& texts) {
  std::uint64_t h = hash_text(name);
  for (const std::string& text : texts) h = hash_text(text, h);
  return h;
}

std::pair<std::string, std::string> split(const std::string& name) {
  const std::size_t slash = name.rfind('/');
  return slash == std::string::npos ? std::pair{std::string("/"), name}
                                    : std::pair{name.substr(0, slash), name.substr(slash + 1)};
}

}  // namespace

// ---------------------------------------------------------------------------------------------------- writing

Writer::Writer(std::string path, std::uint64_t n_bytes) : path_(std::move(path)) {
  silence();
  make_folder_of(path_);
  output_ = open_output(temporary_name(path_));
  if (output_.error != 0) give_up("cannot create " + temporary_name(path_));
  if (!reserve(output_, n_bytes)) give_up(fmt::format("no room for {:.1f} MB", double(n_bytes) / 1e6));
  const Handle access = file_access(), create = untimed(H5P_FILE_CREATE);
  use_driver(access, output_);
  file_ = Handle(H5Fcreate(temporary_name(path_).c_str(), H5F_ACC_TRUNC, create, access), H5Fclose);
  if (file_ < 0 || output_.error != 0) give_up("cannot begin the file");
}

Writer::~Writer() { discard(); }

void Writer::discard() {
  file_.close();
  if (output_.fd < 0) return;
  ::close(std::exchange(output_.fd, -1));
  std::remove(temporary_name(path_).c_str());
}

void Writer::give_up(const std::string& what) {
  const std::string why = output_.error != 0 ? fmt::format(": {}", std::strerror(output_.error)) : reason();
  discard();
  throw RunError(fmt::format("{}: {}{}", path_, what, why));
}

Id Writer::need(Id id, const std::string& name) {
  if (id < 0 || output_.error != 0) give_up(fmt::format("cannot write \"{}\"", name));
  return id;
}

Handle Writer::owner_of(const std::string& name) {
  const std::string owner = split(name).first;
  if (owner == "/" || H5Lexists(file_, owner.c_str(), H5P_DEFAULT) > 0) {
    return Handle(need(H5Oopen(file_, owner.c_str(), H5P_DEFAULT), name), H5Oclose);
  }
  const Handle create = untimed(H5P_GROUP_CREATE);
  return Handle(need(H5Gcreate2(file_, owner.c_str(), H5P_DEFAULT, create, H5P_DEFAULT), name), H5Oclose);
}

void Writer::write_array(const std::string& name, ElementType type, const void* data, std::size_t n, const char* unit) {
  const hsize_t dims[2] = {n, type.columns};
  const Handle space(need(H5Screate_simple(type.columns > 1 ? 2 : 1, dims, nullptr), name), H5Sclose);
  const Handle create = untimed(H5P_DATASET_CREATE), group = owner_of(name);
  Handle set(need(H5Dcreate2(group, split(name).second.c_str(), disk_type(type.number), space, H5P_DEFAULT, create,
                             H5P_DEFAULT),
                  name),
             H5Dclose);
  if (n > 0) need(H5Dwrite(set, memory_type(type.number), H5S_ALL, H5S_ALL, H5P_DEFAULT, data), name);
  need(set.close() ? 0 : -1, name);
  hash_ += hash_of(name, type, data, n);
  if (*unit == '\0') return;
  const std::uint64_t hash = hash_;
  attribute(name + "/unit", std::string(unit));
  hash_ = hash;  // a unit is a remark, not content, and is not hashed
}

void Writer::array(const std::string& name, const std::vector<std::string>& texts) {
  std::size_t length = 1;
  for (const std::string& text : texts) length = std::max(length, text.size());
  const std::string padded = pad(texts, length);
  const hsize_t n = texts.size();
  const Handle space(need(H5Screate_simple(1, &n, nullptr), name), H5Sclose);
  const Handle create = untimed(H5P_DATASET_CREATE), group = owner_of(name), type = text_type(length);
  const Handle set(
      need(H5Dcreate2(group, split(name).second.c_str(), type, space, H5P_DEFAULT, create, H5P_DEFAULT), name),
      H5Dclose);
  if (n > 0) need(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, padded.data()), name);
  hash_ += hash_of(name, texts);
}

void Writer::write_attribute(const std::string& name, ElementType type, const void* data) {
  const hsize_t columns = type.columns;
  const Handle space(need(columns > 1 ? H5Screate_simple(1, &columns, nullptr) : H5Screate(H5S_SCALAR), name),
                     H5Sclose);
  const Handle owner = owner_of(name);
  const Handle attribute(
      need(H5Acreate2(owner, split(name).second.c_str(), disk_type(type.number), space, H5P_DEFAULT, H5P_DEFAULT),
           name),
      H5Aclose);
  need(H5Awrite(attribute, memory_type(type.number), data), name);
  hash_ += hash_of(name, type, data, 1);
}

void Writer::attribute(const std::string& name, const std::string& text) {
  const Handle space(need(H5Screate(H5S_SCALAR), name), H5Sclose);
  const std::string padded = pad({text}, std::max<std::size_t>(text.size(), 1));
  const Handle owner = owner_of(name), type = text_type(padded.size());
  const Handle attribute(
      need(H5Acreate2(owner, split(name).second.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), name), H5Aclose);
  need(H5Awrite(attribute, type, padded.data()), name);
  hash_ += hash_of(name, std::vector<std::string>{text});
}

void Writer::commit(Durability durability) {
  need(H5Fflush(file_, H5F_SCOPE_GLOBAL), "the end of the file");
  if (!file_.close() || output_.error != 0) give_up("cannot be written to the end");
  // Some file systems report a full disk only here.
  if (::close(std::exchange(output_.fd, -1)) != 0) {
    output_.error = errno;
    std::remove(temporary_name(path_).c_str());
    give_up("cannot be written to the end");
  }
  put_in_place(path_, durability);
}

// ---------------------------------------------------------------------------------------------------- reading

Reader::Reader(std::string path) : path_(std::move(path)) {
  silence();
  std::error_code error;
  n_file_bytes_ = std::filesystem::file_size(path_, error);
  if (error) fail(fmt::format("cannot read: {}", error.message()));
  const Handle access = file_access();
  if (H5Fis_hdf5(path_.c_str()) <= 0) fail("not an HDF5 file, or cut off near its beginning");
  file_ = Handle(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, access), H5Fclose);
  if (file_ < 0) fail("damaged or cut short" + reason());
}

void Reader::fail(const std::string& what) const { throw InputError(path_ + ": " + what); }

// Links to other files count as nothing: scree writes none, and a file from elsewhere must not choose what is read.
bool Reader::has(const std::string& name) const {
  const auto is_here = [&](const std::string& path) {
    H5L_info_t link;
    return H5Lexists(file_, path.c_str(), H5P_DEFAULT) > 0 &&
           H5Lget_info(file_, path.c_str(), &link, H5P_DEFAULT) >= 0 && link.type == H5L_TYPE_HARD;
  };
  for (std::size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1)) {
    if (!is_here(name.substr(0, slash))) return false;
  }
  return is_here(name);
}

// Opens a dataset whose numbers are in this very file, not in another one that it names.
Handle Reader::open_dataset(const std::string& name) const {
  if (!has(name)) fail(fmt::format("dataset \"{}\" is missing", name));
  Handle set(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
  const Handle plan(set < 0 ? -1 : H5Dget_create_plist(set), H5Pclose);
  if (plan < 0) fail(fmt::format("dataset \"{}\" is damaged{}", name, reason()));
  if (H5Pget_layout(plan) == H5D_VIRTUAL || H5Pget_external_count(plan) != 0)
    fail(fmt::format("dataset \"{}\" lies in another file", name));
  return set;
}

bool Reader::has_attribute(const std::string& name) const {
  const auto [owner, attribute] = split(name);
  return (owner == "/" || has(owner)) && H5Aexists_by_name(file_, owner.c_str(), attribute.c_str(), H5P_DEFAULT) > 0;
}

// Shape, type and size on disk are compared before anything is allocated: a damaged count is not believed.
std::size_t Reader::open_array(const std::string& name, ElementType type, Handle& dataset) const {
  dataset = open_dataset(name);
  const Handle space(H5Dget_space(dataset), H5Sclose);
  const Handle stored(H5Dget_type(dataset), H5Tclose);
  if (space < 0 || stored < 0) fail(fmt::format("dataset \"{}\" is damaged{}", name, reason()));
  if (H5Tequal(stored, disk_type(type.number)) <= 0) {
    fail(fmt::format("dataset \"{}\" does not hold numbers of type {}", name, h5::name_of(type.number)));
  }
  hsize_t dims[2] = {0, 1};
  const int rank = type.columns > 1 ? 2 : 1;
  if (H5Sget_simple_extent_ndims(space) != rank || H5Sget_simple_extent_dims(space, dims, nullptr) != rank ||
      dims[1] != type.columns) {
    fail(fmt::format("dataset \"{}\" does not have {} column{}", name, type.columns, type.columns > 1 ? "s" : ""));
  }
  if (dims[0] > n_file_bytes_ / type.bytes || H5Dget_storage_size(dataset) != dims[0] * type.bytes) {
    fail(fmt::format("dataset \"{}\" is cut short", name));
  }
  return std::size_t(dims[0]);
}

void Reader::read_array(const std::string& name, ElementType type, const Handle& dataset, void* data, std::size_t n) {
  if (n > 0 && H5Dread(dataset, memory_type(type.number), H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) {
    fail(fmt::format("dataset \"{}\" cannot be read{}", name, reason()));
  }
  hash_ += hash_of(name, type, data, n);
}

Handle Reader::open_attribute(const std::string& name) const {
  if (!has_attribute(name)) fail(fmt::format("attribute \"{}\" is missing", name));
  const auto [owner, last] = split(name);
  Handle attribute(H5Aopen_by_name(file_, owner.c_str(), last.c_str(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  if (attribute < 0) fail(fmt::format("attribute \"{}\" is damaged{}", name, reason()));
  return attribute;
}

void Reader::read_attribute(const std::string& name, ElementType type, void* data) {
  const Handle attribute = open_attribute(name);
  const Handle stored(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  if (H5Tequal(stored, disk_type(type.number)) <= 0 || H5Sget_simple_extent_npoints(space) != hssize_t(type.columns)) {
    fail(fmt::format("attribute \"{}\" is not {} x {}", name, type.columns, h5::name_of(type.number)));
  }
  if (H5Aread(attribute, memory_type(type.number), data) < 0) {
    fail(fmt::format("attribute \"{}\" cannot be read{}", name, reason()));
  }
  hash_ += hash_of(name, type, data, 1);
}

std::string Reader::text(const std::string& name) {
  const Handle attribute = open_attribute(name);
  const Handle stored(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  if (!is_text(stored) || H5Sget_simple_extent_npoints(space) != 1) {
    fail(fmt::format("attribute \"{}\" is not a text of fixed length", name));
  }
  const std::size_t length = H5Tget_size(stored);
  if (length == 0 || length > n_file_bytes_) fail(fmt::format("attribute \"{}\" is damaged", name));
  std::string padded(length, '\0');
  if (H5Aread(attribute, stored, padded.data()) < 0) {
    fail(fmt::format("attribute \"{}\" cannot be read{}", name, reason()));
  }
  const std::vector<std::string> texts = unpad(padded, padded.size());
  hash_ += hash_of(name, texts);
  return texts.front();
}

std::vector<std::string> Reader::texts(const std::string& name) {
  const Handle set = open_dataset(name);
  const Handle stored(H5Dget_type(set), H5Tclose), space(H5Dget_space(set), H5Sclose);
  if (!is_text(stored)) fail(fmt::format("dataset \"{}\" does not hold texts of fixed length", name));
  const hssize_t n = H5Sget_simple_extent_npoints(space);
  const std::size_t length = H5Tget_size(stored);
  if (n < 0 || length == 0 || std::uint64_t(n) > n_file_bytes_ / length ||
      H5Dget_storage_size(set) != std::uint64_t(n) * length) {
    fail(fmt::format("dataset \"{}\" is cut short", name));
  }
  std::string padded(std::size_t(n) * length, '\0');
  if (n > 0 && H5Dread(set, stored, H5S_ALL, H5S_ALL, H5P_DEFAULT, padded.data()) < 0) {
    fail(fmt::format("dataset \"{}\" cannot be read{}", name, reason()));
  }
  const std::vector<std::string> result = unpad(padded, length);
  hash_ += hash_of(name, result);
  return result;
}

}  // namespace scree::output::h5

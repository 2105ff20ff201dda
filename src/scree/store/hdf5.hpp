// This is a thin layer over the C interface of HDF5: arrays of numbers, Vec3 and Quat, scalar attributes, texts, units.
//
// A failure in writing is a RunError, one in reading an InputError; both name file and dataset. Reading checks that
// type and shape are exactly those asked for: a checkpoint must come back bit for bit, so there are no silent
// conversions. Both sides keep a hash of all they have passed, which does not depend on the order.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "scree/math/quat.hpp"
#include "scree/math/vec2.hpp"
#include "scree/shape/shapes.hpp"
#include "scree/store/files.hpp"
#include "scree/store/hdf5_driver.hpp"

namespace scree::output::h5 {

using Id = std::int64_t;  // hid_t, without hdf5.h in every file

// The numbers enter checksums, so new ones come last.
enum class Number : std::uint8_t { kU8, kU32, kI32, kU64, kF32, kF64, kI64 };

// Describes an element of an array: one number, or a few of them side by side as columns.
struct ElementType {
  Number number;
  std::size_t columns;
  std::size_t bytes;
};
template <class T>
struct Element;
#define SCREE_H5_ELEMENT(cpp, scalar, count)                          \
  template <>                                                         \
  struct Element<cpp> {                                               \
    static constexpr ElementType type = {scalar, count, sizeof(cpp)}; \
    static_assert(std::is_trivially_copyable_v<cpp>);                 \
  };
inline constexpr Number kReal = sizeof(Real) == 8 ? Number::kF64 : Number::kF32;
SCREE_H5_ELEMENT(std::uint8_t, Number::kU8, 1)
SCREE_H5_ELEMENT(std::uint32_t, Number::kU32, 1)
SCREE_H5_ELEMENT(std::int32_t, Number::kI32, 1)
SCREE_H5_ELEMENT(std::uint64_t, Number::kU64, 1)
SCREE_H5_ELEMENT(std::int64_t, Number::kI64, 1)
SCREE_H5_ELEMENT(float, Number::kF32, 1)
SCREE_H5_ELEMENT(double, Number::kF64, 1)
SCREE_H5_ELEMENT(Vec2, kReal, 2)
SCREE_H5_ELEMENT(Vec3T<float>, Number::kF32, 3)
SCREE_H5_ELEMENT(Vec3T<double>, Number::kF64, 3)
SCREE_H5_ELEMENT(Quat, kReal, 4)
SCREE_H5_ELEMENT(Frustum, kReal, 4)
SCREE_H5_ELEMENT(Mat3, kReal, 9)
#undef SCREE_H5_ELEMENT

// Owns an HDF5 identifier.
class Handle {
 public:
  Handle() = default;
  Handle(Id id, int (*closer)(Id)) : id_(id), close_(closer) {}
  Handle(Handle&& h) noexcept : id_(std::exchange(h.id_, -1)), close_(h.close_) {}
  Handle& operator=(Handle&& h) noexcept {
    std::swap(id_, h.id_);
    std::swap(close_, h.close_);
    return *this;
  }
  ~Handle() { close(); }
  bool close() { return id_ < 0 || close_(std::exchange(id_, -1)) >= 0; }
  operator Id() const { return id_; }

 private:
  Id id_ = -1;
  int (*close_)(Id) = nullptr;
};

// Writes a file that has its name only after commit(). Names are paths ("bodies/x"); groups are made as needed. An
// attribute "ledger/friction" is the attribute `friction` of the group `ledger`.
class Writer {
 public:
  // `n_bytes` is about how much will come. A disk without that room is found out now and not half way.
  explicit Writer(std::string path, std::uint64_t n_bytes = 0);
  ~Writer();
  Writer(const Writer&) = delete;

  template <class T>
  void array(const std::string& name, const std::vector<T>& values, const char* unit = "") {
    write_array(name, Element<T>::type, values.data(), values.size(), unit);
  }
  template <class T>
  void attribute(const std::string& name, const T& value) {
    write_attribute(name, Element<T>::type, &value);
  }
  void array(const std::string& name, const std::vector<std::string>& texts);
  void attribute(const std::string& name, const std::string& text);
  void attribute(const std::string& name, const char* text) { attribute(name, std::string(text)); }

  std::uint64_t content_hash() const { return hash_; }
  void commit(Durability durability);

 private:
  void write_array(const std::string& name, ElementType type, const void* data, std::size_t n, const char* unit);
  void write_attribute(const std::string& name, ElementType type, const void* data);
  Handle owner_of(const std::string& name);
  Id need(Id id, const std::string& name);  // id, or RunError if it is negative or a write has failed
  [[noreturn]] void give_up(const std::string& what);
  void discard();

  std::string path_;
  std::uint64_t hash_ = 0;
  OutputFile output_;
  Handle file_;
};

class Reader {
 public:
  explicit Reader(std::string path);

  bool has(const std::string& name) const;
  bool has_attribute(const std::string& name) const;
  template <class T>
  std::vector<T> array(const std::string& name) {
    Handle dataset;
    std::vector<T> values(open_array(name, Element<T>::type, dataset));
    read_array(name, Element<T>::type, dataset, values.data(), values.size());
    return values;
  }
  template <class T>
  T attribute(const std::string& name) {
    T value;
    read_attribute(name, Element<T>::type, &value);
    return value;
  }
  std::vector<std::string> texts(const std::string& name);
  std::string text(const std::string& name);  // text of an attribute

  const std::string& path() const { return path_; }
  std::uint64_t content_hash() const { return hash_; }
  [[noreturn]] void fail(const std::string& what) const;  // throws InputError "path: what"

 private:
  Handle open_dataset(const std::string& name) const;
  std::size_t open_array(const std::string& name, ElementType type, Handle& dataset) const;  // number of rows
  void read_array(const std::string& name, ElementType type, const Handle& dataset, void* data, std::size_t n);
  void read_attribute(const std::string& name, ElementType type, void* data);
  Handle open_attribute(const std::string& name) const;

  std::string path_;
  std::uint64_t hash_ = 0;
  std::uint64_t n_file_bytes_ = 0;
  Handle file_;
};

}  // namespace scree::output::h5

// PLY is the format of scanners: elements with properties that the header declares. The reader takes x, y and z of the
// element "vertex" and the list vertex_indices (or vertex_index) of the element "face", and passes over everything
// else.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "scree/error.hpp"
#include "scree/input_file.hpp"
#include "scree/solids/mesh.hpp"
#include "scree/solids/mesh_text.hpp"
#include "scree/solids/polyhedron_check.hpp"

namespace scree {
namespace {

enum class Scalar { kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFloat, kDouble };
struct ScalarName {
  std::string_view name;
  Scalar type;
};
constexpr ScalarName kScalars[] = {
    {"char", Scalar::kInt8},   {"int8", Scalar::kInt8},     {"uchar", Scalar::kUint8},   {"uint8", Scalar::kUint8},
    {"short", Scalar::kInt16}, {"int16", Scalar::kInt16},   {"ushort", Scalar::kUint16}, {"uint16", Scalar::kUint16},
    {"int", Scalar::kInt32},   {"int32", Scalar::kInt32},   {"uint", Scalar::kUint32},   {"uint32", Scalar::kUint32},
    {"float", Scalar::kFloat}, {"float32", Scalar::kFloat}, {"double", Scalar::kDouble}, {"float64", Scalar::kDouble}};
std::size_t bytes_of(Scalar t) {
  constexpr std::size_t kBytes[] = {1, 1, 2, 2, 4, 4, 4, 8};
  return kBytes[std::size_t(t)];
}

struct Property {
  std::string name;
  Scalar type = Scalar::kFloat;
  bool list = false;
  Scalar count = Scalar::kUint8;  // list
};
struct Element {
  std::string name;
  std::uint64_t count = 0;
  std::vector<Property> properties;
  // Returns the least number of bytes of an element in a binary file.
  std::size_t least_bytes() const {
    std::size_t sum = 0;
    for (const Property& p : properties) sum += bytes_of(p.list ? p.count : p.type);
    return sum;
  }
};
enum class Format { kNone, kAscii, kLittle, kBig };
struct Header {
  Format format = Format::kNone;
  std::vector<Element> elements;
  std::size_t length = 0;  // bytes
  int lines = 0;
};

class HeaderReader {
 public:
  explicit HeaderReader(const std::string& path) : path_(path) {}

  Header read(std::string_view text) {
    Lines lines(text);
    std::string_view line;
    while (lines.next(line)) {
      number_ = lines.number();
      words_of(line, words_);
      if (number_ == 1 && (words_.size() != 1 || words_[0] != "ply")) fail("a PLY file begins with the line \"ply\"");
      if (words_.empty() || words_[0] == "comment" || words_[0] == "obj_info" || number_ == 1) continue;
      if (words_[0] == "end_header") {
        if (header_.format == Format::kNone) fail("the header names no format");
        header_.length = text.size() - lines.rest().size();
        header_.lines = number_;
        return std::move(header_);
      }
      if (words_[0] == "format")
        read_format();
      else if (words_[0] == "element")
        read_element();
      else if (words_[0] == "property")
        read_property();
      else
        fail(fmt::format("\"{}\" is no word of the header of a PLY file", shortened(words_[0])));
    }
    if (number_ == 0) throw InputError(path_ + ": the file is empty");
    fail("the file is cut off: its header ends without end_header");
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(fmt::format("{}: {}", Place{path_, number_}.text(), why));
  }
  void read_format() {
    const std::string_view name = words_.size() > 1 ? words_[1] : std::string_view();
    header_.format = name == "ascii"                  ? Format::kAscii
                     : name == "binary_little_endian" ? Format::kLittle
                     : name == "binary_big_endian"    ? Format::kBig
                                                      : Format::kNone;
    if (header_.format == Format::kNone)
      fail(fmt::format("\"{}\" is no format of a PLY file (ascii, binary_little_endian, binary_big_endian)",
                       shortened(name)));
  }
  void read_element() {
    Element e;
    if (words_.size() != 3) fail("must be \"element NAME COUNT\"");
    e.name = words_[1];
    const std::string_view count = words_[2];
    const auto [end, error] = std::from_chars(count.data(), count.data() + count.size(), e.count);
    if (error != std::errc() || end != count.data() + count.size())
      fail(fmt::format("\"{}\" is no number of elements", shortened(count)));
    for (const Element& other : header_.elements)
      if (other.name == e.name) fail(fmt::format("element {} is there twice", shortened(e.name)));
    header_.elements.push_back(std::move(e));
  }
  Scalar scalar(std::string_view name) const {
    const auto* const at =
        std::find_if(std::begin(kScalars), std::end(kScalars), [&](const ScalarName& s) { return s.name == name; });
    if (at == std::end(kScalars)) fail(fmt::format("\"{}\" is no type of a PLY file", shortened(name)));
    return at->type;
  }
  void read_property() {
    if (header_.elements.empty()) fail("a property before the first element");
    Property p;
    p.list = words_.size() == 5 && words_[1] == "list";
    if (!p.list && words_.size() != 3) fail("must be \"property TYPE NAME\" or \"property list TYPE TYPE NAME\"");
    if (p.list) {
      p.count = scalar(words_[2]);
      if (p.count == Scalar::kFloat || p.count == Scalar::kDouble) fail("a list is counted with whole numbers");
    }
    p.type = scalar(words_[p.list ? 3 : 1]);
    p.name = words_.back();
    header_.elements.back().properties.push_back(std::move(p));
  }

  const std::string& path_;
  Header header_;
  std::vector<std::string_view> words_;
  int number_ = 0;
};

// Reads the numbers behind the header, one after the other.
class Body {
 public:
  Body(const std::string& path, std::string_view bytes, const Header& header)
      : path_(path), bytes_(bytes), at_(header.length), format_(header.format), line_(header.lines + 1) {}

  void begin(const Element& element, std::uint64_t index) {
    element_ = &element;
    index_ = index;
  }
  // Throws InputError where so many elements cannot be in what is left of the file.
  void expect(const Element& element) const {
    const std::size_t left = bytes_.size() - at_;
    const std::size_t least = format_ == Format::kAscii ? 2 * element.properties.size() : element.least_bytes();
    // The last number of a text needs no blank after it.
    if (least > 0 && element.count > (left + 1) / least)
      throw InputError(fmt::format("{}: the file is cut off: {} times {} needs at least {} bytes, and {} are left",
                                   path_, element.count, shortened(element.name), double(element.count) * double(least),
                                   left));
  }
  double next(Scalar type) { return format_ == Format::kAscii ? next_word() : next_binary(type); }
  std::string where() const {
    const std::string element = fmt::format("{} {}", shortened(element_->name), index_);
    return format_ == Format::kAscii ? fmt::format("{}:{}: {}", path_, line_, element)
                                     : fmt::format("{}: {} (byte {})", path_, element, at_);
  }
  [[noreturn]] void fail(const std::string& why) const { throw InputError(fmt::format("{}: {}", where(), why)); }

 private:
  double next_word() {
    while (at_ < bytes_.size() && (bytes_[at_] == '\n' || kBlanks.find(bytes_[at_]) != kBlanks.npos))
      line_ += bytes_[at_++] == '\n';
    std::size_t end = at_;
    while (end < bytes_.size() && bytes_[end] != '\n' && kBlanks.find(bytes_[end]) == kBlanks.npos) ++end;
    if (end == at_) fail("the file is cut off");
    const std::string_view word = bytes_.substr(at_, end - at_);
    const auto value = number_of(word);
    if (!value) fail(fmt::format("\"{}\" is no number", shortened(word)));
    at_ = end;
    return *value;
  }
  template <class T>
  double scalar(const char (&raw)[8]) const {
    T value;
    std::memcpy(&value, raw, sizeof value);
    return double(value);
  }
  double next_binary(Scalar type) {
    const std::size_t n = bytes_of(type);
    if (bytes_.size() - at_ < n) fail("the file is cut off");
    char raw[8] = {};
    static_assert(std::endian::native == std::endian::little);
    for (std::size_t k = 0; k < n; ++k) raw[k] = bytes_[at_ + (format_ == Format::kBig ? n - 1 - k : k)];
    at_ += n;
    switch (type) {
      case Scalar::kInt8:
        return scalar<std::int8_t>(raw);
      case Scalar::kUint8:
        return scalar<std::uint8_t>(raw);
      case Scalar::kInt16:
        return scalar<std::int16_t>(raw);
      case Scalar::kUint16:
        return scalar<std::uint16_t>(raw);
      case Scalar::kInt32:
        return scalar<std::int32_t>(raw);
      case Scalar::kUint32:
        return scalar<std::uint32_t>(raw);
      case Scalar::kFloat:
        return scalar<float>(raw);
      case Scalar::kDouble:
        return scalar<double>(raw);
    }
    return 0;
  }

  const std::string& path_;
  std::string_view bytes_;
  std::size_t at_;
  Format format_;
  int line_;
  const Element* element_ = nullptr;
  std::uint64_t index_ = 0;
};

std::uint64_t list_length(Body& body, const Property& p) {
  const double n = body.next(p.count);
  if (!(n >= 0 && n <= 4e9 && n == std::floor(n))) body.fail(fmt::format("{} is no length of a list", n));
  return std::uint64_t(n);
}

void pass_over(Body& body, const Property& p) {
  for (std::uint64_t n = p.list ? list_length(body, p) : 1; n > 0; --n) body.next(p.type);
}

void read_vertex(Body& body, const Element& element, Mesh& mesh) {
  Vec3 x{0, 0, 0};
  for (const Property& p : element.properties) {
    const int axis = p.list ? -1 : p.name == "x" ? 0 : p.name == "y" ? 1 : p.name == "z" ? 2 : -1;
    if (axis < 0) {
      pass_over(body, p);
      continue;
    }
    const double value = body.next(p.type);
    if (!std::isfinite(value)) body.fail(fmt::format("{} = {} is not a finite number", p.name, value));
    if (std::abs(value) > double(kLargestCoordinate)) body.fail(fmt::format("{} = {} is too large", p.name, value));
    x[axis] = Real(value);
  }
  mesh.points.push_back(x);
}

bool is_face_list(const Property& p) { return p.list && (p.name == "vertex_indices" || p.name == "vertex_index"); }

void read_face(Body& body, const Element& element, std::uint64_t n_vertices, Mesh& mesh) {
  for (const Property& p : element.properties) {
    if (!is_face_list(p)) {
      pass_over(body, p);
      continue;
    }
    const std::uint64_t n = list_length(body, p);
    if (n < 3) body.fail(fmt::format("a face has at least 3 vertices, this one {}", n));
    for (std::uint64_t k = 0; k < n; ++k) {
      const double v = body.next(p.type);
      if (!(v >= 0 && v < double(n_vertices) && v == std::floor(v)))
        body.fail(fmt::format("there is no vertex {}; they run from 0 to {}", v, double(n_vertices) - 1));
      mesh.corners.push_back(int(v));
    }
    mesh.end_face();
  }
}

// Nothing of the two elements that a surface is made of may be missing.
void check_elements(const std::string& path, const Header& header, std::uint64_t& n_vertices) {
  const auto missing = [&](const char* what) { throw InputError(fmt::format("{}: has no {}", path, what)); };
  const auto find = [&](const char* name) {
    const auto at =
        std::find_if(header.elements.begin(), header.elements.end(), [&](const Element& e) { return e.name == name; });
    if (at == header.elements.end()) missing(fmt::format("element {}", name).c_str());
    return at;
  };
  const auto vertex = find("vertex"), face = find("face");
  for (const char* axis : {"x", "y", "z"})
    if (std::count_if(vertex->properties.begin(), vertex->properties.end(),
                      [&](const Property& p) { return !p.list && p.name == axis; }) != 1)
      missing(fmt::format("property {} of its vertices, or has it twice", axis).c_str());
  if (std::count_if(face->properties.begin(), face->properties.end(), is_face_list) != 1)
    missing("list vertex_indices of its faces, or has it twice");
  n_vertices = vertex->count;
  if (n_vertices == 0 || face->count == 0) missing("vertices or no faces");
}

}  // namespace

Mesh read_ply(const std::string& path) {
  const std::string bytes = read_input_file(path);
  const Header header = HeaderReader(path).read(bytes);
  std::uint64_t n_vertices = 0;
  check_elements(path, header, n_vertices);
  Mesh mesh;
  Body body(path, bytes, header);
  for (const Element& element : header.elements) {
    body.expect(element);
    if (element.properties.empty()) continue;
    const bool vertices = element.name == "vertex", faces = element.name == "face";
    for (std::uint64_t i = 0; i < element.count; ++i) {
      body.begin(element, i);
      if (vertices)
        read_vertex(body, element, mesh);
      else if (faces)
        read_face(body, element, n_vertices, mesh);
      else
        for (const Property& p : element.properties) pass_over(body, p);
    }
  }
  return mesh;
}

}  // namespace scree

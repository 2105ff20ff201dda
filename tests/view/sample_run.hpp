// Folders of small runs to look at, and the wire read back by other code than writes it.
#pragma once
#include <cmath>
#include <cstring>

#include "scree/frames/frame.hpp"
#include "scree/setup/cluster_type.hpp"
#include "scree/view/run_view.hpp"
#include "store/sample.hpp"

namespace scree::view::sample_run {

namespace fs = std::filesystem;
using sample::TemporaryFolder;

// A run of `n_frames` frames of the sample, with a table, as if it had finished.
inline void write_run(const std::string& dir, const Model& model, const State& s, int n_frames = 3) {
  fs::create_directories(dir);
  sample::write_text(dir + "/scene.toml", "title = \"sample\"\n");
  output::write_model(dir, model);
  for (int k = 0; k < n_frames; ++k) output::write_frame(output::frame_path(dir, std::uint64_t(k)), model, s, true);
  sample::write_text(dir + "/telemetry.csv", "step,time[s],bodies,\"a, \"\"b\"\"[N]\"\n0,0,40,1.5\n10,0.5,40,-2e-3\n");
  sample::write_text(dir + "/summary.txt", "done\n");
}

inline void write_run(const std::string& dir, int n_frames = 3) {
  const Model model = sample::model();
  write_run(dir, model, sample::state(model), n_frames);
}

// A reader of its own: only what docs/viewer.md says, no code of the server.
class WireReader {
 public:
  explicit WireReader(std::string bytes) : bytes_(std::move(bytes)) {}
  template <class T>
  T at(std::size_t place) const {
    T value;
    if (place + sizeof(T) > bytes_.size()) throw std::out_of_range("beyond the end of the answer");
    std::memcpy(&value, bytes_.data() + place, sizeof(T));
    return value;
  }
  template <class T>
  Vec3d vec3(std::size_t place) const {
    return {double(at<T>(place)), double(at<T>(place + sizeof(T))), double(at<T>(place + 2 * sizeof(T)))};
  }
  std::string text(std::size_t place, std::size_t n) const { return bytes_.substr(place, n); }
  std::size_t size() const { return bytes_.size(); }

  // IEEE 754 binary16, by the definition.
  double half(std::size_t place) const {
    const int bits = at<std::uint16_t>(place), exponent = (bits >> 10) & 31, fraction = bits & 1023;
    const double value =
        exponent == 0 ? fraction * std::pow(2.0, -24) : (1 + fraction / 1024.0) * std::pow(2.0, exponent - 15);
    return bits & 0x8000 ? -value : value;
  }

 private:
  std::string bytes_;
};

// Places of the arrays of a frame.
struct FrameReader : WireReader {
  explicit FrameReader(std::string bytes) : WireReader(std::move(bytes)) {
    n = at<std::uint32_t>(12), n_free = at<std::uint32_t>(16), n_walls = at<std::uint32_t>(20);
    position = 128 + 64 * std::size_t(n_walls);
    radius = position + 12 * std::size_t(n);
    id = radius + 4 * std::size_t(n);
    orientation = id + 4 * std::size_t(n);
    type = orientation + 8 * std::size_t(n);
    speed = type + 2 * std::size_t(n);
    spin = speed + 2 * std::size_t(n);
    force = spin + 2 * std::size_t(n);
    coordination = force + 2 * std::size_t(n);
    contact = coordination + std::size_t(n);
    end = contact + std::size_t(n);
  }
  Vec3d x(std::size_t k) const { return vec3<double>(40) + vec3<float>(position + 12 * k); }

  std::uint32_t n, n_free, n_walls;
  std::size_t position, radius, id, orientation, type, speed, spin, force, coordination, contact, end;
};

// Is this one JSON value and nothing else (RFC 8259)? A recursive descent of few lines.
class JsonCheck {
 public:
  static bool is_valid(const std::string& text) {
    JsonCheck check(text);
    return check.value(0) && (check.space(), check.at_ == text.size());
  }

 private:
  explicit JsonCheck(const std::string& text) : text_(text) {}
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool eat(char c) { return peek() == c && ++at_; }
  void space() {
    while (std::strchr(" \n\r\t", peek()) && peek()) ++at_;
  }
  bool word(const char* w) { return text_.compare(at_, std::strlen(w), w) == 0 && (at_ += std::strlen(w)); }
  bool digits() {
    const std::size_t first = at_;
    while (peek() >= '0' && peek() <= '9') ++at_;
    return at_ > first;
  }
  bool number() {
    eat('-');
    if (!eat('0') && !digits()) return false;
    if (eat('.') && !digits()) return false;
    if (eat('e') || eat('E')) {
      if (!eat('+')) eat('-');
      return digits();
    }
    return true;
  }
  bool string() {
    if (!eat('"')) return false;
    while (at_ < text_.size() && text_[at_] != '"') {
      const auto c = static_cast<unsigned char>(text_[at_++]);
      if (c < 0x20) return false;
      if (c != '\\') continue;
      const char e = peek();
      if (!std::strchr("\"\\/bfnrtu", e) || !e) return false;
      ++at_;
      for (int k = 0; e == 'u' && k < 4; ++k)
        if (!std::isxdigit(static_cast<unsigned char>(peek())))
          return false;
        else
          ++at_;
    }
    return eat('"');
  }
  bool items(char close, int depth, bool named) {
    space();
    if (eat(close)) return true;
    do {
      space();
      if (named && !(string() && (space(), eat(':')))) return false;
      if (!value(depth)) return false;
      space();
    } while (eat(','));
    return eat(close);
  }
  bool value(int depth) {
    space();
    if (depth > 50) return false;
    if (eat('{')) return items('}', depth + 1, true);
    if (eat('[')) return items(']', depth + 1, false);
    if (peek() == '"') return string();
    return word("true") || word("false") || word("null") || number();
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace scree::view::sample_run

#include "scree/oracle/replay.hpp"

#include <fmt/format.h>

#include "scree/error.hpp"
#include "scree/oracle/report.hpp"
#include "scree/oracle/superellipsoids.hpp"
#include "scree/store/pairs/saved_pair.hpp"

namespace scree::pairs {
namespace {

constexpr const char* kRow = "{:<28}{:<40}{:<8}{:<18}{:<12}{:>8} {:>4}  {:>23}  {:<42}{:<42}{}\n";

template <class S>
std::string vector_text(const typename S::Vec& v) {
  std::string text;
  for (const Real x : S::numbers(v)) text += fmt::format("{}{:.9g}", text.empty() ? "" : " ", x);
  return text;
}

template <class S>
void print_answer(const std::string& what, const Answer<S>& a, const std::string& verdict) {
  fmt::print(kRow, what, verdict, name_of(a.status), name_of(a.link.rung), contact_type(a.link.a, a.link.b),
             fmt::format("{:.1e}", a.link.residual), a.link.iterations, fmt::format("{:.17g}", a.link.gap),
             vector_text<S>(a.link.n), vector_text<S>(a.link.p_a), vector_text<S>(a.link.p_b));
}

template <class S>
class Replay {
 public:
  explicit Replay(const SavedPair<S>& saved) : saved_(saved), views_{saved.a.data.view(), saved.b.data.view()} {}

  bool print() const {
    const Pair<S>& pair = saved_.pair;
    fmt::print("pair {} of {}: {} and {}, by {}\n", pair.id, pair.set, saved_.a.name, saved_.b.name,
               name_of(saved_.options.method));
    fmt::print(kRow, "", "verdict", "status", "rung", "type", "residual", "iter", "gap", "n, in A's frame", "p_a",
               "p_b");
    const Reference<S>& r = pair.reference;
    const auto in_a = [&](const typename S::Vec& p) {
      return r.patch_dim == Reference<S>::kUnknown ? "" : vector_text<S>(S::turn_back(pair.X_a, p - pair.X_a.p));
    };
    fmt::print(kRow, fmt::format("reference ({})", r.kind), "", "", "", "", "", "", fmt::format("{:.17g}", r.gap),
               vector_text<S>(S::turn_back(pair.X_a, r.n)), in_a(r.p_a), in_a(r.p_b));
    print_answer("saved", saved_.answer, saved_.verdict);
    bool right = ask_again("again, as remembered", saved_.options, saved_.before);
    right &= ask_again("again, remembering nothing", saved_.options, {});
    for (int m = 0; m < kLinkMethods; ++m) {
      LinkOptions options = saved_.options;
      options.method = LinkMethod(m);
      ask_again(name_of(options.method), options, {});
    }
    fmt::print("\n");
    return right;
  }

 private:
  bool ask_again(const std::string& what, const LinkOptions& options, typename S::Cache cache) const {
    Answer<S> answer;
    LinkCounters counters;
    ask(views_, saved_.pair, options, cache, answer, counters);
    const Judgement j = judge<S>(views_[0], views_[1], saved_.pair, answer);
    print_answer(what, answer, fmt::format("{}{}{}", name_of(j.verdict), *j.why ? ": " : "", j.why));
    return j.verdict == Verdict::kRight;
  }

  const SavedPair<S>& saved_;
  std::vector<typename S::View> views_;
};

template <class S>
bool print_again(Lines& lines) {
  const SavedPair<S> saved = read_saved<S>(lines);
  return Replay<S>(saved).print();
}

}  // namespace

bool replay(const std::string& path) {
  Lines lines(path);
  if (lines.peek().empty()) throw InputError(fmt::format("{}: no saved pairs in it", path));
  bool right = true;
  while (!lines.peek().empty()) {
    if (lines.peek() == saved_keyword<Plane2>())
      right &= print_again<Plane2>(lines);
    else if (lines.peek() == kSavedSuperellipsoids)
      right &= replay_superellipsoids(lines);
    else
      right &= print_again<Space>(lines);
  }
  return right;
}

}  // namespace scree::pairs

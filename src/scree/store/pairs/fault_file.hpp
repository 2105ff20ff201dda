// Adds pairs with bad answers to a file, up to a number: a method that is wrong everywhere would fill the disk.
#pragma once
#include <string>

#include "scree/store/pairs/saved_pair.hpp"

namespace scree::pairs {

class FaultFile {
 public:
  static constexpr int kMost = 100;  // pairs of one run

  // If `path` is empty, it is failed_pairs.txt in the current folder. Pairs that are not kept are only counted.
  FaultFile(const std::string& path, bool keep) : path_(path.empty() ? "failed_pairs.txt" : path), keep_(keep) {}

  template <class S>
  void add(const PairSet<S>& set, const Pair<S>& pair, const LinkOptions& options, const typename S::Cache& before,
           const Answer<S>& answer, const Judgement& judgement) {
    if (++found_ > kMost || !keep_) return;
    SavedPair<S> saved{set.shapes[std::size_t(pair.a)], set.shapes[std::size_t(pair.b)], pair, options, before, answer,
                       name_of(judgement.verdict)};
    append(text_of(saved));
  }
  // Adds a pair of another kind, already as text.
  void add(const std::string& saved) {
    if (++found_ <= kMost && keep_) append(saved);
  }
  // Returns one line for people, empty if there was nothing to add.
  std::string text() const;

 private:
  void append(const std::string& text) const;

  std::string path_;
  bool keep_;
  int found_ = 0;
};

}  // namespace scree::pairs

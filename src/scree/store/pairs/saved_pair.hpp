// A pair that was answered wrongly is saved whole: bodies, poses, what it remembered, the method, the answer and what
// is right. The text has 17 digits, so that what is read back is the same to the last bit and stands alone.
#pragma once
#include <string>

#include "scree/store/pairs/judge.hpp"

namespace scree::pairs {

template <class S>
struct SavedPair {
  Shape<S> a, b;
  Pair<S> pair;  // its shapes are 0 and 1
  LinkOptions options;
  typename S::Cache before;
  Answer<S> answer;
  std::string verdict;  // verdict on the answer, in one word
};

template <class S>
std::string text_of(const SavedPair<S>& saved);
// Reads the next pair of the file. Its first word says the dimension.
template <class S>
SavedPair<S> read_saved(Lines& lines);
template <class S>
constexpr const char* saved_keyword() {
  return S::kDim == 3 ? "failed3" : "failed2";
}

}  // namespace scree::pairs

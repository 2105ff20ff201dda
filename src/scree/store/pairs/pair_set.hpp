// The reference files hold pairs of convex bodies with known answers, and motions of pairs (docs/pairs.md).
#pragma once
#include <map>
#include <string>
#include <vector>

#include "scree/store/pairs/space.hpp"
#include "scree/store/pairs/text_file.hpp"

namespace scree::pairs {

template <class S>
struct Shape {
  std::string name, family;
  std::vector<typename S::Vec> vertices;
  Loops loops;     // none in 2-D
  Real width = 0;  // nominal smallest extent
  typename S::Data data;
};

// Holds what is known to be right, in world axes.
template <class S>
struct Reference {
  static constexpr int kUnknown = -1;
  char kind = 'S';  // S apart, P overlapping, T touching
  Real gap = 0;
  typename S::Vec n{}, p_a{}, p_b{};
  int dim_a = kUnknown, dim_b = kUnknown;  // dimension of the features that meet: 0 vertex, 1 edge, 2 face
  int ties = 1;                            // number of normals that give the same gap
  int patch_dim = kUnknown;                // 0: the points are unique
  Real rounding = 0;                       // how far the poses were rounded away from those the answer belongs to
};

template <class S>
struct Pair {
  int id = 0;
  std::string set;
  int a = 0, b = 0;  // indices of shapes
  typename S::Pose X_a{}, X_b{};
  Reference<S> reference;
};

template <class S>
struct PairSet {
  std::vector<Shape<S>> shapes;
  std::vector<typename S::View> views;  // views of the shapes, once they are all there
  std::vector<Pair<S>> pairs;
};

// A motion is pairs in the order of time, of the same two shapes.
template <class S>
struct Motion {
  std::string set;
  std::vector<Pair<S>> steps;
};

// Returns two or three, from the first shape in the file: in space it has a number of faces.
int dimension_of_shapes(const std::string& path);
// Returns the shapes that belong to a file of pairs: <name>_shapes.txt.gz or .txt for <name>_<anything>.
std::string neighbouring_shapes(const std::string& pairs_path);

// Reads one shape from its header line on; it is checked to be convex and closed, and made to point outwards.
template <class S>
Shape<S> read_shape(Lines& lines);
template <class S>
std::vector<Shape<S>> read_shapes(const std::string& path);
// `shapes_path` is for the error text.
template <class S>
PairSet<S> read_pairs(const std::string& path, std::vector<Shape<S>> shapes, const std::string& shapes_path);
// Files of motions have `traj <set> <S|P> <shape A> <shape B> <n>` and n lines of two poses, gap and normal.
template <class S>
std::vector<Motion<S>> read_motions(const std::string& path, const PairSet<S>& set, const std::string& shapes_path);

template <class S>
void make_views(PairSet<S>& set) {
  set.views.clear();
  for (const Shape<S>& shape : set.shapes) set.views.push_back(shape.data.view());
}

}  // namespace scree::pairs

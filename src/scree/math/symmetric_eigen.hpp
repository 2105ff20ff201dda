// Eigenvalues and eigenvectors of a symmetric 3x3 matrix are found by Jacobi's rotations: slow, simple, and accurate to
// the last digits also where eigenvalues are equal, which closed formulas are not.
#pragma once
#include "scree/math/quat.hpp"

namespace scree {

struct SymmetricEigen {
  Vec3 values;   // ascending
  Mat3 vectors;  // rows: unit eigenvectors, right-handed, in the order of the values
  Mat3 rotation() const { return transpose(vectors); }  // columns: from the frame of the eigenvectors
};

SymmetricEigen symmetric_eigen(const Mat3& m);

}  // namespace scree

// Compiled with -ffp-contract=fast: what moments of inertia would be if the compiler fused multiplications and
// additions as it likes. The comparison of bits must notice.
#include "scree/shape/superellipsoid.cpp"

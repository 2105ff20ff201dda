// Compiled with -ffp-contract=fast: what the motion of bodies would be if the compiler fused multiplications and
// additions as it likes. The comparison of bits must notice.
#include "scree/integrate/integrate.cpp"

#include "scree/error.hpp"

#include <cstdio>
#include <cstdlib>

namespace scree {

#if defined(SCREE_CHECKED)
void assertion_failed(const char* what, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, what);
  std::abort();
}
#endif

}  // namespace scree

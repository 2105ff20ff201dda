#include "scree/store/pairs/fault_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "scree/error.hpp"

namespace scree::pairs {

void FaultFile::append(const std::string& text) const {
  errno = 0;
  std::ofstream file(path_, std::ios::app);
  file << text;
  file.close();
  if (!file) throw RunError(fmt::format("{}: cannot write: {}", path_, std::strerror(errno)));
}

std::string FaultFile::text() const {
  if (found_ == 0 || !keep_) return "";
  return fmt::format("{} of {} pairs with bad answers added to {}; ask them again with: scree pairs --replay {}\n",
                     std::min(found_, kMost), found_, path_, path_);
}

}  // namespace scree::pairs

// Large arrays in large pages, where the system has some to give (Linux, transparent huge pages on "madvise" or
// "always"). A million bodies lie in a hundred thousand small pages, of which a processor knows some thousand by heart:
// with every other it has to look up where it is before it can read.
#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kLargePage = std::size_t(1) << 21;

// Only whole large pages are asked for, so that no memory is taken that was not wanted.
void* large_array(std::size_t size) {
  if (size > SIZE_MAX - kLargePage) return nullptr;
  void* const at = std::aligned_alloc(kLargePage, (size + kLargePage - 1) / kLargePage * kLargePage);
  if (at) madvise(at, size / kLargePage * kLargePage, MADV_HUGEPAGE);
  return at;
}

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  while (true) {
    if (void* const at = size >= kLargePage ? large_array(size) : std::malloc(size > 0 ? size : 1)) return at;
    if (const std::new_handler handler = std::get_new_handler())
      handler();
    else
      throw std::bad_alloc();
  }
}
[[gnu::noinline]] void operator delete(void* at) noexcept { std::free(at); }
[[gnu::noinline]] void operator delete(void* at, std::size_t) noexcept { std::free(at); }

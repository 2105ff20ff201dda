// Ends the program with one sentence where the processor lacks instructions that it was built with, before anything
// uses one: the only file that is compiled for every processor of this kind, called before any constructor. So it has
// nothing but what the compiler and the system give, and no header with functions in it.
#if defined(__x86_64__)
#include <unistd.h>

namespace {

unsigned long length(const char* text) {
  unsigned long n = 0;
  while (text[n] != 0) ++n;
  return n;
}

void say(const char* text) {
  if (write(STDERR_FILENO, text, length(text)) < 0) return;  // nobody is left to tell
}

void look_at_processor() {
  __builtin_cpu_init();
  const char* missing = nullptr;
#define SCREE_NEEDS(feature) \
  if (missing == nullptr && !__builtin_cpu_supports(feature)) missing = feature;
#include "scree_processor_needs.inc"
#undef SCREE_NEEDS
  if (missing == nullptr) return;
  say("scree: built for " SCREE_ARCH_NAME ", and this processor lacks ");
  say(missing);
  say("; build it with cmake -DSCREE_ARCH=x86-64-v2 -DSCREE_NATIVE=OFF: slower, with the same results\n");
  _exit(2);
}

[[gnu::section(".preinit_array"), gnu::used]] void (*const before_constructors)() = look_at_processor;

}  // namespace
#endif

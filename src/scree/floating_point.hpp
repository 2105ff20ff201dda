// How the processor rounds, which is a state of each thread. A library that was linked with -ffast-math changes it when
// it is loaded: numbers near the smallest become zero, and with them the bits of everything after.
#pragma once

namespace scree {

// To nearest, numbers near the smallest kept, in this thread.
void round_as_ieee();
bool rounds_as_ieee();

// The same in this thread and in those that share its loops. Threads that it starts later do as it does.
void round_as_ieee_everywhere();

}  // namespace scree

// Saved pairs are solved again: with what they remembered, without, and by every method, side by side.
#pragma once
#include <string>

namespace scree::pairs {

// Prints the answers; returns true if the method of each pair now gives the right one, warm and cold.
bool replay(const std::string& path);

}  // namespace scree::pairs

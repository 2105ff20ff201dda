#include "scree/bench/loose_stack.hpp"

#include <gtest/gtest.h>

#include "scree/insert/random.hpp"
#include "scree/narrow/find_link.hpp"
#include "scree/scene/scene.hpp"
#include "support/files.hpp"


// Carries the precompiled header of the tests (CMakeLists.txt); nothing else.

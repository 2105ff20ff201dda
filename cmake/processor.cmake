# Which processor is built for: sets scree_arch_options, and writes down for app/processor.cpp what programs must find there.
# All of it gives the same bits (docs/bits.md): what differs is speed.
option(SCREE_NATIVE "Build for the processor of this machine, whatever SCREE_ARCH says" OFF)
set(SCREE_TUNE native CACHE STRING "Processor that the order of instructions suits best; for packages: generic")
set(scree_arch_options "")
set(scree_arch_name ${CMAKE_SYSTEM_PROCESSOR})
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(SCREE_ARCH x86-64-v3 CACHE STRING "Processors built for: x86-64-v3 (2013 and later), x86-64-v2 (2009, slow)")
  if(NOT SCREE_ARCH MATCHES "^x86-64-v[234]$")
    message(FATAL_ERROR "SCREE_ARCH = ${SCREE_ARCH}: must be x86-64-v2, x86-64-v3 or x86-64-v4")
  endif()
  set(scree_arch_options -march=${SCREE_ARCH} -mtune=${SCREE_TUNE})
  set(scree_arch_name ${SCREE_ARCH})
endif()
if(SCREE_NATIVE)
  set(scree_arch_options -march=native)
  set(scree_arch_name "the processor of one machine")
endif()

# What the compiler may use, of that which __builtin_cpu_supports of g++ and clang++ knows.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${scree_arch_options} -dM -E -x c++ /dev/null
    OUTPUT_VARIABLE macros COMMAND_ERROR_IS_FATAL ANY)
  set(needs "")
  foreach(feature sse3 ssse3 sse4.1 sse4.2 popcnt avx avx2 fma bmi bmi2 avx512f avx512vl avx512bw avx512dq avx512cd
      avx512ifma avx512vbmi avx512vbmi2 avx512vnni avx512bitalg avx512vpopcntdq avx512bf16 gfni vpclmulqdq)
    string(TOUPPER ${feature} macro)
    string(REPLACE "." "_" macro ${macro})
    if(macros MATCHES "#define __${macro}__ ")
      string(APPEND needs "SCREE_NEEDS(\"${feature}\")\n")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT scree_processor_needs.inc CONTENT "${needs}" @ONLY)
  set_source_files_properties(app/processor.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS "-march=x86-64;-mtune=generic"
    INCLUDE_DIRECTORIES ${PROJECT_BINARY_DIR} COMPILE_DEFINITIONS SCREE_ARCH_NAME="${scree_arch_name}")
endif()

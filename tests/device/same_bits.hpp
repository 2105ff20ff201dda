// Numbers of the host and of a device side by side: equal as bits, or not equal.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace scree::device_test {

inline constexpr int kSkip = 77;  // exit code: compiled, not run

// True if there is a device with room for stacks of so many bytes a thread.
inline bool has_device(std::size_t stack) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("no device: compiled, not run\n");
    return false;
  }
  if (cudaDeviceSetLimit(cudaLimitStackSize, stack) != cudaSuccess) {
    std::printf("the device has too little memory for the stacks: compiled, not run\n");
    return false;
  }
  return true;
}

template <class T>
T* on_device(const std::vector<T>& host) {
  T* device = nullptr;
  cudaMalloc(&device, host.size() * sizeof(T));
  cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}
// Waits for the device; what went wrong there ends the test.
template <class T>
std::vector<T> back(const T* device, std::size_t n) {
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error)), std::exit(1);
  std::vector<T> host(n);
  cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost);
  return host;
}

// What an answer comes to. All of it is compared, -0 and 0 told apart.
struct Numbers {
  static constexpr int kMost = 32;
  int n = 0;
  double value[kMost] = {};
  __host__ __device__ void add(double v) { value[n++] = v; }
  template <class V>
  __host__ __device__ void add_vector(const V& v) {
    add(v.x), add(v.y), add(v.z);
  }
};
inline bool equal(const Numbers& a, const Numbers& b) {
  return a.n == b.n && a.n <= Numbers::kMost && std::memcmp(a.value, b.value, std::size_t(a.n) * sizeof(double)) == 0;
}

// Prints one line and the first case that differs; how many do.
inline int differences(const char* what, const std::vector<Numbers>& host, const std::vector<Numbers>& device) {
  int wrong = 0;
  for (std::size_t i = 0; i < host.size(); ++i) {
    if (equal(host[i], device[i])) continue;
    if (wrong++ > 0) continue;
    for (int k = 0; k < host[i].n; ++k)
      if (std::memcmp(&host[i].value[k], &device[i].value[k], sizeof(double)) != 0)
        std::printf("  case %zu, number %d: host %a, device %a\n", i, k, host[i].value[k], device[i].value[k]);
  }
  std::printf("%s: %zu cases, %d differ\n", what, host.size(), wrong);
  return wrong;
}

}  // namespace scree::device_test

// The motions that `scree bench pairs` writes (src/scree/bench/pair_motions.hpp), read without anything of scree.
#pragma once
#include <fstream>
#include <string>
#include <vector>

namespace pair_peers {

struct Shape {
  std::vector<double> vertices;  // x y z x y z ...
  std::vector<std::vector<int>> faces;
};
struct Pose {
  double R[9], p[3];
};
struct Step {
  Pose a, b;
  double gap;
};
struct Motion {
  int a, b;
  double size;
  std::vector<Step> steps;
};
struct Data {
  std::vector<Shape> shapes;
  std::vector<Motion> motions;
};

inline Shape read_shape(std::istream& in) {
  Shape s;
  std::string word;
  std::size_t n_vertices = 0, n_faces = 0;
  in >> word >> n_vertices >> n_faces;
  s.vertices.resize(3 * n_vertices);
  for (double& x : s.vertices) in >> x;
  s.faces.resize(n_faces);
  for (std::vector<int>& f : s.faces) {
    std::size_t n = 0;
    in >> n;
    f.resize(n);
    for (int& v : f) in >> v;
  }
  return s;
}

inline Motion read_motion(std::istream& in) {
  Motion m{};
  std::string word;
  std::size_t n_steps = 0;
  in >> word >> m.a >> m.b >> m.size >> n_steps;
  m.steps.resize(n_steps);
  for (Step& s : m.steps) {
    for (Pose* X : {&s.a, &s.b}) {
      for (double& x : X->R) in >> x;
      for (double& x : X->p) in >> x;
    }
    in >> s.gap;
  }
  return m;
}

inline bool read(const char* path, Data& data) {
  std::ifstream in(path);
  std::string word;
  std::size_t n = 0;
  in >> word >> n;
  for (std::size_t i = 0; in && i < n; ++i) data.shapes.push_back(read_shape(in));
  in >> word >> n;
  for (std::size_t i = 0; in && i < n; ++i) data.motions.push_back(read_motion(in));
  return bool(in) && !data.motions.empty();
}

}  // namespace pair_peers

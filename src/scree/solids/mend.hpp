// The triangles of a file become a surface whose faces know their neighbours: points that are the same become one
// vertex, faces without area and faces that are there twice go, and those that look the wrong way are reversed. What
// was done is counted, and what cannot be done is said with the face of the file.
#pragma once
#include <string>
#include <vector>

#include "scree/solids/mesh.hpp"

namespace scree {

// Counts how often something was mended, and where first (a face of the file).
struct Mend {
  int count = 0, first = -1;
  void note(int face) {
    if (count++ == 0) first = face;
  }
};

struct MendReport {
  Mend welded;         // points that lay beside another one, not on it; the largest distance follows
  Real welded_by = 0;  // m
  Mend no_area;        // faces whose corners have become less than three vertices: dropped
  Mend doubled;        // faces that are there twice: dropped
  Mend sheets;         // faces that are there once in each direction
  Mend turned;         // faces that looked the other way than those round them
  Mend inside_out;     // pieces that looked inwards as a whole
  Mend open;           // sides that have no other face: none in a closed surface
  Mend branching;      // sides with three or more faces
  Mend one_sided;      // sides across which no orientation fits (Möbius)
  int n_pieces = 0;

  bool closed() const { return open.count + branching.count + one_sided.count + sheets.count == 0; }
};

struct MendedMesh {
  std::vector<Vec3> vertices;
  std::vector<std::vector<int>> faces;
  std::vector<int> of_file;  // face -> face of the file; empty: the same number
  const char* face_name = "face";
  MendReport report;

  int face_of_file(int f) const { return of_file.empty() ? f : of_file[std::size_t(f)]; }
};

// Points within max(4 / 2^23 of the largest coordinate, `weld` times the diagonal of the box) are one vertex; of each
// group the first point of the file stays.
inline constexpr Real kWeld = Real(1e-6);
MendedMesh mend(Mesh mesh, Real weld_part = kWeld);

// Describes what was mended, a line each: "2 triangles without area were left out (first: triangle 7)".
std::vector<std::string> mends_text(const MendedMesh& mesh);

// Throws InputError with the face of the file where the surface is not closed.
void require_closed(const MendedMesh& mesh);

}  // namespace scree

// The steps are those of mesh import everywhere (Guéziec et al. 2001, "Cutting and stitching"): weld, drop doubles,
// orient by a flood over sides that have two faces, and see what is closed.
#include "scree/solids/mend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scree/error.hpp"
#include "scree/math/elementary.hpp"
#include "scree/shape/side_groups.hpp"
#include "scree/solids/polyhedron_check.hpp"
#include "scree/solids/weld.hpp"

namespace scree {
namespace {

using Loop = std::vector<int>;

// Coordinates of STL files have 24 bits.
Real weld_length(std::span<const Vec3> points, Real part) {
  Real largest = 0;
  for (const Vec3& p : points) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  return std::max(std::ldexp(largest, -21), 2 * part * half_extent(points));
}

// Equal points are no news: each triangle of an STL file has its own. Points beside another one are counted.
void note_welded(const Mesh& mesh, const Welded& welded, MendReport& report) {
  for (int f = 0; f < mesh.n_faces(); ++f)
    for (const int p : mesh.face(f)) {
      const std::size_t v = std::size_t(welded.place[std::size_t(p)]);
      if (welded.first[v] == p) continue;
      const Real way = norm(mesh.points[std::size_t(p)] - welded.points[v]);
      if (!(way > 0)) continue;
      report.welded.note(f);
      report.welded_by = std::max(report.welded_by, way);
    }
}

void take_faces(const Mesh& mesh, const Welded& welded, MendedMesh& out) {
  out.faces.reserve(std::size_t(mesh.n_faces()));
  Loop face;
  for (int f = 0; f < mesh.n_faces(); ++f) {
    face.clear();
    for (const int p : mesh.face(f)) {
      const int v = welded.place[std::size_t(p)];
      if (face.empty() || face.back() != v) face.push_back(v);
    }
    while (face.size() > 1 && face.back() == face.front()) face.pop_back();
    if (face.size() < 3) {
      out.report.no_area.note(f);
      continue;
    }
    out.faces.push_back(face);
    out.of_file.push_back(f);
  }
}

// Returns the loop from its lowest vertex on, in the direction that has the lower neighbour first.
Loop canonical(const Loop& face, bool& turned) {
  Loop loop = face;
  std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
  turned = loop[1] > loop.back();
  if (turned) std::reverse(loop.begin() + 1, loop.end());
  return loop;
}

std::uint64_t hash_of(const Loop& loop) {
  std::uint64_t h = loop.size();
  for (const int v : loop) h = (h ^ std::uint64_t(v)) * 0x9e3779b97f4a7c15ull, h ^= h >> 29;
  return h;
}

// Drops faces with the same vertices in the same order or against it; those that are kept are marked.
void drop_doubles(MendedMesh& out) {
  const std::size_t n = out.faces.size();
  std::vector<std::pair<std::uint64_t, int>> by_hash(n);
  bool turned = false;
  for (std::size_t f = 0; f < n; ++f) by_hash[f] = {hash_of(canonical(out.faces[f], turned)), int(f)};
  std::sort(by_hash.begin(), by_hash.end());
  std::vector<char> drop(n, 0);
  std::vector<int> doubles, sheets;
  for (std::size_t begin = 0, end = 0; begin < n; begin = end) {
    while (end < n && by_hash[end].first == by_hash[begin].first) ++end;
    // Holds the loops met so far, in both directions; there is nearly always one.
    std::vector<std::pair<Loop, bool>> met;
    for (std::size_t k = begin; k < end && end - begin > 1; ++k) {
      const int f = by_hash[k].second;
      Loop loop = canonical(out.faces[std::size_t(f)], turned);
      bool other_way = false, same_way = false;
      for (const auto& [other, other_turned] : met)
        if (other == loop) (other_turned == turned ? same_way : other_way) = true;
      if (same_way) {
        drop[std::size_t(f)] = 1;
        doubles.push_back(f);
        continue;
      }
      if (other_way) sheets.push_back(f);
      met.emplace_back(std::move(loop), turned);
    }
  }
  std::sort(doubles.begin(), doubles.end());
  std::sort(sheets.begin(), sheets.end());
  for (const int f : doubles) out.report.doubled.note(out.face_of_file(f));
  for (const int f : sheets) out.report.sheets.note(out.face_of_file(f));
  if (doubles.empty()) return;
  std::size_t kept = 0;
  for (std::size_t f = 0; f < n; ++f) {
    if (drop[f]) continue;
    if (kept != f) out.faces[kept] = std::move(out.faces[f]), out.of_file[kept] = out.of_file[f];
    ++kept;
  }
  out.faces.resize(kept);
  out.of_file.resize(kept);
}

// The sides come one after the other: all sides of face 0, of face 1, ...
struct Sides {
  std::vector<int> start, face, from, to;
  explicit Sides(const std::vector<Loop>& faces) : start{0} {
    std::size_t n = 0;
    for (const Loop& loop : faces) n += loop.size();
    start.reserve(faces.size() + 1), face.reserve(n), from.reserve(n), to.reserve(n);
    for (std::size_t f = 0; f < faces.size(); ++f) {
      for (std::size_t k = 0; k < faces[f].size(); ++k) {
        face.push_back(int(f));
        from.push_back(faces[f][k]);
        to.push_back(faces[f][(k + 1) % faces[f].size()]);
      }
      start.push_back(int(from.size()));
    }
  }
};

// Returns six times the volume of the pyramids over a face, with their tips in `origin`.
Real six_volumes(const std::vector<Vec3>& vertices, const Loop& loop, const Vec3& origin) {
  const auto at = [&](std::size_t k) { return vertices[std::size_t(loop[k])] - origin; };
  Real sum = 0;
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) sum += dot(at(0), cross(at(k), at(k + 1)));
  return sum;
}

// A piece consists of faces that hang together over sides with two faces.
struct Piece {
  std::vector<int> faces;
  bool closed = true;
  Real six_volumes = 0;
  Vec3 lo = {0, 0, 0}, hi = {0, 0, 0};
};

class Orientation {
 public:
  explicit Orientation(MendedMesh& mesh)
      : mesh_(mesh), sides_(mesh.faces), piece_of_(mesh.faces.size(), -1), turn_(mesh.faces.size(), 0) {
    const SideGroups groups = group_sides(int(mesh.vertices.size()), sides_.from, sides_.to);
    partner_.assign(sides_.from.size(), -1);
    for (int g = 0; g < groups.count(); ++g) {
      const auto group = groups.group(g);
      if (group.size() == 2)
        partner_[std::size_t(group[0])] = group[1], partner_[std::size_t(group[1])] = group[0];
      else
        loose_.push_back(group[0]), n_loose_.push_back(int(group.size()));
    }
  }

  void run() {
    for (std::size_t f = 0; f < mesh_.faces.size(); ++f)
      if (piece_of_[f] < 0) flood(int(f));
    std::vector<std::pair<int, int>> loose;
    for (std::size_t k = 0; k < loose_.size(); ++k) loose.emplace_back(loose_[k], n_loose_[k]);
    std::sort(loose.begin(), loose.end());
    for (const auto& [side, n] : loose) {
      (n == 1 ? mesh_.report.open : mesh_.report.branching).note(file_face(side));
    }
    for (Piece& piece : pieces_) settle(piece);
    turn_inside_out();
    mesh_.report.n_pieces = int(pieces_.size());
    for (std::size_t f = 0; f < mesh_.faces.size(); ++f)
      if (turn_[f]) std::reverse(mesh_.faces[f].begin() + 1, mesh_.faces[f].end());
  }

 private:
  int file_face(int side) const { return mesh_.face_of_file(sides_.face[std::size_t(side)]); }

  void flood(int seed) {
    const int number = int(pieces_.size());
    Piece piece;
    piece.faces.push_back(seed);
    piece_of_[std::size_t(seed)] = number;
    for (std::size_t k = 0; k < piece.faces.size(); ++k) {  // the piece grows
      const int f = piece.faces[k];
      for (int s = sides_.start[std::size_t(f)]; s < sides_.start[std::size_t(f) + 1]; ++s) {
        const int o = partner_[std::size_t(s)];
        if (o < 0) {
          piece.closed = false;
          continue;
        }
        const std::size_t g = std::size_t(sides_.face[std::size_t(o)]);
        const bool same_way = sides_.from[std::size_t(s)] == sides_.from[std::size_t(o)];
        const char turned = char((turn_[std::size_t(f)] != 0) != same_way);
        if (piece_of_[g] < 0) {
          piece_of_[g] = number;
          turn_[g] = turned;
          piece.faces.push_back(int(g));
        } else if (turn_[g] != turned && s < o) {
          piece.closed = false;
          mesh_.report.one_sided.note(file_face(s));
        }
      }
    }
    pieces_.push_back(std::move(piece));
  }

  // Most faces of a piece are right, so the others are reversed.
  void settle(Piece& piece) {
    std::size_t n_turned = 0;
    for (const int f : piece.faces) n_turned += std::size_t(turn_[std::size_t(f)]);
    if (2 * n_turned > piece.faces.size())
      for (const int f : piece.faces) turn_[std::size_t(f)] = char(!turn_[std::size_t(f)]);
    std::sort(piece.faces.begin(), piece.faces.end());
    const Vec3 origin = mesh_.vertices[std::size_t(mesh_.faces[std::size_t(piece.faces[0])][0])];
    piece.lo = piece.hi = origin;
    for (const int f : piece.faces) {
      const Loop& loop = mesh_.faces[std::size_t(f)];
      if (turn_[std::size_t(f)]) mesh_.report.turned.note(mesh_.face_of_file(f));
      piece.six_volumes += (turn_[std::size_t(f)] ? -1 : 1) * six_volumes(mesh_.vertices, loop, origin);
      for (const int v : loop)
        for (int axis = 0; axis < 3; ++axis) {
          piece.lo[axis] = std::min(piece.lo[axis], mesh_.vertices[std::size_t(v)][axis]);
          piece.hi[axis] = std::max(piece.hi[axis], mesh_.vertices[std::size_t(v)][axis]);
        }
    }
  }

  static bool box_in(const Piece& inner, const Piece& outer) {
    for (int axis = 0; axis < 3; ++axis)
      if (inner.lo[axis] < outer.lo[axis] || inner.hi[axis] > outer.hi[axis]) return false;
    return true;
  }
  // The solid angle under which the outer piece is seen from a vertex of the inner one decides.
  bool lies_in(const Piece& inner, const Piece& outer) const {
    const Vec3 x = mesh_.vertices[std::size_t(mesh_.faces[std::size_t(inner.faces[0])][0])];
    Real half_angle = 0;
    for (const int f : outer.faces) {
      const Loop& loop = mesh_.faces[std::size_t(f)];
      const auto at = [&](std::size_t k) { return mesh_.vertices[std::size_t(loop[k])] - x; };
      for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
        const Vec3 a = at(0), b = at(k), c = at(k + 1);
        const Real na = norm(a), nb = norm(b), nc = norm(c);
        // The formula is that of Van Oosterom & Strackee 1983.
        half_angle += atan2(dot(a, cross(b, c)), na * nb * nc + dot(a, b) * nc + dot(b, c) * na + dot(c, a) * nb);
      }
    }
    return std::abs(half_angle) > std::numbers::pi;  // 2 pi inside, 0 outside
  }

  // A closed piece looks outwards, except a hollow in another one.
  void turn_inside_out() {
    double looks = 0;
    for (Piece& piece : pieces_) {
      if (!piece.closed || piece.six_volumes >= 0) continue;
      bool hollow = false;
      for (const Piece& other : pieces_) {
        if (looks > kMostLooks) break;
        ++looks;
        if (&other == &piece || !other.closed || !box_in(piece, other)) continue;
        looks += double(other.faces.size());
        if (lies_in(piece, other)) hollow = !hollow;
      }
      if (hollow) continue;
      mesh_.report.inside_out.note(mesh_.face_of_file(piece.faces[0]));
      for (const int f : piece.faces) turn_[std::size_t(f)] = char(!turn_[std::size_t(f)]);
    }
  }

  static constexpr double kMostLooks = 1e8;  // about a second; then every piece is taken for one by itself

  MendedMesh& mesh_;
  Sides sides_;
  std::vector<int> partner_, loose_, n_loose_;
  std::vector<int> piece_of_;
  std::vector<char> turn_;
  std::vector<Piece> pieces_;
};

std::string times(int n, const char* one, const char* more) { return fmt::format("{} {}", n, n == 1 ? one : more); }

}  // namespace

MendedMesh mend(Mesh mesh, Real weld_part) {
  MendedMesh out;
  out.face_name = mesh.face_name;
  {
    const Welded welded = weld(mesh.points, weld_length(mesh.points, weld_part));
    note_welded(mesh, welded, out.report);
    take_faces(mesh, welded, out);
    mesh = {};
    if (out.faces.empty()) throw InputError(fmt::format("no {} is left: none has an area", out.face_name));
    out.vertices = keep_used(welded.points, out.faces);
  }
  drop_doubles(out);
  Orientation(out).run();
  return out;
}

std::vector<std::string> mends_text(const MendedMesh& mesh) {
  const MendReport& r = mesh.report;
  const std::string plural = std::string(mesh.face_name) + "s";
  std::vector<std::string> lines;
  const auto add = [&](const Mend& m, const std::string& what) {
    if (m.count > 0) lines.push_back(fmt::format("{} (first: {} {})", what, mesh.face_name, m.first));
  };
  const auto faces = [&](const Mend& m) { return times(m.count, mesh.face_name, plural.c_str()); };
  add(r.welded, fmt::format("{} up to {:.2g} m beside another one became the same vertex",
                            times(r.welded.count, "corner", "corners"), r.welded_by));
  add(r.no_area, fmt::format("{} without area left out", faces(r.no_area)));
  add(r.doubled, fmt::format("{} that stood there twice left out", faces(r.doubled)));
  add(r.turned, fmt::format("{} turned round, which looked the other way than those beside", faces(r.turned)));
  add(r.inside_out,
      fmt::format("{} turned inside out, to look outwards", times(r.inside_out.count, "piece", "pieces")));
  return lines;
}

void require_closed(const MendedMesh& mesh) {
  const MendReport& r = mesh.report;
  const auto refuse = [&](const Mend& m, const std::string& what) {
    if (m.count > 0)
      throw InputError(fmt::format("{} {}: {}; the surface is not closed", mesh.face_name, m.first, what));
  };
  refuse(r.sheets, fmt::format("there is another one with the same corners that looks the other way, a sheet without "
                               "thickness ({} of them)",
                               r.sheets.count));
  refuse(r.branching, fmt::format("three or more meet at one of its sides ({} such sides)", r.branching.count));
  refuse(r.open, fmt::format("one of its sides has no other {} ({} such sides)", mesh.face_name, r.open.count));
  refuse(r.one_sided, "inside and outside cannot be told, as on a Möbius strip");
}

}  // namespace scree

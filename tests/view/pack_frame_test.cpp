#include "scree/view/pack_frame.hpp"

#include "scree/narrow/contact_type.hpp"
#include "view/sample_run.hpp"

namespace scree::view {
namespace {

using output::Frame;
using output::frame_of;
using sample_run::FrameReader;
using sample_run::has;
using sample_run::WireReader;

struct Sample {
  Model model = sample::model();
  State s;
  Frame frame;
  output::ContactForces forces;
  Sample() : s(sample::state(model)), frame(frame_of(model, s, true)), forces(contact_forces(frame)) {}
  std::string packed() const { return pack_frame(model, frame, &forces, 5); }
};

// Every field of every body, read back by the layout alone.
TEST(PackFrame, ReadsBackByTheLayout) {
  const Sample sample;
  const Bodies& b = sample.frame.bodies;
  const FrameReader wire(sample.packed());
  EXPECT_EQ(wire.text(0, 4), "SCRF");
  EXPECT_EQ(wire.at<std::uint32_t>(4), 1u);
  EXPECT_EQ(wire.at<std::uint32_t>(8), 5u);
  ASSERT_EQ(wire.n, b.size());
  EXPECT_EQ(wire.n_free, b.size() - 2);
  EXPECT_EQ(wire.n_walls, sample.model.walls.size());
  EXPECT_EQ(wire.at<double>(24), sample.frame.time);
  EXPECT_EQ(wire.at<double>(32), double(sample.frame.step));
  EXPECT_EQ(wire.at<std::uint32_t>(76), 1u);
  ASSERT_EQ(wire.size(), wire.end);
  const double speed_unit = double(wire.at<float>(64)), spin_unit = double(wire.at<float>(68));
  for (std::size_t k = 0; k < wire.n; ++k) {
    const std::uint32_t id = wire.at<std::uint32_t>(wire.id + 4 * k);
    const std::size_t i = id - 100;  // the sample's ids
    ASSERT_EQ(b.id[i], id);
    EXPECT_EQ(k < wire.n_free, b.owner[i] == kDynamic);
    EXPECT_LT(norm(wire.x(k) - b.x[i]), 1e-6);
    EXPECT_EQ(wire.at<float>(wire.radius + 4 * k), float(b.radius[i]));
    EXPECT_EQ(wire.at<std::uint16_t>(wire.type + 2 * k), b.type[i]);
    EXPECT_EQ(wire.at<std::uint8_t>(wire.coordination + k), sample.frame.coordination[i]);
    const double v = double(norm(b.v[i])), omega = double(norm(b.omega[i]));
    EXPECT_NEAR(wire.half(wire.speed + 2 * k) * speed_unit, v, 6e-4 * v);
    EXPECT_NEAR(wire.half(wire.spin + 2 * k) * spin_unit, omega, 6e-4 * omega);
    const Quat q = normalized(b.q[i]);
    const Real parts[4] = {q.x, q.y, q.z, q.w};
    for (std::size_t c = 0; c < 4; ++c)
      EXPECT_NEAR(wire.at<std::int16_t>(wire.orientation + 8 * k + 2 * c) / 32767.0, double(parts[c]), 2e-5);
  }
}

// The force of a body is the sum over its contacts, counted here from the rows of the frame.
TEST(PackFrame, ForceIsWhatTheContactsPressWith) {
  const Sample sample;
  const FrameReader wire(sample.packed());
  const double unit = double(wire.at<float>(72));
  double largest = 0;
  for (std::size_t k = 0; k < wire.n; ++k) {
    const std::uint64_t id = wire.at<std::uint32_t>(wire.id + 4 * k);
    double sum = 0;
    int type = 0;
    for (const Frame::ContactLine& c : sample.frame.contacts) {
      if (c.id_a != id && c.id_b != id) continue;
      sum += double(norm(c.f));
      type = std::max(type, 1 + int(contact_type(c.feature_a, c.feature_b)));
    }
    if (k < wire.n_free) largest = std::max(largest, sum);
    EXPECT_NEAR(wire.half(wire.force + 2 * k) * unit, sum, 6e-4 * sum);
    EXPECT_EQ(wire.at<std::uint8_t>(wire.contact + k), type);
  }
  EXPECT_GT(largest, 0);
  EXPECT_NEAR(double(wire.at<float>(88)), largest, 1e-5 * largest);
  EXPECT_EQ(wire.at<std::uint32_t>(92), sample.frame.contacts.size());
}

TEST(PackFrame, WithoutContactsTheForceIsTheNetOne) {
  const Sample sample;
  const FrameReader wire(pack_frame(sample.model, frame_of(sample.model, sample.s, false), nullptr, 0));
  EXPECT_EQ(wire.at<std::uint32_t>(76), 0u);
  for (std::size_t k = 0; k < wire.n; ++k) {
    const std::size_t i = wire.at<std::uint32_t>(wire.id + 4 * k) - 100;
    const double f = double(norm(sample.frame.bodies.wrench[i].f));
    EXPECT_NEAR(wire.half(wire.force + 2 * k) * double(wire.at<float>(72)), f, 6e-4 * f);
    EXPECT_EQ(wire.at<std::uint8_t>(wire.contact + k), 0);
  }
}

TEST(PackFrame, WallsSayWhereTheyAreAndWhatTheyCarry) {
  const Sample sample;
  const FrameReader wire(sample.packed());
  for (std::size_t w = 0; w < wire.n_walls; ++w) {
    const std::size_t at = 128 + 64 * w;
    const WallState& wall = sample.frame.walls[w];
    EXPECT_EQ(wire.vec3<double>(at), wall.x);
    EXPECT_FLOAT_EQ(wire.at<float>(at + 36), float(wall.q.w));
    EXPECT_EQ(wire.at<std::uint32_t>(at + 44), w == 6 ? 2u : 0u);
    EXPECT_EQ(wire.at<std::uint32_t>(at + 48), w == 2 ? 0u : 1u);
    EXPECT_FLOAT_EQ(wire.at<float>(at + 52), float(norm(wall.f)));
  }
  EXPECT_EQ(wire.at<std::uint32_t>(128 + 64 * 6 + 40), wire.n_free);
}

// All in all, head and walls included, from some hundred bodies on.
TEST(PackFrame, TakesAtMost40BytesABody) {
  Sample sample;
  for (int k = 0; k < 3; ++k) {  // twice as many
    const Frame half = sample.frame;
    for_each_field(sample.frame.bodies, [&](const char*, auto& values) {
      auto same = values;
      values.insert(values.end(), same.begin(), same.end());
    });
    for (std::size_t i = half.bodies.size(); i < sample.frame.bodies.size(); ++i)
      sample.frame.bodies.id[i] += half.bodies.size();
    sample.frame.coordination.insert(sample.frame.coordination.end(), half.coordination.begin(),
                                     half.coordination.end());
  }
  ASSERT_EQ(sample.frame.bodies.size(), 320u);
  EXPECT_LE(sample.packed().size(), 40u * 320);
  EXPECT_EQ(sample.packed().size(), 128 + 64 * sample.model.walls.size() + 38 * 320);
}

// A run that has blown up is worth a look as well.
TEST(PackFrame, ShowsTheOthersWhereSomeBodiesAreNowhere) {
  Sample sample;
  Bodies& b = sample.frame.bodies;
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  b.x[3] = {std::nan(""), 0, 0};
  b.x[4] = {0, 1e300, 0};
  b.v[5] = {nan, 0, 0};
  b.q[6] = {nan, nan, 0, 0};
  b.radius[7] = std::numeric_limits<Real>::infinity();
  sample.frame.walls[1].x.x = INFINITY;
  sample.frame.walls[1].q = {0, 0, 0, 0};
  const FrameReader wire(sample.packed());
  for (std::size_t k = 0; k < wire.n; ++k) {
    const std::size_t i = wire.at<std::uint32_t>(wire.id + 4 * k) - 100;
    EXPECT_TRUE(std::isfinite(norm(wire.x(k))));
    EXPECT_EQ(wire.at<float>(wire.radius + 4 * k) == 0, i == 3 || i == 4 || i == 7) << i;
  }
  for (std::size_t at = 64; at < 128; at += 4)
    EXPECT_TRUE(at == 76 || at == 92 || std::isfinite(wire.at<float>(at))) << at;
}

TEST(PackFrame, RefusesWhatDoesNotFitTheModel) {
  const auto fails = [](auto&& spoil) {
    Sample sample;
    spoil(sample);
    EXPECT_THROW(sample.packed(), InputError);
  };
  fails([](Sample& s) { s.frame.bodies.type[3] = 2; });
  fails([](Sample& s) { s.frame.bodies.owner[3] = 7; });
  fails([](Sample& s) { s.frame.bodies.owner[3] = -2; });
  fails([](Sample& s) { s.frame.bodies.id[3] = s.frame.bodies.id[2]; });
  fails([](Sample& s) { s.frame.bodies.id.back() = 1ull << 32; });
  fails([](Sample& s) { s.frame.walls.pop_back(); });
  fails([](Sample& s) { s.forces.id_b[0] = 99; });
  fails([](Sample& s) { s.forces.id_b[0] = 0x8000000000000007ull; });
}

TEST(PackFrame, AnEmptyFrameIsFine) {
  Model model = sample::model();
  State s = initial_state(model);
  const FrameReader wire(pack_frame(model, frame_of(model, s, true), nullptr, 0));
  EXPECT_EQ(wire.n, 0u);
  EXPECT_EQ(wire.size(), wire.end);
}

TEST(PackContacts, ComeByForceWithThePlacesOfTheFrame) {
  const Sample sample;
  const FrameReader frame(sample.packed());
  const WireReader wire(pack_contacts(sample.model, sample.frame, 5));
  EXPECT_EQ(wire.text(0, 4), "SCRC");
  const std::size_t m = wire.at<std::uint32_t>(12);
  ASSERT_EQ(m, sample.frame.contacts.size());
  ASSERT_EQ(wire.size(), 48 + 41 * m);
  const std::size_t point = 48, force = point + 12 * m, normal = force + 12 * m, gap = normal + 4 * m, a = gap + 4 * m,
                    b = a + 4 * m, type = b + 4 * m;
  double last = 1e300;
  for (std::size_t k = 0; k < m; ++k) {
    const double size = norm(wire.vec3<float>(force + 12 * k));
    EXPECT_LE(size, last * (1 + 1e-6));
    last = size;
    const std::uint32_t place_a = wire.at<std::uint32_t>(a + 4 * k), place_b = wire.at<std::uint32_t>(b + 4 * k);
    ASSERT_LT(place_a, frame.n);
    const std::uint64_t id_a = frame.at<std::uint32_t>(frame.id + 4 * place_a);
    const std::uint64_t id_b = place_b >> 31 ? 0x8000000000000000ull + (place_b & 0x7fffffffu)
                                             : frame.at<std::uint32_t>(frame.id + 4 * place_b);
    const auto row = std::find_if(sample.frame.contacts.begin(), sample.frame.contacts.end(), [&](const auto& c) {
      return c.id_a == id_a && c.id_b == id_b && std::abs(double(norm(c.f)) - size) < 1e-5 * size;
    });
    ASSERT_NE(row, sample.frame.contacts.end());
    EXPECT_LT(norm(wire.vec3<double>(16) + wire.vec3<float>(point + 12 * k) - row->p), 1e-5);
    EXPECT_NEAR(double(wire.at<float>(normal + 4 * k)), double(-dot(row->f, row->n)), 1e-4);
    EXPECT_FLOAT_EQ(wire.at<float>(gap + 4 * k), float(row->gap));
    EXPECT_EQ(wire.at<std::uint8_t>(type + k), 1 + int(contact_type(row->feature_a, row->feature_b)));
  }
}

TEST(BodyJson, SaysAllThereIsAboutABody) {
  const Sample sample;
  const std::string json = body_json(sample.model, sample.frame, 105);
  EXPECT_TRUE(sample_run::JsonCheck::is_valid(json)) << json;
  EXPECT_TRUE(has(json, "\"id\":105,"));
  EXPECT_TRUE(has(json, fmt::format("\"mass\":{}", sample.frame.bodies.mass[5])));
  EXPECT_TRUE(has(json, fmt::format("\"x\":[{},", sample.frame.bodies.x[5].x)));
  EXPECT_EQ(body_json(sample.model, sample.frame, 99), "");
}

TEST(BodyJson, ContactsAreSeenFromTheBody) {
  Sample sample;
  sample.frame.contacts = {{105, 106, {}, {}, {0, 0, 1}, {1, 0, 0}, {-2, 0, 0}, Real(-0.5), 2, 2},
                           {105, 0x8000000000000001ull, {}, {}, {}, {0, 0, -1}, {0, 0, 3}, 0, 0, 2}};
  const std::string a = body_json(sample.model, sample.frame, 105), b = body_json(sample.model, sample.frame, 106);
  EXPECT_TRUE(has(
      a,
      R"("with":106,"wall":null,"point":[0,0,1],"normal":[1,0,0],"force":[-2,0,0],"normal_force":2,"gap":-0.5,"type":7)"))
      << a;
  EXPECT_TRUE(has(b, R"("with":105,"wall":null,"point":[0,0,1],"normal":[-1,)")) << b;
  EXPECT_TRUE(has(b, R"("force":[2,)")) << b;
  EXPECT_TRUE(has(a, R"("with":null,"wall":"left, \"west\"")")) << a;
}

}  // namespace
}  // namespace scree::view

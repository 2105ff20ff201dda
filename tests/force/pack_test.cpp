// A law gives a contact in a pack what it gives it alone, and the same bits in any lane, whoever the neighbours are.
#include "scree/math/pack.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "force/impact.hpp"

namespace scree::force {
namespace {

struct One {
  ContactInput in{};
  Springs springs;
  Energies energies;
  ContactForce out{};
};

One random_contact(std::mt19937& rng) {
  std::uniform_real_distribution<Real> u(-1, 1);
  const auto vec = [&] { return Vec3{u(rng), u(rng), u(rng)}; };
  One c;
  c.in.n = normalized(vec());
  c.in.xi_n = Real(0.1) * u(rng), c.in.xi_n_old = Real(0.1) * u(rng);
  c.in.v_n = u(rng);
  c.in.v_t = tangential(vec(), c.in.n);
  c.in.omega = vec(), c.in.spin = u(rng);
  c.in.r_star = 1 + u(rng) / 2, c.in.m_star = 1 + u(rng) / 2, c.in.i_star = 1 + u(rng) / 2;
  c.in.dt = Real(0.01);
  c.in.half_step_velocity = true;
  c.springs.xi_t = Real(0.1) * tangential(vec(), c.in.n), c.springs.xi_r = Real(0.1) * tangential(vec(), c.in.n);
  c.springs.xi_s = Real(0.1) * u(rng), c.springs.damping = u(rng), c.springs.touched = u(rng) > 0;
  return c;
}

void set(Vec3Pack& to, int l, const Vec3& v) { to.x.lanes[l] = v.x, to.y.lanes[l] = v.y, to.z.lanes[l] = v.z; }
Vec3 lane(const Vec3Pack& v, int l) { return {v.x.lanes[l], v.y.lanes[l], v.z.lanes[l]}; }

// What comes out for each lane, as plain numbers.
template <class Law>
std::array<std::vector<Real>, kLanes> in_a_pack(const LawParams& law, const One* four) {
  ContactInputT<Pack> in;
  SpringsT<Pack> s;
  EnergiesT<Pack> e;
  in.dt = four[0].in.dt, in.half_step_velocity = true;
  for (int l = 0; l < kLanes; ++l) {
    const One& c = four[l];
    set(in.n, l, c.in.n), set(in.v_t, l, c.in.v_t), set(in.omega, l, c.in.omega);
    in.xi_n.lanes[l] = c.in.xi_n, in.xi_n_old.lanes[l] = c.in.xi_n_old, in.v_n.lanes[l] = c.in.v_n;
    in.spin.lanes[l] = c.in.spin, in.r_star.lanes[l] = c.in.r_star, in.m_star.lanes[l] = c.in.m_star;
    in.i_star.lanes[l] = c.in.i_star;
    set(s.xi_t, l, c.springs.xi_t), set(s.xi_r, l, c.springs.xi_r);
    s.xi_s.lanes[l] = c.springs.xi_s, s.damping.lanes[l] = c.springs.damping;
    s.touched.lanes[l] = c.springs.touched ? -1 : 0;
  }
  const ContactForceT<Pack> out = Law::evaluate(law, in, s, e);
  std::array<std::vector<Real>, kLanes> r;
  for (int l = 0; l < kLanes; ++l) {
    for (const Vec3& v : {lane(out.f, l), lane(out.couple, l), lane(s.xi_t, l), lane(s.xi_r, l)})
      r[std::size_t(l)].insert(r[std::size_t(l)].end(), {v.x, v.y, v.z});
    for (const Pack* p :
         {&s.xi_s, &s.damping, &s.energy, &s.returned, &e.elastic_normal, &e.elastic_tangential, &e.cohesion,
          &e.friction, &e.damping_normal, &e.damping_tangential, &e.rolling, &e.cohesion_lost})
      r[std::size_t(l)].push_back(p->lanes[l]);
    r[std::size_t(l)].push_back(s.touched.lanes[l] ? 1 : 0);
  }
  return r;
}

template <class Law>
std::vector<Real> alone(const LawParams& law, One c) {
  const ContactForce out = Law::evaluate(law, c.in, c.springs, c.energies);
  std::vector<Real> r;
  for (const Vec3& v : {out.f, out.couple, c.springs.xi_t, c.springs.xi_r}) r.insert(r.end(), {v.x, v.y, v.z});
  const Springs& s = c.springs;
  const Energies& e = c.energies;
  for (const Real x : {s.xi_s, s.damping, s.energy, s.returned, e.elastic_normal, e.elastic_tangential, e.cohesion,
                       e.friction, e.damping_normal, e.damping_tangential, e.rolling, e.cohesion_lost})
    r.push_back(x);
  r.push_back(s.touched ? 1 : 0);
  return r;
}

std::vector<LawParams> every_law() {
  std::vector<LawParams> laws;
  for (const NormalLaw normal :
       {NormalLaw::kLinear, NormalLaw::kKelvinVoigtCohesive, NormalLaw::kHertz, NormalLaw::kDmt, NormalLaw::kJkr})
    for (const TangentialLaw tangential : {TangentialLaw::kNone, TangentialLaw::kCoulomb, TangentialLaw::kMindlin})
      for (const RollingLaw rolling : {RollingLaw::kNone, RollingLaw::kSpring})
        for (const bool attraction : {false, true}) {
          LawParams law;
          law.normal = normal, law.tangential = tangential, law.rolling = law.twisting = rolling;
          law.attraction = attraction, law.bond_after_contact = attraction;
          law.k_n = 2, law.k_t = 1, law.gamma_n = Real(0.3), law.zeta_t = Real(0.2), law.cohesive_force = Real(0.1);
          law.E_star = 3, law.G_star = 1, law.beta_n = Real(0.2), law.adhesion = Real(0.05);
          law.mu = law.mu_rolling = law.mu_twisting = Real(0.3), law.eta_rolling = law.eta_twisting = Real(0.2);
          if (law_problem(law).empty()) laws.push_back(law);
        }
  return laws;
}

TEST(Packs, GiveEveryContactWhatItWouldGetAlone) {
  std::mt19937 rng(5);
  for (const LawParams& law : every_law()) {
    with_law(law, [&]<class Law>(Law) {
      for (int k = 0; k < 200; ++k) {
        One four[kLanes];
        for (One& c : four) c = random_contact(rng);
        const auto packed = in_a_pack<Law>(law, four);
        for (int l = 0; l < kLanes; ++l) {
          const std::vector<Real> single = alone<Law>(law, four[l]);
          for (std::size_t j = 0; j < single.size(); ++j)
            ASSERT_NEAR(packed[std::size_t(l)][j], single[j], 1e-13)
                << "number " << j << ", normal " << int(law.normal) << ", tangential " << int(law.tangential);
        }
      }
    });
  }
}

TEST(Packs, GiveTheSameBitsInAnyLaneAndCompany) {
  std::mt19937 rng(6);
  for (const LawParams& law : every_law()) {
    with_law(law, [&]<class Law>(Law) {
      for (int k = 0; k < 100; ++k) {
        One first[kLanes], other[kLanes];
        for (One& c : first) c = random_contact(rng);
        for (One& c : other) c = random_contact(rng);
        other[2] = first[0];
        EXPECT_EQ(in_a_pack<Law>(law, first)[0], in_a_pack<Law>(law, other)[2]);
      }
    });
  }
}

}  // namespace
}  // namespace scree::force

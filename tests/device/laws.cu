// Every contact law on a device gives the bits that it gives on the host. Exit code 77, a skip, where there is no device.
#include <random>

#include "device/same_bits.hpp"
#include "scree/force/law_table.hpp"

namespace scree::device_test {
namespace {

struct Contact {
  force::ContactInput in;
  force::Springs springs;
};

template <class Law>
__host__ __device__ void solve(const LawParams& law, const Contact& c, Numbers& out) {
  force::Springs s = c.springs;
  force::Energies e;
  // Twice: the second step begins with the springs of the first.
  for (int step = 0; step < 2; ++step) {
    const force::ContactForce f = Law::evaluate(law, c.in, s, e);
    out.n = 0;
    out.add_vector(f.f), out.add_vector(f.couple);
  }
  out.add_vector(s.xi_t), out.add_vector(s.xi_r);
  out.add(s.xi_s), out.add(s.damping), out.add(s.energy), out.add(s.returned), out.add(s.touched ? 1 : 0);
  out.add(e.elastic_normal), out.add(e.elastic_tangential), out.add(e.cohesion), out.add(e.friction);
  out.add(e.damping_normal), out.add(e.damping_tangential), out.add(e.rolling), out.add(e.cohesion_lost);
  out.add(e.contact_loss);
}
template <class Law>
__global__ void solve_all(LawParams law, const Contact* contacts, Numbers* out, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) solve<Law>(law, contacts[i], out[i]);
}

std::vector<Contact> random_contacts(int n) {
  std::mt19937 rng(1);
  std::uniform_real_distribution<double> u(-1, 1);
  const auto vec = [&] { return Vec3{u(rng), u(rng), u(rng)}; };
  std::vector<Contact> contacts;
  for (int i = 0; i < n; ++i) {
    Contact c{};
    c.in.n = normalized(vec());
    const auto tangential = [&] {
      const Vec3 v = vec();
      return v - dot(v, c.in.n) * c.in.n;
    };
    c.in.xi_n = 0.1 * u(rng), c.in.xi_n_old = i % 5 == 0 ? 0 : 0.1 * u(rng);
    c.in.v_n = u(rng), c.in.v_t = tangential(), c.in.omega = vec(), c.in.spin = u(rng);
    c.in.r_star = 1 + u(rng) / 2, c.in.m_star = 1 + u(rng) / 2, c.in.i_star = 1 + u(rng) / 2;
    c.in.dt = i % 7 == 0 ? 0 : 0.01;
    c.in.half_step_velocity = i % 2 == 0;
    c.in.patch = i % 3 == 0;
    c.in.g1 = 0.1 * tangential(), c.in.g2 = 0.1 * tangential();
    c.springs.xi_t = 0.1 * tangential(), c.springs.xi_r = 0.1 * tangential();
    c.springs.xi_s = 0.1 * u(rng), c.springs.damping = u(rng), c.springs.touched = u(rng) > 0;
    contacts.push_back(c);
  }
  return contacts;
}

struct Compare {
  const LawParams& law;
  const std::vector<Contact>& contacts;
  const char* what;
  int wrong = 0;

  template <class Law>
  void operator()(Law) {
    const int n = int(contacts.size());
    std::vector<Numbers> host(contacts.size());
    for (int i = 0; i < n; ++i) solve<Law>(law, contacts[i], host[i]);
    Numbers* there = on_device(std::vector<Numbers>(contacts.size()));
    solve_all<Law><<<(n + 63) / 64, 64>>>(law, on_device(contacts), there, n);
    wrong += differences(what, host, back(there, contacts.size()));
  }
};

LawParams law_of(NormalLaw normal, TangentialLaw tangential, RollingLaw rolling) {
  LawParams law;
  law.normal = normal, law.tangential = tangential, law.rolling = law.twisting = rolling;
  law.k_n = 1e4, law.k_t = 8e3, law.zeta_n = 0.1, law.zeta_t = 0.05, law.gamma_n = 3, law.rate_t = 2;
  law.cohesive_force = 5, law.E_star = 1e6, law.G_star = 4e5, law.beta_n = 0.2, law.beta_t = 0.1, law.adhesion = 3;
  law.mu = 0.4, law.mu_rolling = 0.05, law.mu_twisting = 0.03, law.eta_rolling = 0.1, law.eta_twisting = 0.1;
  return law;
}

}  // namespace
}  // namespace scree::device_test

int main() {
  using namespace scree;
  using namespace scree::device_test;
  if (!has_device(8 * 1024)) return kSkip;
  const std::vector<Contact> contacts = random_contacts(20000);
  int laws = 0, wrong = 0;
  for (int normal = 0; normal <= int(NormalLaw::kJkr); ++normal)
    for (int tangential = 0; tangential <= int(TangentialLaw::kMindlin); ++tangential)
      for (int rolling = 0; rolling <= int(RollingLaw::kSpring); ++rolling)
        for (const bool variant : {false, true}) {
          LawParams law = law_of(NormalLaw(normal), TangentialLaw(tangential), RollingLaw(rolling));
          law.attraction = law.bond_after_contact = variant;
          if (!force::law_problem(law).empty()) continue;
          char what[80];
          std::snprintf(what, sizeof what, "%s %s %s %s", force::law_name("normal", std::uint8_t(normal)),
                        force::law_name("tangential", std::uint8_t(tangential)),
                        force::law_name("rolling", std::uint8_t(rolling)), variant ? "pulls" : "is cut");
          Compare compare{law, contacts, what};
          force::with_law(law, compare);
          wrong += compare.wrong, ++laws;
        }
  std::printf("%d laws, %d cases differ\n", laws, wrong);
  return wrong == 0 && laws >= 52 ? 0 : 1;
}

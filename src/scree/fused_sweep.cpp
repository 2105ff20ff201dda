#include "scree/fused_sweep.hpp"

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include "scree/contacts/pair_list.hpp"
#include "scree/error.hpp"
#include "scree/force/contacts.hpp"
#include "scree/force/joints.hpp"
#include "scree/integrate/integrate.hpp"
#include "scree/narrow/cluster_batch.hpp"
#include "scree/parallel.hpp"
#include "scree/threads.hpp"

namespace scree {
namespace {

using force::Books;
using force::ContactPass;
using force::RangeTally;

// How far a range of batches is.
struct Progress {
  std::uint32_t next = 0, end = 0;  // batches
  std::uint32_t wanted = 0;         // places for the next batch, if it has too few: then its points wait
  narrow::Points waiting;           // not looked for again, because pairs remember the first search
  bool is_done() const { return next == end; }
};

// Which halves of a step's motion are done in the sweep.
struct Moves {
  bool before_contacts = false, after_contacts = false;
};

// Where all contacts are new at once, and all ranges of batches waited for room, their points would be half of all
// memory. So few of them do, but not so few that room, which moves all contacts, is made often.
int most_waiting(std::size_t n_ranges) { return std::max(128, int(n_ranges / 8)); }

// Where there are no contacts yet, and searching twice is free of consequences, they are counted first. Else room would
// be made again and again, while the old room is still there.
bool needs_first_room(const State& s) { return count_contacts(s.contacts) == 0 && s.links.first.empty(); }
void make_first_room(const ContactPass& pass) {
  State& s = pass.state();
  const std::vector<Batch>& batches = s.contacts.batches;
  std::vector<std::uint32_t> wanted(batches.size(), 0);
  for_each_task(batches.size(), [&](std::size_t k) { wanted[k] = std::uint32_t(pass.count_points(batches[k])); });
  make_room(s, wanted);
}

// The motion of chunks of bodies around their contacts. A chunk whose contacts are all in one share of groups is moved
// by the thread of that share, right before the first and right after the last of them, while a cache has it; the
// others move before and after all contacts.
class Chunks {
 public:
  Chunks(const Model& model, State& s, Moves moves, const std::vector<std::size_t>& shares)
      : model_(model), s_(s), moves_(moves), chunks_(n_chunks(s.bodies.size())) {
    for (std::size_t share = 0; share + 1 < shares.size(); ++share)
      for (std::size_t group = shares[share]; group < shares[share + 1]; ++group)
        for (const std::uint32_t c : s.scratch.list.sweep.chunks(group)) {
          Chunk& chunk = chunks_[c];
          chunk.share = chunk.groups_left == 0 || chunk.share == share ? std::uint32_t(share) : kShared;
          ++chunk.groups_left;
        }
  }
  void begin_all() {
    for_each_task(chunks_.size(), [&](std::size_t c) { begin(c); });
  }
  void begin_shared() {
    for_each_task(chunks_.size(), [&](std::size_t c) {
      if (chunks_[c].share == kShared) begin(c);
    });
  }
  void begin(std::size_t share, std::size_t group) {
    for (const std::uint32_t c : s_.scratch.list.sweep.chunks(group))
      if (chunks_[c].share == share) begin(c);
  }
  void end(std::size_t share, std::size_t group) {
    for (const std::uint32_t c : s_.scratch.list.sweep.chunks(group))
      if (chunks_[c].share == share && --chunks_[c].groups_left == 0) end(c);
  }
  // Those of several shares, and those without any pairs.
  void end_others() {
    for_each_task(chunks_.size(), [&](std::size_t c) {
      begin(c);
      end(c);
    });
  }

 private:
  static constexpr std::uint32_t kShared = 0xffffffffu;
  struct Chunk {
    std::uint32_t share = kShared;
    std::uint32_t groups_left = 0;
    bool begun = false, ended = false;
  };
  void begin(std::size_t c) {
    if (moves_.before_contacts && !chunks_[c].begun)
      integrate::first_half_of_chunk(model_, s_, c, integrate::Displacement::kInStep);
    chunks_[c].begun = true;
  }
  void end(std::size_t c) {
    if (moves_.after_contacts && !chunks_[c].ended) {
      force::add_up(s_, first_of_chunk(c), end_of_chunk(c, s_.bodies.size()));
      integrate::second_half_of_chunk(model_, s_, c);
    }
    chunks_[c].ended = true;
  }

  const Model& model_;
  State& s_;
  Moves moves_;
  std::vector<Chunk> chunks_;
};

// All ranges of batches of a step on their way through the contacts.
class Ranges {
 public:
  explicit Ranges(const State& s)
      : progress_(s.contacts.batch_ranges.empty() ? 0 : s.contacts.batch_ranges.size() - 1),
        tallies_(force::tallies_of(s)) {
    for (std::size_t k = 0; k < progress_.size(); ++k)
      progress_[k].next = s.contacts.batch_ranges[k], progress_[k].end = s.contacts.batch_ranges[k + 1];
  }

  // Goes through all groups until each is done, and makes room where too many wait for it. Groups share no sums, so
  // that they can go side by side. `books`: one for each share.
  void run(const ContactPass& pass, const std::vector<std::size_t>& shares, std::span<Books> books, Chunks& chunks) {
    State& s = pass.state();
    std::vector<std::uint8_t> done(s.scratch.list.sweep.n_groups(), 0);
    for (;;) {
      std::atomic<int> waiting = 0;
      for_shares(shares, [&](std::size_t share, std::size_t group) {
        if (done[group]) return;
        chunks.begin(share, group);
        if (!go_on(pass, group, books[share], waiting)) return;
        done[group] = 1;
        chunks.end(share, group);
      });
      if (std::all_of(progress_.begin(), progress_.end(), [](const Progress& p) { return p.is_done(); })) return;
      make_room_for_waiting(s);
    }
  }
  std::span<const RangeTally> tallies() const { return tallies_; }

 private:
  // Goes on with the ranges of a group, one bucket after the other: true if all are done. `waiting`: how many ranges
  // need more room.
  bool go_on(const ContactPass& pass, std::size_t group, Books& books, std::atomic<int>& waiting) {
    static thread_local narrow::Points points;
    const int most = most_waiting(progress_.size());
    std::vector<Batch>& batches = pass.state().contacts.batches;
    for (const std::uint32_t k : pass.state().scratch.list.sweep.batch_ranges(group)) {
      Progress& p = progress_[k];
      for (; !p.is_done(); ++p.next) {
        Batch& batch = batches[p.next];
        if (p.wanted > 0) {
          points = std::exchange(p.waiting, {});
        } else {
          if (waiting.load(std::memory_order_relaxed) >= most) return false;
          pass.find_points(batch, tallies_[k], points);
        }
        p.wanted = points.size() > batch.capacity ? std::uint32_t(points.size()) : 0;
        if (p.wanted > 0) {
          p.waiting = points;  // no larger than need be
          waiting.fetch_add(1, std::memory_order_relaxed);
          return false;
        }
        pass.evaluate(batch, points, tallies_[k], books);
      }
    }
    return true;
  }
  void make_room_for_waiting(State& s) const {
    std::vector<std::uint32_t> wanted(s.contacts.batches.size(), 0);
    for (const Progress& p : progress_)
      if (p.wanted > 0) wanted[p.next] = p.wanted;
    make_room(s, wanted);
  }

  std::vector<Progress> progress_;
  std::vector<RangeTally> tallies_;
};

// Shares of groups that have as much to do.
std::vector<std::size_t> shares_of(const State& s) {
  const std::vector<Batch>& batches = s.contacts.batches;
  const std::vector<std::uint32_t>& first = s.contacts.batch_ranges;
  constexpr std::uint64_t kContactOverPair = 8;  // by instructions, with spheres
  return even_shares(s.scratch.list.sweep.n_groups(), [&](std::size_t group) {
    std::uint64_t sum = 0;
    for (const std::uint32_t k : s.scratch.list.sweep.batch_ranges(group))
      for (std::uint32_t b = first[k]; b < first[k + 1]; ++b)
        sum += batches[b].end - batches[b].begin + kContactOverPair * batches[b].count;
    return sum;
  });
}

// Estimates the instructions of a step by the pairs and contacts there are when a list is made.
double work_of(const Model& model, const State& s) {
  constexpr double kBody = 100, kPair = 12, kContact = 100;  // of spheres
  constexpr double kShaped = 20;
  const double work =
      kBody * double(s.bodies.size()) + kPair * double(s.pairs.size()) + kContact * double(count_contacts(s.contacts));
  return model.has_shaped_bodies() ? kShaped * work : work;
}
// Says for how many threads a step has work. OpenMP ends the threads that a smaller team leaves out and makes new ones
// for a larger one, so a little more or less work changes nothing.
int threads_for(const Model& model, const State& s) {
  const double least = work_of_thread();
  if (!(least > 0)) return kMostThreads;
  const double worth = std::clamp(work_of(model, s) / least, 1.0, double(kMostThreads));
  const int now = s.scratch.list.threads;
  return now > 1 && worth > 0.8 * now && worth < 1.25 * (now + 1) ? now : int(worth);
}

void sweep(const Model& model, State& s, double dt, Moves moves) {
  SCREE_ASSERT(!moves.before_contacts || !model.has_shaped_bodies());  // others need the poses of all bodies beforehand
  force::book_ended_contacts(model, s);
  narrow::update_rotations(model, s);
  narrow::place_balls(model, s);
  const ContactPass pass(model, s, dt);
  const std::vector<std::size_t> shares = shares_of(s);
  Chunks chunks(model, s, moves, shares);
  if (needs_first_room(s)) {
    chunks.begin_all();
    make_first_room(pass);
  }
  chunks.begin_shared();
  std::vector<Books> books(shares.size() - 1);
  Ranges ranges(s);
  ranges.run(pass, shares, books, chunks);
  chunks.end_others();
  force::book(s, ranges.tallies(), books);
}

}  // namespace

void sweep_contacts(const Model& model, State& s, double dt) {
  sweep(model, s, dt, {});
  s.scratch.list.threads = threads_for(model, s);
}

void step_fused(const Model& model, State& s) {
  const double dt = model.settings.dt;
  // Where the pair list is known to stay valid, chunks move when their contacts are due, else all before the first
  // contact.
  const bool stays = contacts::pair_list_stays_valid(model, s);
  if (stays) {
    integrate::begin_step(s);
  } else {
    const std::uint64_t lists = s.counters.pair_lists;
    integrate::first_half(model, s);
    contacts::find_pairs(model, s);
    if (s.counters.pair_lists > lists) s.scratch.list.threads = threads_for(model, s);
  }
  const bool jointed = !model.joints.empty();  // joints act after all contacts and before the second half
  sweep(model, s, dt, {stays, !jointed});
  const double moved = stays ? contacts::moved_as_forecast(model, s) : contacts::largest_chunk_displacement(s);
  if (jointed) {
    force::joints(model, s, dt);
    force::add_up(s);
    integrate::second_half(model, s);
  }
  contacts::forecast_next_step(s, moved);
}

}  // namespace scree

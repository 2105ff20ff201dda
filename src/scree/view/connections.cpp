#include "scree/view/connections.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>

namespace scree::view {

namespace {

constexpr int kWorkers = 4;  // one reads files, others look up the page's or wait for that one
constexpr std::size_t kReadAtOnce = std::size_t(64) << 10;

void wake_up(int event) {
  const std::uint64_t one = 1;
  while (write(event, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

bool is_later(ssize_t n) { return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR); }

}  // namespace

Connections::Connection::~Connection() {
  if (fd >= 0) close(fd);
}

Connections::Connections(int listening, Answerer answer, BodyWanted wants_body, ConnectionLimits limits)
    : listening_(listening),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      answer_(std::move(answer)),
      wants_body_(std::move(wants_body)),
      limits_(limits) {}

Connections::~Connections() {
  stop();
  if (wake_ >= 0) close(wake_);
  if (listening_ >= 0) close(listening_);
}

void Connections::start() {
  threads_.emplace_back([this] { wait_for_all(); });
  for (int k = 0; k < kWorkers; ++k) threads_.emplace_back([this] { work(); });
}

void Connections::stop() {
  if (threads_.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  came_.notify_all();
  wake_up(wake_);
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  all_.clear();
  close(std::exchange(listening_, -1));
}

// ---------------------------------------------------------------------------------------------------- answers

void Connections::work() {
  for (std::unique_lock lock(mutex_);;) {
    came_.wait(lock, [&] { return ends_ || !asked_.empty(); });
    if (ends_) return;
    Job job = std::move(asked_.front());
    asked_.pop_front();
    if (job.connection.use_count() == 1) continue;  // nobody waits for it
    lock.unlock();
    try {
      job.reply = reply_with(answer_(job.head.request), job.head);
    } catch (const std::exception& e) {  // memory that does not suffice
      job.reply = refusal({500, e.what()});
    }
    lock.lock();
    answered_.push_back(std::move(job));
    wake_up(wake_);
  }
}

void Connections::collect_replies() {
  std::uint64_t n = 0;
  while (read(wake_, &n, sizeof n) < 0 && errno == EINTR) {
  }
  std::deque<Job> answered;
  {
    const std::lock_guard lock(mutex_);
    answered.swap(answered_);
  }
  for (Job& job : answered)
    if (job.connection->state == Connection::State::kAnswer) send(*job.connection, std::move(job.reply));
  drop_unread();
}

// ---------------------------------------------------------------------------------------------------- sockets

void Connections::wait_for_all() {
  using State = Connection::State;
  for (std::vector<pollfd> waiting;;) {
    {
      const std::lock_guard lock(mutex_);
      if (ends_) return;
    }
    waiting = {{wake_, POLLIN, 0}, {listening_, POLLIN, 0}};
    Clock::time_point next = Clock::now() + std::chrono::seconds(60);
    std::vector<std::shared_ptr<Connection>> polled;
    for (const auto& c : all_) {
      const short events = c->state == State::kAnswer ? 0 : c->state == State::kSend ? POLLOUT : POLLIN;
      waiting.push_back({c->fd, events, 0});
      polled.push_back(c);
      if (c->state != State::kAnswer) next = std::min(next, c->until);
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(next - Clock::now()).count() + 1;
    if (poll(waiting.data(), waiting.size(), int(std::clamp<long long>(left, 0, 60000))) < 0 && errno != EINTR) return;
    if (waiting[0].revents) collect_replies();
    for (std::size_t k = 0; k < polled.size(); ++k) {
      Connection& c = *polled[k];
      if (!waiting[k + 2].revents) continue;
      if (c.state == State::kHead || c.state == State::kBody) {
        read_from(c);
        if (c.state != State::kGone) take(polled[k]);
      } else if (c.state == State::kSend) {
        write_to(c);
      } else if (c.state == State::kGoodbye) {
        read_to_end(c);
      } else if (c.state == State::kAnswer) {
        c.state = State::kGone;  // closed by the other side
      }
    }
    polled.clear();
    drop_late();
    if (waiting[1].revents) accept_new();
  }
}

// If files that may be open or connections run out, the oldest makes room.
void Connections::accept_new() {
  for (int k = 0; k < 64; ++k) {
    const int fd = accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)) {
      if (all_.empty()) usleep(10000);
      return drop_oldest();
    }
    if (fd < 0) return;
    auto c = std::make_shared<Connection>();
    c->fd = fd;
    c->until = Clock::now() + limits_.head;
    all_.push_back(std::move(c));
    if (all_.size() > limits_.most) drop_oldest();
  }
}

void Connections::read_from(Connection& c) {
  const std::size_t before = c.in.size();
  const std::size_t wanted = c.state == Connection::State::kHead ? kLongestHead + 1 - before : kReadAtOnce;
  c.in.resize(before + wanted);
  const ssize_t n = recv(c.fd, c.in.data() + before, wanted, 0);
  c.in.resize(before + (n > 0 ? std::size_t(n) : 0));
  if (n == 0 || (n < 0 && !is_later(n))) c.state = Connection::State::kGone;
}

void Connections::take(const std::shared_ptr<Connection>& c) {
  using State = Connection::State;
  if (c->state == State::kHead) {
    const auto end = end_of_head(c->in);
    if (!end && c->in.size() <= kLongestHead) return;
    auto head = read_head(std::string_view(c->in).substr(0, end.value_or(c->in.size())));
    if (const auto* bad = std::get_if<BadRequest>(&head)) return send(*c, refusal(*bad));
    c->head = std::move(std::get<RequestHead>(head));
    if (!wants_body_(c->head.request)) c->head.n_body = 0;
    if (c->head.n_body > kLargestBody)
      return send(*c, refusal({413, fmt::format("A body has at most {} bytes here.", kLargestBody)}));
    c->in.erase(0, *end);
    c->until = Clock::now() + limits_.body;
    c->state = State::kBody;
  }
  if (c->in.size() < c->head.n_body) return;
  c->in.resize(c->head.n_body);
  c->head.request.body = std::move(c->in);
  c->in = {};
  c->state = State::kAnswer;
  {
    const std::lock_guard lock(mutex_);
    asked_.push_back({c, std::move(c->head), {}});
  }
  came_.notify_one();
}

void Connections::send(Connection& c, Reply reply) {
  c.reply = std::move(reply);
  c.in = {};
  c.state = Connection::State::kSend;
  c.until = Clock::now() + limits_.answer;
  write_to(c);
}

void Connections::write_to(Connection& c) {
  const std::size_t n_head = c.reply.head.size(), n_all = n_head + c.reply.n;
  while (c.n_sent < n_all) {
    const bool in_head = c.n_sent < n_head;
    const char* from =
        in_head ? c.reply.head.data() + c.n_sent : c.reply.body->data() + c.reply.first + c.n_sent - n_head;
    const std::size_t left = (in_head ? n_head : n_all) - c.n_sent;
    const ssize_t n = ::send(c.fd, from, left, MSG_NOSIGNAL);
    if (is_later(n)) return;
    if (n <= 0) {
      c.state = Connection::State::kGone;
      return;
    }
    const std::size_t now = c.n_sent + std::size_t(n);
    c.until += limits_.answer * (now / limits_.answer_bytes - c.n_sent / limits_.answer_bytes);
    c.n_sent = now;
  }
  // What the other side has sent beyond its request must be taken, or closing would throw away the answer.
  shutdown(c.fd, SHUT_WR);
  c.reply = {};
  c.n_sent = 0;
  c.state = Connection::State::kGoodbye;
  c.until = Clock::now() + limits_.goodbye;
}

void Connections::read_to_end(Connection& c) {
  char lost[4096];
  const ssize_t n = recv(c.fd, lost, sizeof lost, 0);
  if (n == 0 || (n < 0 && !is_later(n))) c.state = Connection::State::kGone;
}

// ---------------------------------------------------------------------------------------------------- who must go

void Connections::drop_late() {
  using State = Connection::State;
  const Clock::time_point now = Clock::now();
  for (const auto& c : all_) {
    if (c->state == State::kAnswer || c->until > now) continue;
    const bool begun = c->state == State::kBody || (c->state == State::kHead && !c->in.empty());
    if (begun) {
      send(*c, refusal({408, "The request took too long to come."}));
    } else {
      c->state = State::kGone;
    }
  }
  std::erase_if(all_, [](const auto& c) { return c->state == State::kGone; });
}

// A connection whose answer is being worked out stays if it can: it has done all that is asked of it.
void Connections::drop_oldest() {
  const auto waits = [](const auto& c) { return c->state != Connection::State::kAnswer; };
  auto oldest = std::find_if(all_.begin(), all_.end(), waits);
  if (oldest == all_.end()) oldest = all_.begin();
  if (oldest == all_.end()) return;
  (*oldest)->state = Connection::State::kGone;
  all_.erase(oldest);
}

void Connections::drop_unread() {
  std::set<const std::string*> bodies;
  std::size_t total = 0;
  for (auto c = all_.rbegin(); c != all_.rend(); ++c) {
    const std::string* body = (*c)->reply.body.get();
    if (!body || !bodies.insert(body).second) continue;
    total += body->size();
    const bool is_newest = bodies.size() == 1;
    if (total > limits_.most_waiting && !is_newest) (*c)->state = Connection::State::kGone;
  }
}

}  // namespace scree::view

// These are the sockets of the viewer's server. One thread waits for all connections at once and a few threads work out
// answers, so that one who sends or reads slowly keeps nobody waiting; how long a request may take, how many
// connections there are and how many bytes wait for readers is bounded.
#pragma once
#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "scree/view/http.hpp"

namespace scree::view {

struct ConnectionLimits {
  std::size_t most = 256;                           // when another one comes, the oldest goes
  std::size_t most_waiting = std::size_t(1) << 30;  // bytes of answers that readers have not taken
  std::chrono::milliseconds head{10000};            // from connecting to the end of the headers
  std::chrono::milliseconds body{60000};            // for the body of a request that has one
  std::chrono::milliseconds answer{30000};          // until it is taken, and for each ...
  std::size_t answer_bytes = std::size_t(1) << 20;  // ... so many bytes once more
  std::chrono::milliseconds goodbye{1000};          // for the other side to close
};

class Connections {
 public:
  using Clock = std::chrono::steady_clock;
  // The answerer says what to send back to a whole request; it is called by several threads at once.
  using Answerer = std::function<Answer(const Request&)>;
  // Tells whether the body of a request is wanted; otherwise it is answered without.
  using BodyWanted = std::function<bool(const Request&)>;

  // `listening` is a socket that listens; closed at the end.
  Connections(int listening, Answerer answer, BodyWanted wants_body, ConnectionLimits limits = {});
  ~Connections();
  Connections(const Connections&) = delete;

  void start();  // answers from now on, in threads of its own
  void stop();   // closes all connections; waits for answers that are being worked out

 private:
  struct Connection {
    enum class State { kHead, kBody, kAnswer, kSend, kGoodbye, kGone };
    int fd = -1;
    State state = State::kHead;
    Clock::time_point until;
    std::string in;
    RequestHead head;
    Reply reply;
    std::size_t n_sent = 0;
    ~Connection();
  };
  // Holds a request on its way to an answer. Nobody waits for it once the connection has gone.
  struct Job {
    std::shared_ptr<Connection> connection;
    RequestHead head;
    Reply reply;
  };

  void wait_for_all();
  void accept_new();
  void read_from(Connection& c);
  void take(const std::shared_ptr<Connection>& c);  // what has been read so far
  void send(Connection& c, Reply reply);
  void write_to(Connection& c);
  void read_to_end(Connection& c);
  void collect_replies();
  void drop_late();
  void drop_oldest();
  void drop_unread();
  void work();

  int listening_, wake_ = -1;
  Answerer answer_;
  BodyWanted wants_body_;
  ConnectionLimits limits_;
  std::list<std::shared_ptr<Connection>> all_;  // the oldest first

  std::mutex mutex_;  // guards what is below
  std::condition_variable came_;
  std::deque<Job> asked_, answered_;
  bool ends_ = false;

  std::vector<std::thread> threads_;
};

}  // namespace scree::view

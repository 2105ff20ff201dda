// The only file that includes cpp-httplib. Requests are answered before its routing, which works with std::regex and
// so is not for bytes from anywhere.
#include "scree/view/server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <chrono>
#include <cstdlib>

#include "scree/error.hpp"

#ifndef SCREE_WEB_DIR
#define SCREE_WEB_DIR ""
#endif

namespace scree::view {

namespace {

constexpr std::size_t kThreads = 8;
constexpr std::size_t kLargestPicture = std::size_t(256) << 20;

Request request_of(const httplib::Request& from) {
  Request request{from.method, from.target, {}, from.get_header_value("Content-Type"), from.body};
  const auto [first, last] = from.headers.equal_range("Host");
  for (auto at = first; at != last; ++at) request.hosts.push_back(at->second);
  return request;
}

void send(const Answer& answer, httplib::Response& to) {
  to.status = answer.status;
  to.set_header("Cache-Control", answer.keep ? "public, max-age=31536000, immutable" : "no-store");
  if (answer.status == 405) to.set_header("Allow", "GET, HEAD");
  to.set_content(answer.body->data(), answer.body->size(), answer.type);
}

// Bytes that came, bytes that go.
class Wire : public httplib::Stream {
 public:
  explicit Wire(const std::string& in) : in_(in) {}
  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, std::size_t n) override {
    const std::size_t part = std::min(n, in_.size() - at_);
    std::copy_n(in_.data() + at_, part, to);
    at_ += part;
    return ssize_t(part);
  }
  ssize_t write(const char* from, std::size_t n) override {
    out.append(from, n);
    return ssize_t(n);
  }
  void get_remote_ip_and_port(std::string& ip, int& port) const override { ip = kThisMachine, port = 0; }
  void get_local_ip_and_port(std::string& ip, int& port) const override { ip = kThisMachine, port = 0; }
  socket_t socket() const override { return 0; }

  std::string out;

 private:
  const std::string& in_;
  std::size_t at_ = 0;
};

}  // namespace

class Server::Http : public httplib::Server {
 public:
  // One request a connection: what a refused request has sent along is not taken for the next one, and a browser's
  // spare connections do not keep threads waiting.
  Http() {
    new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    set_keep_alive_max_count(1);
    set_read_timeout(5);
    set_write_timeout(30);
    set_payload_max_length(kLargestPicture);
    // Not SO_REUSEPORT, with which two servers may share a port and nobody knows who answers.
    set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    httplib::Headers headers;
    for (const auto& [name, value] : security_headers()) headers.emplace(name, value);
    set_default_headers(headers);
    set_error_handler([](const httplib::Request&, httplib::Response& to) {
      if (!to.body.empty()) return;
      to.set_content(problem_json({"This request was not understood", fmt::format("HTTP {}", to.status), false}),
                     kJson);
    });
  }

  void serve(Site& site) {
    const auto reply = [&site](const httplib::Request& from, httplib::Response& to) {
      send(site.answer(request_of(from)), to);
    };
    // A POST goes on to its handler, which comes after its body has been read, if there is one that waits for a
    // picture.
    set_pre_routing_handler([this, reply](const httplib::Request& from, httplib::Response& to) {
      if (from.method == "POST" && takes_pictures_ && from.path.starts_with("/api/render/") && from.path.size() < 100)
        return HandlerResponse::Unhandled;
      reply(from, to);
      return HandlerResponse::Handled;
    });
    Post("/api/render/.*", reply);
  }
  void take_pictures() { takes_pictures_ = true; }

  std::string reply_to(const std::string& bytes) {
    Wire wire(bytes);
    bool closed = false;
    process_request(wire, true, closed, [](httplib::Request&) {});
    return wire.out;
  }

 private:
  bool takes_pictures_ = false;
};

std::string page_folder() {
  const char* named = std::getenv("SCREE_WEB");
  return named && *named ? named : SCREE_WEB_DIR;
}

Server::Server(const ServerOptions& options) : http_(std::make_unique<Http>()), host_(options.host) {
  PageFiles page = list_page(options.page.empty() ? page_folder() : options.page);
  if (options.port == 0) {
    port_ = http_->bind_to_any_port(host_);
  } else {
    const int first = options.port > 0 ? options.port : kFirstPort;
    const int last = options.port > 0 ? options.port : kFirstPort + kPortsTried - 1;
    port_ = first;
    while (!http_->bind_to_port(host_, port_) && ++port_ <= last) {
    }
    if (port_ > last) port_ = -1;
  }
  if (port_ <= 0)
    throw InputError(fmt::format(
        "cannot listen on {}{}: taken by another program, or not an address of this machine; choose another --port "
        "(0: any that is free) or --host",
        host_, options.port > 0 ? fmt::format(", port {}", options.port) : ""));
  site_ = std::make_unique<Site>(options.dir, std::move(page), HostNames(host_, port_));
  http_->serve(*site_);
}

Server::~Server() { stop(); }

std::string Server::address() const {
  const bool v6 = host_.find(':') != std::string::npos;
  const bool any = host_ == "0.0.0.0" || host_ == "::";
  return fmt::format("http://{}:{}/", any ? kThisMachine : v6 ? "[" + host_ + "]" : host_, port_);
}
int Server::port() const { return port_; }
Site& Server::site() { return *site_; }

void Server::expect_picture(PictureSink sink) {
  http_->take_pictures();
  site_->expect_picture(std::move(sink));
}

// A server that is told to stop before it has begun would not hear it.
void Server::start() {
  thread_ = std::thread([this] { http_->listen_after_bind(); });
  while (!http_->is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}
void Server::stop() {
  if (!thread_.joinable()) return;
  http_->stop();
  thread_.join();
}
std::string Server::reply_to(const std::string& bytes) { return http_->reply_to(bytes); }

}  // namespace scree::view

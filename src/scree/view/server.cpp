#include "scree/view/server.hpp"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>

#include "scree/error.hpp"

#ifndef SCREE_WEB_DIR
#define SCREE_WEB_DIR ""
#endif

namespace scree::view {

namespace {

constexpr int kBacklog = 128;

// Returns a socket that listens, or -1 if it cannot be had. It does not set SO_REUSEPORT, with which two servers may
// share a port and nobody knows who answers.
int listen_on(const addrinfo& address) {
  const int fd = socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address.ai_protocol);
  if (fd < 0) return -1;
  const int yes = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(fd, address.ai_addr, address.ai_addrlen) == 0 && listen(fd, kBacklog) == 0) return fd;
  close(fd);
  return -1;
}

int listen_on(const std::string& host, int port) {
  addrinfo wanted = {}, *found = nullptr;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE;
  if (getaddrinfo(host.c_str(), fmt::format("{}", port).c_str(), &wanted, &found) != 0) return -1;
  int fd = -1;
  for (const addrinfo* at = found; at && fd < 0; at = at->ai_next) fd = listen_on(*at);
  freeaddrinfo(found);
  return fd;
}

int port_of(int fd) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  if (getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                                             : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

}  // namespace

std::string page_folder() {
  const char* named = std::getenv("SCREE_WEB");
  return named && *named ? named : SCREE_WEB_DIR;
}

Server::Server(const ServerOptions& options) : host_(options.host) {
  PageFiles page = list_page(options.page.empty() ? page_folder() : options.page);
  const int first = options.port >= 0 ? options.port : kFirstPort;
  const int last = options.port >= 0 ? options.port : kFirstPort + kPortsTried - 1;
  int listening = -1;
  for (int port = first; listening < 0 && port <= last; ++port) listening = listen_on(host_, port);
  if (listening < 0)
    throw InputError(fmt::format(
        "cannot listen on {}{}: taken by another program, or not an address of this machine; choose another --port "
        "(0: any that is free) or --host",
        host_, options.port > 0 ? fmt::format(", port {}", options.port) : ""));
  port_ = port_of(listening);
  site_ = std::make_unique<Site>(options.dir, std::move(page), HostNames(host_, port_));
  connections_ = std::make_unique<Connections>(
      listening, [this](const Request& request) { return site_->answer(request); },
      [this](const Request& request) { return site_->wants_body(request); }, options.limits);
}

Server::~Server() { stop(); }

std::string Server::address() const {
  const bool v6 = host_.find(':') != std::string::npos;
  const bool any = host_ == "0.0.0.0" || host_ == "::";
  return fmt::format("http://{}:{}/", any ? kThisMachine : v6 ? "[" + host_ + "]" : host_, port_);
}
int Server::port() const { return port_; }
Site& Server::site() { return *site_; }

void Server::expect_picture(PictureSink sink) { site_->expect_picture(std::move(sink)); }
void Server::start() { connections_->start(); }
void Server::stop() { connections_->stop(); }

std::string Server::reply_to(const std::string& bytes) {
  const auto end = end_of_head(bytes);
  if (!end && bytes.size() <= kLongestHead) return "";  // more is to come
  auto read = read_head(std::string_view(bytes).substr(0, end.value_or(bytes.size())));
  Reply reply;
  if (const auto* bad = std::get_if<BadRequest>(&read)) {
    reply = refusal(*bad);
  } else {
    RequestHead& head = std::get<RequestHead>(read);
    if (site_->wants_body(head.request)) head.request.body = bytes.substr(*end, head.n_body);
    reply = reply_with(site_->answer(head.request), head);
  }
  return reply.head + reply.body->substr(reply.first, reply.n);
}

}  // namespace scree::view

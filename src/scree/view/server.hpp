// The viewer's HTTP server serves one folder and one page, read only.
#pragma once
#include <memory>
#include <string>

#include "scree/view/connections.hpp"

namespace scree::view {

inline constexpr const char* kThisMachine = "127.0.0.1";
inline constexpr int kFirstPort = 8600, kPortsTried = 20;

struct ServerOptions {
  std::string dir;                  // folder of the run
  std::string page;                 // folder of the built page; empty: page_folder()
  std::string host = kThisMachine;  // address or name to listen on
  int port = -1;                    // 0: any that is free; -1: kFirstPort or the next that is free
  ConnectionLimits limits = {};
};

// Returns SCREE_WEB if set, else where the build puts the page.
std::string page_folder();

class Server {
 public:
  // Listens, but answers only from start() on. Throws InputError if the page is not built or the address cannot be had.
  explicit Server(const ServerOptions& options);
  ~Server();
  Server(const Server&) = delete;

  std::string address() const;  // "http://127.0.0.1:8600/"
  int port() const;
  Site& site();
  void expect_picture(PictureSink sink);  // before start()

  void start();  // answers from now on, in threads of its own
  void stop();   // stops answering and waits for the threads

  // Returns what it would send back for these bytes on a connection, or nothing while it waits for more.
  std::string reply_to(const std::string& bytes);

 private:
  std::string host_;
  int port_ = 0;
  std::unique_ptr<Site> site_;
  std::unique_ptr<Connections> connections_;  // ends before the members it uses
};

}  // namespace scree::view

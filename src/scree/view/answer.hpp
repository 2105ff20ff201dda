// The answers of the server to requests are made without the network: tests and fuzzers call them as the server does.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "scree/view/run_view.hpp"

namespace scree::view {

struct Request {
  std::string method;              // "GET"
  std::string target;              // as it came: "/api/run?since=3"
  std::vector<std::string> hosts;  // every Host header
  std::string type, body;          // type and body of a POST
};

inline constexpr const char* kJson = "application/json; charset=utf-8";
inline constexpr const char* kScript = "text/javascript; charset=utf-8";

struct Answer {
  int status = 200;
  std::string type = kJson;
  SharedText body;
  bool keep = false;  // the browser may keep it as long as the name is the same
};

// Holds the files of the page by name ("/assets/index.js"). Only these are served, whatever a request asks for.
using PageFiles = std::map<std::string, std::string>;  // -> path
// Throws InputError if there is no index.html.
PageFiles list_page(const std::string& dir);

// Holds the names by which the server may be called: a page from elsewhere that has its own name lead here (DNS
// rebinding) is turned away.
class HostNames {
 public:
  // `host` is what the server is bound to.
  HostNames(const std::string& host, int port);
  bool allows(const std::string& header) const;

 private:
  std::string host_;
  int port_;
  bool loopback_;
};
bool is_loopback(const std::string& host);

// Takes what the page sends when it has drawn a picture: its type and its bytes.
struct PictureSink {
  std::string token;
  std::function<void(const std::string& type, const std::string& body)> take;
};

class Site {
 public:
  Site(std::string dir, PageFiles page, HostNames hosts);
  void expect_picture(PictureSink sink) { sink_ = std::move(sink); }

  // Tells whether a request has a body that is worth reading.
  bool wants_body(const Request& request) const;
  // It never throws.
  Answer answer(const Request& request);

 private:
  Answer get(const std::string& path, const std::map<std::string, std::string>& query);
  Answer api(const std::string& path, const std::map<std::string, std::string>& query);
  Answer file(const std::string& path) const;
  Answer post(const std::string& path, const Request& request);
  std::string picture_path() const;

  RunView run_;
  PageFiles page_;
  HostNames hosts_;
  PictureSink sink_;
};

// Every answer carries these headers.
const std::vector<std::pair<std::string, std::string>>& security_headers();

}  // namespace scree::view

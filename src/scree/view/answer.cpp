#include "scree/view/answer.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <optional>
#include <string_view>

#include "scree/error.hpp"
#include "scree/frames/json.hpp"
#include "scree/store/files.hpp"

namespace scree::view {

namespace fs = std::filesystem;

namespace {

using Query = std::map<std::string, std::string>;

Answer text_answer(int status, std::string type, std::string body) {
  return {status, std::move(type), std::make_shared<const std::string>(std::move(body)), false};
}
Answer json_answer(std::string body) { return text_answer(200, kJson, std::move(body)); }
Answer failure(int status, const char* title, const std::string& message) {
  return text_answer(status, kJson, problem_json({title, message, false}));
}
Answer binary(SharedText bytes, bool keep) { return {200, "application/octet-stream", std::move(bytes), keep}; }

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return text;
}

template <class T>
std::optional<T> whole_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// A place is a frame's number or an id.
std::uint64_t place_in(const std::string& text) {
  const auto value = whole_number<std::uint64_t>(text);
  if (!value) throw NotThere(fmt::format("\"{}\" is not a number", text.substr(0, 40)));
  return *value;
}

Query query_of(std::string_view text) {
  Query query;
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find('&'));
    const std::size_t equals = std::min(item.find('='), item.size());
    query.emplace(item.substr(0, equals), equals < item.size() ? item.substr(equals + 1) : std::string_view());
    text.remove_prefix(std::min(item.size() + 1, text.size()));
  }
  return query;
}

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t at = 1; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    parts.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

std::string type_of(const std::string& name) {
  static const std::map<std::string, std::string> types = {{".html", "text/html; charset=utf-8"},
                                                           {".js", kScript},
                                                           {".css", "text/css; charset=utf-8"},
                                                           {".json", kJson},
                                                           {".svg", "image/svg+xml"},
                                                           {".png", "image/png"},
                                                           {".ico", "image/x-icon"},
                                                           {".woff2", "font/woff2"},
                                                           {".wasm", "application/wasm"},
                                                           {".webmanifest", "application/manifest+json"},
                                                           {".txt", "text/plain; charset=utf-8"},
                                                           {".map", kJson}};
  const auto found = types.find(lower(fs::path(name).extension().string()));
  return found == types.end() ? "application/octet-stream" : found->second;
}

bool is_address(const std::string& host) {
  in6_addr any;
  return inet_pton(AF_INET, host.c_str(), &any) == 1 || inet_pton(AF_INET6, host.c_str(), &any) == 1;
}

std::string machine_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? lower(name) : "";
}

// Splits "[::1]:8080" into "::1" and 8080; without a port it is that of HTTP.
std::optional<std::pair<std::string, int>> host_and_port(const std::string& header) {
  const bool brackets = header.starts_with('[');
  const std::size_t close = brackets ? header.find(']') : header.find(':');
  if (brackets && close == std::string::npos) return std::nullopt;
  const std::string host = brackets ? header.substr(1, close - 1) : header.substr(0, close);
  std::string rest = close == std::string::npos ? "" : header.substr(close + (brackets ? 1 : 0));
  if (rest.empty()) return std::pair{lower(host), 80};
  const auto port = whole_number<int>(std::string_view(rest).substr(1));
  if (rest[0] != ':' || !port) return std::nullopt;
  return std::pair{lower(host), *port};
}

}  // namespace

const std::vector<std::pair<std::string, std::string>>& security_headers() {
  static const std::vector<std::pair<std::string, std::string>> headers = {
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; "
       "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "
       "'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"}};
  return headers;
}

PageFiles list_page(const std::string& dir) {
  PageFiles files;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(dir, none)) {
    if (!entry.is_regular_file(none) || entry.is_symlink(none)) continue;
    files.emplace("/" + fs::relative(entry.path(), dir, none).generic_string(), entry.path().string());
  }
  const auto index = files.find("/index.html");
  if (index == files.end())
    throw InputError(fmt::format(
        "{}: the viewer's page is not here; `./run view` builds it (it needs nodejs and npm once), and SCREE_WEB or "
        "--page says where it is",
        dir));
  files.emplace("/", index->second);
  return files;
}

bool is_loopback(const std::string& host) {
  in_addr v4;
  in6_addr v6;
  if (lower(host) == "localhost") return true;
  if (inet_pton(AF_INET, host.c_str(), &v4) == 1) return (ntohl(v4.s_addr) >> 24) == 127;
  return inet_pton(AF_INET6, host.c_str(), &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

HostNames::HostNames(const std::string& host, int port)
    : host_(lower(host)), port_(port), loopback_(is_loopback(host)) {}

// Addresses and localhost are always allowed: they are nobody's names and cannot be led elsewhere. The machine's own
// names may have another port, as at the near end of an ssh tunnel.
bool HostNames::allows(const std::string& header) const {
  const auto called = host_and_port(header);
  if (!called) return false;
  const auto& [name, port] = *called;
  if (is_loopback(name)) return true;
  if (port != port_) return false;
  if (name == host_) return true;
  return !loopback_ && (is_address(name) || (!name.empty() && name == machine_name()));
}

Site::Site(std::string dir, PageFiles page, HostNames hosts)
    : run_(std::move(dir)), page_(std::move(page)), hosts_(std::move(hosts)) {}

Answer Site::file(const std::string& path) const {
  const auto found = page_.find(path);
  if (found == page_.end()) throw NotThere(fmt::format("there is nothing named {}", path.substr(0, 200)));
  const bool named_by_content = path.starts_with("/assets/");
  Answer a = text_answer(200, type_of(found->second), output::read_whole_file(found->second));
  a.keep = named_by_content;
  return a;
}

Answer Site::api(const std::string& path, const Query& query) {
  const std::vector<std::string> parts = parts_of(path);  // "api", ...
  const auto is = [&](const char* name, std::size_t n) { return parts.size() == n && parts[1] == name; };
  const auto since = query.find("since");
  if (is("run", 2)) {
    const auto number = since == query.end() ? std::nullopt : whole_number<std::uint64_t>(since->second);
    return json_answer(run_.run_json(number.value_or(0)));
  }
  if (is("geometry", 2)) return binary(run_.geometry(), false);
  if (is("frame", 3)) return binary(run_.frame(place_in(parts[2])), false);
  if (is("contacts", 3)) return binary(run_.contacts(place_in(parts[2])), false);
  if (is("body", 4)) return json_answer(run_.body_json(place_in(parts[2]), place_in(parts[3])));
  if (is("telemetry", 2)) {
    const auto time = since == query.end() ? std::nullopt : whole_number<double>(since->second);
    return json_answer(run_.telemetry_json(time.value_or(-std::numeric_limits<double>::infinity())));
  }
  throw NotThere(fmt::format("there is nothing named {}", path.substr(0, 200)));
}

Answer Site::get(const std::string& path, const Query& query) {
  try {
    return path.starts_with("/api/") ? api(path, query) : file(path);
  } catch (const NotThere& e) {
    return failure(404, "Not there", e.what());
  } catch (const InputError& e) {
    return failure(422, "This file cannot be shown", e.what());
  } catch (const std::exception& e) {
    return failure(500, "The server failed", e.what());
  }
}

Answer Site::post(const std::string& path, const Request& request) {
  if (!sink_.take) return failure(405, "Only for looking", "This server answers GET and HEAD alone.");
  if (path != picture_path()) return failure(404, "Not there", "There is nothing to send here.");
  sink_.take(request.type, request.body);
  return json_answer(R"({"ok":true})");
}

std::string Site::picture_path() const { return "/api/render/" + sink_.token; }

bool Site::wants_body(const Request& request) const {
  return sink_.take && request.method == "POST" && request.target == picture_path();
}

Answer Site::answer(const Request& request) {
  if (request.hosts.size() != 1 || !hosts_.allows(request.hosts[0]))
    return failure(403, "Called by another name",
                   "This server answers to the address it has printed. A page under another name cannot read it.");
  const std::size_t mark = std::min(request.target.find_first_of("?#"), request.target.size());
  const std::string path = request.target.substr(0, mark);
  if (request.method == "POST") return post(path, request);
  if (request.method != "GET" && request.method != "HEAD")
    return failure(405, "Only for looking", "This server answers GET and HEAD alone.");
  const std::string_view rest = std::string_view(request.target).substr(std::min(mark + 1, request.target.size()));
  return get(path, query_of(rest.substr(0, rest.find('#'))));
}

}  // namespace scree::view

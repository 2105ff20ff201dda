// Pictures of a run are made without a person: the viewer's own page is drawn by a browser without a window.
//
// The page draws into a canvas, takes its picture as its button does, and sends it back to the server, which then ends
// the browser. A picture in a report is therefore what one sees in the viewer, and no second renderer has to be kept
// alike.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scree::view {

struct RenderOptions {
  std::string dir, out;
  std::string frame = "last";  // "last", a number, or a time: "0.5 s", "20 ms"
  int width = 1600, height = 1000;
  // The page's address has these settings: {"colour", "speed"}, ... (docs/viewer.md).
  std::vector<std::pair<std::string, std::string>> settings;
  std::string page;       // folder of the page; empty: page_folder()
  double patience = 120;  // s until the picture must be there
};

struct Rendered {
  std::uint64_t frame = 0;
  double time = 0;  // s
};

// Throws InputError for a wrong request and where there is no browser, RunError if the browser fails.
Rendered render(const RenderOptions& options);

// Returns the query of the page's address.
std::string query_of(const std::vector<std::pair<std::string, std::string>>& settings);

// Throws InputError unless these are the bytes of a PNG of that size.
void check_png(const std::string& bytes, int width, int height);

}  // namespace scree::view

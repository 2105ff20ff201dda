#include "view_options.hpp"

namespace app {

void add_view_options(CLI::App& command, ViewCommand& o) {
  command.add_option("DIR", o.dir, "folder of a run, finished or going on")->required();
  command
      .add_option("--port", o.port, "port to listen on, 0: any that is free (default: 8600, or the next that is free)")
      ->check(CLI::Range(0, 65535))
      ->type_name("N");
  command.add_option("--host", o.host, "address to listen on; others than this machine can then look, too")
      ->type_name("ADDRESS")
      ->capture_default_str();
  command.add_flag("!--no-open", o.open, "do not open the page in the desktop's browser");
  command.add_flag("--wait", o.wait, "go on where the folder is not there yet");
  command.add_option("--page", o.page, "folder of the built page (default: SCREE_WEB, or build/web of the source)")
      ->type_name("FOLDER");
}

void add_render_options(CLI::App& command, RenderCommand& o) {
  const auto setting = [&](const char* option, const char* name, const char* what) {
    return command.add_option(option, o.settings[name], what);
  };
  command.add_option("DIR", o.dir, "folder of a run")->required();
  command.add_option("--out", o.out, "picture to write (PNG)")->required()->type_name("FILE");
  command.add_option("--frame", o.frame, "last, the number of a frame, or a time: \"0.5 s\", \"20 ms\"")
      ->type_name("N|TIME|last")
      ->capture_default_str();
  command.add_option("--width", o.width, "in pixels")
      ->check(CLI::Range(64, 8192))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--height", o.height, "in pixels")
      ->check(CLI::Range(64, 8192))
      ->type_name("N")
      ->capture_default_str();
  setting("--colour,--color", "colour", "what the colour shows (default: speed)")
      ->check(CLI::IsMember(
          {"speed", "spin", "force", "coordination", "radius", "id", "type", "shape", "material", "contact", "none"}));
  setting("--map", "map", "colour map, by the name the viewer has for it")->type_name("NAME");
  setting("--range", "range", "values of the ends of the colour map")->type_name("LOW,HIGH");
  setting("--cut", "cut", "cut open across an axis: y, y,0.5 (place in m) or y,0.5,flip (keep the other half)")
      ->type_name("AXIS[,PLACE][,flip]");
  setting("--camera", "camera", "where to look from (default: iso; front in the plane)")
      ->check(CLI::IsMember({"front", "back", "left", "right", "top", "bottom", "iso"}));
  setting("--eye", "eye", "place of the camera in m")->type_name("X,Y,Z");
  setting("--target", "target", "place it looks at in m")->type_name("X,Y,Z");
  setting("--zoom", "zoom", "closer, e.g. 1.5")->check(CLI::PositiveNumber)->type_name("FACTOR");
  setting("--walls", "walls", "how walls look")->check(CLI::IsMember({"solid", "transparent", "hidden"}));
  setting("--bodies", "bodies", "how bodies look")->check(CLI::IsMember({"solid", "faint", "hidden"}));
  setting("--theme", "theme", "background")->check(CLI::IsMember({"light", "dark"}));
  command.add_flag("--chains", o.chains, "draw contact forces as lines");
  command.add_flag("--edges", o.edges, "draw the edges of bodies");
  command.add_flag("!--no-legend", o.legend, "leave the legend out");
  command.add_option("--page", o.page, "folder of the built page (default: as scree view)")->type_name("FOLDER");
  command.add_option("--timeout", o.patience, "give up after so many seconds")
      ->check(CLI::PositiveNumber)
      ->type_name("S")
      ->capture_default_str();
}

}  // namespace app

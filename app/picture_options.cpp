#include "picture_options.hpp"

namespace app {

void add_export_options(CLI::App& command, ExportCommand& o) {
  command.add_option("DIR", o.dir, "folder of a run")->required();
  command.add_flag("--vtk", o.vtk, "VTK XML for ParaView: DIR/vtk/bodies.pvd, shapes.pvd, contacts.pvd, walls.pvd")
      ->required();
}

void add_picture_options(CLI::App& command, PictureCommand& o) {
  command.add_option("DIR", o.dir, "folder of a run")->required();
  command.add_option("--frame", o.frame, "number of the frame (default: the last)")->type_name("N");
  command.add_flag("--all", o.all, "every frame, to DIR/pictures/NNNNNN.svg")->excludes("--frame");
  command.add_option("--out", o.out, "file to write (default: DIR/pictures/NNNNNN.svg)")->type_name("FILE");
  command.add_option("--html", o.html, "write a page that plays all frames instead; drag to turn")->type_name("FILE");
  command.add_option("--colour,--color", o.colour, "what the colour shows")
      ->check(CLI::IsMember({"speed", "radius", "force", "type", "id", "order"}))
      ->capture_default_str();
  command.add_option("--view", o.view, "direction to look from, e.g. 1,-2,0.5")
      ->delimiter(',')
      ->expected(3)
      ->type_name("X,Y,Z");
  command
      .add_option(
          "--cut", o.cut,
          "cut open: leave out what lies on the eye's side of the plane y = 0 (--cut y) or y = 0.5 (--cut y=0.5)")
      ->type_name("AXIS[=PLACE]")
      ->excludes("--html");
  command.add_flag("--chains", o.chains, "draw contact forces as lines and the bodies faint");
}

}  // namespace app

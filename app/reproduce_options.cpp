#include "reproduce_options.hpp"

namespace app {

void add_reproduce_options(CLI::App& command, scree::reproduce::Options& o) {
  command.add_option("ID", o.ids, "experiments, e.g. A-F16 B-T2; a letter alone is a whole paper (default: all)");
  command.add_flag("--list", o.list, "say which experiments there are, and how long each takes");
  CLI::Option* const quick = command.add_flag("--quick", o.quick, "minutes: fewer particles and pairs, the same code");
  command.add_flag("--full", o.full, "the sizes of the papers: most of a day on two cores, to be stopped at any time")
      ->excludes(quick);
  command.add_option("--out", o.out, "folder of report.html, csv/ and of what is kept to go on from")
      ->type_name("DIR")
      ->capture_default_str();
  command.add_option("--jobs", o.jobs, "experiments at a time (default: with --quick one a processor, else one)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command.add_option("--threads", o.threads, "threads of each (default: what processors are left)")
      ->check(CLI::Range(1, 4096))
      ->type_name("N");
  command.add_flag("--again", o.again, "evaluate anew what was evaluated before; runs that are done stay");
  command
      .add_option("--with-run", o.with_run,
                  "take a finished run from elsewhere, e.g. flow_45000=DIR; may be repeated (docs/reproduction.md)")
      ->type_name("NAME=DIR")
      ->allow_extra_args(false);
}

}  // namespace app

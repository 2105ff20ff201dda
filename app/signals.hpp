// Signals that ask a run to end. Before the run has its folder they end the program at once, as without us.
#pragma once

namespace app {

// From now on to write to a pipe that nobody reads any more, or beyond the size that files may have, is an error like
// others, not the end.
void let_writing_fail();
// From now on SIGINT, SIGTERM, SIGHUP (the terminal is gone), SIGUSR1 and SIGXCPU (batch systems, before time is up)
// and SIGXFSZ are kept until somebody asks; the second of them, whichever, ends the program at once.
void stop_on_signals();
// Has one of them come? A step that goes on for longer after it is told of by a line on the terminal.
bool stop_wanted();

}  // namespace app

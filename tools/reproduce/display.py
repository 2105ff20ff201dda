"""VTK draws on a display. Where there is none, a virtual one (Xvfb), for this process and those it starts."""
import atexit
import ctypes
import os
import signal
import subprocess
import tempfile

# -noreset: without it the server begins anew when its last client goes, as VTK does after each picture, and throws out a client
# that comes meanwhile.
COMMAND = ["Xvfb", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset", "-displayfd"]
PR_SET_PDEATHSIG = 1
libc = ctypes.CDLL(None)


def ends_with_us():
    """In the server, before it begins: it goes when the caller does, whatever the caller dies of."""
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def need_display():
    if os.environ.get("DISPLAY"):
        return
    read, write = os.pipe()
    said = tempfile.TemporaryFile()
    try:
        # A session of its own: a signal to the caller's group must not take it from those who still draw.
        server = subprocess.Popen([*COMMAND, str(write)], pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=said,
                                  start_new_session=True, preexec_fn=ends_with_us)
    except FileNotFoundError:
        raise RuntimeError("pictures need a display or Xvfb: apt-get install xvfb")
    finally:
        os.close(write)
    atexit.register(server.terminate)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()  # when it is ready
    if not number:
        server.wait()
        said.seek(0)
        raise RuntimeError(f"Xvfb did not start: {said.read().decode(errors='replace').strip()}")
    os.environ["DISPLAY"] = f":{number}"

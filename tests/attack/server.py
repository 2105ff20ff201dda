"""The viewer's server under requests, connections and folders that are made to break it. Only this machine is talked to.

  requests  spoilt requests, some by byte, some by part: an answer or a closed connection, always with its policy
  ranges    Range headers of all kinds: 206 with those very bytes, 416, or the whole, and never more than that
  slow      many who send or read slowly or not at all: a browser gets its answers while they are still there
  folders   files of the run in whose place are links out of it, pipes, devices, folders: nothing from outside is shown
After every case the server lives, answers, and has taken less than 400 MB.
  python3 tests/attack/server.py --seed 1 [--share 0.1] [--kinds slow] [--only ranges:17]
"""
import argparse
import os
import pathlib
import random
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(os.environ.get("SCREE_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
SCREE = os.environ.get("SCREE", str(SOURCE / "build" / "release" / "scree"))
MEMORY = 400 << 20
PATIENCE = 60  # s, for what hangs
SECRET = b"not-for-everybody-" * 20
PATHS = ["/", "/index.html", "/api/run", "/api/run?since=1", "/api/geometry", "/api/frame/0", "/api/frame/1",
         "/api/contacts/1", "/api/body/1/3", "/api/telemetry", "/api/telemetry?since=0.001", "/api/render/x", "/../../etc/passwd",
         "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/index.html/..", "/api/frame/-1", "/api/frame/99999999999999999999"]


class Viewer:
    def __init__(self, folder):
        self.process = subprocess.Popen([SCREE, "view", str(folder), "--wait", "--no-open", "--port", "0", "--page", str(folder.parent / "page")],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, self.process.stderr.read()
        self.port = int(found.group(1))

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def talk(self, data):
        """All that comes back until the other side closes; None if it does not."""
        with self.connect() as s:
            reply = b""
            try:
                s.sendall(data)
                s.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # it has answered already
            try:
                while part := s.recv(1 << 16):
                    reply += part
            except ConnectionResetError:
                pass
            except socket.timeout:
                return None
            return reply

    def get(self, path, *headers, method="GET"):
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers, "", ""]
        reply = self.talk("\r\n".join(lines).encode("latin-1"))
        if reply is None:
            return None, b"", b""
        head, _, body = reply.partition(b"\r\n\r\n")
        return (int(head.split()[1]) if head else 0), head, body

    def peak(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status).group(1)) << 10

    def end(self):
        self.process.terminate()
        try:
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            return "does not end when it is told to"
        return None if self.process.returncode == 0 else f"ended with {self.process.returncode}"


def spoil(data, rng):
    data = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) + 1)
        length = rng.choice((1, 1, 4, 30, 300))
        how = rng.randrange(6)
        if how == 0:
            del data[at:at + length]
        elif how == 1:
            data[at:at] = data[at:at + length] * rng.choice((1, 3, 50))
        elif how == 2:
            data[at:at + 1] = bytes([rng.randrange(256)])
        elif how == 3:
            data[at:at] = rng.choice((b"\r\n", b"\n", b"\0", b"\r\n\r\n", b" ", b":", b"%00", b"\xff\xfe", b"HTTP/1.1"))
        elif how == 4:
            data[at:at] = rng.choice((b"a", b"X: y\r\n", b"\t", b"/", b"../")) * rng.choice((10, 3000, 30000))
        else:
            del data[at:]
    return bytes(data)


def wrong_reply(reply):
    if reply is None:
        return f"neither an answer nor an end within {PATIENCE} s"
    if reply and (not reply.startswith(b"HTTP/1.1 ") or b"\r\nContent-Security-Policy: default-src 'none'" not in reply):
        return f"an odd answer: {reply[:200]!r}"
    if b"Access-Control-Allow" in reply or b"root:x" in reply or SECRET[:18] in reply:
        return f"says what it should not: {reply[:200]!r}"
    return None


def attack_requests(viewer, folder, rng):
    headers = [f"Host: 127.0.0.1:{viewer.port}", "Accept: */*", "Connection: keep-alive", "Content-Length: 5", "Range: bytes=0-9",
               "Transfer-Encoding: chunked", "Expect: 100-continue", "Upgrade: websocket", "Host: evil.example", "Accept-Encoding: gzip, br",
               "Content-Length: 99999999999999999999", "Content-Type: multipart/form-data; boundary=x", "X: " + "y" * 9000]
    lines = [f"{rng.choice(('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'TRACE', 'CONNECT'))} {rng.choice(PATHS)} "
             f"HTTP/{rng.choice(('1.1', '1.1', '1.0', '2.0', '0.9'))}"]
    lines += rng.sample(headers, rng.randint(0, 6)) if rng.random() < 0.5 else headers[:2]
    data = "\r\n".join([*lines, "", "body"]).encode()
    return wrong_reply(viewer.talk(spoil(data, rng) if rng.random() < 0.8 else data))


def attack_ranges(viewer, folder, rng):
    path = rng.choice(("/index.html", "/api/geometry", "/api/frame/1", "/api/contacts/1"))
    _, _, whole = viewer.get(path)
    size = len(whole)
    some = lambda: rng.choice((0, 1, size - 1, size, size + 1, rng.randrange(size), 2 ** 31, 2 ** 63, 10 ** 30))
    one = lambda: rng.choice((f"{some()}-{some()}", f"{some()}-", f"-{some()}", "0-0", "-", "a-b", f"{some()}--{some()}", "1 - 2", ""))
    value = "bytes=" + ",".join(one() for _ in range(rng.choice((1, 1, 1, 1, 2, 5, 500))))
    if rng.random() < 0.05:
        value = rng.choice(("bytes", "octets=0-5", "bytes=0-5;", "Bytes =0-5", "bytes=" + "0-," * 3000))
    status, head, body = viewer.get(path, f"Range: {value[:15000]}")
    if status == 206:
        found = re.search(rb"\r\nContent-Range: bytes (\d+)-(\d+)/(\d+)\r\n", head)
        if not found:
            return f"206 without its range: {head!r}"
        first, last, total = map(int, found.groups())
        if total != size or body != whole[first:last + 1] or not re.fullmatch(r"bytes=\s*\d*\s*-\s*\d*\s*", value):
            return f"{value[:80]}: bytes {first} to {last} of {total} are not those"
    elif status == 416:
        if f"bytes */{size}".encode() not in head:
            return f"416 without the size: {head!r}"
    elif status == 200:
        if body != whole:
            return f"{value[:80]}: 200 with {len(body)} bytes instead of {size}"
        if re.fullmatch(r"bytes=\d+-", value) and int(value[6:-1]) < size:
            return f"{value}: the whole instead of a part"
    elif status != 431:
        return f"{value[:80]}: status {status}"
    return None


def attack_slow(viewer, folder, rng):
    """Who is slow does not have to be waited for: when the others are answered, slow ones are still connected."""
    n = rng.choice((50, 200, 240, 600))
    host = f"Host: 127.0.0.1:{viewer.port}\r\n"
    heads = {"silent": b"", "half a line": b"GET / HT", "half the headers": f"GET / HTTP/1.1\r\n{host}X: ".encode(),
             "a body to come": f"POST /api/render/x HTTP/1.1\r\n{host}Content-Length: 100000000\r\n\r\n".encode(),
             "no reader": f"GET /api/frame/1 HTTP/1.1\r\n{host}\r\n".encode()}
    how = rng.choice(list(heads))
    slow = []
    try:
        for _ in range(n):
            s = viewer.connect()
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            s.sendall(heads[how])
            slow.append(s)
        for _ in range(5):
            for s in rng.sample(slow, min(20, n)):
                try:
                    s.sendall(b"y")
                except OSError:
                    pass  # made room for another
            path = rng.choice(("/", "/api/run", "/api/frame/1"))
            status, _, _ = viewer.get(path)
            if status != 200:
                return f"{n} connections, {how}: {path} got {status}"
        if how not in ("silent", "half a line", "half the headers"):
            return None
        still = 0
        for s in slow:
            s.setblocking(False)
            try:
                still += s.recv(1) != b""
            except BlockingIOError:
                still += 1
            except OSError:
                pass
        if still < min(n, 200) / 2:
            return f"{n} connections, {how}: only {still} of them are left, so the answers may have waited for the others to end"
    finally:
        for s in slow:
            s.close()
    return None


def attack_folders(viewer, folder, rng):
    """A file of the run is replaced, all is asked for, and the file is put back."""
    name = rng.choice(("model.h5", "telemetry.csv", "log.txt", "summary.txt", "frames", "frames/000001.h5", "frames/000000.h5",
                       "alarm", "alarm/alarm.txt", ".scree.lock"))
    path, aside = folder / name, folder.parent / "aside"
    outside = folder.parent / "outside"
    there = path.exists()
    path.parent.mkdir(exist_ok=True)
    if there:
        path.rename(aside)
    how = rng.choice(("link to a text", "link to its like", "link to itself", "link to nothing", "link to /dev/zero", "pipe", "folder", "link up"))
    try:
        if how == "link to a text":
            path.symlink_to(outside / "secret.txt")
        elif how == "link to its like":
            path.symlink_to(outside / path.name)
        elif how == "link to itself":
            path.symlink_to(path)
        elif how == "link to nothing":
            path.symlink_to(outside / "nothing")
        elif how == "link to /dev/zero":
            path.symlink_to("/dev/zero")
        elif how == "pipe":
            os.mkfifo(path)
        elif how == "folder":
            path.mkdir()
        else:
            path.symlink_to(outside)
        for ask in ("/api/run", "/api/geometry", "/api/frame/0", "/api/frame/1", "/api/contacts/1", "/api/telemetry", "/api/body/1/3"):
            status, head, body = viewer.get(ask)
            if status not in (200, 404, 422):
                return f"{name} is a {how}: {ask} got {status}: {body[:300]!r}"
            if SECRET[:18] in body or b"31415" in body:
                return f"{name} is a {how}: {ask} shows what is outside"
            if status == 200 and how != "folder" and ((name.startswith("frames") and ask == "/api/frame/" + name[-4:-3]) or
                                                      (name, ask) in (("telemetry.csv", "/api/telemetry"), ("model.h5", "/api/geometry"))):
                return f"{name} is a {how}: {ask} was answered all the same"
    finally:
        if path.is_symlink() or path.is_file() or path.is_fifo():
            path.unlink()
        elif path.is_dir():
            path.rmdir()
        if there:
            aside.rename(path)
    status, _, body = viewer.get("/api/run")
    return None if status == 200 and b'"ok":true' in body else f"after {name} was a {how}: {body[:300]!r}"


KINDS = {"requests": (2000, attack_requests), "ranges": (600, attack_ranges), "slow": (40, attack_slow), "folders": (160, attack_folders)}


def make_run(top):
    (top / "page").mkdir()
    (top / "page/index.html").write_text("<!doctype html><title>page</title>" + "<p>text</p>" * 500)
    subprocess.run([SCREE, "run", str(SOURCE / "scenes/mixed_small.toml"), "--out", str(top / "run"), "--quiet", "--threads", "1", "--set",
                    "time.end=0.02", "--set", "output.frames_every=0.01", "--set", "output.telemetry_every=0.002"], check=True,
                   capture_output=True, timeout=PATIENCE)
    shutil.copytree(top / "run", top / "outside")
    shutil.copytree(top / "run/frames", top / "outside/frames", dirs_exist_ok=True)
    for frame in (top / "run/frames").iterdir():
        shutil.copy(frame, top / "outside" / frame.name)
    (top / "outside/secret.txt").write_bytes(SECRET)
    (top / "outside/log.txt").write_bytes(b"interrupted at t 31415 " + SECRET)
    (top / "outside/alarm.txt").write_bytes(SECRET)
    (top / "outside/telemetry.csv").write_text("step,time[s]\n0,0\n1,31415\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1, help="this part of the cases, spread evenly")
    parser.add_argument("--kinds", default=",".join(KINDS), help="default: all")
    parser.add_argument("--only", metavar="KIND:NUMBER", help="one case")
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (2048, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    failures = 0
    with tempfile.TemporaryDirectory(prefix="scree-server-") as folder:
        top = pathlib.Path(folder)
        make_run(top)
        viewer = Viewer(top / "run")
        for kind in [args.only.split(":")[0]] if args.only else args.kinds.split(","):
            count, attack = KINDS[kind]
            chosen = max(1, round(count * args.share))
            numbers = [int(args.only.split(":")[1])] if args.only else [k * count // chosen for k in range(chosen)]
            begin = time.monotonic()
            for number in numbers:
                wrong = attack(viewer, top / "run", random.Random(f"{args.seed}:{kind}:{number}"))
                if viewer.process.poll() is not None:
                    wrong = f"the server has ended with {viewer.process.returncode}: {viewer.process.stderr.read()[-500:]}"
                elif not wrong and viewer.peak() > MEMORY:
                    wrong = f"the server has taken {viewer.peak() >> 20} MB"
                if wrong:
                    failures += 1
                    print(f"FAILED {kind}:{number}: {wrong}\n  replay: python3 {sys.argv[0]} --seed {args.seed} --only {kind}:{number}", flush=True)
                    viewer.end()
                    viewer = Viewer(top / "run")
            print(f"{kind}: {len(numbers)} cases of {count}; {time.monotonic() - begin:.0f} s, peak {viewer.peak() >> 20} MB", flush=True)
        wrong = viewer.end()
        if wrong:
            failures += 1
            print(f"FAILED: the server {wrong}")
    print(f"{failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

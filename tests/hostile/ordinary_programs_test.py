"""What ordinary programs do has to work in a sandbox: a wall that stops work gets taken down.

    ordinary_programs_test.py SANDBOXED YETT_INSIDE

Each is run outside first; what does not work there either is named as skipped.
"""

import glob
import os
import shutil
import subprocess
import sys
import zipfile

from sandboxes import PYTHON, launchers

LOOPBACK = """
import socket, threading
server = socket.create_server(("127.0.0.1", 0))
def serve():
    connection, _ = server.accept()
    connection.sendall(b"hello")
    connection.close()
threading.Thread(target=serve).start()
assert socket.create_connection(server.getsockname()).makefile("rb").read() == b"hello"
"""

CALLS = """
import os, select, signal, socket, subprocess, tempfile, threading, time
left, right = socket.socketpair()
left.send(b"x"); assert right.recv(1) == b"x"
threads = [threading.Thread(target=time.sleep, args=(0.001,)) for _ in range(32)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(os.getrandom(8)) == 8
poll = select.epoll(); poll.register(right.fileno())
os.eventfd(0)
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
def is_good(result): assert result >= 0, os.strerror(ctypes.get_errno())
is_good(libc.timerfd_create(1, 0)); is_good(libc.inotify_add_watch(libc.inotify_init(), b".", 0x100))
is_good(libc.statx(-100, b".", 0, 0x7ff, ctypes.create_string_buffer(256)))
assert libc.syscall(1023) == -1 and ctypes.get_errno() == errno.ENOSYS
is_good(libc.prctl(15, b"renamed", 0, 0, 0)); time.clock_gettime(time.CLOCK_MONOTONIC)
if os.fork() == 0:
    os.setpgid(0, 0); signal.signal(signal.SIGINT, signal.SIG_DFL); os.killpg(0, signal.SIGINT); os._exit(1)
assert os.waitstatus_to_exitcode(os.wait()[1]) == -signal.SIGINT
child = subprocess.Popen(["sleep", "1000"]); child.terminate(); assert child.wait() == -signal.SIGTERM
signal.signal(signal.SIGUSR1, lambda *_: None); os.kill(os.getpid(), signal.SIGUSR1); os.killpg(0, 0)
with tempfile.TemporaryFile() as file: file.write(b"x")
for path in ("/proc/self/status", "/proc/meminfo", "/proc/cpuinfo", "/etc/passwd", "/usr/lib/os-release"): open(path).read(10)
os.listdir("/etc/ssl/certs"); os.listdir("/")
for path in ("/dev/null", "/dev/zero", "/dev/urandom"): open(path, "rb").read(1)
open("/dev/null", "w").write("x")
from multiprocessing import Pool, shared_memory
with Pool(2) as pool: assert pool.map(abs, [-1, -2]) == [1, 2]
memory = shared_memory.SharedMemory(create=True, size=4096); memory.close(); memory.unlink()
"""

OPENAT2 = """
import ctypes
assert ctypes.CDLL(None).syscall(437, -100, b".", (ctypes.c_uint64 * 3)(0, 0, 0), 24) >= 0
"""

NODE = """
const http = require("http"), {Worker} = require("worker_threads");
const shared = new Int32Array(new SharedArrayBuffer(4));
const worker = new Worker("const {workerData} = require('worker_threads'); Atomics.store(workerData, 0, 7)",
                          {eval: true, workerData: shared});
worker.on("exit", () => {
  if (Atomics.load(shared, 0) !== 7) process.exit(1);
  const server = http.createServer((_, reply) => reply.end("hello")).listen(0, "127.0.0.1", () =>
    http.get({port: server.address().port}, reply => { reply.resume(); reply.on("end", () => process.exit(0)); }));
});
"""

GIT = """
git init -q a && cd a && git config user.email a@example.org && git config user.name A && echo x > file && git add file &&
git commit -qm first && git status && cd .. && git clone -q a b && git -C b log --oneline
"""

# The wheel lies where nothing can be changed.
# The system's pip and no copy of it, which takes half a minute.
PIP = f"""{PYTHON} -m venv --without-pip --system-site-packages env && env/bin/python -m pip install -q --no-index \\
  --disable-pip-version-check --find-links "$KEPT" yett-tiny && env/bin/python -c 'import yett_tiny' """


def add_wheel(ground):
    names = ["yett_tiny.py", *(f"yett_tiny-1.dist-info/{name}" for name in ("METADATA", "WHEEL", "RECORD"))]
    record = "".join(f"{name},,\n" for name in names)
    path = ground.kept / "yett_tiny-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("yett_tiny.py", "")
        wheel.writestr("yett_tiny-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: yett-tiny\nVersion: 1\n")
        wheel.writestr("yett_tiny-1.dist-info/WHEEL",
                       "Wheel-Version: 1.0\nGenerator: yett\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr("yett_tiny-1.dist-info/RECORD", record)
    ground.give(path)


PROGRAMS = {
    "python": [PYTHON, "-c", "print(1)"],
    "ordinary system calls": [PYTHON, "-c", CALLS],
    "openat2": [PYTHON, "-c", OPENAT2],
    "a server on its own loopback": [PYTHON, "-c", LOOPBACK],
    "a virtual environment": ["sh", "-c", f"{PYTHON} -m venv --without-pip env && env/bin/python -c 'print(1)'"],
    "a package from a folder that is shown to be read": ["sh", "-c", PIP],
    "a compiler": ["sh", "-c", "echo 'int main() { return 0; }' > a.c && gcc a.c -o a && ./a"],
    "a C++ compiler": ["sh", "-c", "printf '#include <iostream>\\nint main() { std::cout << 1; }' > a.cc && g++ a.cc -o b && ./b"],
    "git": ["sh", "-c", GIT],
    "tar with links": ["sh", "-c", "mkdir t && ln -s target t/link && echo x > t/file && tar cf t.tar t && rm -r t && "
                                   "tar xf t.tar && test -L t/link"],
    "renames and hard links": ["sh", "-c", "mkdir c d && echo x > c/file && ln c/file d/other && mv c/file d/file"],
    "a script with a first line": ["sh", "-c", "printf '#!/bin/sh\\nexit 0\\n' > s && chmod +x s && ./s"],
    "a pipe of shell programs": ["sh", "-c", "seq 1000 | sort -r | head -1 | grep 999"],
    "make": ["sh", "-c", "printf 'all:\\n\\techo made\\n' > Makefile && make"],
    "the time zone": ["sh", "-c", "date && TZ=Asia/Shanghai date"],
}


# The lines of tests/corpus/isolation.jsonl that they are.
CASES = {
    "python": ["001"],
    "ordinary system calls": ["003", "005", "009", "010", "011", "013", "014", "103", "104"],
    "openat2": ["009"],
    "a server on its own loopback": ["015"],
    "a package from a folder that is shown to be read": ["096"],
    "a compiler": ["002"],
    "git": ["012"],
    "tar with links": ["100"],
    "renames and hard links": ["017"],
    "a script with a first line": ["107"],
    "node with threads and a server": ["097"],
    "java with a heap of 512 MB and 1 GB of memory": ["110"],
}
SIBLINGS = ["111"]

# What a backend cannot give to a program, and why; by backend and program.
RESIDUAL_ON = {
    ("oci:runsc", "openat2"): "gVisor has no such call; programs then use openat",
    ("landlock", "a package from a folder that is shown to be read"):
        "pip goes on without /etc/debian_version and /etc/mime.types when they are absent, not when they are refused",
    ("landlock", "ordinary system calls"): "no /proc/self, no list of /, no shared memory: they would be the machine's",
    ("landlock", "a server on its own loopback"): "there is no loopback but the machine's",
    ("landlock", "node with threads and a server"): "there is no loopback but the machine's",
}
# Landlock refuses what is there and not shown; these programs only go on when it is absent.
OPTIONS_ON = {"landlock": ["--env", "GIT_CONFIG_NOSYSTEM=1"]}


def all_programs():
    """Each with its command and the options of its sandbox."""
    programs = {name: (argv, []) for name, argv in PROGRAMS.items()}
    node = shutil.which("node")
    if node:
        real = os.path.realpath(node)
        top = os.path.dirname(os.path.dirname(real))
        programs["node with threads and a server"] = ([real, "-e", NODE],
                                                      [] if real.startswith("/usr/") else ["--read", top, top])
    java = shutil.which("java")
    name = "java with a heap of 512 MB and 1 GB of memory"
    if java:
        options = ["--limit", f"memory={1 << 30}"]
        for folder in glob.glob("/etc/java-*"):
            options += ["--read", folder, folder]
        programs[name] = ([java, "-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch", "-version"], options)
    else:
        print(f"skip {name}: there is no java")
    return programs


def try_program(launcher, name, argv, options):
    """None when it works inside, else why not; "skipped: ..." where nothing can be said."""
    ground = launcher.ground()
    add_wheel(ground)
    try:
        folder = ground.folder("outside")
        outside = launcher.outside(["sh", "-c", 'cd "$0" && exec "$@"', folder, *argv],
                                   env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "KEPT": str(ground.kept)})
        if outside.returncode != 0:
            return f"skipped: does not work outside: {outside.stderr.strip()[-120:]}"
        more = [*OPTIONS_ON.get(launcher.backend, []), "--env", f"KEPT={ground.kept}"]
        inside = launcher.inside(ground, argv, *options, *more, "--cwd", ground.work)
        if inside.returncode == 0:
            return None
        residual = RESIDUAL_ON.get((launcher.backend, name))
        return f"skipped: residual: {residual}" if residual else f"{inside.returncode}: {inside.stderr.strip()[-400:]}"
    finally:
        ground.close()


def are_siblings(launcher):
    """Two sandboxes at once, one of which waits for what the other one says."""
    ground = launcher.ground()
    pipe = ground.work / "pipe"
    os.mkfifo(pipe)
    ground.give(pipe)
    shown = ["--write", ground.work, ground.work]
    options = {"stdout": subprocess.PIPE, "text": True, "cwd": "/", **launcher.identity}
    words = [["cat", pipe], ["sh", "-c", f"echo hello > {pipe}"]]
    ends = []
    both = []
    try:
        for argv in words:
            both.append(subprocess.Popen([*launcher.command, *shown, "--limit", "wall=60", "--", *argv], **options))
        ends = [sandbox.communicate()[0] for sandbox in both]
    finally:
        ground.close()
    good = ends == ["hello\n", ""]
    print(f"{'ok  ' if good else 'FAIL'} {launcher.name}: two sandboxes at once")
    return good


def is_found_where_installed(launcher):
    """Beside the program, and in libexec of the same prefix, whoever starts it."""
    ground = launcher.ground()
    os.chmod(ground.top, 0o755)
    good = True
    for name in ("bin/yett-inside", "libexec/yett/yett-inside"):
        prefix = ground.top / name.replace("/", "-")
        for place, source in (("bin/sandboxed", launcher.command[0]), (name, launcher.command[2])):
            (prefix / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, prefix / place)
        good &= launcher.outside([prefix / "bin/sandboxed", "--", "true"]).returncode == 0
        (prefix / name).unlink()
        good &= launcher.outside([prefix / "bin/sandboxed", "--", "true"]).returncode == 125
    print(f"{'ok  ' if good else 'FAIL'} {launcher.name}: yett-inside is found where it is installed")
    ground.close()
    return good


def main():
    programs = all_programs()
    failed = 0
    for launcher in launchers():
        for name, (argv, options) in programs.items():
            why = try_program(launcher, name, argv, options)
            held = why is None or why.startswith("skipped")
            failed += not held
            print(f"{'ok  ' if why is None else 'skip' if held else 'FAIL'} {launcher.name}: {name}"
                  + (f": {why}" if why else ""))
        # A named pipe joins two kernels no more than two machines.
        failed += launcher.backend != "oci:runsc" and not are_siblings(launcher)
        failed += not is_found_where_installed(launcher)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

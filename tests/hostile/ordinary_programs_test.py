"""What ordinary programs do has to work in a sandbox: a wall that stops work gets taken down.

    ordinary_programs_test.py SANDBOXED YETT_INSIDE

Each is run outside first; what does not work there either is named as skipped.
"""

import os
import shutil
import sys

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

PROGRAMS = {
    "python": [PYTHON, "-c", "print(1)"],
    "ordinary system calls": [PYTHON, "-c", CALLS],
    "a server on its own loopback": [PYTHON, "-c", LOOPBACK],
    "a virtual environment": ["sh", "-c", f"{PYTHON} -m venv --without-pip env && env/bin/python -c 'print(1)'"],
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


# What a backend cannot give to a program, and why; by backend and program.
RESIDUAL_ON = {
    ("landlock", "ordinary system calls"): "no /proc/self, no list of /, no shared memory: they would be the machine's",
    ("landlock", "a server on its own loopback"): "there is no loopback but the machine's",
    ("landlock", "node with threads and a server"): "there is no loopback but the machine's",
}
# Landlock refuses what is there and not shown; these programs only go on when it is absent.
VARIABLES_ON = {"landlock": ["--env", "GIT_CONFIG_NOSYSTEM=1"]}


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
    node = shutil.which("node")
    programs = dict(PROGRAMS)
    node_folder = []
    if node:
        real = os.path.realpath(node)
        programs["node with threads and a server"] = [real, "-e", NODE]
        if not real.startswith("/usr/"):
            top = os.path.dirname(os.path.dirname(real))
            node_folder = ["--read", top, top]
    failed = 0
    for launcher in launchers():
        for name, argv in programs.items():
            options = node_folder if "node" in name else []
            ground = launcher.ground()
            folder = ground.folder("outside")
            outside = launcher.outside(["sh", "-c", 'cd "$0" && exec "$@"', folder, *argv],
                                       env={"PATH": "/usr/bin:/bin", "HOME": str(folder)})
            if outside.returncode != 0:
                print(f"skip {launcher.name}: {name}: does not work outside: {outside.stderr.strip()[-120:]}")
                ground.close()
                continue
            more = VARIABLES_ON.get(launcher.backend, [])
            inside = launcher.inside(ground, argv, *options, *more, "--cwd", ground.work)
            good = inside.returncode == 0
            residual = RESIDUAL_ON.get((launcher.backend, name))
            if not good and residual:
                print(f"skip {launcher.name}: {name}: residual: {residual}")
                ground.close()
                continue
            failed += not good
            print(f"{'ok  ' if good else 'FAIL'} {launcher.name}: {name}"
                  + ("" if good else f": {inside.returncode}: {inside.stderr.strip()[-400:]}"))
            ground.close()
        failed += not is_found_where_installed(launcher)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

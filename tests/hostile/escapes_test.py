"""Ways out of a sandbox: each is tried outside first, where it has to succeed, and then inside, where it must not.

    escapes_test.py SANDBOXED YETT_INSIDE

An attempt that does not succeed outside proves nothing, and is named as skipped.
"""

import os
import shutil
import socket
import subprocess
import sys

from attempt import CANARY, PROLOGUE, Attempt
from kernel_attempts import KERNEL_ATTEMPTS
from sandboxes import PYTHON, is_filtered, launchers

def listen(address):
    server = socket.socket(socket.AF_UNIX if not isinstance(address, tuple) else socket.AF_INET)
    server.bind(address)
    server.listen(16)
    return server


def host_socket(ground, _):
    path = ground.work / "docker.sock"
    path.unlink(missing_ok=True)
    server = listen(str(path))
    os.chmod(path, 0o777)
    return server


def setuid_program(ground, _):
    path = ground.work / "as-root"
    shutil.copy("/usr/bin/id", path)
    os.chmod(path, 0o4755)


def fifo(ground, _):
    path = ground.work / "fifo"
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    ground.give(path)


def has_reader(ground):
    try:
        os.close(os.open(ground.work / "fifo", os.O_WRONLY | os.O_NONBLOCK))
    except OSError:
        return False
    return True


def protected_folder(ground, _):
    for name in ("deep", "deep/er", "deep/er/kept"):
        path = ground.work / name
        path.mkdir(exist_ok=True)
        ground.give(path)
    ground.file(ground.work / "deep/er/kept/file", "good")


def write_to(path):
    return f"""
with open({path}, "w") as file: file.write("x")
os.unlink({path})
escaped()
"""


ATTEMPTS = [
    Attempt("reads the launcher's environment", 'if os.environ.get("YETT_CANARY") == CANARY: escaped()',
            cases=("isolation-056",)),
    Attempt("reads the environment of another process", """
for number in other_processes():
    try: text = open(f"/proc/{number}/environ").read()
    except OSError: continue
    if CANARY in text: escaped()
""", cases=("isolation-055",)),
    Attempt("reads the command line of a process outside", """
for number in other_processes():
    try: text = open(f"/proc/{number}/cmdline").read()
    except OSError: continue
    if "_test.py" in text or "--bind" in text: escaped()
""", cases=("isolation-057",)),
    Attempt("opens the memory of another process", """
for number in other_processes():
    try: os.open(f"/proc/{number}/mem", os.O_RDWR)
    except OSError: continue
    escaped()
"""),
    Attempt("signals a process outside", "os.kill(BYSTANDER, 0); escaped()"),
    Attempt("reads an inherited descriptor", """
for number in range(3, 256):
    try: text = os.pread(number, 100, 0)
    except OSError: continue
    if CANARY.encode() in text: escaped()
"""),
    Attempt("connects to a socket of this machine in a folder that is shown", """
socket.socket(socket.AF_UNIX).connect(f"{WORK}/docker.sock")
escaped()
""", prepare=host_socket, needs_filter=True, cases=("isolation-023", "isolation-090")),
    Attempt("connects to an abstract socket of this machine", """
socket.socket(socket.AF_UNIX).connect(f"\\0yett-hostile-{TOP}")
escaped()
""", prepare=lambda ground, _: listen(f"\0yett-hostile-{ground.top}"), cases=("isolation-024", "isolation-025")),
    Attempt("connects to a port of this machine", """
socket.create_connection(("127.0.0.1", int(open(f"{KEPT}/port").read())), 5)
escaped()
""", prepare=lambda ground, _: listening_port(ground), cases=("isolation-019",)),
    Attempt("sees a network device besides its loopback", """
if len(socket.if_nameindex()) > 1: escaped()
""", cases=("isolation-019", "isolation-022")),
    Attempt("reads /sys", 'os.listdir("/sys/kernel"); escaped()', residual_on={
        "oci:runsc": "gVisor has a /sys of its own, with nothing of this machine"}, cases=("isolation-064",)),
    Attempt("reads a file that is not shown", 'open(f"{HOME}/secret").read(); escaped()'),
    Attempt("reads a file that is not shown, through a link", 'open(f"{WORK}/link").read(); escaped()',
            prepare=lambda ground, _: link_home(ground)),
    Attempt("sees that a file is there that is not shown", 'os.stat(f"{HOME}/secret"); escaped()', residual_on={
        "landlock": "Landlock judges what is opened and changed, not what is asked about"}),
    Attempt("changes the mode of a file that is not shown", 'os.chmod(f"{HOME}/secret", 0o644); escaped()',
            residual_on={"landlock": "Landlock knows no right to modes, owners and times"}),
    Attempt("reads /etc/shadow", 'open("/etc/shadow").read(); escaped()'),
    Attempt("lists /root", 'os.listdir("/root"); escaped()'),
    Attempt("lists /home", 'os.listdir("/home"); escaped()'),
    Attempt("reads the kernel's keys", 'if open("/proc/keys").read(): escaped()', cases=("isolation-058",)),
    Attempt("reads the kernel's symbols", 'if open("/proc/kallsyms").read(): escaped()'),
    Attempt("opens a setting of the kernel for writing", 'open("/proc/sys/kernel/core_pattern", "r+"); escaped()'),
    Attempt("changes how it is chosen when memory is short", """
open("/proc/self/oom_score_adj", "w").write("500")
escaped()
""", residual_on={"oci:runsc": "gVisor keeps that number for itself"}),
    Attempt("writes to a folder that is shown to be read", write_to('f"{KEPT}/new"'), cases=("isolation-089",)),
    Attempt("writes to the root", write_to('"/new"')),
    Attempt("writes to /etc", write_to('"/etc/new"')),
    Attempt("writes to /usr", write_to('"/usr/new"')),
    Attempt("puts something into /dev", write_to('"/dev/new"'), residual_on={
        "oci:runsc": "its /dev is in gVisor's memory and the sandbox's own"}, cases=("isolation-061",)),
    Attempt("makes a device", 'os.mknod(f"{WORK}/device", stat.S_IFCHR | 0o666, os.makedev(1, 3)); escaped()'),
    Attempt("mounts something", """
if libc.mount(b"none", f"{WORK}".encode(), b"tmpfs", 0, None) == 0:
    libc.umount2(f"{WORK}".encode(), 2)
    escaped()
""", cases=("isolation-044",)),
    Attempt("makes a user namespace", "if libc.unshare(0x10000000) == 0: escaped()", cases=("isolation-041",)),
    Attempt("becomes root by a setuid program", """
if "root" in subprocess.run([f"{WORK}/as-root", "-un"], capture_output=True, text=True).stdout: escaped()
""", prepare=setuid_program, cases=("isolation-075",)),
    Attempt("marks a program setuid, for whoever runs it outside", """
path = f"{WORK}/tool"
if os.path.exists(path): os.unlink(path)
open(path, "w").close()
os.chmod(path, 0o4755)
if os.stat(path).st_mode & stat.S_ISUID: escaped()
""", residual="no mount option keeps the mark off the disk; only a filter of chmod's modes would"),
    Attempt("leaves a daemon behind", """
ready, told = os.pipe()
if os.fork() == 0:
    os.setsid()
    held = os.open(f"{WORK}/fifo", os.O_RDWR)
    os.closerange(0, 3)
    os.write(told, b"x")
    while os.path.exists(f"{WORK}/fifo"): __import__("time").sleep(0.05)
    os._exit(0)
os.read(ready, 1)
os._exit(0)
""", prepare=fifo, after=has_reader, cases=("isolation-071",)),
    Attempt("starts more processes than it may", """
ready, held = os.pipe()
for _ in range(400):
    if os.fork() == 0:
        os.close(held)
        os.read(ready, 1)
        os._exit(0)
escaped()
""", options=("--limit", "processes=100"), cases=("isolation-066",)),
    Attempt("takes 10 GB of memory", """
mmap.mmap(-1, 10 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)
escaped()
""", residual_on={"oci:runsc": "gVisor limits no memory that a program maps"}, cases=("isolation-067",)),
    Attempt("makes a file of 1 TB", """
try:
    with open(f"{WORK}/large", "wb") as file: file.truncate(1 << 40)
finally: os.unlink(f"{WORK}/large")
escaped()
""", cases=("isolation-069",)),
    Attempt("fills /tmp", """
try:
    with open(f"/tmp/yett-hostile-fill-{os.getpid()}", "wb") as file:
        for _ in range(80): file.write(bytes(1 << 20))
finally: os.unlink(f"/tmp/yett-hostile-fill-{os.getpid()}")
escaped()
""", cases=("isolation-069",)),
    Attempt("moves what is protected out of its place", """
os.rename(f"{WORK}/deep/er/kept", f"{WORK}/deep/er/moved")
os.rename(f"{WORK}/deep/er/moved", f"{WORK}/deep/er/kept")
escaped()
""", prepare=protected_folder, options=("deep/er/kept",), cases=("isolation-085",)),
    Attempt("moves a folder above what is protected, and puts another one there", """
os.rename(f"{WORK}/deep", f"{WORK}/moved")
os.makedirs(f"{WORK}/deep/er/kept")
open(f"{WORK}/deep/er/kept/file", "w").write("evil")
import shutil; shutil.rmtree(f"{WORK}/deep"); os.rename(f"{WORK}/moved", f"{WORK}/deep")
escaped()
""", prepare=protected_folder, options=("deep/er/kept",), cases=("isolation-085",)),
]


def listening_port(ground):
    server = listen(("127.0.0.1", 0))
    ground.file(ground.kept / "port", str(server.getsockname()[1]))
    return server


def link_home(ground):
    path = ground.work / "link"
    path.unlink(missing_ok=True)
    path.symlink_to(ground.home / "secret")


ALL_ATTEMPTS = ATTEMPTS + KERNEL_ATTEMPTS


def sandbox_options(attempt, ground):
    if len(attempt.options) == 1:  # a folder below WORK that is shown to be read
        path = ground.work / attempt.options[0]
        return ["--read", path, path]
    return attempt.options


def try_out(attempt, launcher, ground, filtered, bystander):
    """None when it is held, else why not; "skipped: ..." where nothing can be said."""
    if attempt.needs_filter and not filtered:
        return "skipped: needs the filter of system calls"
    if launcher.backend in attempt.not_on:
        return f"skipped: residual: {attempt.not_on[launcher.backend]}"
    names = {"WORK": ground.work, "KEPT": ground.kept, "HOME": ground.home, "TOP": ground.top, "CANARY": CANARY}
    code = PROLOGUE + "".join(f"{name} = {str(value)!r}\n" for name, value in names.items())
    code += f"BYSTANDER = {bystander.pid}\n{attempt.code}"
    argv = [PYTHON, "-c", code]
    secret = os.open(ground.home / "secret", os.O_RDONLY)
    more = {"env": {"YETT_CANARY": CANARY, "PATH": "/usr/bin:/bin"}, "pass_fds": [secret]}
    try:
        def escapes(run):
            living = attempt.prepare(ground, launcher) if attempt.prepare else None
            if attempt.hands_over:
                more["pass_fds"] = [secret, living.fileno()]
            done = run()
            out = attempt.after(ground) if attempt.after else "escaped" in done.stdout
            if living:
                living.close()
            return out, done
        terminal = [PYTHON, "-c", "import pty, sys; pty.spawn(sys.argv[1:])"] if attempt.in_terminal else []
        out, control = escapes(lambda: launcher.outside([*terminal, *argv], **more))
        if not out:
            return f"skipped: it does not succeed outside either: {control.stderr.strip()[-80:]}"
        # What the one outside has left behind must not be taken for the other's.
        if attempt.after:
            (ground.work / "fifo").unlink()
        options = [*sandbox_options(attempt, ground), *(["--terminal"] if attempt.in_terminal else [])]
        out, inside = escapes(lambda: launcher.inside(ground, argv, *options, **more))
        if out:
            residual = attempt.residual or attempt.residual_on.get(launcher.backend)
            return f"skipped: residual: {residual}" if residual else "it got out"
        if "Landlock cannot hold" in inside.stderr and launcher.backend == "landlock":
            return "skipped: refused: " + inside.stderr.strip()
        if attempt.in_terminal and "gVisor passes no" in inside.stderr:
            return "skipped: refused: " + inside.stderr.strip()
        if not inside.stdout.startswith("tries"):
            return f"it was not even tried: {inside.stderr.strip()}"
    finally:
        os.close(secret)
    return None


def main():
    failed = tried = 0
    for launcher in launchers():
        ground = launcher.ground()
        ground.file(ground.home / "secret", CANARY)
        filtered = is_filtered(launcher, ground)
        # A process of the same user, outside.
        bystander = subprocess.Popen(["/usr/bin/cat"], stdin=subprocess.PIPE, env={"YETT_CANARY": CANARY}, cwd="/",
                                     **launcher.identity)
        for attempt in ALL_ATTEMPTS:
            why = try_out(attempt, launcher, ground, filtered, bystander)
            tried += 1
            held = why is None or why.startswith("skipped")
            failed += not held
            print(f"{'ok  ' if why is None else 'skip' if held else 'FAIL'} {launcher.name}: {attempt.name}"
                  + (f": {why}" if why else ""))
        bystander.stdin.close()
        bystander.wait()
        ground.close()
    print(f"{tried} attempts, {failed} got out")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Attempts by way of the kernel: its calls, its terminals, its tables and its limits."""

import os
import shutil
import socket

from attempt import Attempt

GVISOR_LIMITS = "gVisor does not change its own limit"
OWN_FOLDER = "no mount option and no right of Landlock tells a program's result from what somebody runs later"


def socket_with_secret(ground, _):
    ours, theirs = socket.socketpair()
    secret = os.open(ground.home / "secret", os.O_RDONLY)
    socket.send_fds(ours, [b"x"], [secret])
    os.close(secret)
    ours.shutdown(socket.SHUT_WR)
    return theirs


def agent_socket(ground, _):
    path = ground.home / "agent.sock"
    path.unlink(missing_ok=True)
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(path))
    server.listen(16)
    os.chmod(path, 0o777)
    return server


def program_without_its_mark(ground, _):
    path = ground.work / "not-executable"
    shutil.copy("/usr/bin/true", path)
    os.chmod(path, 0o644)


def refused_call(name, arguments):
    return f"""
if call({name!r}, {arguments}) != -1 or is_judged(): escaped()
"""


def makes_socket(*words):
    return f"socket.socket({', '.join(words)}); escaped()"


KERNEL_ATTEMPTS = [
    # --- Sockets
    Attempt("makes a raw socket", makes_socket("socket.AF_INET", "socket.SOCK_RAW", "socket.IPPROTO_ICMP"),
            cases=("isolation-022",)),
    Attempt("makes a socket of the kernel's (AF_NETLINK)", makes_socket("socket.AF_NETLINK", "socket.SOCK_RAW", "0"),
            needs_filter=True, cases=("isolation-028",)),
    Attempt("makes a socket to the host of this machine (AF_VSOCK)", makes_socket("40", "socket.SOCK_STREAM", "0"),
            needs_filter=True),
    Attempt("makes a socket of packets in a namespace of its own", """
libc.unshare(0x10000000 | 0x40000000)
socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0); escaped()
""", cases=("isolation-029",)),
    Attempt("reaches the kernel's table of packets", """
for words in ((socket.AF_NETLINK, socket.SOCK_RAW, 12), (socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)):
    try: socket.socket(*words)
    except OSError: continue
    escaped()
""", cases=("isolation-095",)),
    Attempt("takes a descriptor out of an inherited socket", """
for number in range(3, 256):
    try: received = socket.recv_fds(socket.socket(fileno=os.dup(number)), 1, 1)[1]
    except OSError: continue
    if received and CANARY.encode() in os.pread(received[0], 100, 0): escaped()
""", prepare=socket_with_secret, hands_over=True, cases=("isolation-026",)),
    Attempt("connects to the socket of an agent of the user", """
socket.socket(socket.AF_UNIX).connect(f"{HOME}/agent.sock"); escaped()
""", prepare=agent_socket, cases=("isolation-025", "isolation-090")),
    # --- Calls
    Attempt("makes an io_uring", """
if call("io_uring_setup", 8, ctypes.create_string_buffer(256)) >= 0: escaped()
""", cases=("isolation-031",)),
    Attempt("enters an io_uring", refused_call("io_uring_enter", "-1, 0, 0, 0, 0, 0"), needs_filter=True,
            cases=("isolation-032",)),
    Attempt("registers something at an io_uring", refused_call("io_uring_register", "-1, 0, 0, 0"), needs_filter=True,
            cases=("isolation-032",)),
    Attempt("makes a map for programs of the kernel", """
attributes = (ctypes.c_uint32 * 32)(2, 4, 8, 1)
if call("bpf", 0, attributes, 128) >= 0: escaped()
""", cases=("isolation-035",)),
    Attempt("reads memory by process_vm_readv", """
class Part(ctypes.Structure): _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
source, target = ctypes.create_string_buffer(b"read", 8), ctypes.create_string_buffer(8)
one, other = (Part(ctypes.addressof(each), 8) for each in (source, target))
if call("process_vm_readv", os.getpid(), ctypes.byref(other), 1, ctypes.byref(one), 1, 0) == 8: escaped()
""", cases=("isolation-038",)),
    Attempt("compares processes by kcmp", """
if call("kcmp", os.getpid(), os.getpid(), 0, 1, 1) >= 0: escaped()
""", cases=("isolation-038",)),
    Attempt("takes a descriptor out of a process", """
if call("pidfd_getfd", os.pidfd_open(os.getpid()), 1, 0) >= 0: escaped()
""", cases=("isolation-038",)),
    Attempt("enters a namespace by the descriptor of a process", """
for process in (1, os.getpid()):
    if call("setns", call("pidfd_open", process, 0), 0x04000000) == 0: escaped()
""", cases=("isolation-039",)),
    Attempt("switches off what makes addresses random", """
if call("personality", 0x0040000) != -1: escaped()
""", cases=("isolation-040",)),
    Attempt("makes all that is readable executable", """
if call("personality", 0x0400000) != -1: escaped()
""", cases=("isolation-040",)),
    Attempt("makes a user namespace by clone", """
made = call("clone", 0x10000000 | 17, 0, 0, 0, 0)
if made == 0: os._exit(0)
if made > 0: escaped()
""", cases=("isolation-042",)),
    Attempt("makes a user namespace by clone3", """
wanted = (ctypes.c_uint64 * 11)(0x10000000, 0, 0, 0, 17)
made = call("clone3", wanted, ctypes.sizeof(wanted))
if made == 0: os._exit(0)
if made > 0: escaped()
""", cases=("isolation-043",)),
    Attempt("opens a file system to mount", """
if call("fsopen", ctypes.c_char_p(b"tmpfs"), 0) >= 0: escaped()
""", cases=("isolation-044",)),
    Attempt("takes a copy of a tree of mounts", """
if call("open_tree", -100, ctypes.c_char_p(b"/"), 1) >= 0: escaped()
""", cases=("isolation-044",)),
    *(Attempt(f"comes as far as the kernel by {name}", refused_call(name, words), cases=("isolation-044",))
      for name, words in (("umount2", "ctypes.c_char_p(b'/nowhere'), 0"),
                          ("pivot_root", "ctypes.c_char_p(b'/nowhere'), ctypes.c_char_p(b'/nowhere')"),
                          ("move_mount", "-1, ctypes.c_char_p(b'x'), -1, ctypes.c_char_p(b'x'), 0"),
                          ("fsconfig", "-1, 0, 0, 0, 0"),
                          ("mount_setattr", "-1, ctypes.c_char_p(b'x'), 0, 0, 0"))),
    Attempt("lets everybody of its user look into it (PR_SET_DUMPABLE)", "if libc.prctl(4, 1, 0, 0, 0) == 0: escaped()",
            needs_filter=True, cases=("isolation-080",)),
    Attempt("lets everybody trace it (PR_SET_PTRACER)", """
if libc.prctl(0x59616d61, ctypes.c_ulong(-1), 0, 0, 0) == 0 or is_judged(): escaped()
""", needs_filter=True, cases=("isolation-080",)),
    # --- Terminals
    Attempt("pushes input into its terminal", """
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSTI, b"x"); escaped()
""", in_terminal=True, needs_filter=True, cases=("isolation-049",)),
    Attempt("selects text of the console", """
import fcntl
try: fcntl.ioctl(0, 0x541c, bytes(8)); escaped()
except OSError as error:
    if error.errno != errno.EPERM: escaped()
""", in_terminal=True, needs_filter=True, cases=("isolation-051",)),
    # --- Tables
    Attempt("reads tables of the kernel", """
for name in ("kcore", "keys", "timer_list", "sched_debug", "latency_stats", "kmsg", "slabinfo", "vmallocinfo"):
    try:
        if os.read(os.open(f"/proc/{name}", os.O_RDONLY | os.O_NONBLOCK), 1): escaped()
    except OSError: continue
""", cases=("isolation-058",)),
    Attempt("opens the trigger of the kernel's keys", 'os.open("/proc/sysrq-trigger", os.O_WRONLY); escaped()',
            cases=("isolation-060",)),
    Attempt("opens its own attributes of a security module for writing", """
for name in ("current", "exec"):
    try: os.open(f"/proc/self/attr/{name}", os.O_WRONLY)
    except OSError: continue
    escaped()
""", cases=("isolation-060",)),
    Attempt("puts a link into /dev", """
link = f"/dev/yett-hostile-{os.getpid()}"
os.symlink("/etc/passwd", link); os.unlink(link); escaped()
""", cases=("isolation-061",), residual_on={"oci:runsc": "its /dev is in gVisor's memory and the sandbox's own"}),
    Attempt("maps users of its own", """
me = os.getuid()
libc.unshare(0x10000000)
file = os.open("/proc/self/uid_map", os.O_WRONLY)
if os.write(file, f"0 {me} 1".encode()) > 0: escaped()
""", cases=("isolation-062",)),
    Attempt("opens what the kernel runs when a group ends", """
for path in glob.glob("/sys/fs/cgroup/release_agent") + glob.glob("/sys/fs/cgroup/*/release_agent"):
    try: os.open(path, os.O_WRONLY)
    except OSError: continue
    escaped()
""", cases=("isolation-065",)),
    # --- Limits
    Attempt("fills /tmp with empty files", """
folder = f"/tmp/yett-hostile-files-{os.getpid()}"
os.mkdir(folder)
made = 0
try:
    for made in range(20000): os.close(os.open(f"{folder}/{made}", os.O_CREAT | os.O_WRONLY))
except OSError: pass
__import__("shutil").rmtree(folder)
if made == 19999: escaped()
""", cases=("isolation-068",), residual_on={
        "bwrap": "its --tmpfs knows a size and no number of files; the kernel's own number holds, of files and folders "
                 "together one for two pages of the machine's memory"}, not_on={
        "oci:runsc": "gVisor's folders in memory have no limit of files", "landlock": "its scratch folder is on disk"}),
    Attempt("opens more files than it may", """
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
for _ in range(3000): os.open("/usr", os.O_RDONLY)
escaped()
""", cases=("isolation-072",)),
    Attempt("makes queues of messages", """
libc.mq_open.restype = ctypes.c_int
names = [f"/yett-hostile-{os.getpid()}-{number}".encode() for number in range(8)]
opened = [libc.mq_open(name, os.O_CREAT | os.O_RDWR, 0o600, None) for name in names]
for name in names: libc.mq_unlink(name)
if min(opened) >= 0: escaped()
""", cases=("isolation-072",), residual_on={"oci:runsc": GVISOR_LIMITS}),
    Attempt("makes timers", """
number = ctypes.c_int()
for _ in range(3000):
    if call("timer_create", 1, 0, ctypes.byref(number)) != 0: sys.exit()
escaped()
""", cases=("isolation-072",), residual_on={"oci:runsc": GVISOR_LIMITS}),
    # --- Programs
    Attempt("runs what is not marked executable, by the loader", """
loader = next(path for path in ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1") if os.path.exists(path))
if subprocess.run([loader, f"{WORK}/not-executable"]).returncode == 0: escaped()
""", prepare=program_without_its_mark, cases=("isolation-074",),
            residual="whoever may change a folder marks what he likes; no mount is noexec and no list of programs is "
                     "held by paths inside, so there is nothing to dodge"),
    Attempt("writes a file that somebody runs later", """
open(f"{WORK}/Makefile", "w").write("all:"); os.unlink(f"{WORK}/Makefile"); escaped()
""", cases=("isolation-088",), residual=OWN_FOLDER),
    Attempt("starts a sandbox in the sandbox", """
if subprocess.run(["/usr/bin/bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]).returncode == 0: escaped()
""", cases=("isolation-111",)),
]

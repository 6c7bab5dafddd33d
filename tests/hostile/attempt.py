"""An attempt to get out of a sandbox, and what its code can use."""

from dataclasses import dataclass, field
from typing import Callable

CANARY = "canary-3f9c1d"


@dataclass
class Attempt:
    name: str
    code: str  # Python; says "escaped" when it has got what it wanted. It knows WORK, KEPT, HOME, TOP, CANARY and BYSTANDER.
    prepare: Callable = None  # of the ground and the launcher; returns what has to live meanwhile
    options: tuple = ()  # of the sandbox
    needs_filter: bool = False
    residual: str = ""  # why it is known to succeed
    residual_on: dict = field(default_factory=dict)  # the same, by backend
    not_on: dict = field(default_factory=dict)  # by backend, why it is not even tried
    after: Callable = None  # of the ground; whether it has escaped, seen from outside
    cases: tuple = ()  # the lines of tests/corpus/isolation.jsonl that it tries
    in_terminal: bool = False  # its stdin, stdout and stderr are a pseudo terminal, inside and outside
    hands_over: bool = False  # what `prepare` returns is a socket that is open in the launcher


PROLOGUE = """
import ctypes, errno, glob, mmap, os, resource, socket, stat, subprocess, sys
libc = ctypes.CDLL(None, use_errno=True)
def escaped(): print("escaped"); sys.stdout.flush(); os._exit(0)
print("tries"); sys.stdout.flush()
NUMBERS = {"io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
           "bpf": (321, 280),
           "process_vm_readv": (310, 270), "kcmp": (312, 272), "pidfd_open": (434, 434), "pidfd_getfd": (438, 438),
           "setns": (308, 268), "personality": (135, 92), "clone": (56, 220), "clone3": (435, 435),
           "fsopen": (430, 430),
           "fsconfig": (431, 431), "open_tree": (428, 428), "move_mount": (429, 429), "pivot_root": (155, 41),
           "umount2": (166, 39), "timer_create": (222, 107), "mount_setattr": (442, 442)}
def call(name, *arguments):
    number = NUMBERS[name][os.uname().machine == "aarch64"]
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    return libc.syscall(ctypes.c_long(number), *words)
# The kernel has looked at it, instead of a filter before.
def is_judged(): return ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS)
def other_processes(): return [n for n in os.listdir("/proc") if n.isdigit() and int(n) != os.getpid()]
"""

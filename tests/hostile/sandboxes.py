"""What the tests of sandboxes share: starting one, on a ground of its own, as root and as an ordinary user."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PYTHON = "/usr/bin/python3"
BACKENDS = ["bwrap", "oci:crun", "oci:runc", "oci:runsc", "landlock"]
# A user without a name, and of this test alone: without namespaces its processes are counted over all of the machine.
ORDINARY = 54321 + os.getpid() % 10000  # root starts sandboxes as this one too


# Why a backend makes no sandbox here or for somebody, in words that it says: it is not installed, the kernel does not
# let it, or it would have to show root's folders to another user.
REASONS = ["(install ", "namespace", "Landlock is not switched on", "Landlock keeps no signals in", "who does not reach it"]


class Ground:
    """Folders that a sandbox shows: `work` to change, `kept` to read, and `home` outside of it."""

    def __init__(self, owner, group, mode):
        self.top = Path(tempfile.mkdtemp(prefix="yett-hostile-", dir="/tmp"))
        os.chmod(self.top, mode)
        self.owner = owner
        self.group = group
        self.work = self.folder("work")
        self.kept = self.folder("kept")
        self.home = self.folder("home")

    def folder(self, name):
        path = self.top / name
        path.mkdir(parents=True)
        self.give(path)
        return path

    def file(self, path, text):
        path.write_text(text)
        self.give(path)
        return path

    def give(self, path):
        if os.getuid() == 0:
            os.chown(path, self.owner, self.group)

    def close(self):
        shutil.rmtree(self.top, ignore_errors=True)


class Launcher:
    """Who starts: root, for whom a sandbox is the owner of its folders, or an ordinary user.

    Root's own folders cannot be entered by anybody else; they are mapped to the user of the sandbox.
    """

    def __init__(self, sandboxed, inside, user, owner, backend):
        self.command = [Path(sandboxed).resolve(), "--inside", Path(inside).resolve(), "--backend", backend]
        self.backend = backend
        who = "an ordinary user" if user != 0 else "root in its own folders" if owner == 0 else "root"
        self.name = f"{backend}, {who}"
        self.owner = owner
        self.identity = {}
        if os.getuid() == 0 and user != 0:
            self.identity = {"user": user, "group": user, "extra_groups": []}

    def ground(self):
        return Ground(self.owner, self.owner if os.getuid() == 0 else os.getgid(), 0o700 if self.owner == 0 else 0o755)

    def outside(self, argv, **options):
        return run(argv, **self.identity, **options)

    def inside(self, ground, argv, *options, **more):
        shown = ["--write", ground.work, ground.work, "--read", ground.kept, ground.kept]
        return run([*self.command, *shown, *options, "--", *argv], **self.identity, **more)


def run(argv, **options):
    options.setdefault("timeout", 120)
    return subprocess.run([str(word) for word in argv], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace", cwd="/", **options)


def launchers(backends=None):
    """All who can start sandboxes here; ends the test as skipped, with the reason, where nobody can."""
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} SANDBOXED YETT_INSIDE")
    users = [(0, ORDINARY), (0, 0), (ORDINARY, ORDINARY)] if os.getuid() == 0 else [(os.getuid(), os.getuid())]
    able = []
    for backend in backends or BACKENDS:
        for user, owner in users:
            launcher = Launcher(*sys.argv[1:], user, owner, backend)
            ground = launcher.ground()
            tried = launcher.inside(ground, ["/usr/bin/true"])
            ground.close()
            said = tried.stderr.strip()
            if tried.returncode == 0:
                able.append(launcher)
            elif any(reason in said for reason in REASONS):
                print(f"skipped for {launcher.name}: {said}")
            else:
                sys.exit(f"{launcher.name} cannot start a sandbox: {said}")
    return able


def is_filtered(launcher, ground):
    return "filter 1" in launcher.inside(ground, ["/usr/bin/true"], "--report").stderr

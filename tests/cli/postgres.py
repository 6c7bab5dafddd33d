"""A PostgreSQL of a test's own: a cluster in a scratch folder that listens on a socket there and nowhere else."""

import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

START_SECONDS = 60


def programs():
    """The folder of the newest server that is installed, or None; Debian keeps several beside each other."""
    found = [path.parent for path in pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if not found and shutil.which("initdb") and shutil.which("postgres"):
        found = [pathlib.Path(shutil.which("initdb")).parent]
    return max(found, key=lambda path: [int(part) for part in path.parent.name.split(".") if part.isdigit()], default=None)


def other_user():
    """Who runs it: PostgreSQL refuses root, so root becomes somebody who owns nothing else here."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise LookupError("no user to run PostgreSQL as")


class Postgres:
    """Runs from construction to stop()."""

    def __init__(self):
        self._programs = programs()
        self._folder = tempfile.mkdtemp(prefix="yett-pg-")
        who = other_user()
        if who:
            os.chown(self._folder, who["user"], who["group"])
        how = {"cwd": self._folder, "env": {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": self._folder}, "stdin": subprocess.DEVNULL, **who}
        data = f"{self._folder}/data"
        self._server = None
        try:
            subprocess.run([self._programs / "initdb", "-D", data, "-U", "yett", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
                           check=True, capture_output=True, timeout=300, **how)
            settings = ("listen_addresses=", f"unix_socket_directories={self._folder}", "fsync=off", "shared_buffers=8MB", "max_connections=5",
                        "dynamic_shared_memory_type=mmap", "autovacuum=off")
            with open(f"{self._folder}/log", "wb") as log:
                self._server = subprocess.Popen([self._programs / "postgres", "-D", data, *(word for one in settings for word in ("-c", one))],
                                                stdout=log, stderr=log, **how)
            self._wait()
        except BaseException:
            self.stop()
            raise

    def _wait(self):
        end = time.monotonic() + START_SECONDS
        while self._psql("SELECT 1").returncode:
            if self._server.poll() is not None or time.monotonic() > end:
                raise RuntimeError(pathlib.Path(self._folder, "log").read_text(errors="replace"))
            time.sleep(0.05)

    def _psql(self, sql):
        return subprocess.run([self._programs / "psql", "-X", "-q", "--csv", "-v", "ON_ERROR_STOP=1", "-h", self._folder, "-U", "yett", "-d", "postgres", "-f", "-"],
                              input=sql.encode(), capture_output=True, timeout=120, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": self._folder})

    def run(self, sql):
        """What the statements print, as CSV with a header."""
        result = self._psql(sql)
        if result.returncode:
            raise AssertionError(result.stderr.decode())
        return result.stdout.decode()

    def stop(self):
        if self._server:
            self._server.send_signal(signal.SIGINT)
            try:
                self._server.wait(timeout=30)
            except subprocess.TimeoutExpired:
                self._server.send_signal(signal.SIGQUIT)
                self._server.wait(timeout=30)
        shutil.rmtree(self._folder, ignore_errors=True)

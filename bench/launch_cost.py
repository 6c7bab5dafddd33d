#!/usr/bin/env python3
"""What a sandbox costs: starts `true` bare, in plain bubblewrap and in Yett's sandboxes, in turns, and prints medians.

    launch_cost.py SANDBOXED YETT_INSIDE YETT [--rounds N]

All three in one run, one after another in each round, since times differ between runs more than between these.
bwrap gets the same folders and nothing else of Yett's: no masks, no limits, no Landlock, no filter.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LINKS = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"]
SHOWN = ["/usr", "/etc/ld.so.cache", "/etc/ssl/certs", "/etc/localtime", "/etc/alternatives"]

POLICY = """[policy]
name = "bench"
version = 1
[session]
permissions = "no execution"
[run]
"""


def plain_bwrap():
    command = ["/usr/bin/bwrap", "--unshare-all", "--proc", "/proc", "--dev", "/dev"]
    for path in filter(os.path.exists, SHOWN):
        command += ["--ro-bind", os.path.realpath(path), path]
    for path in filter(os.path.lexists, LINKS):
        command += ["--symlink", os.readlink(path), path] if os.path.islink(path) else ["--ro-bind", path, path]
    return [*command, "--tmpfs", "/tmp"]


def seconds(command):
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env={"PATH": "/usr/bin"})
    return time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sandboxed", type=Path)
    parser.add_argument("inside", type=Path)
    parser.add_argument("yett", type=Path)
    parser.add_argument("--rounds", type=int, default=200)
    options = parser.parse_args()
    if not os.path.exists("/usr/bin/bwrap"):
        print("launch_cost: left out, bubblewrap is not installed")
        return 0
    driver = [options.sandboxed.resolve(), "--inside", options.inside.resolve()]
    with tempfile.TemporaryDirectory(prefix="yett-bench-", dir=state_parent()) as folder:
        measure(options, driver, Path(folder))
    return 0


def state_parent():
    """Records of a run are durable, so its state lies on a disk."""
    return Path.cwd() if os.access(Path.cwd(), os.W_OK) else None


def measure(options, driver, folder):
    (folder / "yett.toml").write_text(POLICY)
    run = [options.yett.resolve(), "run", "--policy", folder / "yett.toml", "--state", folder / "state", "--user", "ana"]
    commands = {
        "bare": ["/usr/bin/true"],
        "yett --version": [options.yett.resolve(), "--version"],
        "bwrap --unshare-all": [*plain_bwrap(), "/usr/bin/true"],
        "bwrap, user namespaces off": [*plain_bwrap(), "--unshare-user", "--disable-userns", "/usr/bin/true"],
        "sandbox, by a test driver": [*driver, "--", "/usr/bin/true"],
        "yett run": [*run, "--", "/usr/bin/true"],
    }
    for runtime in ("crun", "runc", "runsc"):
        if shutil.which(runtime, path="/usr/sbin:/usr/bin"):
            commands[f"yett run, oci:{runtime}"] = [*run, "--isolation", f"oci:{runtime}", "--", "/usr/bin/true"]
        else:
            print(f"launch_cost: oci:{runtime} left out, {runtime} is not installed")
    times = {name: [] for name in commands}
    for _ in range(options.rounds):
        for name, command in commands.items():
            times[name].append(seconds(command))
    base = statistics.median(times["bwrap --unshare-all"])
    for name, taken in times.items():
        low, middle, high = statistics.quantiles(taken, n=4)
        print(f"{name:28} {middle * 1e3:7.2f} ms  ({low * 1e3:.2f} to {high * 1e3:.2f})  {middle / base:5.2f} x bwrap")


if __name__ == "__main__":
    sys.exit(main())

"""`yett run`: a command in the sandbox of the policy, on pipes and on a terminal, and what is recorded of it."""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
import unittest

import yett
from yett import YETT, err, out, rows, run

POLICY = """[policy]
name = "agent"
version = 1
[session]
permissions = "no execution"
expires = "1h"
[paths.project]
root = "{folder}/project"
access = "read-write"
[paths.library]
root = "{folder}/library"
access = "read"
[run]
{lines}
"""


def why_no_sandbox():
    if not os.path.exists("/usr/bin/bwrap"):
        return "bubblewrap is not installed"
    done = subprocess.run(["/usr/bin/bwrap", "--unshare-user", "--ro-bind", "/", "/", "true"], capture_output=True, text=True)
    return "" if done.returncode == 0 else f"no user namespaces here: {done.stderr}"


@unittest.skipIf(why_no_sandbox(), why_no_sandbox())
class InProject(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.project = self.folder / "project"
        self.library = self.folder / "library"
        for path in (self.project, self.library):
            path.mkdir()
        self.write("library/shared.txt", "shared")
        self.write("secret.txt", "a-secret-outside")
        self.policy()

    def policy(self, lines="", name="yett.toml"):
        self.write(name, POLICY.format(folder=self.folder, lines=lines))

    def words(self, *command, options=()):
        return ["run", "-p", self.folder / "yett.toml", "--state", self.folder / "state", "--run", "r-1", "--user", "ana", *options,
                "--", *command]

    def environment(self, **more):
        return {**yett.ENVIRONMENT, "XDG_RUNTIME_DIR": str(self.cards), **more}

    def run_inside(self, *command, options=(), text="", **environment):
        return run(*self.words(*command, options=options), text=text, cwd=self.project,
                   environment={"XDG_RUNTIME_DIR": str(self.cards), **environment})

    def shell(self, script, **more):
        return self.run_inside("sh", "-c", script, **more)

    def records(self):
        return rows(run("audit", "list", "--format", "json", "--state", self.folder / "state"))

    def start(self, *command, options=(), **more):
        process = subprocess.Popen([YETT, *map(str, self.words(*command, options=options))], cwd=self.project,
                                   env=self.environment(), **more)
        self.addCleanup(process.wait, 60)
        return process


class ExitCodes(InProject):
    def test_are_the_commands_own(self):
        for code in (0, 1, 3, 42):
            self.assertEqual(self.shell(f"exit {code}").returncode, code)

    def test_tell_which_signal_has_ended_it(self):
        self.assertEqual(self.shell("kill -KILL $$").returncode, 128 + signal.SIGKILL)

    def test_tell_what_is_not_there_and_what_cannot_be_executed(self):
        missing = self.run_inside("no-such-program")
        self.assertEqual(missing.returncode, 127)
        self.assertIn("no-such-program", err(missing))
        self.assertEqual(self.run_inside("/no/such/program").returncode, 127)
        self.assertEqual(self.run_inside(self.folder / "secret.txt").returncode, 126)
        self.write("project/broken", "#!/no/such/interpreter\n", 0o755)
        self.assertEqual(self.run_inside("./broken").returncode, 127)

    def test_of_yett_itself_are_125(self):
        for words in ([], ["--bad"], ["-p", self.folder / "none.toml", "--", "true"], ["--", "true"]):
            self.assertEqual(run("run", *words).returncode, 125, words)
        self.policy("isolation = 7")
        self.assertEqual(self.run_inside("true").returncode, 125)

    def test_tell_that_the_time_was_over(self):
        late = self.run_inside("sleep", "600", options=["--timeout", "1s"])
        self.assertEqual(late.returncode, 124)
        self.assertIn("its time was over", err(late))


class WhatItSees(InProject):
    def test_is_what_the_policy_says(self):
        seen = self.shell("cat ../library/shared.txt; echo made > made; pwd; ls ..; ls /")
        self.assertEqual(seen.returncode, 0, err(seen))
        self.assertIn("shared", out(seen))
        self.assertIn(str(self.project), out(seen))
        self.assertEqual((self.project / "made").read_text(), "made\n")
        for word in ("secret.txt", "yett.toml", "home", "root", "sys"):
            self.assertNotIn(word, out(seen).split())

    def test_is_not_changed_where_it_is_only_read(self):
        done = self.shell("echo x > ../library/shared.txt; echo x > ../library/new; rm -f ../library/shared.txt; mv ../library ../l")
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual([path.name for path in self.library.iterdir()], ["shared.txt"])
        self.assertEqual((self.library / "shared.txt").read_text(), "shared")

    def test_does_not_hold_yetts_state(self):
        words = self.words("sh", "-c", "ls state; cat state/store.db; mv state s; echo z > state/store.db")
        words[words.index("--state") + 1] = self.project / "state"
        done = run(*words, cwd=self.project, environment={"XDG_RUNTIME_DIR": str(self.cards)})
        self.assertEqual(out(done), "")
        self.assertEqual(run("audit", "verify", "--state", self.project / "state").returncode, 0)

    def test_is_never_what_it_is_held_by(self):
        self.write("project/yett.toml", (self.folder / "yett.toml").read_text())
        words = self.words("sh", "-c", "echo x > made")
        words[words.index("-p") + 1] = self.project / "yett.toml"
        done = run(*words, cwd=self.project, environment={"XDG_RUNTIME_DIR": str(self.cards)})
        self.assertEqual(done.returncode, 125)
        self.assertIn("could change what it is held by", err(done))
        self.assertFalse((self.project / "made").exists())

    def test_of_the_environment_is_what_the_policy_names(self):
        self.policy('env = { MODE = "careful" }')
        seen = self.run_inside("env", AWS_SECRET_ACCESS_KEY="canary-5a", TERM="xterm", LC_ALL="C.UTF-8")
        values = dict(line.split("=", 1) for line in out(seen).splitlines())
        self.assertEqual(values, {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/tmp", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
                                  "TERM": "xterm", "MODE": "careful"})

    def test_of_the_network_is_its_own_loopback(self):
        import socket
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        code = f"import socket; socket.create_connection(('127.0.0.1', {server.getsockname()[1]}), 5)"
        self.assertEqual(subprocess.run(["/usr/bin/python3", "-c", code]).returncode, 0)
        done = self.run_inside("/usr/bin/python3", "-c", code)
        self.assertEqual(done.returncode, 1)
        self.assertIn("Connection refused", err(done))

    def test_secrets_come_as_files_and_in_variables(self):
        token = self.folder / "mint"
        self.write("mint", "#!/bin/sh\necho '{\"token\": \"token-7f3a9c\", \"expires_at\": \"2030-01-01T00:00:00Z\"}'\n", 0o755)
        secrets = f'\n[secrets.key]\nfrom = ["{token}"]\nmax_ttl = "24h"\n'
        far = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
        self.write("mint", f"#!/bin/sh\necho '{{\"token\": \"token-7f3a9c\", \"expires_at\": \"{far}\"}}'\n", 0o755)
        self.policy('env = { KEY_FILE = { secret = "key" }, KEY = { secret = "key", as = "env" } }' + secrets)
        seen = self.shell('cat "$KEY_FILE"; echo; echo "$KEY"; ls "$(dirname "$KEY_FILE")/.."; echo x > "$KEY_FILE"; cat "$KEY_FILE"')
        self.assertEqual(out(seen).split(), ["token-7f3a9c", "token-7f3a9c", "command", "token-7f3a9c"], err(seen))

    def test_a_folder_that_is_not_shown_is_not_where_it_starts(self):
        done = run(*self.words("pwd"), cwd=self.folder, environment={"XDG_RUNTIME_DIR": str(self.cards)})
        # The folder above the project is made for it, and holds nothing else.
        self.assertEqual(out(done).strip(), str(self.folder))
        done = run(*self.words("pwd"), cwd="/var", environment={"XDG_RUNTIME_DIR": str(self.cards)})
        self.assertEqual(out(done).strip(), "/")


class Limits(InProject):
    def test_of_the_command_line_only_narrow(self):
        self.policy('memory = "64MiB"')
        code = "bytearray(200 << 20)"
        self.assertIn("MemoryError", err(self.run_inside("/usr/bin/python3", "-c", code)))
        self.assertIn("MemoryError", err(self.run_inside("/usr/bin/python3", "-c", code, options=["--memory", "4GiB"])))
        self.policy()
        self.assertEqual(self.run_inside("/usr/bin/python3", "-c", code).returncode, 0)
        self.assertIn("MemoryError", err(self.run_inside("/usr/bin/python3", "-c", code, options=["--memory", "64MiB"])))

    def test_that_are_none_are_refused(self):
        for option in (["--memory", "much"], ["--memory", "0MiB"], ["--timeout", "soon"]):
            self.assertEqual(self.run_inside("true", options=option).returncode, 125, option)

    def test_a_session_that_is_over_runs_nothing(self):
        done = self.shell("echo x > made", options=["--expires", "2020-01-01T00:00:00Z"])
        self.assertEqual(done.returncode, 125)
        self.assertFalse((self.project / "made").exists())

    def test_a_session_that_ends_while_its_secret_is_made_runs_nothing(self):
        self.write("mint", "#!/bin/sh\nsleep 3\n", 0o755)
        self.policy('env = { KEY_FILE = { secret = "key" } }' + f'\n[secrets.key]\nfrom = ["{self.folder}/mint"]\n')
        done = self.shell("echo x > made", options=["--expires", "1s"])
        self.assertEqual(done.returncode, 125)
        self.assertFalse((self.project / "made").exists())

    def test_a_session_that_ends_takes_its_command_along(self):
        self.assertEqual(self.run_inside("sleep", "600", options=["--expires", "2s"]).returncode, 124)


class Isolation(InProject):
    def test_cannot_be_left_out(self):
        self.policy('isolation = { none = "a test" }')
        done = self.run_inside("true")
        self.assertEqual(done.returncode, 125)
        self.assertIn("nothing holds a command in", err(done))

    def test_is_never_weaker_than_the_policys(self):
        self.assertIn("holds less", err(self.run_inside("true", options=["--isolation", "landlock"])))
        self.policy('isolation = "bwrap"')
        self.assertIn("the policy says bwrap", err(self.run_inside("true", options=["--isolation", "oci:runc"])))
        self.assertEqual(self.run_inside("true", options=["--isolation", "bwrap"]).returncode, 0)
        self.assertIn("no backend docker", err(self.run_inside("true", options=["--isolation", "docker"])))

    def test_that_is_not_there_is_not_replaced(self):
        self.policy('isolation = "oci:runsc"')
        if os.path.exists("/usr/bin/runsc"):
            self.skipTest("runsc is installed")
        done = self.shell("echo x > made")
        self.assertEqual(done.returncode, 125)
        self.assertFalse((self.project / "made").exists())

    def test_of_a_server_is_another_command(self):
        done = self.run_inside("npx", "-y", "@modelcontextprotocol/server-filesystem", "/srv")
        self.assertIn(done.returncode, (125, 127))
        done = self.run_inside("/usr/bin/python3", "-m", "mcp_server_fetch")
        self.assertEqual(done.returncode, 125)
        self.assertIn("did you mean `yett mcp", err(done))

    def test_nothing_that_it_leaves_behind_lives_on(self):
        done = self.shell("mkfifo held; (setsid sh -c 'exec 3<>held; echo; sleep 600' >/dev/null 2>&1 &); sleep 0.3")
        self.assertEqual(done.returncode, 0)
        with self.assertRaises(OSError):  # nobody reads it
            os.close(os.open(self.project / "held", os.O_WRONLY | os.O_NONBLOCK))


    def test_a_server_of_its_name_does_not_lend_it_secrets(self):
        self.policy('[servers.command]\ncommand = ["/usr/bin/cat"]\n[servers.command.tools]\n'
                    'look = { effect = "read", sensitivity = "internal", reversible = true }')
        done = self.shell("echo x > made", options=["--tenant", "acme"])
        self.assertEqual(done.returncode, 125)
        self.assertIn("goes by the name of this server", err(done))
        self.assertFalse((self.project / "made").exists())


class Records(InProject):
    def test_are_there_before_and_after(self):
        self.run_inside("sh", "-c", "exit 7", "an-argument")
        begun, ended = [row for row in self.records() if row["decision"].startswith("command_")]
        self.assertEqual((begun["decision"], begun["kind"], begun["run"], begun["user"]), ("command_started", "session", "r-1", "ana"))
        self.assertEqual(begun["intent"], {"program": "sh", "words": 4, "isolation": "bwrap"})
        self.assertEqual(ended["decision"], "command_ended")
        self.assertEqual((ended["intent"]["exit"], ended["intent"]["reason"], ended["intent"]["isolation"]), (7, "ended", "bwrap"))
        self.assertEqual(ended["intent"]["system_calls"], "filtered")
        self.assertNotIn("an-argument", json.dumps(self.records()))
        self.assertEqual(run("audit", "verify", "--state", self.folder / "state").returncode, 0)

    def test_say_what_was_not_executed_and_what_was_killed(self):
        self.write("project/broken", "#!/no/such/interpreter\n", 0o755)
        self.run_inside("./broken")
        self.assertEqual(self.records()[-1]["intent"], {"reason": "not_executed", "exit": 127})
        self.run_inside("sleep", "600", options=["--timeout", "1s"])
        self.assertEqual(self.records()[-1]["intent"]["reason"], "timed_out")

    def test_without_them_nothing_runs(self):
        self.write("state", "no folder")
        done = self.shell("echo x > made")
        self.assertEqual(done.returncode, 125)
        self.assertFalse((self.project / "made").exists())


class KillSwitch(InProject):
    def suspend(self):
        return run("sessions", "suspend", "r-1", "--state", self.folder / "state", environment={"XDG_RUNTIME_DIR": str(self.cards)})

    def test_a_suspended_run_starts_nothing(self):
        self.run_inside("true")
        self.assertEqual(self.suspend().returncode, 0)
        done = self.shell("echo x > made")
        self.assertEqual(done.returncode, 125)
        self.assertIn("suspended", err(done))
        self.assertFalse((self.project / "made").exists())

    def test_suspending_kills_what_runs(self):
        process = self.start("sh", "-c", "echo ready; sleep 600", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(process.stdout.readline(), b"ready\n")
        self.assertEqual(self.suspend().returncode, 0)
        said = process.communicate(timeout=60)[1].decode()
        self.assertEqual(process.returncode, 128 + signal.SIGKILL)
        self.assertIn("was suspended", said)


class Signals(InProject):
    def test_go_to_the_command(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1):
            script = f"trap 'echo caught; exit 5' {number.name[3:]}; echo ready; while :; do sleep 0.05; done"
            process = self.start("sh", "-c", script, stdout=subprocess.PIPE)
            self.assertEqual(process.stdout.readline(), b"ready\n")
            process.send_signal(number)
            self.assertEqual(process.communicate(timeout=60)[0], b"caught\n", number)
            self.assertEqual(process.returncode, 5, number)

    def test_killed_it_takes_the_command_along(self):
        os.mkfifo(self.project / "held", 0o666)
        os.chmod(self.project / "held", 0o666)
        process = self.start("sh", "-c", "exec 3<>held; echo ready; sleep 600", stdout=subprocess.PIPE)
        self.assertEqual(process.stdout.readline(), b"ready\n")
        os.close(os.open(self.project / "held", os.O_WRONLY | os.O_NONBLOCK))
        process.kill()
        process.communicate(timeout=60)
        for _ in range(600):
            try:
                os.close(os.open(self.project / "held", os.O_WRONLY | os.O_NONBLOCK))
            except OSError:
                return
            time.sleep(0.05)
        self.fail("the command lives on")


class OnPipes(InProject):
    def test_carries_what_goes_in_and_out(self):
        done = self.shell("cat; echo to-stderr >&2", text="typed\n")
        self.assertEqual((out(done), err(done)), ("typed\n", "to-stderr\n"))

    def test_a_mebibyte_arrives_whole(self):
        text = b"0123456789abcdef" * 65536
        self.assertEqual(self.run_inside("cat", text=text).stdout, text)


class OnTerminal(InProject):
    """`yett run` with a terminal of this test as its stdin, stdout and stderr."""

    def open(self, *command, streams=(0, 1, 2), options=()):
        self.ours, theirs = pty.openpty()
        self.addCleanup(os.close, self.ours)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 33, 77, 0, 0))
        self.before = termios.tcgetattr(theirs)
        given = [theirs if n in streams else subprocess.DEVNULL if n == 0 else subprocess.PIPE for n in range(3)]
        self.theirs = theirs
        self.addCleanup(os.close, theirs)
        return self.start(*command, options=options, stdin=given[0], stdout=given[1], stderr=given[2], start_new_session=True)

    def read_until(self, text, seconds=60):
        said = b""
        until = time.monotonic() + seconds
        while text not in said:
            ready, _, _ = select.select([self.ours], [], [], max(0, until - time.monotonic()))
            self.assertTrue(ready, said)
            said += os.read(self.ours, 4096)
        return said

    def test_the_command_has_one_of_its_own(self):
        process = self.open("sh", "-c", "test -t 0 && test -t 1 && test -t 2 && stty size && stat -Lc 'device %t:%T' /proc/self/fd/0; echo done")
        said = self.read_until(b"done")
        self.assertIn(b"33 77", said)
        ours = os.fstat(self.theirs).st_rdev
        self.assertNotIn(f"device {os.major(ours):x}:{os.minor(ours):x}\r".encode(), said)
        self.assertEqual(process.wait(60), 0)

    def test_what_is_typed_arrives_and_keys_mean_what_they_mean(self):
        # Not a shell: dash forgets an interrupt that comes just before it starts a program.
        code = "import time; print('got-' + input(), flush=True); time.sleep(600)"
        process = self.open("/usr/bin/python3", "-c", code)
        os.write(self.ours, b"hello\n")
        self.read_until(b"got-hello")
        os.write(self.ours, b"\x03")
        self.assertEqual(process.wait(60), 128 + signal.SIGINT)

    def test_a_new_size_is_told(self):
        process = self.open("sh", "-c", "trap 'stty size; exit 0' WINCH; echo ready; while :; do sleep 0.05; done")
        self.read_until(b"ready")
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 44, 88, 0, 0))
        os.kill(process.pid, signal.SIGWINCH)
        self.read_until(b"44 88")
        self.assertEqual(process.wait(60), 0)

    def test_ours_is_as_it_was_afterwards(self):
        process = self.open("sh", "-c", "stty raw -echo; exit 3")
        self.assertEqual(process.wait(60), 3)
        self.assertEqual(termios.tcgetattr(self.theirs), self.before)

    def test_nothing_can_be_typed_into_ours(self):
        code = ("import fcntl, os, termios\n"
                "for path in ('/dev/tty', '/proc/self/fd/0', '/proc/self/fd/1'):\n"
                "    try: fcntl.ioctl(os.open(path, os.O_RDWR | os.O_NOCTTY), termios.TIOCSTI, b'x')\n"
                "    except OSError as error: print(error.errno)\n"
                "    else: print('typed')\nprint('done')")
        process = self.open("/usr/bin/python3", "-c", code)
        said = self.read_until(b"done")
        self.assertNotIn(b"typed", said)
        self.assertEqual(process.wait(60), 0)
        self.assertEqual(select.select([self.theirs], [], [], 0)[0], [])

    def test_what_is_redirected_stays_so(self):
        process = self.open("sh", "-c", "test -t 1 || echo plain; test -t 2 && echo terminal >&2", streams=(0, 2))
        self.read_until(b"terminal")
        self.assertEqual(process.communicate(timeout=60)[0], b"plain\n")
        self.assertEqual(process.returncode, 0)

    def test_one_that_nobody_reads_holds_up_the_command_and_not_its_end(self):
        os.mkfifo(self.project / "held", 0o666)
        os.chmod(self.project / "held", 0o666)
        process = self.open("sh", "-c", "exec 3<>held; yes & while :; do sleep 0.05; done", options=["--timeout", "3s"])
        for _ in range(1200):
            try:
                os.close(os.open(self.project / "held", os.O_WRONLY | os.O_NONBLOCK))
            except OSError:
                rows_so_far = [row["intent"].get("reason") for row in self.records()] if (self.folder / "state/store.db").exists() else []
                if "timed_out" in rows_so_far:
                    break
            time.sleep(0.05)
        else:
            self.fail("the command lives on")
        # It may still wait to say so on the terminal that nobody reads.
        process.kill()

    def test_all_of_a_long_output_arrives(self):
        process = self.open("sh", "-c", "seq 1 20000; echo done")
        said = self.read_until(b"done")
        self.assertEqual(said.split(), [str(n).encode() for n in range(1, 20001)] + [b"done"])
        self.assertEqual(process.wait(60), 0)


class LaterRun(InProject):
    def test_what_others_run_is_named(self):
        done = self.shell("echo 'all:' > Makefile; echo x > notes.txt")
        self.assertIn(f"{self.project}/Makefile", err(done))
        self.assertNotIn("notes.txt", err(done))

    def test_what_is_there_and_run_by_others_is_not_changed(self):
        (self.project / ".git/hooks").mkdir(parents=True)
        self.write("project/.git/config", "[core]\n")
        self.write("project/.envrc", "true\n")
        self.shell("echo x >> .git/config; echo x > .git/hooks/pre-commit; echo ../evil > .git/commondir; echo x > .envrc; mv .git g; rm -rf .git")
        self.assertEqual((self.project / ".git/config").read_text(), "[core]\n")
        self.assertEqual((self.project / ".envrc").read_text(), "true\n")
        self.assertEqual(sorted(path.name for path in (self.project / ".git").iterdir()), ["config", "hooks"])
        self.assertEqual(list((self.project / ".git/hooks").iterdir()), [])

    def test_folders_that_cannot_be_looked_through_are_not_passed_over_in_silence(self):
        done = self.shell("i=0; while [ $i -lt 30 ]; do mkdir d; cd d; i=$((i+1)); done; echo x > Makefile; chmod 0311 .")
        if os.getuid() != 0:
            self.assertIn("not every folder could be looked through", err(done))
        self.shell("chmod -R 0755 d")


yett.main()

"""`yett doctor`: the sandbox of this machine holds, for root and for an ordinary user, and what it prints says so."""

import json
import os
import pty
import shutil
import subprocess
import unittest

import yett
from yett import DESKMATE, YETT, err, out, run

POLICY = """
[policy]
name = "a"
version = 1
[session]
permissions = "read-only"
[tools]
look = { effect = "read", sensitivity = "internal", reversible = true }
"""
ORDINARY = 54321  # a user without a name


def why_no_sandbox():
    if not os.path.exists("/usr/bin/bwrap"):
        return "bubblewrap is not installed"
    result = run("doctor", "--isolation", "bwrap")
    return f"no user namespaces here: {err(result)}" if result.returncode == 2 and "namespace" in err(result) else ""


def on_terminal(program, **environment):
    """What `yett doctor` prints on a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([program, "doctor"], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
                               env={"PATH": "/usr/bin:/bin", "TERM": "xterm", **environment})
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        said += part
    os.close(ours)
    process.wait()
    return said


WHY_NOT = why_no_sandbox()


@unittest.skipIf(WHY_NOT, WHY_NOT)
class Doctor(yett.InScratchFolder):
    def examined(self, **options):
        result = run("doctor", "--format", "json", **options)
        self.assertEqual(result.returncode, 0, out(result) + err(result))
        (backend,) = json.loads(out(result))
        return backend

    def test_everything_is_held(self):
        backend = self.examined()
        self.assertEqual((backend["backend"], backend["holds"], backend["filtered"]), ("bwrap", True, True))
        self.assertEqual((backend["open"], backend["unanswered"]), (0, 0))
        self.assertEqual(backend["held"] + backend["impossible"], len(backend["attempts"]))
        self.assertGreater(backend["held"], backend["impossible"])
        for attempt in backend["attempts"]:
            self.assertEqual(attempt["inside"], "held", attempt)
            self.assertEqual(attempt["verdict"], "impossible" if attempt["outside"] in ("held", "unsupported") else "held", attempt)

    @unittest.skipUnless(os.getuid() == 0, "only root can act as other users")
    def test_everything_is_held_for_an_ordinary_user(self):
        result = subprocess.run([YETT, "doctor", "--format", "json"], capture_output=True, cwd="/", user=ORDINARY, group=ORDINARY,
                                extra_groups=[], env={"PATH": "/usr/bin:/bin"})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(json.loads(result.stdout)[0]["holds"])

    def test_the_table_has_groups_and_counts(self):
        text = out(run("doctor"))
        for heading in ("Files", "Processes", "Network", "Kernel", "Terminal", "Limits"):
            self.assertRegex(text, rf"(?m)^{heading}$")
        self.assertRegex(text, r"(?m)^  unshown-file +succeeds +held +reads a file that is not shown$")
        self.assertRegex(text, r"(?m)^backend bwrap, (no Landlock|Landlock ABI \d+), system calls filtered$")
        self.assertRegex(text, r"(?m)^gap: limits by rlimit only")
        self.assertRegex(text, r"\n\d+ attempts: \d+ held, \d+ not possible here, 0 open\n$")
        self.assertNotIn("\x1b", text)

    def test_it_speaks_chinese(self):
        text = out(run("doctor", "--lang", "zh"))
        self.assertRegex(text, r"(?m)^文件$")
        self.assertRegex(text, r"(?m)^  unshown-file +做得到 +挡住 +读取没有展示的文件$")
        self.assertRegex(text, r"0 个敞开\n$")

    def test_rows_for_machines_name_the_backend(self):
        rows = out(run("doctor", "--format", "csv")).splitlines()
        self.assertEqual(rows[0], "backend,group,attempt,outside,inside,what it does")
        self.assertTrue(all(row.startswith("bwrap,") for row in rows[1:]))
        self.assertIn("| bwrap | Files | unshown-file | succeeds | held |", out(run("doctor", "--format", "markdown")))

    def test_all_names_what_is_not_installed(self):
        result = run("doctor", "--all", "--format", "json")
        backends = json.loads(out(result))
        self.assertEqual([one["backend"] for one in backends], ["bwrap", "oci:crun", "oci:runc", "oci:runsc", "landlock"])
        for one in backends:
            self.assertTrue(one.get("skipped") or "attempts" in one)

    def test_it_leaves_nothing_behind(self):
        before = set(os.listdir("/tmp"))
        run("doctor")
        left = {name for name in set(os.listdir("/tmp")) - before if name.startswith("yett-attempt-")}
        self.assertEqual(left, set())

    def with_attempts_that_say(self, **answers):
        """Yett in a folder with attempts that all succeed outside and are held inside, but for `answers`."""
        ids = [attempt["id"] for attempt in self.examined()["attempts"]]
        said = {id: answers.get(id.replace("-", "_"), "held") for id in ids}
        lines = "\n".join(f"{id} {outcome}" for id, outcome in said.items() if outcome)
        self.folder.chmod(0o755)
        for program in ("yett", "yett-inside"):
            shutil.copy(YETT.parent / program, self.folder)
        script = f"""#!/bin/sh
case $1 in
bystander) while read line; do echo 0; done ;;
outside) cat >/dev/null; for id in {" ".join(ids)}; do echo $id open; done ;;
inside) cat >/dev/null; echo '{lines}' ;;
esac
"""
        self.write("yett-attempts", script, 0o755)
        return self.folder / "yett"

    def test_one_that_gets_out_fails_the_check(self):
        program = self.with_attempts_that_say(**{"io_uring": "open"})
        result = run("doctor", program=program)
        self.assertEqual(result.returncode, 1, err(result))
        self.assertRegex(out(result), r"(?m)^  io-uring +succeeds +OPEN +sets up io_uring$")
        self.assertRegex(out(result), r" 0 not possible here, 1 open\n$")
        self.assertEqual(run("check", DESKMATE, "--isolation", program=program).returncode, 1)

    def test_one_that_gives_no_answer_fails_the_check(self):
        for answer in ("", "perhaps", "unsupported"):
            result = run("doctor", program=self.with_attempts_that_say(io_uring=answer))
            self.assertEqual(result.returncode, 1, answer)
            self.assertRegex(out(result), r"(?m)^  io-uring +succeeds +NO ANSWER +sets up io_uring$")
            self.assertRegex(out(result), r" 0 open, 1 without an answer\n$")

    def test_only_a_terminal_gets_colour_and_only_for_what_is_open(self):
        program = self.with_attempts_that_say(io_uring="open")
        self.assertEqual(on_terminal(program).count(b"\x1b[1;31mOPEN\x1b[0m"), 1)
        self.assertNotIn(b"\x1b", on_terminal(program, NO_COLOR="1"))
        self.assertNotIn("\x1b", out(run("doctor", program=program)))
        self.assertNotIn(b"\x1b", on_terminal(YETT))

    def test_a_check_can_do_the_same(self):
        result = run("check", DESKMATE, "--isolation")
        self.assertEqual(result.returncode, 0, err(result))
        self.assertIn("holds together", out(result))
        self.assertIn(" 0 open\n", out(result))

    def test_a_policy_is_only_loaded_where_it_is_named(self):
        self.write("yett.toml", "this is no policy")
        self.assertEqual(run("doctor", cwd=self.folder).returncode, 0)
        self.assertEqual(run("doctor", "-p", self.folder / "yett.toml").returncode, 2)
        self.assertEqual(run("doctor", "-p", DESKMATE).returncode, 0)


    def test_what_the_policy_names_is_examined(self):
        bwrap = self.write("bwrap.toml", POLICY + '[run]\nisolation = "bwrap"\n')
        self.assertIn("\nbackend bwrap, ", out(run("doctor", "-p", bwrap)))
        none = self.write("none.toml", POLICY + '[run]\nisolation = { none = "a test" }\n')
        for words in (["doctor", "-p", none], ["check", none, "--isolation"]):
            result = run(*words)
            self.assertEqual(result.returncode, 1, words)
            self.assertTrue(err(result).endswith("yett: the policy has nothing run in a sandbox\n"), err(result))
        # What is asked for by name comes before what the policy says.
        self.assertEqual(run("doctor", "-p", none, "--isolation", "bwrap").returncode, 0)


class DoctorsMistakes(yett.InScratchFolder):
    def test_of_its_options_exit_2(self):
        for words in (["--isolation", "docker"], ["--all", "--isolation", "bwrap"], ["--format", "yaml"], ["--lang", "fr"], ["x"]):
            result = run("doctor", *words)
            self.assertEqual((result.returncode, out(result)), (2, ""), words)
            self.assertNotEqual(err(result), "")

    def test_a_backend_that_is_not_here_is_not_replaced_by_another(self):
        result = run("doctor", "--isolation", "oci:runsc")
        if result.returncode == 2:
            self.assertEqual(out(result), "")
            self.assertNotEqual(err(result), "")
        else:
            self.assertIn("backend oci:runsc", out(result))


if __name__ == "__main__":
    yett.main()

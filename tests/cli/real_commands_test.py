"""What programs really do with the commands that are allowed: whatever they open is a path that was judged.

Commands are made up of words on which readers of command lines part. Each one that `yett` accepts is run, in the form
that a tool would be given, in a work folder beside another one, and the kernel's calls are watched. It must start no
other program, change nothing, and reach nothing but what was judged.
"""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess

import yett
from yett import out, rows, run

POLICY = """[policy]
name = "commands"
version = 1
[session]
permissions = "full access"
tenant = "local"
[paths.ws]
root = "{ws}"
access = "read"
[tools.run]
effect = "execute"
sensitivity = "internal"
reversible = true
command.argv = ["argv"]
path.read = {{ roots = ["ws"], base = "ws" }}
[[tools.run.commands]]
program = "/usr/bin/git"
effect = "read"
fixed = ["--no-pager", "-c", "safe.bareRepository=explicit"]
subcommands = ["status", "diff", "log", "show"]
options = ["--oneline", "-n=number", "--grep=text", "--author=text", "--since=text", "--stat"]
paths = "read"
[[tools.run.commands]]
program = "/bin/git"
effect = "read"
subcommands = ["diff", "log", "show"]
options = ["--oneline", "-n=number", "--stat=text", "--format=name", "-S=text", "-p"]
paths = ["revision", "read"]
[[tools.run.commands]]
program = "/usr/bin/rg"
effect = "read"
options = ["-i", "-n", "-l", "-v", "-nl", "-m=number", "-A=number", "-t=name", "-g=text", "--color=name"]
paths = ["text", "read"]
[[tools.run.commands]]
program = "/usr/bin/ls"
effect = "read"
options = ["-l", "-a", "-la", "-I=text", "-w=number", "--color"]
paths = "read"
[[tools.run.commands]]
program = "/usr/bin/grep"
effect = "read"
options = ["-i", "-n", "-r", "-rn", "-c", "-m=number", "--color", "--include=text"]
paths = ["text", "read"]
[[tools.run.commands]]
program = "/usr/bin/find"
effect = "read"
options = ["-name=text", "-type=text", "-maxdepth=number", "-print", "-newer=read", "-not"]
paths = "read"
[[tools.run.commands]]
program = "/usr/bin/head"
effect = "read"
options = ["-n=text", "-q", "--lines=text"]
paths = "read"
[[tools.run.commands]]
program = "/usr/bin/tail"
effect = "read"
options = ["-n=text", "-q", "--lines=text"]
paths = "read"
[[tools.run.commands]]
program = "/usr/bin/wc"
effect = "read"
options = ["-l", "-c", "-lc", "--words"]
paths = "read"
[[tools.run.commands]]
program = "/usr/bin/sort"
effect = "read"
options = ["-n", "-r", "-nr", "-k=text", "-t=text", "-u", "--check", "--key=text"]
paths = "read"
[[tools.run.commands]]
program = "/usr/bin/uniq"
effect = "read"
options = ["-c", "-f=number", "--group"]
paths = ["read", "none"]
[[tools.run.commands]]
program = "/usr/bin/diff"
effect = "read"
fixed = ["--no-dereference"]
options = ["-u", "-r", "-q", "-rq", "--color", "-U=number", "-x=text"]
paths = ["read", "read", "none"]
"""

# Options as they are listed, and as the programs would understand them too.
OPTIONS = {
    "git": "--oneline -n -n5 -5 --grep --grep=cedar --gre=cedar --author --author=ana --since=1970-01-01 --stat "
    "--stat=80 --format=%H --format --pretty=oneline -S -Scedar -c -C -p --no-index --output=made --output -O -Ocat "
    "--ext-diff --textconv --git-dir=other/.git --work-tree=../other --exec-path=. --all -- --end-of-options "
    "--no-pager -z",
    "rg": "-i -n -l -v -m -m1 -nl -A -A1 -t -tpy -g -g*.txt --color --color=never -e -ecedar -f -fcedar --pre "
    "--pre=./helper --pre=cat -z --search-zip --files --hostname-bin=./helper --ignore-file=../other/list -L --follow "
    "-uuu --hidden -- --max-count=1 --regexp=cedar",
    "/bin/git": "--oneline -n --stat --stat=80 --format=oneline --format=%H -S -p -- --no-index --output=made --all",
    "grep": "-i -n -r -rn -R -c -m -m1 --color --color=never --colo --include --include=*.txt -e -ie -f -- --regex=cedar",
    "find": "-name -type -maxdepth -print -newer -not -L -delete -exec -fprint -fls -files0-from -- -name=x -o -printf",
    "head": "-n -n1 -q -1 --lines --lines=-1 --lin=1 -- -v -c",
    "tail": "-n -n1 -q -1 -f --lines --lines=+1 --follow -- -v -F --retry",
    "wc": "-l -c -lc --words --files0-from --files0-from=birch.txt --files0=birch.txt --total=only --",
    "sort": "-n -r -nr -k -k1 -t -tx -u --check --check=quiet --key --key=1 -o -omade --output=made --files0-from=birch.txt -T "
    "--compress-program=./helper -S --",
    "uniq": "-c -f -f1 --group --group=both -d -- -w",
    "diff": "-u -r -q -rq --color --color=always -U -x -x* -l --from-file=cedar --to-file=cedar --horizon-lines=1 -N --",
    "ls": "-l -a -la -I -Icedar -w -w80 -w=80 --color --color=always --colo -R -- -T --hyperlink -L --dired -i --hide=x",
}
# Half of these are files of the work folder, and some of those have names that look like something else.
WORDS = [
    "cedar", "birch.txt", "inner", "inner/elm.txt", "5", "-l", "--stat", "--", "-", ".", "./cedar", "inner/../cedar",
    "HEAD", "HEAD~1", "HEAD:cedar", "HEAD:../other/secret", "HEAD..", "master", "@{-1}", ":/cedar", ":(top)cedar",
    ":!cedar", ":(attr:x)cedar", "../other/secret", "../other", "inner/../../other/secret", "out/secret", "*", "ce*",
    "main..feature", "HEAD^", "HEAD~1..HEAD", "out", "made", "{ws}/./inner", "{ws}/./out", "birch.txt", "cedar", "1", "f", "+1",
    "{ws}/./cedar", "{ws}/.", "{ws}/../other/secret", "/etc/hostname", "~/secret", "$HOME", "cedar;id", "`id`", "", "7",
    "status", "log", "--grep=x", "fil\u00e9.txt", "a b",
]  # fmt: skip
# How often each is tried: git has most to go wrong.
PROGRAMS = {"/usr/bin/git": 6, "/bin/git": 4, "/usr/bin/rg": 3, "/usr/bin/ls": 2, "/usr/bin/grep": 3, "/usr/bin/find": 3,
            "/usr/bin/head": 1, "/usr/bin/tail": 1, "/usr/bin/wc": 1, "/usr/bin/sort": 2, "/usr/bin/uniq": 1, "/usr/bin/diff": 3}
SUBCOMMANDS = ["status", "diff", "log", "show", "statu", "grep", "-p", "config"]
# What a program opens to find itself and its settings, whatever its words say.
OF_THE_SYSTEM = ("/usr/", "/lib", "/etc/", "/proc/", "/dev/", "/sys/")

CALL = re.compile(r'^(?:\d+ +)?(execve|open|openat|openat2|creat|unlink\w*|rename\w*|mkdir\w*|statx|readlink)\((.*)$')
FOLDER = re.compile(r'^(?:AT_FDCWD|\d+)<([^>]*)>, ')
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
RESUMED = re.compile(r"^<\.\.\. \w+ resumed>(.*)$")
TRACED = "execve,open,openat,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,readlink,statx"


def whole_calls(lines):
    """The calls of a trace, each in one line: strace cuts a call in two where another thread comes between."""
    begun = {}
    for line in lines:
        thread, _, call = line.partition(" ")
        call = call.lstrip()
        if call.endswith(" <unfinished ...>"):
            begun[thread] = call.removesuffix(" <unfinished ...>")
        elif resumed := RESUMED.match(call):
            yield f"{thread} {begun.pop(thread, '')}{resumed[1]}"
        else:
            yield line
    yield from (f"{thread} {call}" for thread, call in begun.items())


def is_traceable():
    """Whether processes may be watched here at all; some containers forbid it."""
    return shutil.which("strace") and not subprocess.run(["strace", "true"], capture_output=True).returncode


class RealCommands(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        for program in PROGRAMS:
            if not os.path.exists(program):
                self.skipTest(f"{program} is not installed")
        if not is_traceable():
            self.skipTest("strace cannot watch a process here")
        self.ws = self.folder / "ws"
        self.other = self.folder / "other"
        for folder in (self.ws / "inner", self.other, self.folder / "home"):
            folder.mkdir(parents=True)
        for name in ("cedar", "birch.txt", "inner/elm.txt", "5", "-l", "--stat", "fil\u00e9.txt", "a b", "7"):
            (self.ws / name).write_text(f"cedar and {name}\n")
        for name in ("secret", "list"):
            (self.other / name).write_text("cedar, a secret\n")
        (self.ws / "out").symlink_to("../other")
        for name, place in (("inner", "secret"), ("twin", "list")):
            (self.ws / name).mkdir(exist_ok=True)
            (self.ws / name / "leads").symlink_to(f"../../other/{place}")
        (self.ws / "inner" / "deep").symlink_to("../../other")
        helper = self.ws / "helper"
        helper.write_text("#!/bin/sh\ncat\n")
        helper.chmod(0o755)
        self.git("init", "-q", "-b", "master")
        for text in ("one", "two"):
            (self.ws / "birch.txt").write_text(f"cedar {text}\n")
            self.git("add", "-A")
            self.git("-c", "user.name=ana", "-c", "user.email=ana@example.com", "commit", "-q", "-m", f"cedar {text}")
        (self.ws / "birch.txt").write_text("cedar three\n")
        self.policy = self.write("yett.toml", POLICY.format(ws=self.ws))

    def environment(self):
        return {"PATH": "/usr/bin:/bin", "HOME": str(self.folder / "home"), "LANG": "C.UTF-8"}

    def git(self, *words):
        subprocess.run(["git", *words], cwd=self.ws, env=self.environment(), check=True, capture_output=True)

    # --- Watching ------------------------------------------------------------------------------------------------

    def watch(self, argv, folder=None):
        """The programs that the command started, and the places below the scratch folder that it reached or changed."""
        start = folder or self.ws
        log = self.folder / "calls"
        words = ["strace", "-f", "-qq", "-y", "-s", "4096", "-e", f"trace={TRACED}", "-o", str(log), *argv]
        subprocess.run(words, cwd=start, env=self.environment(), capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
        programs, reached, changed = [], set(), set()
        for line in whole_calls(log.read_text(errors="surrogateescape").splitlines()):
            call = CALL.match(line)
            if call is None or " = -1 " in line:
                continue
            name, rest = call.groups()
            texts = [json.loads(f'"{text}"') if "\\" not in text else text.encode().decode("unicode_escape").encode("latin-1").decode()
                     for text in QUOTED.findall(rest)]
            if name == "execve":
                programs.append(texts[0])
                continue
            at = FOLDER.match(rest)
            for text in texts if name.startswith("rename") else texts[:1]:
                if text == "":
                    continue
                place = self.place_of(at[1] if at else start, text, follows=name.startswith("open") and "O_NOFOLLOW" not in rest)
                is_change = not name.startswith(("open", "statx", "readlink")) or "O_WRONLY" in rest or "O_RDWR" in rest
                if not str(place).startswith(OF_THE_SYSTEM):
                    (changed if is_change else reached).add(place)
        return programs, reached, changed

    def place_of(self, folder, text, follows):
        """Where that text leads from a folder, links followed as the kernel does."""
        whole = pathlib.Path(folder, text)
        return pathlib.Path(os.path.realpath(whole)) if follows else pathlib.Path(os.path.realpath(whole.parent), whole.name)

    def is_own(self, place):
        """git's own folder, and what programs look at on their way down from the root or for their settings."""
        return (
            place == self.ws / ".git"
            or self.ws / ".git" in place.parents
            or place in self.ws.parents
            or place == self.ws
            or (self.folder / "home") in (place, *place.parents)
            or place.name in (".git", ".gitignore", ".gitattributes", ".mailmap", ".ignore", ".rgignore")
        )

    def faults_of(self, argv):
        """What the command did that no word of it, as it was judged, speaks of."""
        programs, reached, changed = self.watch(argv)
        # A path is sent whole and without dots; a text that looks like one is made up with dots.
        paths = [(before, pathlib.Path(word)) for before, word in zip(argv, argv[1:]) if word.startswith(str(self.ws)) and "/." not in word]
        # With no path a program looks at the folder it stands in; the value of an option is none to look into.
        has_operand = any(before != "-newer" for before, _ in paths)
        allowed = [path for _, path in paths] + ([] if has_operand else [self.ws])
        faults = [f"started {program}" for program in programs[1:] if not program.endswith("/bin/git")]
        faults += [f"changed {place}" for place in changed if not self.is_own(place)]
        for place in reached:
            if self.is_own(place) or any(path == place or path in place.parents for path in allowed):
                continue
            if argv[0].endswith("git") and self.ws in place.parents and os.path.lexists(place):
                continue  # git compares its index with the whole work tree, whatever is named
            faults.append(f"reached {place}")
        return faults

    # --- What is tried -------------------------------------------------------------------------------------------

    def made_up(self, random_source, count):
        made = []
        for _ in range(count):
            (whole,) = random_source.choices(list(PROGRAMS), PROGRAMS.values())
            program = whole.removeprefix("/usr/bin/")
            words = [random_source.choice([whole, whole if whole.endswith("git") else program])]
            if program.endswith("git"):
                words.append(random_source.choice(SUBCOMMANDS))
            options = OPTIONS[program].split()
            for _ in range(random_source.randint(0, 4)):
                pool = options if random_source.random() < 0.4 else WORDS
                words.append(random_source.choice(pool).replace("{ws}", str(self.ws)))
            made.append(words)
        return made

    def accepted(self, vectors):
        calls = "".join(json.dumps({"tool": "run", "arguments": {"argv": words}}) + "\n" for words in vectors)
        judged = rows(run("decide", "-p", self.policy, text=calls))
        return [words for words, row in zip(vectors, judged, strict=True) if row["decision"] == "allow"]

    def canonical(self, words):
        shown = run("explain", "-p", self.policy, "--command", json.dumps(words), "--format", "json")
        (value,) = rows(shown) if out(shown).startswith("{") else json.loads(out(shown))
        self.assertEqual(value["decision"], "allow", words)
        return json.loads(value["canonical"])

    def test_what_is_allowed_reaches_what_was_judged(self):
        vectors = self.made_up(random.Random(20261130), 3000)
        accepted = self.accepted([list(words) for words in dict.fromkeys(map(tuple, vectors))])
        by_program = {}
        for words in accepted:
            argv = self.canonical(words)
            self.assertEqual(self.faults_of(argv), [], (words, argv))
            by_program[argv[0]] = by_program.get(argv[0], 0) + 1
        self.assertEqual(sorted(by_program), sorted(PROGRAMS))
        self.assertGreater(min(by_program.values()), 10, by_program)

    def test_a_call_that_another_thread_cut_in_two_is_read_whole(self):
        trace = [
            '7 openat(AT_FDCWD</w>, "/absent", O_RDONLY <unfinished ...>',
            '8 execve("/usr/bin/rg", [], 0x1) = 0',
            "7 <... openat resumed>) = -1 ENOENT (No such file or directory)",
            '8 openat(AT_FDCWD</w>, "/never answered", O_RDONLY <unfinished ...>',
        ]
        self.assertEqual(
            list(whole_calls(trace)),
            [
                '8 execve("/usr/bin/rg", [], 0x1) = 0',
                '7 openat(AT_FDCWD</w>, "/absent", O_RDONLY) = -1 ENOENT (No such file or directory)',
                '8 openat(AT_FDCWD</w>, "/never answered", O_RDONLY',
            ],
        )

    def test_a_folder_that_looks_like_a_repository_is_none(self):
        bare = self.ws / "vendor"
        for name in ("objects", "refs"):
            (bare / name).mkdir(parents=True)
        (bare / "HEAD").write_text("ref: refs/heads/master\n")
        (bare / "config").write_text(f"[core]\nrepositoryformatversion = 0\nbare = false\nworktree = {self.ws}\nfsmonitor = {self.ws}/helper\n")
        argv = self.canonical(["/usr/bin/git", "status"])
        self.assertEqual(argv[:4], ["/usr/bin/git", "--no-pager", "-c", "safe.bareRepository=explicit"])
        started = [self.watch(words, bare)[0] for words in (argv, [argv[0], "status"])]
        helper = str(self.ws / "helper")
        self.assertFalse([program for program in started[0] if helper in program or program.endswith("/sh")])
        self.assertTrue([program for program in started[1] if helper in program or program.endswith("/sh")])

    def test_the_watch_sees_what_would_be_wrong(self):
        for words, fault in [
            (["git", "diff", "--no-index", "cedar", "../other/secret"], f"reached {self.other}/secret"),
            (["git", "diff", "--output=made"], f"changed {self.ws}/made"),
            (["git", "-c", "core.fsmonitor=./helper", "status"], "started"),
            (["rg", "--pre", "./helper", "cedar", "cedar"], "started"),
            (["rg", "-fcedar", "birch.txt"], f"reached {self.ws}/cedar"),
            (["rg", "cedar", "out/secret"], f"reached {self.other}/secret"),
            (["ls", "-l", "../other"], f"reached {self.other}"),
            (["git", "diff", "cedar", "../other/secret"], f"reached {self.other}/secret"),
            (["grep", "-R", "cedar", "inner"], f"reached {self.other}/secret"),
            (["grep", "-fcedar", "birch.txt"], f"reached {self.ws}/cedar"),
            (["diff", "-r", "inner", "twin"], f"reached {self.other}/secret"),
            (["find", "-L", "inner"], f"reached {self.other}"),
            (["find", "inner", "-fprint", "made"], f"changed {self.ws}/made"),
            (["sort", "-omade", "birch.txt"], f"changed {self.ws}/made"),
            (["sort", "--files0-from=../other/list"], f"reached {self.other}/list"),
            (["uniq", "birch.txt", "made"], f"changed {self.ws}/made"),
        ]:
            with self.subTest(words):
                argv = [f"/usr/bin/{words[0]}", *(str(self.ws / word) if word == "birch.txt" else word for word in words[1:])]
                self.assertIn(fault, "\n".join(self.faults_of(argv)))
                accepted = self.accepted([[argv[0], *words[1:]], ["/bin/git", *words[1:]]])
                # What is accepted runs with the fixed words of its entry, and so does something else.
                for other in accepted:
                    self.assertEqual(self.faults_of(self.canonical(other)), [])
                self.assertEqual([other[0] for other in accepted], ["/usr/bin/diff"] if words[0] == "diff" else [])


if __name__ == "__main__":
    yett.main()

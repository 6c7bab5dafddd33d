"""What an agent does all day, on the backend that is taken by itself: tests of packages, builds, searches, a shell.

    real_use_test.py SANDBOXED YETT_INSIDE
"""

import os
import shutil
import sys

from ordinary_programs_test import try_program
from sandboxes import PYTHON, launchers

NPM = """
cat > package.json <<'END'
{"name": "small", "version": "1.0.0", "scripts": {"pretest": "node -e 0", "test": "node --test test.js"}}
END
cat > test.js <<'END'
const test = require("node:test"), assert = require("node:assert"), {execFileSync} = require("child_process");
test("adds", () => assert.strictEqual(1 + 1, 2));
test("starts a process", () => assert.strictEqual(execFileSync("echo", ["hello"]).toString(), "hello\\n"));
END
npm test --offline --cache "$PWD/cache" --no-update-notifier
"""

SERVER = """
echo hello > index.txt
python3 -u -m http.server 0 --bind 127.0.0.1 > log 2>&1 &
while ! grep -q port log; do sleep 0.05; done
port=$(sed -n 's/.* port \\([0-9]*\\).*/\\1/p' log)
python3 -c "import urllib.request as r; assert r.urlopen('http://127.0.0.1:$port/index.txt').read() == b'hello\\n'"
kill $!
"""

CLONE = """
git init -q --bare origin.git && git clone -q origin.git mine 2>/dev/null && cd mine &&
git config user.email a@example.org && git config user.name A && for n in 1 2 3; do echo $n > file; git add file;
git commit -qm $n; done && git push -q origin HEAD && git checkout -qb other && git rebase -q HEAD~1 && git gc -q &&
git stash list && cd .. && git clone -q origin.git yours && test "$(cat yours/file)" = 3
"""

BUILD = """
mkdir parts && for n in $(seq 12); do echo "int part$n() { return $n; }" > parts/p$n.c; done
printf 'int part7(); int main() { return part7() - 7; }' > main.c
printf 'all: main.o $(patsubst %%.c,%%.o,$(wildcard parts/*.c))\\n\\t$(CC) -o all $^ && ./all\\n' > Makefile
make -s -j4 && ./all
"""

SHELL = """
set -e
cat <<END | tr a-z A-Z | tee upper | grep -c HELLO
hello $HOME
hello again
END
(sleep 0.1; echo done > background) & wait $!
test "$(cat background)" = done
diff <(seq 3) <(printf '1\\n2\\n3\\n')
trap 'echo trapped > trapped' TERM; kill -TERM $$; test -e trapped
sleep 100 & kill %1; ! wait %1
mktemp > /dev/null; ulimit -n > /dev/null; printf '%s\\n' *.c 2>/dev/null || true
"""

SEARCH = """
mkdir -p tree/a tree/b && for n in $(seq 50); do echo "line $n of needle" > tree/a/$n.txt; done
test $(grep -rl needle tree | wc -l) = 50 && test $(find tree -name '*.txt' -newermt 2000-01-01 | wc -l) = 50
sed -i s/needle/thread/ tree/a/*.txt && tar czf tree.tgz tree && rm -r tree && tar xzf tree.tgz
find tree -type f -print0 | xargs -0 -P4 -n5 grep -l thread | wc -l | grep -x 50
"""

# bash in the terminal: suspends a job and takes it to the foreground again.
JOBS = """
import os, pty, sys
def run(master):
    pid, ours = pty.fork()
    if pid == 0: os.execvp("bash", ["bash", "--norc", "--noediting", "-i"])
    os.write(ours, b"set -m; sleep 1000 &\\nkill -STOP %1; sleep 0.1; jobs; bg; kill %1; wait; echo en''ded; exit\\n")
    text = b""
    while True:
        try: part = os.read(ours, 4096)
        except OSError: break
        if not part: break
        text += part
    os.waitpid(pid, 0)
    assert b"Stopped" in text and b"ended" in text, text
run(None)
"""

PROGRAMS = {
    "npm test": (["bash", "-c", NPM], ["npm", "node"]),
    "a server of files and its client": (["bash", "-c", SERVER], []),
    "git with a repository to clone and push to": (["bash", "-c", CLONE], ["git"]),
    "a C++ compile": (["bash", "-c", "printf '#include <map>\\n#include <regex>\\nint main() { std::map<int, int> a; "
                                     "return std::regex_match(\"a\", std::regex(\"a\")) ? 0 : 1; }' > a.cc && "
                                     "g++ -std=c++20 -O1 a.cc -o a && ./a"], ["g++"]),
    "make with four jobs": (["bash", "-c", BUILD], ["make", "gcc"]),
    "a shell with pipes, documents and jobs": (["bash", "-c", SHELL], []),
    "jobs in a terminal": ([PYTHON, "-c", JOBS], []),
    "find, grep, sed, xargs and tar": (["bash", "-c", SEARCH], []),
    "ripgrep": (["bash", "-c", "mkdir r && echo needle > r/file && rg -n needle r"], ["rg"]),
}


def outside_of_usr(names):
    """The folders of programs that are installed elsewhere, to be read."""
    options = []
    for name in names:
        real = os.path.realpath(shutil.which(name))
        if not real.startswith("/usr/"):
            top = os.path.dirname(os.path.dirname(real))
            options += ["--read", top, top]
    return options


def main():
    failed = 0
    for launcher in launchers(["bwrap"]):
        for name, (argv, needed) in PROGRAMS.items():
            absent = [program for program in needed if not shutil.which(program)]
            why = f"skipped: there is no {absent[0]}" if absent else None
            why = why or try_program(launcher, name, argv, outside_of_usr(needed))
            held = why is None or why.startswith("skipped")
            failed += not held
            print(f"{'ok  ' if why is None else 'skip' if held else 'FAIL'} {launcher.name}: {name}"
                  + (f": {why}" if why else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

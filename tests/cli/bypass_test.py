"""Every line of the bypass cases that a policy can express, as a user would ask: a policy, a call, `yett decide`.

A line holds when the verdict is right and the rule of its reason code is the rule, or stands beside it.
"""

import itertools
import json
import os
import re
import socket

import bypass_cases
import yett
from yett import rows, run

RULES = {
    "metadata": ["destination.metadata"],
    "loopback": ["destination.loopback"],
    "link-local": ["destination.link_local"],
    "private": ["destination.private_address"],
    "scheme": ["destination.scheme"],
    "userinfo": ["destination.userinfo"],
    "port": ["destination.port"],
    "not-listed": ["destination.unlisted"],
    "missing": ["destination.missing"],
    "escape": ["path.outside"],
    "protected": ["path.protected"],
    "program": ["command.unlisted"],
    "option": ["command.unlisted"],
    "type": ["arguments.malformed", "command.malformed"],
    "unknown-field": ["arguments.schema"],
    "url": ["arguments.schema"],
}
for code in "special unspecified multicast cgnat special-name".split():
    RULES[code] = ["destination.special_address"]
for code in "malformed ambiguous crlf strict single-label too-long comment encoded-word header too-many".split():
    RULES[code] = ["destination.malformed", "path.malformed", "command.malformed"]


def code_of(line):
    return re.match(r"\[([^]]+)\]", line["why"])[1]


class Bypass(yett.InScratchFolder):
    def judge(self, policy, calls):
        path = self.write("yett.toml", policy)
        text = "".join(json.dumps(call) + "\n" for call in calls)
        return rows(run("decide", "-p", path, "--now", "2026-12-01T00:00:00Z", text=text))

    def judge_each(self, cases):
        """How many there were. Those that stand together and have one policy are judged in one run."""
        judged = 0
        for policy, group in itertools.groupby(cases, lambda case: case.policy):
            group = list(group)
            for case, row in zip(group, self.judge(policy, [case.call for case in group]), strict=True):
                with self.subTest(case.line["id"]):
                    self.holds(case.line, row)
                judged += 1
        return judged

    def holds(self, line, row):
        verdict = "deny" if row["decision"] == "deny" else "allow"
        self.assertEqual(verdict, line["expect"], (line["id"], row))
        wanted = RULES.get(code_of(line)) if verdict == "deny" else None
        if wanted:
            named = [row["rule"], *(other["rule"] for other in row["also"])]
            self.assertTrue(set(wanted) & set(named), (line["id"], row))

    def test_urls(self):
        self.assertEqual(self.judge_each(bypass_cases.urls()), 121)

    def test_recipients(self):
        self.assertEqual(self.judge_each(bypass_cases.recipients()), 62)

    def test_commands(self):
        self.assertEqual(self.judge_each(bypass_cases.commands()), 57)

    def make(self, srv, name):
        """The file system of a line's setup, below the folder that stands for /srv."""
        root = srv / "ws"
        root.mkdir(parents=True)
        if name == "path-011":
            (root / "%2e%2e").mkdir()
        elif name == "path-016":
            (srv / "shared").mkdir()
            (root / "repo-link").symlink_to("../shared")
        elif name == "path-028":
            (root / "out").symlink_to("/etc")
        elif name == "path-029":
            (root / "up").symlink_to("../../etc/passwd")
        elif name == "path-033":
            (root / "magic").symlink_to("/proc/self/root")
        elif name == "path-039":
            (srv / "secret").write_text("x")
            os.link(srv / "secret", root / "hard")
            os.chown(srv / "secret", 65534, 65534)
        elif name == "path-040":
            os.mkfifo(root / "pipe")
        elif name == "path-042":
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.bind(str(root / "sock"))
            self.addCleanup(self.socket.close)

    def test_paths(self):
        cases = list(bypass_cases.paths(lambda name: self.folder / name))
        if os.geteuid() != 0:  # only root can give a file away
            cases = [case for case in cases if case.line["id"] != "path-039"]
        for case in cases:
            self.make(self.folder / case.line["id"], case.line["id"])
        self.assertGreaterEqual(self.judge_each(cases), 38)


if __name__ == "__main__":
    yett.main()

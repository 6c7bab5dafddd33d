"""Every line of the bypass cases that a policy can express, as a user would ask: a policy, a call, `yett decide`.

A line holds when the verdict is right and the rule of its reason code is the rule, or stands beside it.
"""

import itertools
import json
import os
import re
import sys

import yett
from yett import rows, run

sys.path.append(str(yett.SOURCE / "tests/corpus"))
import bypass_cases  # noqa: E402

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
    "magic-link": ["path.outside", "path.malformed"],
    "hardlink": ["path.outside"],
    "special-file": ["path.outside"],
    "race": ["path.protected"],
    "path": ["path.outside", "command.unlisted"],
    "subcommand": ["command.unlisted"],
    "argument": ["command.unlisted"],
    "protected": ["path.protected"],
    "program": ["command.unlisted"],
    "option": ["command.unlisted"],
    "type": ["arguments.malformed", "command.malformed"],
    "unknown-field": ["arguments.schema"],
    "url": ["arguments.schema"],
}
for code in "special multicast special-name".split():
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
        if verdict == "deny":
            named = {row["rule"], *(other["rule"] for other in row["also"])}
            self.assertTrue(named.intersection(RULES[code_of(line)]), (line["id"], row))

    def test_urls(self):
        self.assertEqual(self.judge_each(bypass_cases.urls()), 121)

    def test_recipients(self):
        self.assertEqual(self.judge_each(bypass_cases.recipients()), 62)

    def test_commands(self):
        self.assertEqual(self.judge_each(bypass_cases.commands()), 57)

    def test_paths(self):
        cases = list(bypass_cases.paths(lambda name: self.folder / name))
        cases = [case for case in cases if bypass_cases.can_be_set_up(case.line["id"])]
        for case in cases:
            for opened in bypass_cases.make_setup(self.folder / case.line["id"], case.line["id"]):
                self.addCleanup(opened.close)
        self.assertEqual(self.judge_each(cases), 40 if os.geteuid() == 0 else 39)


if __name__ == "__main__":
    yett.main()

"""Every line of the bypass cases that a policy can express, as a user would ask: a policy, a call, `yett decide`.

A line holds when the verdict is right and the rule of its reason code is the rule, or stands beside it.
"""

import json
import os
import re
import socket

import yett
from yett import SOURCE, rows, run

HEAD = '[policy]\nname = "bypass"\nversion = 1\n[session]\npermissions = "full access"\ntenant = "local"\n'
PUBLIC = "8.8.4.4"

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
    RULES[code] = ["destination.malformed", "path.malformed", "arguments.malformed", "command.malformed"]


def lines(name):
    return [json.loads(line) for line in (SOURCE / "tests/corpus" / name).read_text().splitlines()]


def code_of(line):
    return re.match(r"\[([^]]+)\]", line["why"])[1]


class Bypass(yett.InScratchFolder):
    def judge(self, policy, calls, *words):
        path = self.write("yett.toml", HEAD + policy)
        text = "".join(json.dumps(call) + "\n" for call in calls)
        return rows(run("decide", "-p", path, "--now", "2026-12-01T00:00:00Z", *words, text=text))

    def holds(self, line, row):
        verdict = "deny" if row["decision"] == "deny" else "allow"
        self.assertEqual(verdict, line["expect"], (line["id"], row))
        wanted = RULES.get(code_of(line)) if verdict == "deny" else None
        if wanted:
            named = [row["rule"], *(other["rule"] for other in row["also"])]
            self.assertTrue(set(wanted) & set(named), (line["id"], row))

    # --- URLs ----------------------------------------------------------------------------------------------------

    @staticmethod
    def hosts_of(words):
        if "allowlist empty" in words:
            return []
        if "{public4a} port 8443" in words:
            return [f"{PUBLIC}:8443"]
        if "63-octet label" in words:
            return ["a" * 63 + ".example.com"]
        return re.search(r"exact hosts? ([^;]+)", words)[1].split(", ")

    def test_urls(self):
        judged = 0
        for line in lines("url.jsonl"):
            hosts = self.hosts_of(line["policy"])
            policy = (
                f"[egress]\nhosts = {json.dumps(hosts)}\n[tools]\n"
                'post = { effect = "send", sensitivity = "internal", reversible = true, destination.url = ["url"] }\n'
            )
            text = line["input"].replace("{public4a}", PUBLIC)
            (row,) = self.judge(policy, [{"tool": "post", "arguments": {"url": text}}])
            with self.subTest(line["id"]):
                self.holds(line, row)
            judged += 1
        self.assertEqual(judged, 121)

    # --- E-mail --------------------------------------------------------------------------------------------------

    def test_recipients(self):
        judged = 0
        for line in lines("email.jsonl"):
            domains = re.search(r"exact domains? ([^;]+)", line["policy"])[1].split(", ")
            names = "true" if "display names accepted" in line["policy"] else "false"
            # `headers` and `envelope` are objects of the tool's own: what stands in them is named by pointer.
            content = ["subject", "body", "from_name"]
            if "X-Ticket allowed" in line["policy"]:
                content.append("/headers/X-Ticket")
            policy = (
                f"[egress]\nemail_domains = {json.dumps(domains)}\n[tools.mail]\n"
                'effect = "send"\nsensitivity = "internal"\nreversible = true\n'
                'destination.email = ["to", "cc", "bcc", "reply_to", "/envelope/rcpt_to"]\n'
                f"content = {json.dumps(content)}\ndisplay_names = {names}\n"
            )
            arguments = line["input"] if isinstance(line["input"], dict) else {"to": line["input"]}
            if "to_repeat" in arguments:
                address, count = arguments["to_repeat"]
                arguments = {"to": [address] * count}
            (row,) = self.judge(policy, [{"tool": "mail", "arguments": arguments}])
            with self.subTest(line["id"]):
                self.holds(line, row)
            judged += 1
        self.assertEqual(judged, 62)

    # --- Paths ---------------------------------------------------------------------------------------------------

    # What cannot be judged before the tool opens a path: it is held by the opener (src/os) or by isolation.
    OPENED = {"path-051": "a race between look and open", "path-052": "a race between look and open"}

    def make(self, root, name):
        """The file system of a line's setup, below the folder that stands for /srv."""
        srv = root.parent
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
        judged = 0
        for line in lines("path.jsonl"):
            name = line["id"]
            if name in self.OPENED or (name == "path-039" and os.geteuid() != 0):
                continue
            srv = self.folder / name
            root = srv / "ws"
            root.mkdir(parents=True)
            self.make(root, name)
            policy = f'[paths.ws]\nroot = "{root}"\naccess = "read-write"\n'
            terms = 'base = "ws"'
            if "/srv/shared" in line["policy"]:
                policy += f'[paths.shared]\nroot = "{srv}/shared"\naccess = "read"\n'
            policy += (
                "[tools]\n"
                'look = { effect = "read", sensitivity = "internal", reversible = true, '
                f'path.read = {{ arguments = ["path"], {terms} }} }}\n'
                'change = { effect = "write", sensitivity = "internal", reversible = true, '
                f'path.write = {{ arguments = ["path", "into"], {terms} }} }}\n'
            )
            text = line["input"]["path"].replace("/srv/", f"{srv}/")
            if text == "a/<repeat 2100>/f":
                text = "a/" * 2100 + "f"
            arguments = {"path": text}
            operation = line["input"]["op"]
            if operation == "rename":  # the line's setup says into what
                arguments["into"] = ".git/hooks/x"
            elif operation == "link":
                arguments["into"] = ".git/config"
            elif " to " in operation:
                arguments["into"] = operation.split(" to ")[1]
            tool = "look" if operation == "read" else "change"
            (row,) = self.judge(policy, [{"tool": tool, "arguments": arguments}])
            with self.subTest(name):
                self.holds(line, row)
            judged += 1
        self.assertGreaterEqual(judged, 38)

    # --- Commands ------------------------------------------------------------------------------------------------

    COMMANDS = (
        '[egress]\nhosts = ["hooks.example.internal"]\n'
        '[paths.ws]\nroot = "/srv/ws"\naccess = "read"\n'
        '[tools.run]\neffect = "execute"\nsensitivity = "internal"\nreversible = true\ncommand.argv = ["argv"]\n'
        '[[tools.run.commands]]\nprogram = "/usr/bin/git"\neffect = "read"\npaths = "read"\n'
        'subcommands = ["status", "diff", "log", "show"]\noptions = ["--oneline", "-n=number", "--grep=text"]\n'
        '[[tools.run.commands]]\nprogram = "/usr/bin/rg"\neffect = "read"\noptions = ["-i", "-n", "-l"]\n'
        'paths = ["text", "read"]\n'
        '[[tools.run.commands]]\nprogram = "/usr/bin/ls"\neffect = "read"\noptions = ["-la"]\npaths = "read"\n'
        '[[tools.run.commands]]\nprogram = "/usr/bin/cat"\neffect = "read"\npaths = "read"\n'
        '[[tools.run.commands]]\nprogram = "/usr/bin/python3"\neffect = "execute"\npaths = ["read", "rest"]\n'
        '[[tools.run.commands]]\nprogram = "/usr/bin/curl"\neffect = "read"\noptions = ["-g", "-sS"]\npaths = "url"\n'
    )

    def test_commands(self):
        cases = lines("argv.jsonl")
        calls = [{"tool": "run", "arguments": {"argv": line["input"]}} for line in cases]
        for line, row in zip(cases, self.judge(self.COMMANDS, calls), strict=True):
            with self.subTest(line["id"]):
                self.holds(line, row)
        self.assertEqual(len(cases), 57)


if __name__ == "__main__":
    yett.main()

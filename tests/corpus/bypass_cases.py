"""The bypass cases that a policy can express, each as a user would ask: a policy and a call.

Paths lie below a folder that stands for /srv.
"""

import json
import os
import pathlib
import re
import socket
from typing import NamedTuple

CORPUS = pathlib.Path(__file__).parent
PUBLIC = "8.8.4.4"
HEAD = '[policy]\nname = "bypass"\nversion = 1\n[session]\npermissions = "full access"\ntenant = "local"\n'


class Case(NamedTuple):
    line: dict
    policy: str
    call: dict


def single_checks(kind):
    """The lines of a kind that exactly one check holds back (tests/switched_off)."""
    return lines("single_check.jsonl", kind)


def lines(name, kind=None):
    """The lines of a file of the corpus; those of one kind alone where a file mixes them."""
    all_lines = [json.loads(line) for line in (CORPUS / name).read_text().splitlines()]
    return [line for line in all_lines if kind in (None, line["kind"])]


# --- URLs --------------------------------------------------------------------------------------------------------


def _hosts_of(words):
    if "allowlist empty" in words:
        return []
    if "{public4a} port 8443" in words:
        return [f"{PUBLIC}:8443"]
    if "63-octet label" in words:
        return ["a" * 63 + ".example.com"]
    return re.search(r"exact hosts? ([^;]+)", words)[1].split(", ")


def urls(cases=None):
    for line in cases if cases is not None else lines("url.jsonl"):
        hosts = line.get("hosts", None) or json.dumps(_hosts_of(line["policy"]))
        policy = (
            f"[egress]\nhosts = {hosts}\n[tools]\n"
            'post = { effect = "send", sensitivity = "internal", reversible = true, destination.url = ["url"] }\n'
        )
        text = line["input"].replace("{public4a}", PUBLIC)
        yield Case(line, HEAD + policy, {"tool": "post", "arguments": {"url": text}})


# --- E-mail ------------------------------------------------------------------------------------------------------


def recipients(cases=None):
    for line in cases if cases is not None else lines("email.jsonl"):
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
        yield Case(line, HEAD + policy, {"tool": "mail", "arguments": arguments})


# --- Paths -------------------------------------------------------------------------------------------------------

# What cannot be judged before the tool opens a path: it is held by the opener (src/os) or by isolation.
OPENED = {"path-051": "a race between look and open"}


def can_be_set_up(name):
    """Only root can give a file away."""
    return os.geteuid() == 0 or name != "path-039"


def make_setup(srv, name):
    """Makes what the setup of a line says, below the folder that stands for /srv. Gives what is to be closed later."""
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
        if can_be_set_up(name):
            os.chown(srv / "secret", 65534, 65534)
    elif name == "path-040":
        os.mkfifo(root / "pipe")
    elif name == "path-042":
        bound = socket.socket(socket.AF_UNIX)
        bound.bind(str(root / "sock"))
        return [bound]
    elif name == "single-063":
        (srv / "secret").touch()
        os.link(srv / "secret", root / "hard")
    elif name == "single-064":
        (root / "dangling").symlink_to(srv / "none")
    elif name == "single-065":
        (root / "self").symlink_to("/proc/self")
    return []


def paths(srv_of, cases=None):
    """`srv_of(id)` is the folder that stands for /srv in a case."""
    for line in cases if cases is not None else lines("path.jsonl"):
        if line["id"] in OPENED:
            continue
        srv = srv_of(line["id"])
        policy = f'[paths.ws]\nroot = "{srv}/ws"\naccess = "read-write"\n'
        if "/srv/shared" in line["policy"]:
            policy += f'[paths.shared]\nroot = "{srv}/shared"\naccess = "read"\n'
        three = 'sensitivity = "internal", reversible = true'
        policy += (
            "[tools]\n"
            f'look = {{ effect = "read", {three}, path.read = {{ arguments = ["path"], base = "ws" }} }}\n'
            f'change = {{ effect = "write", {three}, path.write = {{ arguments = ["path", "into"], base = "ws" }} }}\n'
        )
        text = line["input"]["path"].replace("/srv/", f"{srv}/")
        if text == "a/<repeat 2100>/f":
            text = "a/" * 2100 + "f"
        arguments = {"path": text}
        operation = line["input"]["op"]
        if operation == "rename":  # the line's setup says into what
            arguments["into"] = ".git/hooks/x"
        elif line["id"] == "path-052":  # the move of the setup is a call, and the one that has to fail
            arguments = {"path": ".git", "into": "moved"}
        elif operation == "link":
            arguments["into"] = ".git/config"
        elif " to " in operation:
            arguments["into"] = operation.split(" to ")[1]
        yield Case(line, HEAD + policy, {"tool": "look" if operation == "read" else "change", "arguments": arguments})


# --- Commands ----------------------------------------------------------------------------------------------------


def commands(cases=None):
    policy = HEAD + (CORPUS / "commands.toml").read_text()
    for line in cases if cases is not None else lines("argv.jsonl"):
        yield Case(line, policy, {"tool": "run", "arguments": {"argv": line["input"]}})


# --- Whole calls -------------------------------------------------------------------------------------------------


def calls(cases):
    """Lines whose policy is written out and whose input is the call."""
    for line in cases:
        yield Case(line, HEAD + line["policy"], line["input"])

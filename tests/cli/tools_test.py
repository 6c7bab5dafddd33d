"""The capability table: tiers are computed, in the order of the policy."""

import csv
import io
import json

import yett
from yett import DESKMATE, out, run


class Tools(yett.InScratchFolder):
    ORDER = ["read_ticket", "search_customers", "read_contract", "update_ticket", "call_webhook", "send_email"]
    TIERS = ["safe", "sensitive", "sensitive", "sensitive", "sensitive", "dangerous"]

    def test_deskmate_tiers_in_order(self):
        result = run("tools", DESKMATE)
        self.assertEqual(result.returncode, 0)
        lines = out(result).splitlines()[1:]
        self.assertEqual([line.split()[0] for line in lines], self.ORDER)
        for line, tier in zip(lines, self.TIERS):
            self.assertIn(tier, line.split())

    def test_no_file_assigns_a_tier(self):
        text = DESKMATE.read_text()
        for word in ("safe", "sensitive\"", "dangerous", "tier ="):
            self.assertNotIn(word, text)

    def test_json_is_one_array_with_the_contract_members(self):
        table = json.loads(out(run("tools", DESKMATE, "--format", "json")))
        self.assertEqual([row["name"] for row in table], self.ORDER)
        self.assertEqual([row["tier"] for row in table], self.TIERS)
        for row in table:
            self.assertLessEqual({"name", "server", "effect", "sensitivity", "reversible", "tier"}, row.keys())
        self.assertIs(table[5]["reversible"], False)

    def test_csv_and_markdown(self):
        table = list(csv.reader(io.StringIO(out(run("tools", DESKMATE, "--format", "csv")))))
        self.assertEqual([row[0] for row in table[1:]], self.ORDER)
        self.assertIn("| call\\_webhook |", out(run("tools", DESKMATE, "--format", "markdown")))

    def test_flipping_reversible_flips_the_tier(self):
        text = DESKMATE.read_text().replace("reversible = false", "reversible = true")
        path = self.write("yett.toml", text)
        table = json.loads(out(run("tools", path, "--format", "json")))
        self.assertEqual(table[5]["tier"], "sensitive")

    def test_chinese_headings(self):
        self.assertIn("危险等级", out(run("tools", DESKMATE, "--lang", "zh")))
        self.assertIn("危险等级", out(run("tools", DESKMATE, environment={"LANG": "zh_CN.UTF-8"})))


if __name__ == "__main__":
    yett.main()

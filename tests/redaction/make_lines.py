"""Writes the labelled lines of redaction: what a text holds, kind by kind, and texts that hold nothing.

    make_lines.py            writes them to tests/corpus/redaction.jsonl
    make_lines.py --check    0: they stand there as they would be written

A line: {"text": TEXT, "finds": [{"kind": KIND, "text": PART}], "about": WORD}. The parts stand in the text in this order.
The kind "other" is for what should not be read either, and what redaction does not look for. Texts hold the character of
BREAK here and there: whoever reads them takes it out. It keeps programs that look for leaked secrets from taking made-up
ones for real ones. The same lines in every run.
"""

import json
import pathlib
import re
import sys

from values import Values
from written_lines import WRITTEN

BREAK = "\u00a6"
LOOKS_REAL = re.compile(
    r"(gh[pousr]_|github_pa|glpat|gl(?:dt|rt|ptt|cbt)-|xox[bp]|xapp|[sr]k_(?:live|test)|whse|AIza|GOCSP|ya29|npm_"
    r"|AKIA|ASIA|sk-(?:proj|ant|or)|hf_|gsk_|-----BEGI|eyJ|hooks\.slac)")

# Where values stand; "{}" is one.
PLACES = [
    "{}",
    "Please call back: {}.",
    "Kunde schrieb: {} (bitte vertraulich)",
    "customer said \"{}\" and hung up",
    "- {}\n- done",
    "{{\"note\": \"{}\", \"n\": 3}}",
    "{{\"a\":{{\"b\":[\"{}\"]}}}}",
    "{{\\\"inner\\\":\\\"{}\\\"}}",
    "key={}",
    "VALUE='{}'",
    "export X={}",
    "2026-02-18T10:00:07.123Z INFO deskmate[812]: got {} from upstream",
    "ERROR {}: not accepted",
    "<td>{}</td>",
    "user,{},2026-02-18,ok",
    "id;{};42",
    "    value: {}",
    "# {}",
    "客户留言：{}，请尽快处理",
    "联系方式是{}。",
    "备注（{}）",
    "curl -H 'X-Value: {}' https://api.acme.example/v1",
    "first\\n{}\\tlast",
    "| {} | 3 |",
    "`{}`",
    "see {}, {}",
    "{}\r\n",
    "let v = \"{}\"; // from the ticket",
    "f({}, 1)",
    "[{}]",
    "a {} b {} c {}",
]

# What is made: the value, its kind, how many lines.
KINDS = [
    ("email", "email", 60),
    ("secret", "secret", 50),
    ("phone", "phone", 40),
    ("model_key", "model_key", 25),
    ("aws", "aws", 15),
    ("github", "github", 20),
    ("gitlab", "gitlab", 15),
    ("slack", "slack", 18),
    ("stripe", "stripe", 18),
    ("google", "google", 20),
    ("npm", "npm", 12),
    ("jwt", "jwt", 20),
    ("private_key", "private_key", 15),
    ("card", "card", 30),
    ("grouped_card", "card", 25),
    ("iban", "iban", 25),
    ("grouped_iban", "iban", 20),
    ("chinese_id", "chinese_id", 25),
    ("international_phone", "international_phone", 35),
]
CLEAN = [
    ("git_hash", 30),
    ("uuid", 30),
    ("version", 25),
    ("price", 25),
    ("timestamp", 40),
    ("image", 15),
    ("order_number", 60),
]


def written_line(text):
    """A line with its finds marked in it."""
    finds = []

    def unmark(match):
        if match[1] != "clean":
            finds.append({"kind": match[1], "text": match[2]})
        return match[2]

    plain = re.sub(r"\[\[([a-z_]+):(.*?)\]\](?!\])", unmark, text, flags=re.DOTALL)
    return {"text": plain, "finds": finds, "about": "written"}


def made_lines(values):
    def make(name):
        return values.iban(grouped=True) if name == "grouped_iban" else getattr(values, name)()

    for name, kind, count in KINDS:
        for index in range(count):
            place = PLACES[(index * 7 + len(name)) % len(PLACES)]
            parts = [make(name) for _ in range(place.count("{}"))]
            if "\\" in place:
                parts = [part.replace("\n", "\\n") for part in parts]
            yield {"text": place.format(*parts), "finds": [{"kind": kind, "text": part} for part in parts], "about": name}
    for index in range(25):
        login = values.login()
        scheme = ["postgres", "https", "redis", "amqp", "mysql", "mongodb+srv"][index % 6]
        url = f"{scheme}://{login}@db{index}.internal:5432/desk"
        place = PLACES[(index * 7) % len(PLACES)]
        text = place.format(*[url] * place.count("{}"))
        yield {"text": text, "finds": [{"kind": "url_password", "text": login}] * place.count("{}"), "about": "login"}
    for index in range(10):
        value = values.aws_secret()
        name = ["aws_secret_access_key", "AWS_SECRET_ACCESS_KEY", "SecretAccessKey", "secretAccessKey", "secret-access-key"][index % 5]
        between = [" = ", "=", "\": \"", ": ", "='"][index // 2]
        yield {"text": f"{name}{between}{value}", "finds": [{"kind": "aws", "text": value}], "about": "aws_secret"}
    for name, count in CLEAN:
        for index in range(count):
            place = PLACES[(index * 7 + len(name)) % len(PLACES)]
            parts = [make(name) for _ in range(place.count("{}"))]
            yield {"text": place.format(*parts), "finds": [], "about": name}


def broken(text):
    return LOOKS_REAL.sub(lambda match: match[1][:-1] + BREAK + match[1][-1], text)


def all_lines():
    for line in [*made_lines(Values(20260218)), *map(written_line, WRITTEN)]:
        finds = [{**find, "text": broken(find["text"])} for find in line["finds"]]
        yield json.dumps({**line, "text": broken(line["text"]), "finds": finds}, ensure_ascii=False) + "\n"


def main():
    corpus = pathlib.Path(__file__).parent.parent / "corpus/redaction.jsonl"
    text = "".join(all_lines())
    if sys.argv[1:] == ["--check"]:
        return 0 if corpus.read_text(encoding="utf-8") == text else "redaction.jsonl is not what make_lines.py writes"
    corpus.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

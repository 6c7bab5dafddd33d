"""Writes the labelled lines of redaction: what a text holds, kind by kind, and texts that hold nothing.

    make_lines.py > ../corpus/redaction.jsonl

A line: {"text": TEXT, "finds": [{"kind": KIND, "text": PART}], "about": WORD}. The parts stand in the text in this order.
The kind "other" is for what should not be read either, and what redaction does not look for. Texts hold the character of
BREAK here and there: whoever reads them takes it out. It keeps programs that look for leaked secrets from taking made-up
ones for real ones. The same lines in every run.
"""

import json
import re

from values import Values

BREAK = "\u00a6"
LOOKS_REAL = re.compile(r"(gh[pousr]_|github_pa|glpat|gl(?:dt|rt|ptt|cbt)-|xox[bp]|xapp|[sr]k_(?:live|test)|whse|AIza|GOCSP|ya29|npm_|AKIA|ASIA|"
                        r"sk-(?:proj|ant|or)|hf_|gsk_|-----BEGI|eyJ|hooks\.slac)")

# Where values stand; "{}" is one.
PLACES = [
    "{}", "Please call back: {}.", "Kunde schrieb: {} (bitte vertraulich)", "customer said \"{}\" and hung up", "- {}\n- done",
    '{{"note": "{}", "n": 3}}', '{{"a":{{"b":["{}"]}}}}', '{{\\"inner\\":\\"{}\\"}}', "key={}", "VALUE='{}'", "export X={}",
    "2026-02-18T10:00:07.123Z INFO deskmate[812]: got {} from upstream", "ERROR {}: not accepted", "<td>{}</td>",
    "user,{},2026-02-18,ok", "id;{};42", "    value: {}", "# {}", "客户留言：{}，请尽快处理", "联系方式是{}。", "备注（{}）",
    "curl -H 'X-Value: {}' https://api.acme.example/v1", "first\\n{}\\tlast", "| {} | 3 |", "`{}`", "see {}, {}",
    "{}\r\n", "let v = \"{}\"; // from the ticket", "f({}, 1)", "[{}]", "a {} b {} c {}",
]

KINDS = [  # the value, its kind, lines
    ("email", "email", 60), ("secret", "secret", 50), ("phone", "phone", 40), ("model_key", "model_key", 25), ("aws", "aws", 15),
    ("github", "github", 20), ("gitlab", "gitlab", 15), ("slack", "slack", 18), ("stripe", "stripe", 18), ("google", "google", 20),
    ("npm", "npm", 12), ("jwt", "jwt", 20), ("private_key", "private_key", 15), ("card", "card", 30), ("grouped_card", "card", 25),
    ("iban", "iban", 25), ("grouped_iban", "iban", 20), ("chinese_id", "chinese_id", 25),
    ("international_phone", "international_phone", 35),
]
CLEAN = [("git_hash", 30), ("uuid", 30), ("version", 25), ("price", 25), ("timestamp", 40), ("image", 15), ("order_number", 60)]

# What people wrote, or could have: nothing is made from a pattern here. A part in [[KIND:...]] is a find.
WRITTEN = [
    "Hi team, this is Ana ([[email:ana.b@acme.example]]), my new number is [[international_phone:+49 171 2345678]].",
    "请把发票寄到 [[email:wang.fang@qq.example.cn]]，电话 [[phone:13912345678]]，身份证 [[chinese_id:11010519491231002X]]。",
    "转账到 [[iban:DE89 3704 0044 0532 0130 00]] 或刷卡 [[card:4111 1111 1111 1111]] 有效期 12/27",
    "card [[card:4111111111111111]] exp 12/27 cvc 123",
    "Amex: [[card:3782 822463 10005]], Visa: [[card:4012888888881881]], MC: [[card:5555-5555-5555-4444]]",
    "DATABASE_URL=postgres://[[url_password:app:s3cr3t]]@db.internal:5432/desk",
    "git clone https://[[url_password:ana:hunter2]]@git.acme.example/desk.git",
    '{"url":"https:\\/\\/[[url_password:ana:hunter2]]@git.acme.example\\/desk.git"}',
    "amqp://[[url_password:guest:gu@est!]]@mq.internal/%2f",
    "redis://[[url_password::p4ssw0rd]]@cache.internal:6379/0",
    "https://[[url_password:x-access-token:ghs_abcdefghijklmnopqrstuvwxyz0123456789]]@github.com/acme/desk",
    "aws_access_key_id = [[aws:AKIAIOSFODNN7EXAMPLE]]\naws_secret_access_key = [[aws:wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY]]",
    '{"AccessKeyId":"[[aws:ASIAIOSFODNN7EXAMPLE]]","SecretAccessKey":"[[aws:wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY]]"}',
    "AWS_SECRET_ACCESS_KEY=[[aws:wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY]] make deploy",
    "curl -X POST https://hooks.slack.com/services/[[slack:T024BE7LD/B0ABCDEFG/abcdEFGHijklMNOPqrstUVWX]]",
    "Authorization: Bearer [[jwt:eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U]]",
    "the token was cut off: [[jwt:eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0]]...",
    "cookie: session=[[jwt:eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..aXZpdml2aXZpdg.Y2lwaGVydGV4dA.dGFndGFndGFndGFn]]; path=/",
    "log: '-----BEGIN' and '-----END' are markers", "if \"PRIVATE KEY\" in text: raise Leak",
    "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----",
    "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ0ZGRA==\n-----END CERTIFICATE-----",
    "key: |\n  [[private_key:-----BEGIN EC PRIVATE KEY-----\n  MHcCAQEEIIGlRFVGdGVzdHRlc3R0ZXN0dGVzdHRlc3R0\n  -----END EC PRIVATE KEY-----]]\nnext: 1",
    '{"private_key":"[[private_key:-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\\n-----END PRIVATE KEY-----]]\\n"}',
    "+[[private_key:-----BEGIN RSA PRIVATE KEY-----\n+MIIEpAIBAAKCAQEA7bq1\n+-----END RSA PRIVATE KEY-----]]\n diff",
    "tail of a log [[private_key:-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq1Jm9v\nMIIEpAIBAAKCAQEA]]",
    "call [[phone:13812345678]].", "tel:[[phone:15012345678]]", "\\n[[phone:18612345678]]\\n", "手机[[phone:17712345678]]",
    "[[international_phone:+86 13812345678]]",
    "mailto:[[email:info@acme.example]]?subject=Hi", "<[[email:a.b-c+d@x-y.co.example]]>", "cc=[[email:o_o@b.example]];bcc=[[email:p@b.example]]",
    "Ref: user@localhost is no address", "ssh [[email:git@github.com]]:acme/desk.git",
    "npm i left-pad --save", "@decorator\ndef f(): ...", "import x from '@scope/package'", "a @ b", "me@", "@you",
    "twitter @handle.example", "5 @ 3.50 each", "foo@bar", "sprint 42@home"]
WRITTEN += [
    "npm i [[clean:left-pad]]@1.3.0", "docker pull acme/desk@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "sk-learn-contrib is a package", "class=\"sk-fading-circle sk-circle1\"", "scikit: sk-learn", "task-12345678 is done", "risk_assessment2026 done",
    "the desk-abcdefgh1 table", "mask_abcdefgh12", "ask-abcdefgh1", "my token_count is 12", "token_id", "api-docs", "api_version: 2026-02-18",
    "api-gateway.acme.example", "token-based access", "rk-1 rk-2 rk-3", "sk-short1", "SK_1234567 (seven)", "api_k",
    "[[secret:token-abcdefgh]]", "[[secret:api_12345678]]", "key=[[secret:sk-abcd1234]]&x=1", "([[secret:RK_ABCDEFGH]])",
    "api-specification", "token_authentication", "api_reference", "api-management",
    "Order 4111 1111 1111 1112 was shipped", "lot 4111-1111-1111-1111-22", "sum 0.4111111111111111", "part 41111111111111110",
    "table: 4000 2000 3000 1000", "1234 5678 9012 3456", "build 20260218101112", "tracking 1Z999AA10123456784", "ISBN 978-3-16-148410-0",
    "EAN 4006381333931", "IMEI 490154203237518", "order 4929004837163920", "receipt 6222021234567894",
    "DE89370400440532013001 has a wrong digit", "GB29NWBK60161331926818", "ZZ00123456789012345", "VIN WVWZZZ1JZXW000001", "ID DE12 3456",
    "[[iban:GB29 NWBK 6016 1331 9268 19]] and [[iban:NL91ABNA0417164300]]", "IBAN:[[iban:FR1420041010050500013M02606]]",
    "110105194912310021 has a wrong digit", "990105194912310028", "11010519491331002X", "[[chinese_id:440308199901101512]]是样例",
    "+1 is a vote", "+100 points", "C++20 and +0800", "offset +12345678", "+1.5 % to +12.25 %", "a+12345678=b", "x = +2000000",
    "call [[international_phone:+1 (415) 555-0100]] or [[international_phone:+44 (0)20 7946 0018]] today",
    "fax [[international_phone:+41 44 668 18 00]], 2026-02-18", "wa.me/[[international_phone:+905321234567]]", "+999 12 345 678",
    "12812345678 is no mobile number", "138123456789", "no. 013812345678", "x13812345678", "13812345678x", "1381234567",
    "the phone is [[other:138-1234-5678]]", "the phone is [[other:138 1234 5678]]", "ring [[other:(415) 555-0100]]", "ring [[other:030 1234567]]",
    "password: [[other:hunter2]]", "DB_PASSWORD=[[other:correct horse battery staple]]", "Authorization: Basic [[other:YW5hOmh1bnRlcjI=]]",
    "twilio [[other:SK0123456789abcdef0123456789abcdef]]", "sendgrid [[other:SG.abcdefghijklmnopqrstuv.abcdefghijklmnopqrstuvwxyz0123456789abcdefg]]",
    "ana [[other:at]] acme dot example", "[[other:YW5hQGFjbWUuZXhhbXBsZQ==]]", "[[other:ana%40acme.example]]", "[[other:ana&#64;acme.example]]",
    "passport [[other:C01X00T47]]", "SSN [[other:078-05-1120]]", "born [[other:1949-12-31]]", "[[other:４１１１１１１１１１１１１１１１]]",
    "", " ", "\n\n\n", "日本語のテキスト、秘密なし", "no finds here, only prose that goes on for a while and ends.",
    "https://acme.example/path?x=1#y", "http://[::1]:8080/", "https://acme.example:8443/a:b", "ftp://acme.example/a@b", "file:///etc/passwd",
    "SELECT * FROM t WHERE id = 42 AND name LIKE '%a%';", "for (int i = 0; i < 10; ++i) sum += a[i];", "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "eyJ is how JSON begins in base64", "eyJhbGciOiJIUzI1NiJ9", "AKIA is a prefix", "AKIAIOSFODNN7EXAMPLEX", "ghp_short", "glpat-x", "xoxb-", "npm_config_registry",
    "npm_package_version", "AIzaShort", "whsec_", "github_pat_", "sk_live_", "hf_hub_download", "secretAccessKey is empty", "access_key_id",
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


def main():
    for line in [*made_lines(Values(20260218)), *map(written_line, WRITTEN)]:
        finds = [{**find, "text": broken(find["text"])} for find in line["finds"]]
        print(json.dumps({**line, "text": broken(line["text"]), "finds": finds}, ensure_ascii=False))


if __name__ == "__main__":
    main()

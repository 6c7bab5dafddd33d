"""Values of each kind that redaction looks for, made up and valid, and values that only look like them."""

import base64
import json
import random
import string
import uuid

ALNUM = string.ascii_letters + string.digits
URL_SAFE = ALNUM + "-_"
LOWER_HEX = "0123456789abcdef"

# Lengths by country, and how the account goes on behind the check digits: n digits, a capitals, c either.
IBANS = {"DE": "18n", "FR": "10n11c2n", "GB": "4a14n", "NL": "4a10n", "ES": "20n", "IT": "1a10n12c", "CH": "5n12c",
         "AT": "16n", "BE": "12n", "PL": "24n", "TR": "5n1n16c", "SE": "20n", "NO": "11n", "PT": "21n"}
PROVINCES = ["11", "31", "32", "33", "37", "44", "51", "61"]


class Values:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def some(self, letters, count):
        return "".join(self.random.choice(letters) for _ in range(count))

    def digits(self, count):
        return self.some(string.digits, count)

    # --- What is found ---------------------------------------------------------------------------------------------

    def email(self):
        local = self.random.choice(["ana", "bo.lindqvist", "j-smith", "m_tan+invoices", "k.yilmaz", "wang.fang", "qz", "ops-2"])
        host = self.random.choice(["acme.example", "mail.globex.example", "deskmate.internal", "uni-b.example", "a.co.example", "qq.example.cn"])
        return f"{local}@{host}"

    def secret(self):
        head = self.random.choice(["sk-", "rk-", "api-", "token-", "sk_", "api_", "token_", "SK-", "Token_", "API-"])
        return head + self.some(ALNUM, self.random.randint(8, 40))

    def phone(self):
        return "1" + self.random.choice("3456789") + self.digits(9)

    def model_key(self):
        maker = self.random.randrange(5)
        if maker == 0:
            return "sk-proj-" + self.some(URL_SAFE[:-2], 48) + "7Aq"
        if maker == 1:
            return "sk-ant-api03-" + self.some(ALNUM, 40) + "-" + self.some(ALNUM, 20) + "9AA"
        if maker == 2:
            return "sk-or-v1-" + self.some(LOWER_HEX, 64)
        if maker == 3:
            return "hf_" + self.some(string.ascii_letters, 34)
        return "gsk_" + self.some(ALNUM, 52)

    def aws(self):
        return self.random.choice(["AKIA", "ASIA"]) + self.some(string.ascii_uppercase + "234567", 16)

    def aws_secret(self):
        return self.some(ALNUM + "+/", 40)

    def github(self):
        if self.random.random() < 0.3:
            return "github_pat_" + self.some(ALNUM, 22) + "_" + self.some(ALNUM, 59)
        return self.random.choice(["ghp_", "gho_", "ghu_", "ghs_", "ghr_"]) + self.some(ALNUM, 36)

    def gitlab(self):
        return self.random.choice(["glpat-", "gldt-", "glrt-", "glptt-", "glcbt-"]) + self.some(ALNUM + "-_", 20)

    def slack(self):
        kind = self.random.choice(["xoxb", "xoxp", "xapp"])
        if kind == "xapp":
            return f"xapp-1-A{self.some(string.ascii_uppercase, 10)}-{self.digits(13)}-{self.some(LOWER_HEX, 64)}"
        return f"{kind}-{self.digits(12)}-{self.digits(13)}-{self.some(ALNUM, 24)}"

    def stripe(self):
        kind = self.random.choice(["sk_live_", "sk_test_", "rk_live_", "whsec_"])
        return kind + self.some(ALNUM, 32 if kind == "whsec_" else self.random.choice([24, 99]))

    def google(self):
        head, length = self.random.choice([("AIza", 35), ("GOCSPX-", 28), ("ya29.a0", 118)])
        return head + self.some(URL_SAFE, length)

    def npm(self):
        return "npm_" + self.some(ALNUM, 36)

    def jwt(self):
        def part(value):
            return base64.urlsafe_b64encode(json.dumps(value, separators=(",", ":")).encode()).decode().rstrip("=")
        header = part({"alg": self.random.choice(["HS256", "RS256", "ES256"]), "typ": "JWT"})
        return ".".join([header, part({"sub": self.digits(6), "iat": int(self.digits(9))}), self.some(URL_SAFE[:-2], 43)])

    def private_key(self):
        label = self.random.choice(["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY"])
        lines = [self.some(ALNUM + "+/", 64) for _ in range(self.random.randint(2, 6))]
        return "\n".join([f"-----BEGIN {label}-----", *lines, self.some(ALNUM, 20) + "==", f"-----END {label}-----"])

    def login(self):
        user = self.random.choice(["deploy", "postgres", "root", "ana", "svc-billing"])
        return f"{user}:{self.some(ALNUM + '!$%^*', self.random.randint(6, 24))}"

    def card(self):
        head, length = self.random.choice([("4", 16), ("51", 16), ("5454", 16), ("2223", 16), ("34", 15), ("37", 15),
                                           ("3528", 16), ("6011", 16), ("622848", 19), ("621700", 19), ("62", 16)])
        number = head + self.digits(length - len(head) - 1)
        return number + self.luhn(number)

    def grouped_card(self):
        card = self.card()
        while len(card) == 19:
            card = self.card()
        groups = [4, 4, 4, 4] if len(card) == 16 else [4, 6, 5]
        parts, at = [], 0
        for group in groups:
            parts.append(card[at:at + group])
            at += group
        return self.random.choice(" -").join(parts)

    @staticmethod
    def luhn(number):
        total = 0
        for index, digit in enumerate(reversed(number)):
            value = int(digit) * (2 if index % 2 == 0 else 1)
            total += value - 9 if value > 9 else value
        return str(-total % 10)

    def iban(self, grouped=False):
        country = self.random.choice(sorted(IBANS))
        account, number = "", ""
        for c in IBANS[country]:
            if c.isdigit():
                number += c
                continue
            letters = {"n": string.digits, "a": string.ascii_uppercase, "c": string.ascii_uppercase + string.digits}[c]
            account += self.some(letters, int(number))
            number = ""
        as_number = int("".join(str(int(c, 36)) for c in account + country + "00"))
        whole = f"{country}{98 - as_number % 97:02}{account}"
        return " ".join(whole[i:i + 4] for i in range(0, len(whole), 4)) if grouped else whole

    def chinese_id(self):
        born = f"{self.random.randint(1940, 2015)}{self.random.randint(1, 12):02}{self.random.randint(1, 28):02}"
        head = self.random.choice(PROVINCES) + self.digits(4) + born + self.digits(3)
        weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
        return head + "10X98765432"[sum(int(d) * w for d, w in zip(head, weights)) % 11]

    def international_phone(self):
        return self.random.choice([
            f"+49 30 {self.digits(7)}", f"+44 20 {self.digits(4)} {self.digits(4)}", f"+1 (415) 555-0{self.digits(3)}",
            f"+1-212-555-0{self.digits(3)}", f"+90 532 {self.digits(3)} {self.digits(2)} {self.digits(2)}",
            f"+86 138{self.digits(8)}", f"+33 6 {self.digits(2)} {self.digits(2)} {self.digits(2)} {self.digits(2)}",
            f"+81-3-{self.digits(4)}-{self.digits(4)}", f"+4917{self.digits(9)}", f"+46 (0)70 {self.digits(7)}"])

    # --- What is not -----------------------------------------------------------------------------------------------

    def git_hash(self):
        return self.some(LOWER_HEX, self.random.choice([7, 12, 40, 40]))

    def uuid(self):
        return str(uuid.UUID(int=self.random.getrandbits(128), version=4))

    def version(self):
        return ".".join(str(self.random.randint(0, 40)) for _ in range(self.random.choice([3, 3, 4]))) + self.random.choice(["", "-rc.1", "+build.20260218"])

    def price(self):
        return self.random.choice(["EUR ", "$", "¥", ""]) + f"{self.random.randint(1, 9999):,}.{self.digits(2)}"

    def timestamp(self):
        return self.random.choice([
            f"2026-{self.random.randint(1, 12):02}-{self.random.randint(1, 28):02}T{self.random.randint(0, 23):02}:{self.digits(2)}:07.{self.digits(6)}Z",
            "17" + self.digits(8), "17" + self.digits(11), "17" + self.digits(17), f"2026{self.digits(10)}"])

    def image(self):
        return "data:image/png;base64," + base64.b64encode(self.random.randbytes(180)).decode()

    def order_number(self):
        """Like a telephone number, an account or a card, and none."""
        card = self.card()
        wrong = card[:-1] + str((int(card[-1]) + self.random.randint(1, 9)) % 10)
        iban = self.iban()
        return self.random.choice([
            "12" + self.digits(9), "1" + self.random.choice("3456789") + self.digits(10), "10" + self.digits(9), wrong,
            "2026" + self.digits(12), iban[:2] + f"{(int(iban[2:4]) + 1) % 98:02}" + iban[4:], "NR" + self.digits(16),
            f"{self.digits(4)}-{self.digits(4)}-{self.digits(4)}", f"{self.digits(3)}-{self.digits(7)}-{self.digits(7)}",
            "E-" + self.digits(6), "0" + self.digits(11)])

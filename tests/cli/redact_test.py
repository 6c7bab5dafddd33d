"""`yett redact`: its three kinds of secret, in a stream of any size."""

import yett
from yett import out, run

TEXT = "ana@acme.example sk-abcd1234efgh 13812345678 token_ABCDEFGH1 plain\n"


class Redact(yett.InScratchFolder):
    def test_both_languages(self):
        self.assertEqual(out(run("redact", text=TEXT)), "<mailbox@acme.example> <secret redacted> <phone redacted> <secret redacted> plain\n")
        self.assertEqual(out(run("redact", "--lang", "zh", text=TEXT)), "<邮箱@acme.example> <密钥已脱敏> <手机号已脱敏> <密钥已脱敏> plain\n")

    def test_large_input_across_read_blocks(self):
        result = out(run("redact", text=TEXT * 20000))
        self.assertEqual(result, "<mailbox@acme.example> <secret redacted> <phone redacted> <secret redacted> plain\n" * 20000)

    def test_any_bytes_pass(self):
        data = bytes(range(256)) * 3
        self.assertEqual(run("redact", text=data).stdout, data)


if __name__ == "__main__":
    yett.main()

"""call_webhook, checked at a local TLS server with a throw-away certificate authority."""

import http.server
import json
import pathlib
import ssl
import subprocess
import tempfile
import threading
import unittest

from desk import DeskmateTest

HOOK_HOST = "hooks.deskmate.internal"


class Hook(http.server.BaseHTTPRequestHandler):
    """Notes each request and answers as its path says."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.requests.append((self.headers["Host"], self.path, self.headers["Content-Type"], body))
        status = int(self.path[1:]) if self.path[1:].isdigit() else 200
        answer = {"/binary": b"\xff\xfe", "/long": b"x" * 100000}.get(self.path, b'{"ok":"\xc3\xa4"}')
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", f"https://{HOOK_HOST}/moved")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


class WebhookTest(DeskmateTest):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        folder = pathlib.Path(scratch.name)
        cls.ca_file = folder / "ca.pem"
        cls.make_certificate(cls.ca_file, folder / "ca.key", "Throw-away CA", "basicConstraints=critical,CA:TRUE")
        cls.make_certificate(folder / "hook.pem", folder / "hook.key", HOOK_HOST, f"subjectAltName=DNS:{HOOK_HOST}",
                             "-CA", str(cls.ca_file), "-CAkey", str(folder / "ca.key"))
        cls.hook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
        cls.hook.requests = []
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "hook.pem", folder / "hook.key")
        cls.hook.socket = context.wrap_socket(cls.hook.socket, server_side=True)
        cls.port = cls.hook.server_address[1]
        thread = threading.Thread(target=cls.hook.serve_forever)
        thread.start()
        cls.addClassCleanup(thread.join)
        cls.addClassCleanup(cls.hook.server_close)
        cls.addClassCleanup(cls.hook.shutdown)

    @staticmethod
    def make_certificate(certificate, key, name, extension, *issuer):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-days", "2", "-subj", f"/CN={name}", "-addext", extension, "-keyout", str(key),
                        "-out", str(certificate), *issuer], check=True, capture_output=True)

    def setUp(self):
        super().setUp()
        self.hook.requests.clear()

    def start_with_hook(self, host=HOOK_HOST, **changes):
        environment = {"DESKMATE_CONNECT_TO": f"{host}:443:127.0.0.1:{self.port}",
                       "DESKMATE_CA_FILE": str(self.ca_file)} | changes
        return self.start(environment=environment)

    def log(self):
        path = self.desk / "webhooks.log"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def test_only_https_is_spoken(self):
        server = self.start_with_hook()
        for url in [f"http://{HOOK_HOST}/", f"http://127.0.0.1:{self.port}/", "file:///etc/passwd", "ftp://x.example/",
                    f"gopher://127.0.0.1:{self.port}/_x", "", "https://", f"https://{HOOK_HOST}\0.example/",
                    f"https://{HOOK_HOST}/\r\nX: y"]:
            with self.subTest(url=url):
                self.refused(server.call("call_webhook", {"url": url, "body": "{}"}))
        self.assertEqual(self.hook.requests, [])
        self.assertEqual(self.log(), [])

    def test_a_certificate_of_an_unknown_authority_is_refused(self):
        server = self.start_with_hook(DESKMATE_CA_FILE="")
        self.refused(server.call("call_webhook", {"url": f"https://{HOOK_HOST}/", "body": "secret"}), "certificate")
        self.assertEqual(self.hook.requests, [])

    def test_a_certificate_of_another_name_is_refused(self):
        server = self.start_with_hook(host="other.example")
        self.refused(server.call("call_webhook", {"url": "https://other.example/", "body": "secret"}))
        self.assertEqual(self.hook.requests, [])

    def test_redirects_are_not_followed(self):
        result = self.start_with_hook().call("call_webhook", {"url": f"https://{HOOK_HOST}/307", "body": "{}"})
        self.refused(result, "307")
        self.assertEqual([path for _, path, _, _ in self.hook.requests], ["/307"])

    def test_a_refusal_by_the_hook_is_an_error_and_is_logged(self):
        self.refused(self.start_with_hook().call("call_webhook", {"url": f"https://{HOOK_HOST}/500", "body": "{}"}),
                     "500")
        self.assertEqual([line["status"] for line in self.log()], [500])

    def test_the_body_arrives_byte_for_byte(self):
        server = self.start_with_hook()
        for body in ['{"list":"ünd 客"}', "", "a\0b", "x" * 3_000_000]:
            answer = self.done(server.call("call_webhook", {"url": f"https://{HOOK_HOST}/in?x=1", "body": body}))
            self.assertEqual(answer, {"status": 200, "bytes": 11, "body": '{"ok":"ä"}'})
            self.assertEqual(self.hook.requests.pop(), (HOOK_HOST, "/in?x=1", "application/json", body.encode()))
        self.assertEqual([(line["url"], line["status"], line["bytes"]) for line in self.log()],
                         [(f"https://{HOOK_HOST}/in?x=1", 200, 11)] * 4)

    def test_a_log_that_leads_outside_is_not_written(self):
        server = self.start_with_hook()
        outside = self.scratch / "outside.log"
        (self.desk / "webhooks.log").symlink_to(outside)
        self.refused(server.call("call_webhook", {"url": f"https://{HOOK_HOST}/", "body": "{}"}), "webhooks.log")
        self.assertFalse(outside.exists())

    def test_answers_that_are_no_short_text_are_only_counted(self):
        server = self.start_with_hook()
        for path, length in [("binary", 2), ("long", 100000)]:
            answer = self.done(server.call("call_webhook", {"url": f"https://{HOOK_HOST}/{path}", "body": "{}"}))
            self.assertEqual(answer, {"status": 200, "bytes": length, "body": None})


if __name__ == "__main__":
    unittest.main()

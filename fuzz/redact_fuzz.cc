// Redaction of any bytes finds what the slow reference finds, finds nothing in what it made, and makes the same of a
// text that comes in pieces.

#include <algorithm>

#include "redact/redaction_stream.h"
#include "redact/redactor.h"
#include "redact/reference_fixture.h"
#include "redact/span_search.h"
#include "target.h"

namespace {

using yett::fuzz::require;

void require_spans_in_order(std::string_view text) {
  yett::SpanSearch search(yett::RedactionKinds::all());
  const yett::SearchPosition position = search.search(text, {}, yett::TextEnd::Final);
  require(position.from == text.size(), "a final text that is not searched to its end");
  std::size_t done = 0;
  for (const yett::RedactionSpan& span : search.spans()) {
    require(span.begin >= done && span.end >= span.begin && span.end <= text.size(),
            "a find that overlaps another one");
    done = span.end;
  }
}

std::string in_pieces(const yett::Redactor& redactor, std::string_view text, std::size_t length) {
  yett::RedactionStream stream(redactor);
  std::string out;
  for (std::size_t begin = 0; begin < text.size(); begin += length) out += stream.take(text.substr(begin, length));
  return out + stream.finish();
}

}  // namespace

std::vector<std::string> yett::fuzz::seeds() {
  return {
      "from ana@acme.example, key sk-abcdefgh12345 and TOKEN_ABCDEFGH9, tel 13912345678 or +49 30 1234567",
      "4111 1111 1111 1111, 378282246310005, DE89 3704 0044 0532 0130 00, 11010519491231002X, +1 (415) 555-0100",
      "https://ana:hunter2@git.example/x postgres:\\/\\/app:s3cr@t@db.internal\\/desk <mailbox@b.example>",
      "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----\ntoken-abcdefgh",
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2lnbmF0dXJlLWJ5dGVz ya29.abcdefghij0123456789 "
      "sk-proj-abcdefghijklmnopqrst1",
      "ghp_abcdefghijklmnopqrstuvwxyz0123456789 glpat-abcdefghij0123456789 xoxb-123456789012-abcdef "
      "AKIAIOSFODNN7EXAMPLE",
      "aws_secret_access_key=\"abcdefghijABCDEFGHIJ0123456789abcdefghij\" hooks.slack.com/services/T0AB/B0CD/abcd1234",
      R"({"a":"x\nana@b.example\t13812345678\u000ask-abcd1234","b":["left-pad@1.3.0","4111-1111-1111-1111"]})",
      "\xE5\xAE\xA2\xE6\x88\xB7 13812345678\xEF\xBC\x8Cwang@qq.example.cn\xE3\x80\x82 \xFF\xC3 \x80",
  };
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const yett::Redactor redactor;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  require_spans_in_order(text);
  const std::string redacted = redactor.redact(text);
  require(redactor.redact(redacted) == redacted, "a find in what was redacted");
  constexpr std::size_t kLongestOfReference = 1'000;
  if (size <= kLongestOfReference) {
    require(redacted == yett::reference::redact(text, yett::RedactionKinds::all()),
            "what the reference finds otherwise");
  }
  const std::size_t some = size == 0 ? 1 : 1 + (data[0] + size) % std::min<std::size_t>(size, 64);
  for (const std::size_t length : {std::size_t{1}, some}) {
    require(in_pieces(redactor, text, length) == redacted, "pieces that become something else");
  }
  return 0;
}

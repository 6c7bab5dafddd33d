#include "cases/made_up_text.h"

#include <fmt/format.h>

namespace yett {
namespace {

// Each is put together of two parts, so that this file holds no such text either.
constexpr MadeUpText kTexts[] = {
    {"private_key",
     "-----BEGIN "
     "PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END "
     "PRIVATE KEY-----"},
    {"url_password",
     "postgres://app:"
     "hunter2@db/desk"},
    {"model_key",
     "sk-proj-"
     "T3BlbkFJabcd_efgh-1234"},
    {"aws",
     "AKIA"
     "IOSFODNN7EXAMPLE"},
    {"github",
     "ghp_"
     "abcdefghijklmnopqrstuvwxyz0123456789"},
    {"gitlab",
     "glpat-"
     "abcdefghij0123456789"},
    {"slack",
     "xoxb-"
     "123456789012-abcdef"},
    {"stripe",
     "sk_live_"
     "abcdefghij12"},
    {"google",
     "AIza"
     "Syabcdefghijklmnopqrstuvwxyz0123456"},
    {"npm",
     "npm_"
     "abcdefghijklmnopqrstuvwxyz0123456789"},
    {"jwt",
     "eyJhbGciOiJIUzI1NiJ9."
     "eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N"},
    {"secret",
     "token-"
     "abcdefgh1"},
    {"email", "ana@acme.example"},
    {"iban", "DE89 3704 0044 0532 0130 00"},
    {"chinese_id", "11010519491231002X"},
    {"card", "4111 1111 1111 1111"},
    {"international_phone", "+49 30 1234567"},
    {"phone", "13812345678"},
};

}  // namespace

std::span<const MadeUpText> made_up_texts() { return kTexts; }

std::string sample_mark(std::string_view kind) { return fmt::format("{{sample:{}}}", kind); }

}  // namespace yett

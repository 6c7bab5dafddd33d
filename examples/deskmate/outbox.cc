#include "outbox.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "arguments.h"

namespace deskmate {

namespace {

constexpr std::string_view kSendEmail = R"json({
  "name": "send_email",
  "title": "Send an e-mail",
  "description": "Sends an e-mail from the support desk. It goes out at once and cannot be called back.",
  "inputSchema": {
    "type": "object",
    "properties": {
      "to": {
        "description": "The recipient, or a list of recipients",
        "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]
      },
      "cc": {
        "description": "Who else gets it, seen by all",
        "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]
      },
      "bcc": {
        "description": "Who else gets it, seen by nobody",
        "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]
      },
      "subject": {"type": "string", "description": "The subject, one line"},
      "body": {"type": "string", "description": "The text"}
    },
    "required": ["to", "subject", "body"],
    "additionalProperties": false
  },
  "annotations": {"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": true}
})json";

}  // namespace

Result<Outbox> Outbox::open(const Folder& folder) {
  const Result<Folder> maildir = folder.subfolder("Maildir");
  if (!maildir) return std::unexpected(maildir.error());
  Result<Folder> arriving = maildir->subfolder("tmp");
  if (!arriving) return std::unexpected(arriving.error());
  Result<Folder> arrived = maildir->subfolder("new");
  if (!arrived) return std::unexpected(arrived.error());
  // Nothing here uses `cur`, but mail programs take a folder without it for no Maildir.
  if (auto seen = maildir->subfolder("cur"); !seen) return std::unexpected(seen.error());
  return Outbox(std::move(*arriving), std::move(*arrived));
}

Result<std::string> Outbox::send(const Mail& mail) {
  using namespace std::chrono;
  const auto now = time_point_cast<microseconds>(system_clock::now());
  const auto second = floor<seconds>(now);
  std::string name = fmt::format("{}.M{}P{}Q{}.deskmate", second.time_since_epoch().count(), (now - second).count(),
                                 getpid(), ++sent_);
  const Result<std::string> message = compose_message(mail, second, name);
  if (!message) return std::unexpected(message.error());
  if (auto written = arriving_.write_new(name, *message); !written) return std::unexpected(written.error());
  if (auto moved = arriving_.move(name, arrived_); !moved) return std::unexpected(moved.error());
  return name;
}

Tool send_email_tool(Outbox& outbox) {
  return make_tool(kSendEmail, [&outbox](const Json& arguments) -> Result<Json> {
    ArgumentReader reader(arguments);
    Mail mail;
    mail.to = reader.texts("to");
    mail.cc = reader.optional_texts("cc");
    mail.bcc = reader.optional_texts("bcc");
    mail.subject = reader.text("subject");
    mail.body = reader.text("body");
    if (auto read = reader.finish(); !read) return std::unexpected(read.error());

    const std::size_t recipients = mail.to.size() + mail.cc.size() + mail.bcc.size();
    const Result<std::string> sent = outbox.send(mail);
    if (!sent) return std::unexpected(sent.error());
    return Json::object({{"sent", true}, {"message", *sent}, {"recipients", recipients}});
  });
}

}  // namespace deskmate

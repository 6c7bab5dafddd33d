#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "folder.h"
#include "mail_message.h"
#include "tool.h"

namespace deskmate {

/// Where mail goes instead of the internet: a Maildir. Each mail is written to `tmp` and then moved to `new`, so
/// whoever counts the files in `new` counts whole mails (cr.yp.to/proto/maildir.html).
class Outbox {
 public:
  /// Opens `Maildir` in a folder, creating it and its `tmp`, `new`, `cur` where they are absent.
  [[nodiscard]] static Result<Outbox> open(const Folder& folder);

  /// Delivers a mail and returns the name of its file in `new`. Input: see compose_message.
  [[nodiscard]] Result<std::string> send(const Mail& mail);

 private:
  Outbox(Folder arriving, Folder arrived) : arriving_(std::move(arriving)), arrived_(std::move(arrived)) {}

  Folder arriving_;
  Folder arrived_;
  std::uint64_t sent_ = 0;
};

/// The tool on an outbox that must outlive it.
[[nodiscard]] Tool send_email_tool(Outbox& outbox);

}  // namespace deskmate

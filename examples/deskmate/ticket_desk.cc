#include "ticket_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "arguments.h"

namespace deskmate {

namespace {

constexpr std::size_t kMaxTicketBytes = 1u << 20;
constexpr std::size_t kMaxIdLength = 20;

constexpr std::string_view kReadTicket = R"json({
  "name": "read_ticket",
  "title": "Read a ticket",
  "description": "Returns one support ticket: who wrote it, its text and the notes of the desk.",
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {"type": "string", "pattern": "^[A-Z]-[0-9]+$", "description": "The ticket's id, for example T-1"}
    },
    "required": ["id"],
    "additionalProperties": false
  },
  "annotations": {"readOnlyHint": true, "openWorldHint": false}
})json";

constexpr std::string_view kUpdateTicket = R"json({
  "name": "update_ticket",
  "title": "Add a note to a ticket",
  "description": "Adds a note behind the notes that a ticket already has. Nothing else in the ticket changes.",
  "inputSchema": {
    "type": "object",
    "properties": {
      "id": {"type": "string", "pattern": "^[A-Z]-[0-9]+$", "description": "The ticket's id, for example T-1"},
      "note": {"type": "string", "description": "The text of the note"}
    },
    "required": ["id", "note"],
    "additionalProperties": false
  },
  "annotations": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": false, "openWorldHint": false}
})json";

/// An id becomes a file name, so it may hold nothing but what an id is made of: one capital, a dash, digits.
bool is_ticket_id(std::string_view id) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return id.size() >= 3 && id.size() <= kMaxIdLength && id[0] >= 'A' && id[0] <= 'Z' && id[1] == '-' &&
         std::ranges::all_of(id.substr(2), is_digit);
}

Result<std::string> file_of(std::string_view id) {
  if (!is_ticket_id(id)) return fail(ErrorKind::Input, "a ticket id is a capital letter, a dash and digits: T-1");
  return fmt::format("{}.json", id);
}

}  // namespace

Result<Json> TicketDesk::read(std::string_view id) const {
  const Result<std::string> file = file_of(id);
  if (!file) return std::unexpected(file.error());
  const Result<std::string> text = tickets_.read(*file, kMaxTicketBytes);
  if (!text && text.error().kind == ErrorKind::NotFound) {
    return fail(ErrorKind::NotFound, fmt::format("there is no ticket {}", id));
  }
  if (!text) return std::unexpected(text.error());
  Result<Json> ticket = yett::parse_json(*text);
  if (!ticket || ticket->as_object() == nullptr) {
    return fail(ErrorKind::Corrupt, fmt::format("the file of ticket {} is damaged", id));
  }
  return ticket;
}

Result<Json> TicketDesk::add_note(std::string_view id, std::string note) const {
  Result<Json> ticket = read(id);
  if (!ticket) return ticket;
  Json* notes = ticket->find("notes");
  if (notes == nullptr || notes->as_array() == nullptr) {
    return fail(ErrorKind::Corrupt, fmt::format("the file of ticket {} is damaged", id));
  }
  notes->as_array()->emplace_back(std::move(note));
  ticket->set("id", id);
  if (auto written = write(*ticket); !written) return std::unexpected(written.error());
  return ticket;
}

Result<void> TicketDesk::write(const Json& ticket) const {
  const Json* id = ticket.find("id");
  const Result<std::string> file = file_of(id != nullptr && id->as_string() != nullptr ? *id->as_string() : "");
  if (!file) return std::unexpected(file.error());
  const std::string text = yett::write_json(ticket) + '\n';
  if (text.size() > kMaxTicketBytes) return fail(ErrorKind::Input, "the ticket would become too long");
  return tickets_.replace(*file, text);
}

Tool read_ticket_tool(const TicketDesk& desk) {
  return make_tool(kReadTicket, [&desk](const Json& arguments) -> Result<Json> {
    ArgumentReader reader(arguments);
    const std::string id = reader.text("id");
    if (auto read = reader.finish(); !read) return std::unexpected(read.error());
    return desk.read(id);
  });
}

Tool update_ticket_tool(const TicketDesk& desk) {
  return make_tool(kUpdateTicket, [&desk](const Json& arguments) -> Result<Json> {
    ArgumentReader reader(arguments);
    const std::string id = reader.text("id");
    std::string note = reader.text("note");
    if (auto read = reader.finish(); !read) return std::unexpected(read.error());
    return desk.add_note(id, std::move(note));
  });
}

}  // namespace deskmate

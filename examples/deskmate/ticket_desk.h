#pragma once

#include <string>
#include <string_view>

#include "folder.h"
#include "tool.h"

namespace deskmate {

/// The tickets, one JSON file each: `T-1.json` holds `{id, status, from, subject, body, notes}`.
class TicketDesk {
 public:
  /// Takes the folder that holds the tickets.
  explicit TicketDesk(Folder tickets) : tickets_(std::move(tickets)) {}

  /// The ticket as it stands in its file. Input: not a ticket id. NotFound: no such ticket.
  [[nodiscard]] Result<Json> read(std::string_view id) const;
  /// Adds a note behind the ticket's others and returns the ticket as it is then.
  [[nodiscard]] Result<Json> add_note(std::string_view id, std::string note) const;
  /// Writes a whole ticket under its own `id`, over one that is there.
  [[nodiscard]] Result<void> write(const Json& ticket) const;

 private:
  Folder tickets_;
};

/// The tools on a desk that must outlive them.
[[nodiscard]] Tool read_ticket_tool(const TicketDesk& desk);
[[nodiscard]] Tool update_ticket_tool(const TicketDesk& desk);

}  // namespace deskmate

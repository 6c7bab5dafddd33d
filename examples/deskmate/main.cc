// deskmate: the tools of a support agent as an MCP server on standard input and output. It does what it is asked
// to do and trusts whoever asks; deciding who may ask for what is the job of the gate in front of it.

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "customer_book.h"
#include "folder.h"
#include "mcp_server.h"
#include "outbox.h"
#include "seed.h"
#include "ticket_desk.h"
#include "webhook.h"

namespace {

using namespace deskmate;

constexpr int kDone = 0;
constexpr int kWrongUsage = 2;

constexpr std::string_view kUsage =
    "usage: deskmate DIR [--seed]\n"
    "\n"
    "Serves six support tools over MCP on standard input and output; all their effects stay in DIR, except that\n"
    "call_webhook really posts. An empty or absent DIR is filled with example tickets and customers; --seed puts\n"
    "these back as they were.\n"
    "\n"
    "example: deskmate ./desk --seed\n";

enum class Seeding : std::uint8_t { WhenEmpty, Always };

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

Result<void> serve(const std::string& directory, Seeding seeding) {
  const Result<Folder> folder = Folder::open(directory);
  if (!folder) return std::unexpected(folder.error());
  const Result<bool> empty = folder->is_empty();
  if (!empty) return std::unexpected(empty.error());
  if (*empty || seeding == Seeding::Always) {
    if (auto seeded = seed(*folder); !seeded) return seeded;
  }

  Result<CustomerBook> book = CustomerBook::open(*folder);
  if (!book) {
    return fail(book.error().kind, book.error().message, {}, "--seed puts the examples into a folder that has none");
  }
  Result<Folder> tickets = folder->subfolder("tickets");
  if (!tickets) return std::unexpected(tickets.error());
  Result<Outbox> outbox = Outbox::open(*folder);
  if (!outbox) return std::unexpected(outbox.error());
  const TicketDesk desk(std::move(*tickets));
  const Webhook webhook(*folder,
                        {.connect_to = environment("DESKMATE_CONNECT_TO"), .ca_file = environment("DESKMATE_CA_FILE")});

  std::vector<Tool> tools;
  tools.push_back(read_ticket_tool(desk));
  tools.push_back(search_customers_tool(*book));
  tools.push_back(read_contract_tool(*book));
  tools.push_back(update_ticket_tool(desk));
  tools.push_back(call_webhook_tool(webhook));
  tools.push_back(send_email_tool(*outbox));
  McpServer server(std::move(tools));
  server.serve(std::cin, std::cout);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  std::optional<std::string> directory;
  Seeding seeding = Seeding::WhenEmpty;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--help") {
      std::cout << kUsage;
      return kDone;
    }
    if (argument == "--seed") {
      seeding = Seeding::Always;
    } else if (!argument.empty() && !argument.starts_with('-') && !directory) {
      directory = argument;
    } else {
      std::cerr << kUsage;
      return kWrongUsage;
    }
  }
  if (!directory) {
    std::cerr << kUsage;
    return kWrongUsage;
  }

  // A client that has gone away ends the loop by a failed write, not the process by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::ios::sync_with_stdio(false);
  if (auto served = serve(*directory, seeding); !served) {
    std::cerr << "deskmate: " << served.error().to_string() << '\n';
    return kWrongUsage;
  }
  return kDone;
}

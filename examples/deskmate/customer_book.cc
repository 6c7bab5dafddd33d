#include "customer_book.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "arguments.h"

namespace deskmate {

namespace {

constexpr std::string_view kSearchCustomers = R"json({
  "name": "search_customers",
  "title": "Search customers",
  "description": "Finds a tenant's customers by a part of their name, email or plan; an empty query lists all.",
  "inputSchema": {
    "type": "object",
    "properties": {
      "tenant_id": {"type": "string", "description": "The tenant whose customers are searched, for example acme"},
      "query": {"type": "string", "description": "A part of the name, email or plan"}
    },
    "required": ["tenant_id", "query"],
    "additionalProperties": false
  },
  "annotations": {"readOnlyHint": true, "openWorldHint": false}
})json";

constexpr std::string_view kReadContract = R"json({
  "name": "read_contract",
  "title": "Read a contract",
  "description": "Returns a customer's contract: its number, what it is about, the yearly amount and its term.",
  "inputSchema": {
    "type": "object",
    "properties": {
      "tenant_id": {"type": "string", "description": "The tenant that the customer belongs to, for example acme"},
      "customer": {"type": "string", "description": "The customer's whole name"}
    },
    "required": ["tenant_id", "customer"],
    "additionalProperties": false
  },
  "annotations": {"readOnlyHint": true, "openWorldHint": false}
})json";

/// `instr` and not LIKE: a percent sign in the query is a percent sign.
constexpr const char* kSearch = R"sql(
  SELECT name, email, phone, plan FROM customers
  WHERE tenant = ?1
    AND (instr(lower(name), lower(?2)) OR instr(lower(email), lower(?2)) OR instr(lower(plan), lower(?2)))
  ORDER BY name)sql";

constexpr const char* kContract = R"sql(
  SELECT customer, number, subject, amount_per_year, currency, starts, ends FROM contracts
  WHERE tenant = ?1 AND customer = ?2)sql";

}  // namespace

Result<CustomerBook> CustomerBook::open(const Folder& folder) {
  Result<Database> database = Database::open(folder.path() / kFile, DatabaseAccess::ReadOnly);
  if (!database) return std::unexpected(database.error());
  return CustomerBook(std::move(*database));
}

Result<Json> CustomerBook::search(std::string_view tenant, std::string_view query) const {
  if (auto known = require_tenant(tenant); !known) return std::unexpected(known.error());
  Result<Json::Array> rows = database_.select(kSearch, {tenant, query});
  if (!rows) return std::unexpected(rows.error());
  return Json::object({{"tenant_id", tenant}, {"customers", std::move(*rows)}});
}

Result<Json> CustomerBook::contract(std::string_view tenant, std::string_view customer) const {
  if (auto known = require_tenant(tenant); !known) return std::unexpected(known.error());
  Result<Json::Array> rows = database_.select(kContract, {tenant, customer});
  if (!rows) return std::unexpected(rows.error());
  if (rows->empty()) return fail(ErrorKind::NotFound, fmt::format("{} has no contract of that customer", tenant));
  return Json::object({{"tenant_id", tenant}, {"contract", std::move(rows->front())}});
}

Result<void> CustomerBook::require_tenant(std::string_view tenant) const {
  const Result<Json::Array> rows = database_.select("SELECT id FROM tenants WHERE id = ?1", {tenant});
  if (!rows) return std::unexpected(rows.error());
  if (rows->empty()) return fail(ErrorKind::NotFound, "there is no such tenant");
  return {};
}

Tool search_customers_tool(const CustomerBook& book) {
  return make_tool(kSearchCustomers, [&book](const Json& arguments) -> Result<Json> {
    ArgumentReader reader(arguments);
    const std::string tenant = reader.text("tenant_id");
    const std::string query = reader.text("query");
    if (auto read = reader.finish(); !read) return std::unexpected(read.error());
    return book.search(tenant, query);
  });
}

Tool read_contract_tool(const CustomerBook& book) {
  return make_tool(kReadContract, [&book](const Json& arguments) -> Result<Json> {
    ArgumentReader reader(arguments);
    const std::string tenant = reader.text("tenant_id");
    const std::string customer = reader.text("customer");
    if (auto read = reader.finish(); !read) return std::unexpected(read.error());
    return book.contract(tenant, customer);
  });
}

}  // namespace deskmate

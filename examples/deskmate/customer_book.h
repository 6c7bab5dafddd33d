#pragma once

#include <string_view>

#include "database.h"
#include "folder.h"
#include "tool.h"

namespace deskmate {

/// The customers and contracts of every tenant, in `customers.db`. The book itself tells tenants apart only by
/// what the caller names: whether the caller may name that tenant is not its business.
class CustomerBook {
 public:
  static constexpr std::string_view kFile = "customers.db";

  /// Opens the book that lies in a folder, for reading. Store: there is none, or it cannot be read.
  [[nodiscard]] static Result<CustomerBook> open(const Folder& folder);

  /// The tenant's customers whose name, email or plan contains `query` (ASCII letters in either case); all of
  /// them for an empty query. NotFound: no such tenant.
  [[nodiscard]] Result<Json> search(std::string_view tenant, std::string_view query) const;
  /// The contract of the customer of exactly that name. NotFound: no such tenant, customer or contract.
  [[nodiscard]] Result<Json> contract(std::string_view tenant, std::string_view customer) const;

 private:
  explicit CustomerBook(Database database) : database_(std::move(database)) {}
  [[nodiscard]] Result<void> require_tenant(std::string_view tenant) const;

  Database database_;
};

/// The tools on a book that must outlive them.
[[nodiscard]] Tool search_customers_tool(const CustomerBook& book);
[[nodiscard]] Tool read_contract_tool(const CustomerBook& book);

}  // namespace deskmate

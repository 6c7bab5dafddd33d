#include "store/sqlite/gate_table.h"

namespace yett {

Result<void> write_gate(SqliteConnection& connection, const ServingGate& gate) {
  const auto written = connection.change(
      "INSERT INTO gates VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET namespaces = excluded.namespaces",
      gate.process.boot_id, gate.process.pid, gate.process.start_time, gate.namespaces);
  if (!written) return std::unexpected(written.error());
  return {};
}

Result<void> erase_gate(SqliteConnection& connection, const ProcessIdentity& process) {
  const auto erased = connection.change("DELETE FROM gates WHERE boot_id = ? AND pid = ? AND start_time = ?",
                                        process.boot_id, process.pid, process.start_time);
  if (!erased) return std::unexpected(erased.error());
  return {};
}

Result<std::vector<ServingGate>> read_gates(SqliteConnection& connection) {
  Result<SqliteRows> rows =
      connection.query("SELECT boot_id, pid, start_time, namespaces FROM gates ORDER BY boot_id, pid, start_time");
  if (!rows) return std::unexpected(rows.error());
  std::vector<ServingGate> gates;
  for (;;) {
    const Result<SqliteRows::Step> step = rows->next();
    if (!step) return std::unexpected(step.error());
    if (*step == SqliteRows::Step::Done) return gates;
    ServingGate gate;
    gate.process.boot_id = rows->text();
    gate.process.pid = rows->integer();
    gate.process.start_time = rows->count();
    gate.namespaces = rows->text();
    gates.push_back(std::move(gate));
  }
}

}  // namespace yett

#include "cli/audit_actions.h"
#include "cli/version.h"
#include "ledger/cef.h"
#include "ledger/ocsf.h"

namespace yett {
namespace {

/// One record as one line, ended by a newline.
using PrintEvent = std::string (*)(const Record& record, Json body);

Result<PrintEvent> find_event_format(const Invocation& invocation) {
  const std::string format = invocation.value("--format").value_or("jsonl");
  if (format == "jsonl") return record_line;
  if (format == "cef") {
    return [](const Record& record, Json body) { return cef_line(record, body, kVersion) + "\n"; };
  }
  if (format == "ocsf") {
    return [](const Record& record, Json body) { return ocsf_line(record, body, kVersion) + "\n"; };
  }
  return fail(ErrorKind::Input, "audit export takes --format jsonl, cef or ocsf");
}

}  // namespace

Exit audit_export(const AuditCall& call) {
  const Result<PrintEvent> print = find_event_format(call.invocation);
  if (!print) return call.console.refuse(print.error());
  const Result<RecordFilter> filter = find_record_filter(call.invocation);
  if (!filter) return call.console.refuse(filter.error());
  // It only reads, a few hundred records at a time, and holds nothing meanwhile: a reader that is slow, gone or full
  // is no matter of any gate's.
  const Result<void> exported = follow_matches(call, *filter, 0, [&](const Record& record, Json body) {
    call.console.print((*print)(record, std::move(body)));
    return true;
  });
  return exported ? Exit::Done : call.console.refuse(exported.error());
}

}  // namespace yett

#include "traces/format_readers.h"

namespace yett {

void read_mcp(const Json& document, CallCollector& calls) {
  if (const Json::Array* batch = document.as_array()) {
    for (const Json& message : *batch) read_mcp(message, calls);
    return;
  }
  if (document.find("jsonrpc") == nullptr && document.find("method") == nullptr) return;
  calls.recognise();
  if (text_at(document, "method") != "tools/call") return;
  WrittenCall call{.id = document.find("id")};
  if (const Json* params = document.find("params")) {
    call.name = params->find("name");
    call.arguments = params->find("arguments");
  }
  calls.take(call, ArgumentForm::Object);
}

}  // namespace yett

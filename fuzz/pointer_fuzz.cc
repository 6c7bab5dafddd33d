// A pointer that is read is written as a text that reads back as the same pointer, and covers what lies below it.

#include "target.h"
#include "text/pointer.h"

std::vector<std::string> yett::fuzz::seeds() {
  return {"to", "/files/*/path", "/a~1b/c~0d", "a/b", "/*/*", "/~01", "*", "~", "/a//b", "tenant_id", "/\xc3\xa9/*"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using yett::fuzz::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const yett::Pointer key = yett::Pointer::to_key(text);
  require(key.is_key() && key.steps().front().key == text, "a key that is another one");
  // No text names the key "*": "/*" stands for all of them, and RFC 6901 has no escape for it.
  if (!text.empty() && text != "*") {
    const auto named = yett::parse_pointer(key.text());
    require(named && *named == key, "a key that is called by a text for another place");
  }

  const auto pointer = yett::parse_pointer(text);
  if (!pointer) {
    require(!pointer.error().message.empty(), "a refusal without a reason");
    return 0;
  }
  require(!pointer->steps().empty(), "a pointer to the root");
  for (const yett::Pointer::Step& step : pointer->steps()) {
    require(step.every ? step.key.empty() : !step.key.empty(), "a step without a key");
  }
  const auto again = yett::parse_pointer(pointer->text());
  require(again && *again == *pointer, "a pointer whose text is another one's");
  require(again->text() == pointer->text(), "a pointer with two texts");
  require(pointer->covers(*pointer), "a place that is not within itself");
  require(pointer->covers(pointer->every_child()), "a place that its own children are not within");
  require(pointer->covers(pointer->child("x")), "a place that its own child is not within");
  require(!pointer->child("x").covers(*pointer), "a child that its parent is within");
  require(pointer->every_child().covers(pointer->child("x")), "a child that is none of all");
  return 0;
}

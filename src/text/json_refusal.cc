#include "text/json_refusal.h"

#include <fmt/format.h>

#include "text/json.h"

namespace yett {
namespace {

Error wrong_input(std::string message, std::string hint = {}) {
  return {ErrorKind::Input, std::move(message), {}, std::move(hint)};
}

}  // namespace

Error describe(JsonRefusal refusal, const JsonLimits& limits) {
  switch (refusal) {
    case JsonRefusal::TooLong:
      return wrong_input(fmt::format("the JSON text is longer than {} bytes", limits.max_bytes));
    case JsonRefusal::Empty:
      return wrong_input("there is no JSON value");
    case JsonRefusal::ByteOrderMark:
      return wrong_input("the JSON text begins with a byte order mark", "save it without one");
    case JsonRefusal::InvalidUtf8:
      return wrong_input("the JSON text is not valid UTF-8");
    case JsonRefusal::UnclosedString:
      return wrong_input("a string has no end");
    case JsonRefusal::ControlCharacter:
      return wrong_input("a control character stands unescaped in a string");
    case JsonRefusal::UnknownEscape:
      return wrong_input("a string holds an escape that JSON does not have");
    case JsonRefusal::LoneSurrogate:
      return wrong_input("a string holds half of a surrogate pair");
    case JsonRefusal::Malformed:
      return wrong_input("the JSON text is malformed");
    case JsonRefusal::MalformedWord:
      return wrong_input("this is neither a number nor true, false or null");
    case JsonRefusal::NegativeZero:
      return wrong_input("a number is minus zero", "write 0");
    case JsonRefusal::NumberTooPrecise:
      return wrong_input("a number is a whole one beyond 2^53", "send it as a string");
    case JsonRefusal::NumberOutOfRange:
      return wrong_input("a number is outside the range of a double", "send it as a string");
    case JsonRefusal::TooDeep:
      return wrong_input(fmt::format("arrays and objects are nested deeper than {} levels", limits.max_depth));
    case JsonRefusal::RepeatedKey:
      return wrong_input("an object holds the same key twice");
    case JsonRefusal::SomethingBehind:
      return wrong_input("something follows the JSON value");
    case JsonRefusal::OutOfMemory:
      return {ErrorKind::System, "there is no memory to read the JSON text"};
    case JsonRefusal::None:
      break;
  }
  return {ErrorKind::Internal, "a JSON text was refused without a reason"};
}

}  // namespace yett

"""The checks of the readers of destinations and paths, and how each is switched off in its source.

Where two checks refuse the same text, both are switched off together. Not here is what only changes the reason of a
refusal: addresses that embed IPv4 are special themselves, and a second "@" comes with userinfo.
"""

from typing import NamedTuple


class Check(NamedTuple):
    name: str
    file: str
    edits: list


def check(file, name, *edits):
    return Check(name, file, list(edits))


CHECKS = [
    check("url.cc", "a URL is short", ("text.size() > kLongestUrl || !is_pr", "!is_pr")),
    check("url.cc", "its canonical form is short", (" || canonical.size() > kLongestUrl", "")),
    check("url.cc", "no control, line separator or broken UTF-8", ("!is_printable_utf8(inner) || ", "")),
    check("url.cc", "no white space around it", ("if (inner.size() != text.size())", "if (false)")),
    check("url.cc", "the scheme is https", ('if (examination.scheme != "https")', "if (false)")),
    check("url.cc", "two slashes behind the scheme", ('if (slashes != "//")', "if (false)")),
    check("url.cc", "no fragment directly behind the authority", ("if (tail.starts_with('#'))", "if (false)")),
    check("url.cc", "no quoting character in the path",
          ("if (part_ == UrlPart::Path) return false;", "")),
    check("url.cc", "percent signs begin escapes",
          ("return tail.size() > 2 && hex_value(tail[1]) && hex_value(tail[2]);", "return true;")),
    check("url.cc", "no raw brackets and spaces behind the authority",
          ("case ByteClass::Refused:\n        break;", "case ByteClass::Refused:\n        return true;"),
          (" || inner.find(' ') != std::string_view::npos", "")),
    check("authority.cc", "no userinfo",
          ("examination.flaws.insert(Flaw::Userinfo);", ""),
          ("if (first != last) examination.flaws.insert(Flaw::Malformed);", "")),
    check("authority.cc", "nothing between bracket and port", ("if (!parts.stray.empty())", "if (false)")),
    check("authority.cc", "a port is a number of its range", ("    examination.flaws.insert(Flaw::Malformed);\n    return;",
                                                             "    return;")),
    check("authority.cc", "a port has no leading zero", ("if (text[0] == '0')", "if (false)")),
    check("host.cc", "metadata names", ("return Flaw::Metadata;", "return std::nullopt;")),
    check("host.cc", "localhost and what is below it",
          ('if (is_at_or_below(name, "localhost")) return Flaw::Loopback;', "")),
    check("host.cc", "other names of this machine",
          ("if (std::ranges::find(kLoopbackNames, name) != std::end(kLoopbackNames)) return Flaw::Loopback;", "")),
    check("host.cc", "special names", ("return Flaw::SpecialAddress;", "return std::nullopt;")),
    check("host.cc", "address literals are classified",
          ("    insert_if_any(examination.flaws, flaw_of(classify(address, ranges)));\n    return", "    return")),
    check("host.cc", "no zone identifier", ("if (zone != std::string_view::npos)", "if (false)")),
    check("host.cc", "no dot behind an address", ("if (has_final_dot) examination", "if (false) examination")),
    check("host.cc", "two labels", ("if (!has_two_labels(name)) examination", "if (false) examination")),
    check("host.cc", "no name begins with an address", ("if (const auto address = leading_address(name))",
                                                        "if (const auto address = std::optional<IpAddress>())")),
    check("host.cc", "no doubtful name", ("if (is_doubtful) mark_doubtful(examination);", "")),
    check("host.cc", "no odd spelling of IPv4", ("if (!is_plain) examination", "if (false) examination")),
    check("host.cc", "no percent sign in a host", ("  mark_doubtful(examination);\n  return", "  return")),
    check("host.cc", "an e-mail domain is sound", ("!reading.is_sound() || ", "reading.form == NameForm::Malformed || ")),
    check("host.cc", "an e-mail domain has two labels", ("!has_two_labels(reading.canonical) || ", "")),
    check("host.cc", "an e-mail domain is no number", (" || ends_in_number(reading.canonical)) {", ") {")),
    check("domain_name.cc", "a label is short", ("label.size() <= kLongestLabel &&", "")),
    check("domain_name.cc", "no hyphen at either end", (" && label.front() != '-' && label.back() != '-'", "")),
    check("domain_name.cc", "a name is short", ("lowered.size() <= kLongestName && ", "")),
    check("domain_name.cc", "only characters of names", ("c = kNameByte[static_cast<unsigned char>(c)];",
                                                        "c = to_lower(c);")),
    check("domain_name.cc", "A-labels survive decoding", ("is_sound && survives_decoding(label)", "is_sound")),
    check("domain_name.cc", "international names survive mapping", ("to_u_labels(*canonical) == lowered && ", "")),
    check("domain_name.cc", "no international label becomes an ASCII one",
          ("to_u_labels(*canonical) == lowered && stays_international(lowered, *canonical) &&", "")),
    check("domain_name.cc", "no character that IDNA 2003 maps", ("return !is_contested(c);", "return true;")),
    check("email.cc", "no control in a recipient", (" || !is_printable_utf8(text)) return malformed", ") return malformed")),
    check("email.cc", "no display name unless asked for", ("display_names == DisplayNames::Refused || ", "")),
    check("email.cc", "no encoded word in a display name", (" || has_encoded_word(text)) return std", ") return std")),
    check("email.cc", "no address in a display name", ('kNotInQuotes = "@<>\\\\"', 'kNotInQuotes = ""')),
    check("email.cc", "no specials in a display name",
          ("} else if (!is_atext(c) && !is_non_ascii(c) && c != '.' && c != ' ') {", "} else if (false) {")),
    check("email.cc", "a short local part", ("local.size() > kLongestLocalPart || ", "")),
    check("email.cc", "no encoded word in the local part", (" || has_encoded_word(local)) return", ") return")),
    check("email.cc", "dots part atoms",
          ("if (local.starts_with('.') || local.ends_with('.') || local.find(\"..\") != kNpos)", "if (false)")),
    check("email.cc", "nothing but atext", ("forms[byte] = LocalForm::Plain;",
                                            "forms[byte] = LocalForm::Plain;\n    else forms[byte] = LocalForm::Plain;")),
    check("email.cc", "no percent and no bang", ("if (c == '%' || c == '!' || is_non_ascii(c))", "if (false)")),
    check("email.cc", "no plus, hyphen or bar in front", ('std::string_view("+-|").contains(local.front())', "false")),
    check("email.cc", "no quotes and comments", ("parts->is_strict || local_form", "local_form"),
          ("if (local.starts_with('\"')) return LocalForm::Strict;",
           "if (local.starts_with('\"')) return LocalForm::Plain;")),
    check("email.cc", "an address is short", ("> kLongestEmail) return", "> 998) return")),
    check("email.cc", "no field ends another", ("return !is_control && !is_line_separator(c);", "return true;")),
    check("email.cc", "no NUL in a body", ("if (text.find('\\0') != kNpos) return true;", "")),
    check("path.cc", "no control, backslash or override", ("has_plain_characters(text, kind) &&", "")),
    check("path.cc", "no encoded separator", ("if (!is_sound || examination.has_escapes) examination", "if (!is_sound) examination")),
    check("path.cc", "no file: in front", ('!starts_with_ignoring_case(text, "file:") && ', "")),
    check("path.cc", "components are short", (" && !has_long_component(text);", ";")),
    check("path.cc", "a path is short", ("text.size() <= kLongestPath && ", ""),
          ("const bool is_too_long = path->size() > kLongestPath;", "const bool is_too_long = false;")),
    check("path.cc", "no tilde in front", ("if (text.starts_with('~')) return true;", "")),
    check("path.cc", "no variable in front", ("return component.find('$') != kNpos;", "return false;")),
    check("path.cc", "a root ends at a component", ("return path.size() == root.text().size() || path[root.text().size()] == '/';",
                                                    "return true;")),
    check("path.cc", "no climb above the root",
          ("if (path.size() == root.text().size()) return std::nullopt;", "")),
    check("path.cc", "protected paths", ("access == PathAccess::Write && is_protected_path(*path)", "false")),
    check("protected_path.cc", "names are protected at any depth", ("is_any_of(name, kProtectedNames) || ", "")),
    check("protected_path.cc", "what Git runs is protected", (" || (is_in_git && is_any_of(name, kProtectedInGit))", "")),
    check("protected_path.cc", ".git is protected as a file", ("if (is_last) return true;", "")),
    check("protected_path.cc", "case is folded", ("folded += to_lower(static_cast<char>(c));",
                                                  "folded += static_cast<char>(c);")),
]

#include "words/defect_words.h"

#include <algorithm>
#include <iterator>

namespace yett {
namespace {

struct DefectRow {
  DefectKind kind;
  std::string_view english;
  std::string_view chinese;
};

constexpr DefectRow kDefects[] = {
    {DefectKind::Empty, "nothing", "空文本"},
    {DefectKind::TooLong, "more than may stand here", "超过允许的长度"},
    {DefectKind::ControlCharacter, "a control character, a line separator or a byte that is no UTF-8",
     "控制字符、行分隔符或非 UTF-8 字节"},
    {DefectKind::Space, "white space", "空白字符"},
    {DefectKind::TooLongOnceEncoded, "more than 2,048 bytes once it is percent-encoded", "百分号编码后超过 2048 字节"},
    {DefectKind::NoScheme, "no scheme in front, as in https://", "开头没有协议，例如 https://"},
    {DefectKind::NotTwoSlashes, "something else than two slashes behind the scheme", "协议之后不是两个斜杠"},
    {DefectKind::FragmentBehindHost, "a # directly behind the host", "主机之后直接是 #"},
    {DefectKind::RefusedByte, "a character that has to be percent-encoded there", "此处必须用百分号编码的字符"},
    {DefectKind::BrokenEscape, "a percent sign without two hexadecimal digits behind it",
     "百分号之后没有两位十六进制数字"},
    {DefectKind::Backslash, "a backslash, which some programs take for a slash", "反斜杠，有些程序会当作斜杠"},
    {DefectKind::SecondAt, "a second @", "第二个 @"},
    {DefectKind::TextAfterBracket, "something between the closing bracket and the port", "右括号与端口之间有多余内容"},
    {DefectKind::InvalidPort, "no port from 1 to 65535 behind the colon", "冒号之后不是 1 到 65535 的端口"},
    {DefectKind::PortWithZero, "a port with a zero in front", "端口以零开头"},
    {DefectKind::NoAddressInBrackets, "brackets around something else than an IPv6 address", "方括号内不是 IPv6 地址"},
    {DefectKind::Zone, "a zone behind the address", "地址之后带有区域标识"},
    {DefectKind::DotBehindAddress, "a dot behind an address", "地址之后有一个点"},
    {DefectKind::SingleLabel, "a name without a dot, which a search list may complete",
     "没有点的名称，可能被搜索域补全"},
    {DefectKind::LeadingAddress, "a name that begins with an IPv4 address", "名称以 IPv4 地址开头"},
    {DefectKind::NonCanonicalIpv4, "an IPv4 address that is not written as four plain numbers",
     "IPv4 地址没有写成四个普通数字"},
    {DefectKind::NumericDomain, "a number in place of a domain", "域名处是数字"},
    {DefectKind::EscapeInHost, "a percent sign in a host", "主机中有百分号"},
    {DefectKind::NameByte, "a character that no name has", "名称中不允许的字符"},
    {DefectKind::EmptyLabel, "two dots together, or one at an end", "两个点相连，或以点开头或结尾"},
    {DefectKind::LongLabel, "a part of a name with more than 63 bytes", "名称的一段超过 63 字节"},
    {DefectKind::HyphenAtEnd, "a part of a name that begins or ends with a hyphen", "名称的一段以连字符开头或结尾"},
    {DefectKind::InvalidIdn, "a name that IDNA does not permit", "IDNA 不允许的名称"},
    {DefectKind::ContestedName, "a name that programs turn into different ones; write its xn-- form",
     "不同程序会得到不同结果的名称，请写成 xn-- 形式"},
    {DefectKind::ContestedALabel, "an xn-- name that stands for nothing, or for a name with another xn-- form",
     "xn-- 名称不代表任何名称，或其名称另有 xn-- 形式"},
    {DefectKind::AddressLiteral, "an address in place of a domain", "域名处是地址"},
    {DefectKind::SeveralAddresses, "a second address; give a list, one text for each",
     "第二个地址；请用列表，每个地址一项"},
    {DefectKind::NoAt, "no @ behind the name", "名称之后没有 @"},
    {DefectKind::DisplayName, "a display name that is not accepted", "不接受的显示名"},
    {DefectKind::EncodedWord, "an encoded word (=?), which some mailers decode", "编码词（=?），有些邮件程序会解码"},
    {DefectKind::LocalPartLength, "a name in front of the @ that is empty or longer than 64 bytes",
     "@ 之前的名称为空或超过 64 字节"},
    {DefectKind::LocalDots, "a dot at an end of the name, or two together", "名称两端有点，或两个点相连"},
    {DefectKind::LocalByte, "a character that no plain address has", "普通地址中没有的字符"},
    {DefectKind::LocalFront, "a sign that mailers take for an option or a program", "邮件程序会当作选项或程序的符号"},
    {DefectKind::Quoted, "quotes or a comment", "引号或注释"},
    {DefectKind::FileScheme, "file: in front of a path", "路径以 file: 开头"},
    {DefectKind::EncodedDot, "an encoded dot, slash or backslash", "编码的点、斜杠或反斜杠"},
    {DefectKind::LongComponent, "a name with more than 255 bytes", "名称超过 255 字节"},
};

}  // namespace

std::string_view defect_words(Language language, DefectKind kind) {
  const auto row = std::ranges::find(kDefects, kind, &DefectRow::kind);
  if (row == std::end(kDefects)) return {};
  return language == Language::Chinese ? row->chinese : row->english;
}

}  // namespace yett

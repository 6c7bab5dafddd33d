#pragma once

#include <arpa/nameser.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "os/file_descriptor.h"
#include "os/linux/socket_address.h"

namespace yett::dns_test {

enum class Datagram : std::uint8_t { Whole, CutShort };

/// What the name server says to one question. Records of another family than was asked for are sent as they are.
struct Reply {
  int code = ns_r_noerror;
  std::vector<IpAddress> addresses{};
  Datagram datagram = Datagram::Whole;  // CutShort: the addresses come over TCP alone
};

/// nullopt: silence.
using Zone = std::function<std::optional<Reply>(AddressFamily asked)>;

/// Binds a socket of `type` to 127.0.0.1; port 0 is any.
inline FileDescriptor bound_socket(int type, std::uint16_t port) {
  FileDescriptor socket(::socket(AF_INET, type | SOCK_CLOEXEC, 0));
  const SocketAddress address = socket_address({.address = IpAddress::v4(0x7F000001), .port = port});
  if (::bind(socket.get(), address.get(), address.size) == -1) socket.reset();
  return socket;
}

inline Endpoint bound_to(const FileDescriptor& socket) {
  SocketAddress address;
  EXPECT_EQ(::getsockname(socket.get(), address.get(), &address.size), 0);
  return endpoint_of(address.get()).value();
}

/// A name server (RFC 1035) on 127.0.0.1, in a thread of its own. It answers every question from its zone, over UDP
/// and TCP, and keeps what it was asked.
class NameServer {
 public:
  explicit NameServer(Zone zone) : zone_(std::move(zone)), end_(::eventfd(0, EFD_CLOEXEC)) {
    // A port that UDP got may be taken for TCP.
    while (!tcp_.is_open()) {
      udp_ = bound_socket(SOCK_DGRAM, 0);
      tcp_ = bound_socket(SOCK_STREAM, bound_to(udp_).port);
    }
    EXPECT_EQ(::listen(tcp_.get(), 8), 0);
    thread_ = std::thread([this] { serve(); });
  }
  NameServer(const NameServer&) = delete;
  ~NameServer() {
    EXPECT_EQ(::eventfd_write(end_.get(), 1), 0);
    thread_.join();
  }

  [[nodiscard]] Endpoint endpoint() const { return bound_to(udp_); }
  /// The names of all questions so far, as they were spelt.
  [[nodiscard]] std::vector<std::string> asked() {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

 private:
  using Bytes = std::basic_string<unsigned char>;

  static constexpr std::size_t kHeader = NS_HFIXEDSZ;

  void serve() {
    std::array<pollfd, 3> waiting{{{end_.get(), POLLIN, 0}, {udp_.get(), POLLIN, 0}, {tcp_.get(), POLLIN, 0}}};
    while (::poll(waiting.data(), waiting.size(), -1) > 0 && waiting[0].revents == 0) {
      if (waiting[1].revents != 0) serve_udp();
      if (waiting[2].revents != 0) serve_tcp();
    }
  }

  void serve_udp() {
    Bytes question(NS_MAXMSG, 0);
    SocketAddress from;
    const ssize_t size = ::recvfrom(udp_.get(), question.data(), question.size(), 0, from.get(), &from.size);
    if (size < 0) return;
    question.resize(static_cast<std::size_t>(size));
    if (const auto answer = answer_to(question, Datagram::CutShort)) {
      (void)::sendto(udp_.get(), answer->data(), answer->size(), 0, from.get(), from.size);
    }
  }

  void serve_tcp() {
    const FileDescriptor client(::accept4(tcp_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    std::array<unsigned char, 2> size{};
    if (::recv(client.get(), size.data(), size.size(), MSG_WAITALL) != 2) return;
    Bytes question(static_cast<std::size_t>(size[0] << 8 | size[1]), 0);
    if (::recv(client.get(), question.data(), question.size(), MSG_WAITALL) < 0) return;
    if (auto answer = answer_to(question, Datagram::Whole)) {
      Bytes framed;
      append_number(framed, answer->size());
      framed += *answer;
      (void)::send(client.get(), framed.data(), framed.size(), MSG_NOSIGNAL);
    }
  }

  std::optional<Bytes> answer_to(const Bytes& question, Datagram transport) {
    std::string name;
    std::size_t at = kHeader;
    for (; question.at(at) != 0; at += question[at] + 1u) {
      if (!name.empty()) name += '.';
      for (std::size_t i = 1; i <= question[at]; ++i) name += static_cast<char>(question.at(at + i));
    }
    const unsigned type = question.at(at + 1) << 8 | question.at(at + 2);
    {
      const std::lock_guard lock(mutex_);
      asked_.push_back(name);
    }
    const auto reply = zone_(type == ns_t_a ? AddressFamily::V4 : AddressFamily::V6);
    if (!reply) return std::nullopt;
    const bool cut = reply->datagram == Datagram::CutShort && transport == Datagram::CutShort;
    Bytes answer = question.substr(0, 2);
    append_number(answer, 0x8180u | (cut ? 0x0200u : 0u) | static_cast<unsigned>(reply->code));  // QR, RD, RA, TC
    append_number(answer, 1);
    append_number(answer, cut ? 0 : reply->addresses.size());
    append_number(answer, 0);
    append_number(answer, 0);
    answer += question.substr(kHeader, at + 5 - kHeader);
    if (cut) return answer;
    for (const IpAddress& address : reply->addresses) append_record(answer, address);
    return answer;
  }

  static void append_record(Bytes& answer, const IpAddress& address) {
    const bool is_v4 = address.family() == AddressFamily::V4;
    append_number(answer, 0xC000 | kHeader);  // the name of the question
    append_number(answer, is_v4 ? ns_t_a : ns_t_aaaa);
    append_number(answer, ns_c_in);
    append_number(answer, 0);
    append_number(answer, 60);
    append_number(answer, is_v4 ? 4 : 16);
    for (int shift = 48; !is_v4 && shift >= 0; shift -= 16) append_number(answer, address.high() >> shift);
    for (int shift = is_v4 ? 16 : 48; shift >= 0; shift -= 16) append_number(answer, address.low() >> shift);
  }

  /// The lowest 16 bits in network order.
  static void append_number(Bytes& out, std::uint64_t number) {
    out += static_cast<unsigned char>(number >> 8 & 0xFF);
    out += static_cast<unsigned char>(number & 0xFF);
  }

  Zone zone_;
  FileDescriptor end_;
  FileDescriptor udp_;
  FileDescriptor tcp_;
  std::mutex mutex_;
  std::vector<std::string> asked_;
  std::thread thread_;
};

}  // namespace yett::dns_test

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

// What statfs(2) says a file system is. The numbers are those of statfs(2) and of the kernel's
// include/uapi/linux/magic.h; the ones that stand in neither are in the source of the file system named beside them.
namespace yett {

constexpr std::uint32_t kTmpfs = 0x01021994;
constexpr std::uint32_t kProcfs = 0x00009FA0;

/// File systems whose locks and syncs another machine answers for, or any program at all (FUSE).
constexpr std::array<std::uint32_t, 22> kNetworkFileSystems{
    0x00006969,  // NFS
    0x0000517B,  // SMB
    0xFF534D42,  // CIFS
    0xFE534D42,  // SMB 2
    0x01021997,  // 9p
    0x65735546,  // FUSE
    0x00C36400,  // Ceph
    0x5346414F,  // AFS of OpenAFS
    0x6B414653,  // AFS of the kernel
    0x73757245,  // Coda
    0x0000564C,  // NCP
    0x786F4256,  // VirtualBox shared folders
    0xBACBACBC,  // VMware shared folders
    0x7C7C6673,  // Parallels shared folders
    0x01161970,  // GFS2
    0x7461636F,  // OCFS2
    0x20030528,  // OrangeFS
    0x0BD00BD0,  // Lustre
    0x47504653,  // GPFS
    0x19830326,  // BeeGFS
    0xAAD7AAEA,  // PanFS
    0x013111A8,  // IBRIX
};

/// `type` is the low half of statfs's f_type: on some machines it is signed, and all numbers have 32 bits.
[[nodiscard]] constexpr bool is_network_type(std::uint32_t type) {
  return std::ranges::find(kNetworkFileSystems, type) != kNetworkFileSystems.end();
}

}  // namespace yett

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

// Files and folders. Every function names the path in its message, may be called from any thread and blocks for as
// long as the disk does. "We" are the effective user of the process.
namespace yett {

// --- Reading -------------------------------------------------------------------------------------------------------

/// The whole content of a file that is only data: a calls file, a pipe, a device. Blocks until its end.
/// Fails with NotFound when it is absent, with Input when it is a folder or holds more than `max_bytes`, else System.
/// An empty file is an empty text: whether that is an answer is the caller's to say.
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t max_bytes);

/// The whole content of a file that decides something: a policy, a session. Nobody but root and us may have a hand in
/// it (docs/policy.md): the file and every folder on the way to it belong to root or to us and cannot be written
/// by group or others; a folder that others can write counts as safe when it is sticky (/tmp), because there nobody can
/// replace what is not theirs. Links on the way are followed and the folders they stand in are judged the same.
/// Each step is judged by the descriptor that is then used, so nothing can be swapped between look and use.
/// Fails with Input, naming the offending file or folder and the command that mends it; with NotFound when it is
/// absent; with Input when it is not a regular file or holds more than `max_bytes`; else System.
[[nodiscard]] Result<std::string> read_trusted_file(const std::string& path, std::size_t max_bytes);

/// Everything up to the end of an open, blocking descriptor (standard input); `name` is what messages call it.
/// Fails like read_file. The descriptor stays open and stays the caller's.
[[nodiscard]] Result<std::string> read_file_descriptor(int descriptor, std::string_view name, std::size_t max_bytes);

// --- Writing -------------------------------------------------------------------------------------------------------

/// Creates a file of mode 0600 that does not exist yet, in a folder that make_private_folder would take.
/// Whoever already knows the name may see a part of it while it is written: tell others the name afterwards.
/// Not synced: for what need not outlive the machine. Fails with Input when the folder is not ours alone, else System;
/// after a failure the file does not exist, unless it was there before.
[[nodiscard]] Result<void> write_private_file(const std::string& path, std::string_view text);

/// Writes a file for everybody to read (mode 0644) and never over one that is there: that may be in force. Not synced.
/// Fails with Input when something of that name exists, else System; after a failure to write the file does not exist.
[[nodiscard]] Result<void> write_new_file(const std::string& path, std::string_view text);

/// Writes a file for everybody to read (mode 0644) in place of the one that is there, if any (a link, not what it leads
/// to): whoever reads it sees all of the old text or all of the new one, and so it is after a loss of power.
/// Fails with System; then the old file is as it was.
[[nodiscard]] Result<void> replace_file(const std::string& path, std::string_view text);

/// Makes the folder and all that is missing above it (mode 0700), or takes it as it is when it belongs to us, only we
/// can write it and it is writable at all; the folders above it are judged as read_trusted_file does.
/// Fails with Input and a message that says which of these does not hold; with System when it cannot be made.
[[nodiscard]] Result<void> make_private_folder(const std::string& path);

/// Removes a file (a link, not what it leads to). Fails with NotFound when there is none, else System.
[[nodiscard]] Result<void> remove_file(const std::string& path);

// --- Where a path lies ---------------------------------------------------------------------------------------------

/// Whether the existing `path` lies on a tmpfs, in memory. False when that cannot be found out.
[[nodiscard]] bool is_tmpfs(const std::string& path);

/// Whether the existing `path` lies on a file system whose locks and syncs another machine or program answers for:
/// NFS, SMB, 9p, Ceph, every FUSE and their like (statfs(2)). True when that cannot be found out.
[[nodiscard]] bool is_network_file_system(const std::string& path);

/// The folder in memory for what must never reach a disk, such as the arguments of a waiting call: `yett` in
/// `xdg_runtime_dir` (the value of that variable, empty when unset) when that is an absolute path on a tmpfs, else
/// /dev/shm/yett-UID. It exists afterwards, belongs to us and has mode 0700.
/// Fails with Input when neither is on a tmpfs and ours alone: then such things are not kept at all.
[[nodiscard]] Result<std::string> runtime_folder(std::string_view xdg_runtime_dir);

/// The folders of which runtime_folder() takes the first that will do. Nothing is made or looked at.
[[nodiscard]] std::vector<std::string> runtime_folder_places(std::string_view xdg_runtime_dir);

}  // namespace yett

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>

namespace gatelab::hdf5 {

/// Whether `look` returns in a copy of this process (fork): where a description is damaged, version 1.10.8 of the
/// library reads beyond its buffers, uses what it has freed, divides by sizes that are not there or never ends, and so
/// it does it to the copy. The copy ends after `look` and has 30 s of the processor. `look` reads the file at `path`,
/// may call the library, starts no threads, and what it changes is lost. A file that came through and did not change
/// since is not tried again. Any thread, without the LibraryLock. True where the system makes no copy: the file is then
/// read without a trial.
bool comesThrough(const std::filesystem::path& path, const std::function<void()>& look);

}  // namespace gatelab::hdf5

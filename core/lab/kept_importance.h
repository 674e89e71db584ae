// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "inspect/explanation.h"

#include <filesystem>

namespace gatelab {

/// What matters to a run, as it was found last, in the run's folder with a checksum: a report tells it.
Result<> keepImportance(const std::filesystem::path& runFolder, const Importance& importance);
/// NotFound: nobody asked yet. Corrupt: a byte of it is another.
Result<Importance> readImportance(const std::filesystem::path& runFolder);

}  // namespace gatelab

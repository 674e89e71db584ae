// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <filesystem>
#include <string>

namespace gatelab {

/// Identity of the data of a run's training (data/data_identity.h); empty: not known.
std::string trainedOn(const std::filesystem::path& runFolder);

/// Says that `present` is not what a run was trained on; empty: it is, or one of them is not known.
Phrase otherData(const std::string& present, const std::string& trained);

}  // namespace gatelab

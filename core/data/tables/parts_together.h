// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// What parts of one file (sheets, tables) are together.
struct PartsTogether {
    std::optional<Dataset> data;     ///< nothing: they are no tables of one layout
    Phrase whyNot;                   ///< then why; empty: only one of them holds a table
    std::vector<std::string> taken;  ///< those that were read
    bool isTried = false;            ///< they were looked into, and the share of progress for that is used up
};

/// Reads all of these parts of `path` with `read` and puts them together as several files are (putTogether()), where
/// two or more hold tables of the same columns. Parts that hold no table (InvalidInput) are passed over and named, and
/// so where they are `asked` for by name: then they are an Error, as what does not fit is. Errors of another kind;
/// Cancelled.
Result<PartsTogether> readPartsTogether(
    const std::filesystem::path& path, const std::vector<std::string>& parts, bool asked,
    const ExperimentConfig& options,
    const std::function<Result<Dataset>(const std::string& part, const ExperimentConfig&, const Progress&)>& read,
    const Progress& progress);

/// How to read one of these by itself.
Phrase howAlone(const std::vector<std::string>& taken);
/// "The parts were not read together: ...", of a whyNot that is not empty.
Phrase notTogether(const Phrase& whyNot);

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/series.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// One file of a list of files that are read together.
struct ListedFile {
    std::filesystem::path path;
    std::string sha256;  ///< as it was when the list was made
};

/// A list as it is kept: a line that names it, then "SHA-256  path" in each, as sha256sum writes it.
std::string fileListText(const std::vector<ListedFile>& files);
/// Back; an Error where a line is none.
Result<std::vector<ListedFile>> readFileList(std::string_view text);
bool isFileList(std::string_view head);

/// One table of series with equal columns, named by their files: one below the other where each begins after the one
/// before has ended, else side by side on all times that occur ("name: column"). An Error that says which file does
/// not fit.
Result<std::shared_ptr<Series>> putTogether(std::vector<std::pair<std::string, SeriesPtr>> files);
/// Whether this is what is said of files side by side.
bool tellsOfFilesBeside(const ReadWarning& said);

}  // namespace gatelab

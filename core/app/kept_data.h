// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/folders/file_list.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Data that are no file of their own, kept as one in the folder "data" of a workspace, so that a run can be made again
/// from it. Names are made of the contents: the same data are kept once.
namespace gatelab {

/// A list of files that are read together (data/folders/file_list.h), each with its SHA-256 where it has none yet.
Result<std::filesystem::path> keepFileList(const std::filesystem::path& workspace, FileList list,
                                           const Progress& progress = {});
/// A table of the clipboard. An Error where it is empty.
Result<std::filesystem::path> keepPasted(const std::filesystem::path& workspace, std::string_view bytes);

/// Texts in a folder for each class (.txt), as a table of label and text; with the folders train and test two tables,
/// of which the first is given. Nothing where the folder is none such, or its files hold numbers.
std::optional<Result<std::filesystem::path>> keepLabelledTexts(const std::filesystem::path& workspace,
                                                               const std::filesystem::path& folder,
                                                               const Progress& progress = {});

/// The files that a person means: a line each; of a folder those that planFolder() finds; of a last part with * or ?
/// those that fit, in the order of their names. An Error where there is none; Cancelled.
Result<std::vector<std::filesystem::path>> meantFiles(const std::string& lines, const Progress& progress = {});

/// Whether a folder, or one below it, holds files that are read (holdsReadable()).
bool holdsData(const std::filesystem::path& folder);

/// One data path for what was said: a file as it is, else a kept list or a kept table of labelled texts. A folder is
/// read as planFolder() says.
Result<std::string> dataPathOf(const std::string& lines, const std::filesystem::path& workspace,
                               const Progress& progress = {});

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/folders/file_list.h"

#include <filesystem>

namespace gatelab {

/// What the files of a folder are together, by its folders and their names alone:
/// - a folder for each class ("yes/001.wav", "no/002.wav"), below folders of parts ("train", "validation", "test" and
///   the like, or names that end in _TRAIN and _TEST) or beside the lists testing_list.txt and validation_list.txt:
///   ListKind::Recordings. Sounds, or twice as many files as classes; of several formats those of the most frequent
///   one;
/// - folders "key=value" (Hive), folders of years, months or days, or any others below which no classes lie:
///   ListKind::Partitions;
/// - else the files in the folder itself: ListKind::Together.
/// Hidden files, what systems and programs put beside those of a person, and the index of a workspace are passed over;
/// what else is left out is named. Links out of the folder are not followed. Files by the order of their names, in
/// which "part-2" is before "part-10"; without SHA-256. An Error where there is no file of a format that is read, where
/// there are more than kMostListed, where a folder cannot be opened; Cancelled. Any thread.
Result<FileList> planFolder(const std::filesystem::path& folder, const Progress& progress = {});

/// Whether there is a file of a format that is read in a folder or up to two folders below it; of many files only the
/// first few thousand are looked at, so that a window can ask.
bool holdsReadable(const std::filesystem::path& folder);

/// "2024", "2024-03", "202403", "2024-03-01", "20240301", of this century or the last.
bool isDateName(const std::string& name);
/// By the numbers in them where only these differ, else by their bytes: "part-2" before "part-10".
bool comesBefore(std::string_view a, std::string_view b);

/// The keys that the folders of a file give it, outermost first: "year=2024" year and 2024, %XX decoded; of other
/// folders "folder" and their names. name: relative to the root.
std::vector<std::pair<std::string, std::string>> folderKeys(const std::filesystem::path& name);

}  // namespace gatelab

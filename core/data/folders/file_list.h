// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// The part of the data that the folder of a file gives it; None: none does.
enum class ListedPart { None, Train, Validation, Test };

/// One file of a list of files that are read together.
struct ListedFile {
    std::filesystem::path path;
    std::string sha256;      ///< as it was when the list was made; empty: not known, so not compared
    std::string label = {};  ///< of a recording: its class
    ListedPart part = ListedPart::None;
};

/// What a list of files is read as: tables that are put together (data/tables/several_files.h); tables whose folders
/// tell more of them, "year=2024/month=01" (partitions.h); labelled recordings, each a sequence (recordings.h).
enum class ListKind { Together, Partitions, Recordings };

/// Why something in a folder is not on the list: its name is of no format that is read; a link that leads out of the
/// folder, or to a folder; a name with a line end; a folder that is set aside ("_background_noise_"); no byte in it;
/// beside the folders that are read.
enum class LeftFile { Unknown, Link, Name, Aside, Empty, Beside };

struct FileList {
    ListKind kind = ListKind::Together;
    std::filesystem::path root;  ///< what names are shown relative to; empty: to nothing
    std::vector<ListedFile> files;
    std::vector<std::pair<LeftFile, std::string>> left = {};  ///< names relative to root, the first kMostLeftNamed of
                                                              ///< them
    std::int64_t leftCount = 0;                               ///< all
};
inline constexpr std::size_t kMostLeftNamed = 20;
inline constexpr std::size_t kMostListed = 100'000;

/// A list as it is kept: a line that names its kind, then "SHA-256  path" in each, as sha256sum writes it, after lines
/// with '#' that say class and part of the files that follow.
std::string fileListText(const FileList& list);
/// Back; an Error where a line is none.
Result<FileList> readFileList(std::string_view text);
/// Of a file, up to 64 MiB; an Error, with the path in front, where a line of it is none.
Result<FileList> openFileList(const std::filesystem::path& path);
/// Whether a file begins as such a list of one of these kinds.
bool isFileList(std::string_view head, ListKind kind);

/// The list that a file is; nothing: it is none, or cannot be read. An Error where a line of it is none.
std::optional<Result<FileList>> listAt(const std::filesystem::path& path);

/// What was left out, for people; one Phrase for each reason.
std::vector<Phrase> describeLeft(const FileList& list);
/// How a file is called: relative to the root where it lies below that.
std::string listedName(const FileList& list, const ListedFile& file);

}  // namespace gatelab

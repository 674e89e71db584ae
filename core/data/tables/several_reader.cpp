// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/folders/file_list.h"
#include "data/folders/partitions.h"
#include "data/reader_members.h"
#include "data/tables/file_part.h"
#include "data/tables/several_files.h"

#include <set>

namespace gatelab {
namespace {

/// Reads one of them, which must be as it was when the list was made.
Result<Dataset> readListed(const ListedFile& file, const ExperimentConfig& options, const Progress& progress) {
    auto data = readFile(file.path, options, progress);
    if (!data) return data;
    const std::string& hash = data->series ? data->series->sha256 : data->sequences->sha256;
    if (data->series && !file.sha256.empty() && hash != file.sha256)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading", "%1 has changed since these files were opened together; open them together again"),
             {file.path.string()}}};
    return data;
}

Result<Dataset> readSeveral(const std::filesystem::path& path, const ExperimentConfig& options,
                            const Progress& progress) {
    const auto list = openFileList(path);
    if (!list) return list.error();
    return readFiles(*list, path, options, progress);
}

int probeSeveral(std::span<const char> head, const std::filesystem::path&) {
    const std::string_view text(head.data(), head.size());
    return isFileList(text, ListKind::Together) || isFileList(text, ListKind::Partitions) ? 100 : 0;
}

}  // namespace

Result<Dataset> readFiles(const FileList& list, const std::filesystem::path& path, const ExperimentConfig& options,
                          const Progress& progress) {
    TablesTogether tables(options, std::chrono::steady_clock::now());
    for (Phrase& left : describeLeft(list)) tables.say(std::move(left));
    if (list.kind == ListKind::Together) tables.leaveOddOut();
    std::set<std::string> stems;
    for (const ListedFile& file : list.files) stems.insert(file.path.stem().string());
    const bool isAlone = stems.size() == list.files.size() && list.kind == ListKind::Together;
    const ExperimentConfig each = tables.each();
    const double share = 0.9 / static_cast<double>(list.files.size());
    for (const ListedFile& file : list.files) {
        const double done = static_cast<double>(tables.count()) * share;
        auto data = readListed(file, each, partOf(progress, done, done + share));
        if (!data) return data;
        const std::string name = isAlone ? file.path.stem().string() : listedName(list, file);
        if (auto added = tables.add(name, *data); !added) return added.error();
    }
    const Progress rest = partOf(progress, 0.9, 1);
    return list.kind == ListKind::Partitions ? putPartitions(list, tables, path, options, rest)
                                             : tables.putTogether(path, rest);
}

Reader severalReader() {
    Reader reader{
        "several", GATELAB_TEXT("readers", "Files that are read together"), {"files"}, probeSeveral, readSeveral};
    reader.isWhole = false;
    return reader;
}

}  // namespace gatelab

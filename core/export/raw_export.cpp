// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/raw_export.h"

#include "base/text.h"
#include "data/readers.h"
#include "data/tables/file_part.h"
#include "io/file_io.h"

#include <algorithm>
#include <set>
#include <string>

namespace gatelab {
namespace {

/// A name of somebody else's as a part of one of ours.
std::string harmless(std::string name) {
    constexpr std::size_t kLongest = 120;
    for (char& letter : name)
        if (letter == '/' || letter == '\\' || static_cast<unsigned char>(letter) < 0x20) letter = '_';
    return name.size() > kLongest ? name.substr(0, kLongest) : name;
}

}  // namespace

Result<std::vector<std::filesystem::path>> exportRawTables(const std::filesystem::path& file,
                                                           const ExperimentConfig& options,
                                                           const std::filesystem::path& folder,
                                                           const Progress& progress) {
    const auto tables = readRawTables(file, options, partOf(progress, 0, 0.8));
    if (!tables) return tables.error();
    const Reader* const named = readerByName(file);
    const bool isText = tables->size() == 1 && tables->front().name.empty() && (named == nullptr || !named->isBinary);
    std::set<std::filesystem::path> known;
    std::vector<std::filesystem::path> targets;
    for (const RawTable& table : *tables) {
        std::string name = file.filename().string();
        if (!isText) name += (table.name.empty() ? "" : "." + harmless(table.name)) + ".csv";
        for (int again = 2; !known.insert(folder / name).second; ++again)
            name = file.filename().string() + "." + harmless(table.name) + "_" + std::to_string(again) + ".csv";
        targets.push_back(folder / name);
        std::error_code unknown;
        if (std::filesystem::exists(targets.back(), unknown))
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Files", "'%1' is there already; choose another name, or remove it first"),
                          {targets.back().string()}}};
    }
    if (auto made = makeFolders(folder); !made) return made.error();
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (!report(progress, 0.8 + 0.2 * static_cast<double>(i) / static_cast<double>(targets.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Files", "writing was cancelled")};
        if (auto written = writeFileDurably(targets[i], (*tables)[i].csv); !written) return written.error();
    }
    return targets;
}

}  // namespace gatelab

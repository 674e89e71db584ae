// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kept_data.h"

#include "data/readers.h"
#include "data/tables/file_part.h"
#include "data/tables/several_files.h"
#include "io/file_io.h"
#include "io/hash.h"

#include <fnmatch.h>

#include <algorithm>
#include <sstream>

namespace gatelab {
namespace {

namespace fs = std::filesystem;

Result<fs::path> keep(const fs::path& workspace, const std::string& word, const std::string& ending,
                      std::string_view bytes) {
    constexpr std::size_t kShown = 12;
    Sha256 hash;
    hash.add(bytes);
    const fs::path path = workspace / "data" / (word + "-" + hash.finish().substr(0, kShown) + ending);
    std::error_code unknown;
    if (fs::exists(path, unknown)) return path;
    if (auto made = makeFolders(path.parent_path()); !made) return made.error();
    if (auto written = writeFileDurably(path, bytes); !written) return written.error();
    return path;
}

bool isPattern(const std::string& name) { return name.find_first_of("*?") != std::string::npos; }

/// Files of a folder, by name; all of known formats, or those that fit the pattern.
std::vector<fs::path> inFolder(const fs::path& folder, const std::string& pattern) {
    std::vector<fs::path> found;
    std::error_code problem;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
        const std::string name = at->path().filename().string();
        // The index of a workspace is no data.
        const bool fits = pattern.empty() ? !name.starts_with('.') && name != "workspace.sqlite" &&
                                                readerByName(at->path()) != nullptr
                                          : fnmatch(pattern.c_str(), name.c_str(), FNM_PERIOD) == 0;
        std::error_code unknown;
        if (fits && at->is_regular_file(unknown)) found.push_back(at->path());
    }
    std::ranges::sort(found);
    return found;
}

bool isText(const fs::directory_entry& entry) {
    std::error_code unknown;
    return entry.path().extension() == ".txt" && entry.is_regular_file(unknown);
}

/// Folders with texts in a folder, by name.
std::vector<fs::path> classFolders(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code problem;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
        std::error_code inner;
        if (!at->is_directory(inner) || at->path().filename().string().starts_with('.')) continue;
        if (std::any_of(fs::directory_iterator(at->path(), inner), fs::directory_iterator(), isText))
            found.push_back(at->path());
    }
    std::ranges::sort(found);
    return found;
}

/// "label,text" of all texts in the folders of the classes.
Result<std::string> labelledTable(const fs::path& folder, const Progress& progress) {
    constexpr std::uint64_t kLongestText = UINT64_C(1) << 20;
    constexpr std::size_t kMost = std::size_t{1} << 30;
    std::string table = "label,text\r\n";
    const std::vector<fs::path> classes = classFolders(folder);
    for (std::size_t c = 0; c < classes.size(); ++c) {
        std::vector<fs::path> texts;
        std::error_code problem;
        for (fs::directory_iterator at(classes[c], problem), end; !problem && at != end; at.increment(problem))
            if (isText(*at)) texts.push_back(at->path());
        std::ranges::sort(texts);
        const std::string label = classes[c].filename().string();
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const auto text = readFileBytes(texts[i], kLongestText);
            if (!text) return text.error();
            const std::string_view cells[] = {label, *text};
            appendRawRow(table, cells);
            const double share = (static_cast<double>(c) + static_cast<double>(i) / static_cast<double>(texts.size())) /
                                 static_cast<double>(classes.size());
            if (!report(progress, share))
                return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
            if (table.size() > kMost)
                return Error{ErrorCode::Unsupported,
                             {GATELAB_TEXT("Reading", "%1: the texts are larger than %2 GiB together"),
                              {folder.string(), kMost >> 30}}};
        }
    }
    return table;
}

}  // namespace

Result<fs::path> keepFileList(const fs::path& workspace, const std::vector<fs::path>& files, const Progress& progress) {
    std::vector<ListedFile> listed;
    for (const fs::path& file : files) {
        const double share = 1.0 / static_cast<double>(files.size()), done = static_cast<double>(listed.size()) * share;
        auto hash = sha256File(file, partOf(progress, done, done + share));
        if (!hash) return hash.error();
        std::error_code ignored;
        listed.push_back({fs::absolute(file, ignored).lexically_normal(), std::move(*hash)});
    }
    const std::string folder = listed.front().path.parent_path().filename().string();
    return keep(workspace, (folder.empty() ? "files" : folder) + "-" + std::to_string(files.size()) + "-files",
                ".files", fileListText(listed));
}

Result<fs::path> keepPasted(const fs::path& workspace, std::string_view bytes) {
    if (bytes.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Reading", "the clipboard holds no text; copy the cells of a table first")};
    return keep(workspace, "pasted", ".csv", bytes);
}

std::optional<Result<fs::path>> keepLabelledTexts(const fs::path& workspace, const fs::path& folder,
                                                  const Progress& progress) {
    const fs::path train = folder / "train", test = folder / "test";
    const bool hasParts = classFolders(train).size() > 1 && classFolders(test).size() > 1;
    if (!hasParts && classFolders(folder).size() < 2) return std::nullopt;
    const auto first = labelledTable(hasParts ? train : folder, partOf(progress, 0, hasParts ? 0.6 : 1));
    if (!first) return first.error();
    const std::string name = fs::absolute(folder).lexically_normal().filename().string();
    if (!hasParts) return keep(workspace, (name.empty() ? "texts" : name) + "-texts", ".csv", *first);
    const auto second = labelledTable(test, partOf(progress, 0.6, 1));
    if (!second) return second.error();
    Sha256 hash;
    hash.add(*first), hash.add(*second);
    const fs::path place = workspace / "data" / ("texts-" + hash.finish().substr(0, 12));
    for (const auto& [part, text] : {std::pair("TRAIN", &*first), std::pair("TEST", &*second)}) {
        const fs::path path = place / (name + "_" + part + ".csv");
        std::error_code unknown;
        if (fs::exists(path, unknown)) continue;
        if (auto made = makeFolders(place); !made) return made.error();
        if (auto written = writeFileDurably(path, *text); !written) return written.error();
    }
    return place / (name + "_TRAIN.csv");
}

Result<std::vector<fs::path>> meantFiles(const std::string& lines) {
    std::vector<fs::path> files;
    std::istringstream text(lines);
    for (std::string line; std::getline(text, line);) {
        if (line.empty()) continue;
        const fs::path path(line);
        std::error_code unknown;
        const bool isFolder = fs::is_directory(path, unknown);
        if (!isFolder && (fs::exists(path, unknown) || !isPattern(path.filename().string()))) {
            files.push_back(path);
            continue;
        }
        const auto found = isFolder ? inFolder(path, {})
                                    : inFolder(path.parent_path().empty() ? "." : path.parent_path(), path.filename());
        if (found.empty())
            return Error{ErrorCode::NotFound,
                         {isFolder ? GATELAB_TEXT("Reading", "%1: no file of a format that is read is in this folder")
                                   : GATELAB_TEXT("Reading", "%1: no file fits this pattern"),
                          {line}}};
        files.insert(files.end(), found.begin(), found.end());
    }
    return files;
}

bool holdsData(const fs::path& folder) {
    return classFolders(folder).size() > 1 || classFolders(folder / "train").size() > 1 ||
           !inFolder(folder, {}).empty();
}

Result<std::string> dataPathOf(const std::string& lines, const fs::path& workspace, const Progress& progress) {
    if (std::error_code unknown; fs::is_directory(lines, unknown))
        if (auto texts = keepLabelledTexts(workspace, lines, progress))
            return *texts ? Result<std::string>((*texts)->string()) : texts->error();
    auto files = meantFiles(lines);
    if (!files) return files.error();
    if (files->empty()) return lines;
    if (files->size() == 1) return files->front().string();
    auto kept = keepFileList(workspace, *files, progress);
    return kept ? Result<std::string>(kept->string()) : kept.error();
}

}  // namespace gatelab

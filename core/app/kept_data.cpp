// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kept_data.h"

#include "data/arrays/array_roles.h"
#include "data/folders/folder_plan.h"
#include "data/tables/file_part.h"
#include "io/file_io.h"
#include "io/hash.h"

#include <fnmatch.h>

#include <algorithm>
#include <cctype>
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

/// Files of a folder that fit the pattern, by name.
std::vector<fs::path> inFolder(const fs::path& folder, const std::string& pattern) {
    std::vector<fs::path> found;
    std::error_code problem;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
        const std::string name = at->path().filename().string();
        std::error_code unknown;
        if (fnmatch(pattern.c_str(), name.c_str(), FNM_PERIOD) == 0 && at->is_regular_file(unknown))
            found.push_back(at->path());
    }
    std::ranges::sort(found);
    return found;
}

/// Whether a text is made of numbers, as that of a recording is.
bool holdsNumbers(const fs::path& text) {
    constexpr std::uint64_t kSample = 4096;
    const auto head = readFileStart(text, kSample);
    if (!head) return false;
    std::size_t letters = 0, digits = 0;
    for (const char letter : head->bytes) {
        const auto byte = static_cast<unsigned char>(letter);
        digits += std::isdigit(byte) != 0 ? 1 : 0;
        letters += std::isalpha(byte) != 0 || byte >= 0x80 ? 1 : 0;
    }
    return digits > 2 * letters;
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

Result<fs::path> keepFileList(const fs::path& workspace, FileList list, const Progress& progress) {
    const double share = 1.0 / static_cast<double>(list.files.size());
    double done = 0;
    for (ListedFile& file : list.files) {
        if (!report(progress, done))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        if (file.sha256.empty()) {
            auto hash = sha256File(file.path, partOf(progress, done, done + share));
            if (!hash) return hash.error();
            file.sha256 = std::move(*hash);
        }
        std::error_code ignored;
        file.path = fs::absolute(file.path, ignored).lexically_normal();
        done += share;
    }
    const fs::path& folder = list.root.empty() ? list.files.front().path.parent_path() : list.root;
    const std::string name = folder.filename().string(), count = std::to_string(list.files.size());
    const bool areRecordings = list.kind == ListKind::Recordings;
    return keep(workspace, (name.empty() ? "files" : name) + "-" + count + "-files",
                areRecordings ? ".recordings" : ".files", fileListText(list));
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
    const std::vector<fs::path> classes = classFolders(hasParts ? train : folder);
    if (classes.size() < 2) return std::nullopt;
    const fs::directory_iterator end;
    if (const auto text = std::find_if(fs::directory_iterator(classes.front()), end, isText);
        text != end && holdsNumbers(text->path()))
        return std::nullopt;
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

Result<std::vector<fs::path>> meantFiles(const std::string& lines, const Progress& progress) {
    std::vector<fs::path> files;
    std::istringstream text(lines);
    for (std::string line; std::getline(text, line);) {
        if (line.empty()) continue;
        const fs::path path(line);
        std::error_code unknown;
        if (fs::is_directory(path, unknown)) {
            const auto plan = planFolder(path, progress);
            if (!plan) return plan.error();
            for (const ListedFile& file : plan->files) files.push_back(path / file.path.lexically_relative(plan->root));
            continue;
        }
        if (fs::exists(path, unknown) || !isPattern(path.filename().string())) {
            files.push_back(path);
            continue;
        }
        const auto found = inFolder(path.parent_path().empty() ? "." : path.parent_path(), path.filename());
        if (found.empty())
            return Error{ErrorCode::NotFound, {GATELAB_TEXT("Reading", "%1: no file fits this pattern"), {line}}};
        files.insert(files.end(), found.begin(), found.end());
    }
    return files;
}

bool holdsData(const fs::path& folder) { return holdsReadable(folder); }

Result<std::string> dataPathOf(const std::string& lines, const fs::path& workspace, const Progress& progress) {
    FileList list;
    if (std::error_code unknown; fs::is_directory(lines, unknown)) {
        if (auto texts = keepLabelledTexts(workspace, lines, progress))
            return *texts ? Result<std::string>((*texts)->string()) : texts->error();
        auto plan = planFolder(lines, progress);
        if (!plan) return plan.error();
        list = std::move(*plan);
        // However they are named, they are the same list.
        if (list.kind == ListKind::Together) list.root.clear();
    } else {
        const auto files = meantFiles(lines, progress);
        if (!files) return files.error();
        if (files->empty()) return lines;
        for (const fs::path& file : *files) list.files.push_back({file, {}});
    }
    if (list.files.size() == 1) return list.files.front().path.string();
    // Arrays called X_train, y_train ...: one set, which the reader of the first finds beside it.
    std::vector<fs::path> paths;
    for (const ListedFile& file : list.files) paths.push_back(file.path);
    if (const fs::path first = firstOfArraySet(paths); !first.empty()) return first.string();
    auto kept = keepFileList(workspace, std::move(list), progress);
    return kept ? Result<std::string>(kept->string()) : kept.error();
}

}  // namespace gatelab

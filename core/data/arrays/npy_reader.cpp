// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/shapes/array_axes.h"
#include "data/arrays/array_roles.h"
#include "data/arrays/npy_array.h"
#include "data/arrays/raw_arrays.h"
#include "data/csv/words.h"
#include "data/reader_members.h"
#include "data/tables/file_part.h"
#include "io/file_view.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargest = UINT64_C(16) << 30;

/// An array in its file; it is called as the file, a field of records "file/field".
struct OpenedArray {
    std::shared_ptr<const FileView> file;
    NpyHeader header;
};

/// The array of a file, or its fields.
Result<std::vector<OpenedArray>> openOne(const fs::path& path, const Progress& progress) {
    auto opened = FileView::open(path, kLargest, progress);
    if (!opened) return opened.error();
    const auto file = std::make_shared<const FileView>(std::move(*opened));
    auto header = readNpyHeader(file->bytes());
    if (!header) return header.error().withContext(path.string());
    const std::string name = path.stem().string();
    std::vector<OpenedArray> arrays;
    for (NpyHeader& field : readNpyFields(file->bytes())) {
        field.array.path.insert(0, name + "/");
        arrays.push_back({file, std::move(field)});
    }
    header->array.path = name;
    if (arrays.empty()) arrays.push_back({file, std::move(*header)});
    return arrays;
}

/// Texts in fields of records stand beside the numbers.
Result<> takeTexts(const std::vector<OpenedArray>& fields, ArrayFile& file) {
    for (const OpenedArray& one : fields) {
        const bool isText = one.header.kind == 'U' || one.header.kind == 'S';
        if (one.header.stride == 0 || !isText || one.header.array.shape.empty()) continue;  // () has no rows
        auto texts = readNpyTexts(one.file->bytes(), one.header);
        if (!texts) return texts.error();
        file.texts[one.header.array.path] = std::move(*texts);
        std::ranges::find(file.arrays, one.header.array.path, &StoredArray::path)->isText = true;
    }
    return {};
}

/// Whether a file holds an array of that many rows, each of several numbers.
bool holdsValuesOf(const fs::path& path, std::int64_t rows) {
    const auto opened = openOne(path, {});
    if (!opened || opened->size() != 1) return false;
    const StoredArray& array = opened->front().header.array;
    return array.usable && array.shape.size() > 1 && array.shape.front() == rows;
}

/// The arrays beside one, with what their names say.
std::vector<std::pair<fs::path, ArrayRole>> arraysBeside(const fs::path& path) {
    constexpr std::size_t kMostLooked = 10'000;
    std::vector<std::pair<fs::path, ArrayRole>> files;
    std::error_code failed;
    std::size_t looked = 0;
    for (fs::directory_iterator entry(path.parent_path().empty() ? fs::path(".") : path.parent_path(), failed), end;
         !failed && entry != end && looked < kMostLooked; entry.increment(failed), ++looked) {
        const fs::path& other = entry->path();
        std::error_code unknown;
        if (lowered(other.extension().string()) == ".npy" && other.filename() != path.filename() &&
            entry->is_regular_file(unknown))
            files.emplace_back(other, roleOf(other.stem().string()));
    }
    std::ranges::sort(files, {}, &std::pair<fs::path, ArrayRole>::first);
    return files;
}

/// Files beside one that belong to it, by their names. Answers of a part ("y_val") with the values that they are of
/// bring the whole set, as those values do.
std::vector<fs::path> filesBeside(const fs::path& path, const StoredArray& array) {
    constexpr std::size_t kMost = 16;
    const ArrayRole own = roleOf(path.stem().string());
    const bool areAnswers = own.kind == ArrayRole::Kind::Answers;
    const bool isAlone = areAnswers ? own.part == ArrayRole::Part::None || array.shape.empty()
                                    : own.kind == ArrayRole::Kind::Lengths || !array.usable || array.shape.size() < 2;
    if (isAlone) return {};
    const auto beside = arraysBeside(path);
    auto leader = beside.end();
    if (areAnswers)
        leader = std::ranges::find_if(beside, [&](const auto& one) {
            return one.second.kind == ArrayRole::Kind::Values && one.second.part == own.part &&
                   one.second.rest == own.rest && holdsValuesOf(one.first, array.shape.front());
        });
    if (areAnswers && leader == beside.end()) return {};
    const ArrayRole first = areAnswers ? leader->second : own;
    std::vector<fs::path> files;
    if (areAnswers) files.push_back(leader->first);
    for (const auto& [other, role] : beside)
        if (belongsTo(first, role) && (!areAnswers || other != leader->first)) files.push_back(other);
    files.resize(std::min(files.size(), kMost));
    return files;
}

/// The array of a file, and where `withOthers` those that belong to it.
Result<ArrayFile> openFiles(const fs::path& path, bool withOthers, const Progress& progress) {
    std::map<std::string, OpenedArray> opened;
    ArrayFile all{"npy", path, {}, {}};
    auto own = openOne(path, progress);
    if (!own) return own.error();
    const StoredArray& first = own->front().header.array;
    const std::vector<fs::path> others =
        withOthers && own->size() == 1 ? filesBeside(path, first) : std::vector<fs::path>();
    bool inPieces = !own->front().header.isColumnMajor;
    for (const OpenedArray& one : *own) all.arrays.push_back(one.header.array);
    if (auto taken = takeTexts(*own, all); !taken) return taken.error().withContext(path.string());
    for (const OpenedArray& one : *own) opened.emplace(one.header.array.path, one);
    const char kind = own->front().header.kind;
    if (!others.empty() && (kind == 'U' || kind == 'S')) all.wordLists.push_back(first);
    for (const fs::path& other : others) {
        auto beside = openOne(other, {});
        if (!beside) return beside.error();
        const OpenedArray& one = beside->front();
        const StoredArray& array = one.header.array;
        if (beside->size() > 1 || opened.contains(array.path)) continue;  // records; .npy and .NPY
        inPieces = inPieces && !one.header.isColumnMajor;
        all.arrays.push_back(array);
        if (one.header.kind == 'U' || one.header.kind == 'S') all.wordLists.push_back(array);
        all.sources[array.path] = other;
        opened.emplace(array.path, one);
    }
    const auto kept = std::make_shared<const std::map<std::string, OpenedArray>>(std::move(opened));
    all.values = [kept](const StoredArray& array, const Progress& each) {
        const OpenedArray& one = kept->at(array.path);
        return readNpyValues(one.file->bytes(), one.header, each);
    };
    all.words = [kept](const StoredArray& array, const Progress&) {
        const OpenedArray& one = kept->at(array.path);
        return readNpyTexts(one.file->bytes(), one.header);
    };
    if (inPieces)
        all.rows = [kept](const StoredArray& array, std::int64_t first, std::int64_t rows, double* out) {
            const OpenedArray& one = kept->at(array.path);
            return readNpyRows(one.file->bytes(), one.header, first, rows, out);
        };
    return all;
}

/// Names of parts that are not of this file are of one that was open before.
ExperimentConfig ofItself(const ArrayFile& file, ExperimentConfig options) {
    const auto isThere = [&](const std::string& name) {
        return std::ranges::find(file.arrays, name, &StoredArray::path) != file.arrays.end();
    };
    if (!std::ranges::all_of(options.hdf5Datasets, isThere)) options.hdf5Datasets.clear();
    return options;
}

Result<Dataset> readNpy(const fs::path& path, const ExperimentConfig& options, const Progress& progress) {
    const auto file = openFiles(path, readsArrays(options), partOf(progress, 0, 0.3));
    if (!file) return file.error();
    if (std::ranges::none_of(file->arrays, [](const StoredArray& one) { return one.usable || one.isText; }))
        return Error{ErrorCode::Unsupported, labelled(path.string(), file->arrays.front().reason)};
    return readArrays(*file, ofItself(*file, options), partOf(progress, 0.3, 1));
}

/// The array and what belongs to it, where that is something.
Result<std::vector<FilePart>> listNpy(const fs::path& path, const ExperimentConfig& options) {
    const auto file = openFiles(path, readsArrays(options), {});
    if (!file) return file.error();
    return file->arrays.size() < 2 ? std::vector<FilePart>() : partsOf(*file, ofItself(*file, options));
}

Result<std::vector<RawTable>> rawNpy(const fs::path& path, const ExperimentConfig&, const Progress& progress) {
    const auto file = openFiles(path, false, partOf(progress, 0, 0.3));
    if (!file) return file.error();
    auto tables = rawArrays(*file, partOf(progress, 0.3, 1));
    if (tables && tables->size() == 1) tables->front().name.clear();  // the file is the array
    return tables;
}

int probeNpy(std::span<const char> head, const fs::path&) {
    return std::string_view(head.data(), head.size()).starts_with("\x93NUMPY") ? 100 : 0;
}

}  // namespace

Result<ArrayFile> openNpyArrays(const std::filesystem::path& path, const Progress& progress) {
    return openFiles(path, true, progress);
}

Reader npyReader() {
    return {"npy", GATELAB_TEXT("readers", "NumPy array"), {"npy"}, probeNpy, readNpy, listNpy, true, rawNpy};
}

}  // namespace gatelab

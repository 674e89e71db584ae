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

/// One file with its header; its array is called as the file.
struct OpenedArray {
    std::shared_ptr<const FileView> file;
    NpyHeader header;
};

Result<OpenedArray> openOne(const fs::path& path, const Progress& progress) {
    auto file = FileView::open(path, kLargest, progress);
    if (!file) return file.error();
    OpenedArray opened{std::make_shared<const FileView>(std::move(*file)), {}};
    auto header = readNpyHeader(opened.file->bytes());
    if (!header) return header.error().withContext(path.string());
    opened.header = std::move(*header);
    opened.header.array.path = path.stem().string();
    return opened;
}

/// Files beside one that belong to it, by their names.
std::vector<fs::path> filesBeside(const fs::path& path) {
    constexpr std::size_t kMostLooked = 10'000, kMost = 16;
    std::vector<fs::path> files;
    const ArrayRole own = roleOf(path.stem().string());
    if (own.kind == ArrayRole::Kind::Answers || own.kind == ArrayRole::Kind::Lengths) return files;
    std::error_code failed;
    std::size_t looked = 0;
    for (fs::directory_iterator entry(path.parent_path().empty() ? fs::path(".") : path.parent_path(), failed), end;
         !failed && entry != end && looked < kMostLooked; entry.increment(failed), ++looked) {
        const fs::path& other = entry->path();
        std::error_code unknown;
        if (lowered(other.extension().string()) == ".npy" && other.filename() != path.filename() &&
            belongsTo(own, roleOf(other.stem().string())) && entry->is_regular_file(unknown))
            files.push_back(other);
    }
    std::ranges::sort(files);
    files.resize(std::min(files.size(), kMost));
    return files;
}

/// The array of a file, and where `withOthers` those that belong to it.
Result<ArrayFile> openFiles(const fs::path& path, bool withOthers, const Progress& progress) {
    std::map<std::string, OpenedArray> opened;
    ArrayFile all{"npy", path, {}, {}};
    auto own = openOne(path, progress);
    if (!own) return own.error();
    const bool isWide = own->header.array.usable && own->header.array.shape.size() > 1;
    bool inPieces = !own->header.isColumnMajor;
    all.arrays.push_back(own->header.array);
    opened.emplace(own->header.array.path, std::move(*own));
    for (const fs::path& other : withOthers&& isWide ? filesBeside(path) : std::vector<fs::path>()) {
        auto one = openOne(other, {});
        if (!one) return one.error();
        const StoredArray& array = one->header.array;
        if (opened.contains(array.path)) continue;  // .npy and .NPY
        inPieces = inPieces && !one->header.isColumnMajor;
        all.arrays.push_back(array);
        if (one->header.kind == 'U' || one->header.kind == 'S') all.wordLists.push_back(array);
        all.sources[array.path] = other;
        opened.emplace(array.path, std::move(*one));
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

Result<Dataset> readNpy(const fs::path& path, const ExperimentConfig& options, const Progress& progress) {
    const auto file = openFiles(path, readsArrays(options), partOf(progress, 0, 0.3));
    if (!file) return file.error();
    if (!file->arrays.front().usable)
        return Error{ErrorCode::Unsupported, labelled(path.string(), file->arrays.front().reason)};
    ExperimentConfig all = options;
    all.hdf5Datasets.clear();  // there is one array, and what belongs to it
    return readArrays(*file, all, partOf(progress, 0.3, 1));
}

Result<std::vector<RawTable>> rawNpy(const fs::path& path, const ExperimentConfig&, const Progress& progress) {
    const auto file = openFiles(path, false, partOf(progress, 0, 0.3));
    if (!file) return file.error();
    auto tables = rawArrays(*file, partOf(progress, 0.3, 1));
    if (tables) tables->front().name.clear();  // the file is the array
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
    return {"npy", GATELAB_TEXT("readers", "NumPy array"), {"npy"}, probeNpy, readNpy, nullptr, true, rawNpy};
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/npy_array.h"
#include "data/arrays/raw_arrays.h"
#include "data/reader_members.h"
#include "data/tables/file_part.h"
#include "io/file_view.h"

#include <memory>
#include <string_view>

namespace gatelab {
namespace {

/// Calls use(array file, path's one array) and gives what it gives.
template <class Use>
auto withNpy(const std::filesystem::path& path, const Progress& progress, Use&& use) -> decltype(use(ArrayFile())) {
    const auto file = FileView::open(path, UINT64_C(16) << 30, progress);
    if (!file) return file.error();
    auto header = readNpyHeader(file->bytes());
    if (!header) return header.error().withContext(path.string());
    header->array.path = path.stem().string();
    if (!header->array.usable) return Error{ErrorCode::Unsupported, labelled(path.string(), header->array.reason)};
    ArrayFile arrays{"npy", path, {header->array}, [&](const StoredArray&, const Progress& each) {
                         return readNpyValues(file->bytes(), *header, each);
                     }};
    if (!header->isColumnMajor)
        arrays.rows = [&](const StoredArray&, std::int64_t first, std::int64_t rows, double* out) {
            return readNpyRows(file->bytes(), *header, first, rows, out);
        };
    return use(arrays);
}

Result<Dataset> readNpy(const std::filesystem::path& path, const ExperimentConfig& options, const Progress& progress) {
    return withNpy(path, partOf(progress, 0, 0.3), [&](const ArrayFile& arrays) {
        ExperimentConfig all = options;
        all.hdf5Datasets.clear();  // there is one array
        return readArrays(arrays, all, partOf(progress, 0.3, 1));
    });
}

Result<std::vector<RawTable>> rawNpy(const std::filesystem::path& path, const ExperimentConfig&,
                                     const Progress& progress) {
    return withNpy(path, partOf(progress, 0, 0.3), [&](const ArrayFile& arrays) {
        auto tables = rawArrays(arrays, partOf(progress, 0.3, 1));
        if (tables) tables->front().name.clear();  // the file is the array
        return tables;
    });
}

int probeNpy(std::span<const char> head, const std::filesystem::path&) {
    return std::string_view(head.data(), head.size()).starts_with("\x93NUMPY") ? 100 : 0;
}

}  // namespace

Reader npyReader() {
    return {"npy", GATELAB_TEXT("readers", "NumPy array"), {"npy"}, probeNpy, readNpy, nullptr, true, rawNpy};
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/array_columns.h"
#include "data/arrays/array_groups.h"
#include "data/arrays/cf_attributes.h"
#include "data/arrays/cf_relations.h"
#include "data/arrays/grids/find_grids.h"
#include "data/arrays/netcdf_classic.h"
#include "data/reader_members.h"
#include "data/tables/file_part.h"
#include "io/file_view.h"

#include <map>
#include <memory>
#include <string_view>

namespace gatelab {
namespace {

struct Meaning {
    NetcdfVariable variable;
    CfAttributes attributes;
};

Result<ArrayFile> openNetcdf(const std::filesystem::path& path, const Progress& progress) {
    auto opened = FileView::open(path, UINT64_C(4) << 30, progress);
    if (!opened) return opened.error();
    const auto file = std::make_shared<const FileView>(std::move(*opened));
    auto variables = readNetcdfHeader(file->bytes());
    if (!variables) return variables.error().withContext(path.string());
    ArrayFile read{"netcdf", path, {}, {}, std::ssize(file->bytes())};
    std::map<std::string, Meaning> meanings;
    std::vector<FileArray> stored;
    std::map<std::string, std::vector<std::string>> letters;
    for (NetcdfVariable& variable : *variables) {
        const FileArray& facts = variable.facts;
        if (meanings.contains(facts.path)) continue;  // the format forbids a name twice; the first one is read
        StoredArray array{.path = facts.path,
                          .shape = facts.shape,
                          .type = facts.type,
                          .usable = facts.usable,
                          .reason = facts.reason,
                          .dimensions = facts.dimensions};
        for (const FileAttribute& attribute : facts.attributes)
            if (attribute.name == "units" && !attribute.texts.empty()) array.unit = attribute.texts.front();
        CfAttributes attributes = readCf(facts, array);
        read.arrays.push_back(std::move(array));
        stored.push_back(facts);
        const std::string name = facts.path;
        if (auto texts = readNetcdfTexts(file->bytes(), variable); !texts.empty()) letters[name] = std::move(texts);
        meanings.emplace(name, Meaning{std::move(variable), std::move(attributes)});
    }
    read.values = [file, meanings = std::move(meanings)](const StoredArray& array,
                                                         const Progress& each) -> Result<std::vector<double>> {
        const Meaning& meaning = meanings.at(array.path);
        auto values = readNetcdfValues(file->bytes(), meaning.variable, each, array.places);
        if (!values) return values;
        applyCf(meaning.attributes, *values);
        return values;
    };
    markBounds(stored, read.arrays);
    nameStations(letters, read);
    nameRaggedRows(stored, read);
    if (auto found = findGrids(stored, read, progress); !found) return found.error();
    return read;
}

Result<Dataset> readNetcdf(const std::filesystem::path& path, const ExperimentConfig& options,
                           const Progress& progress) {
    const auto file = openNetcdf(path, partOf(progress, 0, 0.3));
    return file ? readArrays(*file, options, partOf(progress, 0.3, 1)) : file.error();
}

Result<std::vector<FilePart>> listNetcdf(const std::filesystem::path& path, const ExperimentConfig& options) {
    const auto file = openNetcdf(path, {});
    if (!file) return file.error();
    return partsOf(*file, options);
}

int probeNetcdf(std::span<const char> head, const std::filesystem::path&) {
    const std::string_view bytes(head.data(), head.size());
    return bytes.size() > 8 && bytes.starts_with("CDF") && (bytes[3] == 1 || bytes[3] == 2 || bytes[3] == 5) ? 100 : 0;
}

}  // namespace

Result<ArrayFile> openNetcdfArrays(const std::filesystem::path& path, const Progress& progress) {
    return openNetcdf(path, progress);
}

Reader netcdfReader() {
    return {"netcdf", GATELAB_TEXT("readers", "netCDF file"), {"nc", "cdf", "nc3"}, probeNetcdf, readNetcdf, listNetcdf,
            true};
}

}  // namespace gatelab

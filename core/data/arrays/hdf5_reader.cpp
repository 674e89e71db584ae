// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/code_point.h"
#include "data/arrays/array_columns.h"
#include "data/arrays/array_groups.h"
#include "data/arrays/cf_attributes.h"
#include "data/arrays/cf_relations.h"
#include "data/arrays/grids/find_grids.h"
#include "data/arrays/matlab_cells.h"
#include "data/arrays/pandas_arrays.h"
#include "data/csv/time/times.h"
#include "data/csv/words.h"
#include "data/reader_members.h"
#include "io/hdf5_file.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

std::string textAttribute(const FileArray& dataset, std::initializer_list<std::string_view> names) {
    for (const FileAttribute& attribute : dataset.attributes)
        for (const std::string_view name : names)
            if (lowered(attribute.name) == name && !attribute.texts.empty()) return attribute.texts.front();
    return {};
}

/// What PyTables keeps beside a table to find rows faster: no values of anybody.
bool isTableIndex(const std::string& path) { return path.find("/_i_") != std::string::npos; }

/// As MATLAB writes it (7.3): its first dimension is stored last.
bool isMatlabs(const FileArray& dataset) { return !textAttribute(dataset, {"matlab_class"}).empty(); }

StoredArray arrayOf(const FileArray& dataset) {
    StoredArray array{.path = dataset.path,
                      .shape = dataset.shape,
                      .type = dataset.type,
                      .usable = dataset.usable,
                      .reason = dataset.reason,
                      .unit = textAttribute(dataset, {"units", "unit"}),
                      .isHelper = isTableIndex(dataset.path),
                      .isIndex = isTableIndex(dataset.path),
                      .dimensions = dataset.dimensions};
    if (isMatlabs(dataset)) std::ranges::reverse(array.shape);
    if (textAttribute(dataset, {"name"}).starts_with("This is a netCDF dimension but not a netCDF variable")) {
        array.isHelper = array.isIndex = true;
        array.reason = GATELAB_TEXT("Reading", "a dimension without values of its own");
    }
    if (textAttribute(dataset, {"matlab_class"}) == "char")
        array.usable = false, array.reason = GATELAB_TEXT("Reading", "texts");
    const bool isRead = dataset.usable || dataset.isText;  // another shape may be beyond all numbers
    std::int64_t columns = 1;
    for (std::size_t i = 1; isRead && i < array.shape.size(); ++i) columns *= array.shape[i];
    for (const FileAttribute& attribute : dataset.attributes)  // one with a text per column
        if (attribute.name == "DIMENSION_LABELS")
            array.dimensions = attribute.texts;
        else if (array.names.empty() && columns > 1 && static_cast<std::int64_t>(attribute.texts.size()) == columns)
            array.names = attribute.texts;
    return array;
}

/// Scales of dimensions (netCDF-4, xarray) name the dimensions of other arrays that are as long as one scale alone,
/// where no references tell which belongs to which.
void nameDimensions(const std::vector<FileArray>& stored, std::vector<StoredArray>& arrays) {
    std::map<std::int64_t, std::string> scales;
    for (const FileArray& one : stored) {
        if (one.shape.size() != 1 || textAttribute(one, {"class"}) != "DIMENSION_SCALE") continue;
        const auto [place, isNew] = scales.try_emplace(one.shape[0], one.path.substr(one.path.rfind('/') + 1));
        if (!isNew) place->second.clear();
    }
    for (StoredArray& array : arrays) {
        if (array.shape.size() < 2 || !array.dimensions.empty()) continue;
        for (const std::int64_t size : array.shape)
            if (const auto scale = scales.find(size); scale != scales.end()) array.dimensions.push_back(scale->second);
        if (array.dimensions.size() != array.shape.size()) array.dimensions.clear();
    }
}

/// Times written as texts that begin with the year, e.g. "2023-01-01T00:00:00"; nothing: one cell is none.
std::optional<std::vector<double>> timesOf(const std::vector<std::string>& cells) {
    std::vector<double> times;
    times.reserve(cells.size());
    for (const std::string& cell : cells) {
        const auto look = sniffTime(cell);
        const auto micros = look && look->hasDate ? timeMicros(*look, DateOrder::YearFirst) : std::nullopt;
        if (!micros) return std::nullopt;
        times.push_back(static_cast<double>(*micros));
    }
    return times;
}

/// Whole numbers that stand for words.
void takeWords(Hdf5Reader& reader, const FileArray& dataset, ArrayFile& file, StoredArray& array) {
    const auto values = reader.read(array.path);
    if (!values) return;
    std::vector<std::string>& cells = file.texts[array.path];
    for (const double value : *values) {
        const auto word = std::ranges::find(dataset.words, value, &std::pair<double, std::string>::first);
        cells.push_back(word == dataset.words.end() ? std::string() : word->second);
    }
    array.isText = true, array.usable = false;
}

/// A column of texts that are times can be the time axis; others are texts of the table.
void takeTexts(Hdf5Reader& reader, ArrayFile& file, StoredArray& array) {
    auto cells = reader.texts(array.path);
    if (!cells) return;
    auto read = array.shape.size() == 1 ? timesOf(*cells) : std::nullopt;
    if (!read) {
        array.isText = !array.isHelper && !array.shape.empty();  // a single text has no rows
        file.texts[array.path] = std::move(*cells);
        return;
    }
    array.usable = array.isTime = true;
    array.reason = {};
    array.unit = "us";
    file.made[array.path] = std::move(*read);
}

/// Letters of MATLAB 7.3, which are code units of UTF-16.
std::string lettersOf(const std::vector<double>& units) {
    const auto unit = [&](std::size_t i) {
        return units[i] >= 0 && units[i] < 65536 ? static_cast<std::uint32_t>(units[i]) : 0U;
    };
    std::string text;
    for (std::size_t i = 0; i < units.size(); ++i) {
        std::uint32_t code = unit(i);
        const bool isPair = code >= 0xD800 && code < 0xDC00 && i + 1 < units.size();
        if (isPair) code = 0x10000 + ((code - 0xD800) << 10) + ((unit(++i) - 0xDC00) & 0x3FF);
        appendCharacter(text, code);
    }
    return text;
}

/// Cells of MATLAB 7.3 that hold a word each ({'walk'; 'run'}) are a list of words; the letters they refer to are none
/// of their own. An empty cell is no word.
void takeCells(Hdf5Reader& reader, const std::vector<FileArray>& stored, ArrayFile& file) {
    std::map<std::string, const FileArray*> byPath;
    for (const FileArray& one : stored) byPath.emplace(one.path, &one);
    std::set<std::string> taken;
    for (StoredArray& array : file.arrays) {
        const auto known = byPath.find(array.path);
        if (known == byPath.end()) continue;
        const FileArray& facts = *known->second;
        if (facts.cells.empty() || textAttribute(facts, {"matlab_class"}) != "cell") continue;
        const auto isLetters = [&](const std::string& path) {
            const auto cell = byPath.find(path);  // a table of records is none itself, its fields are
            return cell != byPath.end() && cell->second->usable &&
                   textAttribute(*cell->second, {"matlab_class"}) == "char";
        };
        if (!std::ranges::all_of(facts.cells, isLetters)) continue;
        std::vector<std::string> words;
        for (const std::string& path : facts.cells) {
            // An empty one is written as its sizes, in other numbers.
            const bool isEmpty = byPath.at(path)->type != "uint16";
            const auto letters = isEmpty ? Result(std::vector<double>()) : reader.read(path);
            if (!letters) break;
            words.push_back(lettersOf(*letters));
        }
        if (words.size() != facts.cells.size()) continue;
        array.shape = {std::ssize(words)};
        array.type = "text", array.reason = GATELAB_TEXT("Reading", "texts");
        taken.insert(facts.cells.begin(), facts.cells.end());
        file.texts[array.path] = std::move(words);
    }
    for (StoredArray& array : file.arrays)
        if (taken.contains(array.path)) array.isHelper = array.isIndex = true;
}

/// Whether most data sets are called as Keras calls the weights of a network.
bool areWeights(const std::vector<FileArray>& datasets) {
    static constexpr std::string_view kPlaces[] = {"/model_weights/", "/optimizer_weights/", "/optimizer/vars/"};
    static constexpr std::string_view kNames[] = {"kernel:0", "bias:0", "gamma:0", "beta:0", "embeddings:0"};
    const auto weights = std::ranges::count_if(datasets, [](const FileArray& one) {
        const std::string_view path = one.path;
        return std::ranges::any_of(kPlaces, [&](std::string_view place) { return path.starts_with(place); }) ||
               std::ranges::any_of(kNames, [&](std::string_view name) { return path.ends_with(name); }) ||
               (path.find("layers/") != std::string_view::npos && path.find("/vars/") != std::string_view::npos);
    });
    return weights > 0 && weights * 2 > std::ssize(datasets);
}

/// Values by the path that an array has here: of a cell, a set of them, or as it is called in the file.
struct Values {
    std::shared_ptr<Hdf5Reader> reader;
    std::map<std::string, CfAttributes> meanings;
    std::set<std::string> matlabs;
    std::map<std::string, std::string> references;  ///< paths in the file
    std::map<std::string, MatlabCells> sets;
    std::map<std::string, StoredArray> cells;  ///< of the sets

    Result<std::vector<double>> operator()(const StoredArray& array, const Progress& progress) const {
        const auto set = sets.find(array.path);
        if (set == sets.end()) return of(array.path, array, progress);
        return cellValues(
            set->second, [&](const std::string& cell) { return of(cell, cells.at(cell), {}); }, progress);
    }

    Result<std::vector<double>> of(const std::string& name, const StoredArray& array, const Progress& progress) const {
        const auto reference = references.find(name);
        const std::string& path = reference != references.end() ? reference->second : name;
        auto values = reader->read(path, progress, array.places);
        if (!values) return values;
        applyCf(meanings.at(path), *values);
        return matlabs.contains(path) ? fromColumnMajor(std::move(*values), array.shape) : std::move(values);
    }
};

/// options: where they ask for cells of MATLAB 7.3 as they are called in the file, those have no other names.
Result<ArrayFile> openArrays(const std::filesystem::path& path, const ExperimentConfig& options,
                             const Progress& progress) {
    auto opened = Hdf5Reader::open(path);
    if (!opened) return opened.error();
    const auto reader = std::make_shared<Hdf5Reader>(std::move(*opened));
    const auto all = reader->datasets();
    if (!all) return all.error();
    if (areWeights(*all))
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Reading",
                                   "%1: this file holds the weights of a network (Keras) and no data; choose the file "
                                   "with the series that it was trained on"),
                      {path.string()}}};
    ArrayFile file{"hdf5", path, {}, {}};
    Values values{.reader = reader, .meanings = {}, .matlabs = {}, .references = {}, .sets = {}, .cells = {}};
    std::map<std::string, double>
        places;  // of the columns in a file of our own; files of others keep their names' order
    for (const FileArray& dataset : *all) {
        StoredArray array = arrayOf(dataset);
        values.meanings[dataset.path] = readCf(dataset, array);
        readPandas(dataset, array);
        for (const FileAttribute& attribute : dataset.attributes)  // as data convert writes them
            if (attribute.name == "gatelab_column" && !attribute.numbers.empty())
                places[dataset.path] = attribute.numbers.front();
        if (dataset.isText && !isMatlabs(dataset)) takeTexts(*reader, file, array);
        if (!dataset.words.empty() && array.usable) takeWords(*reader, dataset, file, array);
        if (dataset.type == "time") array.isTime = true, array.unit = "s";
        if (isMatlabs(dataset)) values.matlabs.insert(dataset.path), standUpright(array);
        file.arrays.push_back(std::move(array));
    }
    std::ranges::stable_sort(file.arrays, {}, [&](const StoredArray& array) {
        const auto place = places.find(array.path);
        return place == places.end() ? -1.0 : place->second;
    });
    nameDimensions(*all, file.arrays);
    takeCells(*reader, *all, file);
    if (!asksForReferences(*all, options)) values.references = nameReferences(*all, file);
    namePandasBlocks(*reader, file.arrays);
    expandPandasLevels(*reader, *all, file);
    if (!values.references.empty()) {
        values.sets = addCellSets(file);
        for (const StoredArray& array : file.arrays)
            if (values.references.contains(array.path)) values.cells.emplace(array.path, array);
    }
    file.values = std::move(values);
    markBounds(*all, file.arrays);
    nameStations({}, file);
    nameRaggedRows(*all, file);
    if (auto found = findGrids(*all, file, progress); !found) return found.error();
    return file;
}

Result<Dataset> readHdf5(const std::filesystem::path& path, const ExperimentConfig& options, const Progress& progress) {
    const auto file = openArrays(path, options, progress);
    return file ? readArrays(*file, options, progress) : file.error();
}

Result<std::vector<FilePart>> listHdf5(const std::filesystem::path& path, const ExperimentConfig& options) {
    const auto file = openArrays(path, options, {});
    if (!file) return file.error();
    return partsOf(*file, options);
}

/// The superblock stands at 0, 512, 1024, 2048 ... (MATLAB 7.3: 512).
int probeHdf5(std::span<const char> head, const std::filesystem::path&) {
    constexpr std::string_view kMagic = "\x89HDF\r\n\x1A\n";
    const std::string_view bytes(head.data(), head.size());
    for (std::size_t at = 0; at + kMagic.size() <= bytes.size(); at = at == 0 ? 512 : at * 2)
        if (bytes.substr(at).starts_with(kMagic)) return 100;
    return 0;
}

}  // namespace

Result<ArrayFile> openHdf5Arrays(const std::filesystem::path& path, const Progress& progress) {
    return openArrays(path, {}, progress);
}

Reader hdf5Reader() {
    return {
        "hdf5", GATELAB_TEXT("readers", "HDF5 file"), {"h5", "hdf5", "hdf", "he5", "nc"}, probeHdf5, readHdf5, listHdf5,
        true};
}

}  // namespace gatelab

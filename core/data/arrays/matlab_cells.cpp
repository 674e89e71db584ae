// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/matlab_cells.h"

#include "data/arrays/array_times.h"
#include "data/csv/words.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace gatelab {
namespace {

constexpr std::size_t kFewestCells = 3;
constexpr std::int64_t kMostValues = INT64_C(1) << 28;

using Shape = std::pair<std::int64_t, std::int64_t>;

/// Of a vector [steps][1]; nothing: no matrix of numbers.
std::optional<Shape> matrixShape(const StoredArray& array) {
    if (!array.usable || array.shape.empty() || array.shape.size() > 2) return std::nullopt;
    return Shape(array.shape[0], array.shape.size() == 2 ? array.shape[1] : 1);
}

std::int64_t median(std::vector<std::int64_t> sizes) {
    const auto middle = sizes.begin() + std::ssize(sizes) / 2;
    std::ranges::nth_element(sizes, middle);
    return *middle;
}

/// "/x{12}" is a cell of "/x"; empty: it is none, or one inside of another.
std::string cellArrayOf(const std::string& path) {
    const std::size_t open = path.find('{');
    const bool isCell = open != std::string::npos && path.ends_with('}') && path.find('}') + 1 == path.size();
    return isCell ? path.substr(0, open) : std::string();
}

/// The set that cells of these shapes are; nothing: none.
std::optional<MatlabCells> asSet(const std::string& name, std::vector<std::string> cells,
                                 const std::vector<Shape>& shapes) {
    std::vector<std::int64_t> rows, columns;
    for (const Shape& shape : shapes) rows.push_back(shape.first), columns.push_back(shape.second);
    const auto areAlike = [](const std::vector<std::int64_t>& sizes) {
        return std::ranges::all_of(sizes, [&](std::int64_t size) { return size == sizes.front(); });
    };
    const bool sameRows = areAlike(rows), sameColumns = areAlike(columns);
    if (!sameRows && !sameColumns) return std::nullopt;
    // Tables of one time axis have different columns; sequences differ in their steps, which are the many.
    if (sameRows != sameColumns && (sameRows ? rows.front() > median(columns) : columns.front() > median(rows)))
        return std::nullopt;
    MatlabCells set{.array = {}, .cells = std::move(cells), .columns = columns};
    StoredArray& array = set.array;
    array.path = name, array.type = "cells";
    array.shape = {std::ssize(shapes), std::ranges::max(rows), std::ranges::max(columns)};
    if (sameRows != sameColumns)
        array.dimensions = sameRows ? std::vector<std::string>{"sequence", "channel", "time"}
                                    : std::vector<std::string>{"sequence", "time", "channel"};
    array.usable = array.shape[0] <= kMostValues / array.shape[1] / std::max<std::int64_t>(1, array.shape[2]);
    if (!array.usable)
        array.reason = GATELAB_TEXT("Reading",
                                    "cells of very different lengths, which take more than 2 GiB filled up to the "
                                    "longest: cut the longest ones into pieces");
    return set;
}

/// What a list of references of version 7.3 is.
enum class References { Cells, Structures };

/// Where MATLAB puts what has no name of its own.
bool isUnnamed(const std::string& path) { return path.starts_with("/#refs#/"); }

/// "double", "cell"; empty: the file does not say.
std::string classOf(const FileArray& array) {
    for (const FileAttribute& attribute : array.attributes)
        if (lowered(attribute.name) == "matlab_class" && !attribute.texts.empty()) return attribute.texts.front();
    return {};
}

/// Nothing: it is none of MATLAB's.
std::optional<References> wayOf(const FileArray& list) {
    if (list.cells.empty() || isUnnamed(list.path)) return std::nullopt;
    const std::string kind = classOf(list);
    if (kind.empty() && list.path.rfind('/') > 0) return References::Structures;
    return kind == "cell" ? std::optional(References::Cells) : std::nullopt;
}

/// What has no values is written as its sizes, in other numbers than its own.
bool isEmpty(const FileArray& array) {
    const std::string kind = classOf(array);
    return kind == "canonical empty" || (array.type == "uint64" && kind != "uint64");
}

std::string nameOf(const std::string& list, References way, std::size_t number) {
    const std::string place = std::to_string(number);
    if (way == References::Cells) return list + "{" + place + "}";
    const std::size_t field = list.rfind('/');
    return list.substr(0, field) + "(" + place + ")" + list.substr(field);
}

/// The cell arrays of three cells or more whose matrices have one dimension in common, no longer than the other one
/// mostly is. The dimensions have names where lengths differ, which tells them. Not usable, with the reason, where
/// filled up to the longest they take more than 2 GiB.
std::vector<MatlabCells> cellsOfSequences(const std::vector<StoredArray>& arrays) {
    struct Found {
        std::vector<std::string> cells;
        std::vector<Shape> shapes;
        bool areMatrices = true;
    };
    std::map<std::string, Found> all;
    for (const StoredArray& array : arrays) {
        const std::string name = cellArrayOf(array.path);
        if (name.empty()) continue;
        Found& found = all[name];
        const auto shape = matrixShape(array);
        found.areMatrices = found.areMatrices && shape;
        if (shape) found.cells.push_back(array.path), found.shapes.push_back(*shape);
    }
    std::vector<MatlabCells> sets;
    for (auto& [name, found] : all) {
        if (!found.areMatrices || found.cells.size() < kFewestCells) continue;
        if (auto set = asSet(name, std::move(found.cells), found.shapes)) sets.push_back(std::move(*set));
    }
    return sets;
}

}  // namespace

std::map<std::string, MatlabCells> addCellSets(ArrayFile& file) {
    std::map<std::string, MatlabCells> sets;
    for (MatlabCells& set : cellsOfSequences(file.arrays)) {
        const std::string name = set.array.path;
        if (std::ranges::find(file.arrays, name, &StoredArray::path) != file.arrays.end()) continue;
        for (StoredArray& array : file.arrays)
            if (std::ranges::find(set.cells, array.path) != set.cells.end()) array.isHelper = true;
        file.arrays.push_back(set.array);
        sets.emplace(name, std::move(set));
    }
    return sets;
}

Result<std::vector<double>> cellValues(const MatlabCells& cells,
                                       const std::function<Result<std::vector<double>>(const std::string&)>& read,
                                       const Progress& progress) {
    const auto rows = static_cast<std::size_t>(cells.array.shape[1]),
               columns = static_cast<std::size_t>(cells.array.shape[2]);
    std::vector<double> all(cells.cells.size() * rows * columns, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < cells.cells.size(); ++i) {
        if (!report(progress, static_cast<double>(i) / static_cast<double>(cells.cells.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        const auto values = read(cells.cells[i]);
        if (!values) return values;
        const auto own = static_cast<std::size_t>(cells.columns[i]);
        for (std::size_t v = 0; v < values->size(); ++v) all[(i * rows + v / own) * columns + v % own] = (*values)[v];
    }
    return all;
}

std::map<std::string, std::string> nameReferences(const std::vector<FileArray>& stored, ArrayFile& file) {
    std::map<std::string, std::size_t> places;  // in file.arrays
    for (std::size_t i = 0; i < file.arrays.size(); ++i) places.emplace(file.arrays[i].path, i);
    std::set<std::string> empty;
    for (const FileArray& array : stored)
        if (isUnnamed(array.path) && isEmpty(array)) empty.insert(array.path);
    std::map<std::string, std::string> named;
    std::vector<StoredArray> made;
    std::set<std::string> lists;
    for (const FileArray& list : stored) {
        const auto way = wayOf(list);
        const auto isNumbers = [&](const std::string& path) {
            const auto place = places.find(path);
            return isUnnamed(path) && place != places.end() && file.arrays[place->second].usable;
        };
        if (!way || !std::ranges::all_of(list.cells, isNumbers)) continue;
        // An array stands once in its list: a small file could tell of the same numbers again and again.
        std::set<std::string> once;
        const auto isAgain = [&](const std::string& path) {
            return !once.insert(path).second && !empty.contains(path);
        };
        if (list.cells.size() > 2 * stored.size() || std::ranges::any_of(list.cells, isAgain)) continue;
        lists.insert(list.path);
        for (std::size_t i = 0; i < list.cells.size(); ++i) {
            StoredArray& source = file.arrays[places.at(list.cells[i])];
            made.push_back(source);
            made.back().path = nameOf(list.path, *way, i + 1);
            if (empty.contains(source.path))
                made.back().usable = false, made.back().reason = GATELAB_TEXT("Reading", "it is empty");
            source.isHelper = source.isIndex = true;
            named.emplace(made.back().path, source.path);
        }
    }
    for (StoredArray& array : file.arrays)
        if (empty.contains(array.path)) array.isHelper = array.isIndex = true;
    std::erase_if(file.arrays, [&](const StoredArray& array) { return lists.contains(array.path); });
    std::ranges::move(made, std::back_inserter(file.arrays));
    return named;
}

bool asksForReferences(const std::vector<FileArray>& stored, const ExperimentConfig& options) {
    std::set<std::string> named;  // a column called as one of these is that one
    for (const FileArray& array : stored)
        if (!isUnnamed(array.path)) named.insert(lastPart(array.path));
    return std::ranges::any_of(stored, [&](const FileArray& array) {
        if (!isUnnamed(array.path)) return false;
        const std::string column = lastPart(array.path);
        const auto asks = [&](const std::vector<std::string>& names, const std::string& name) {
            return std::ranges::find(names, name) != names.end();
        };
        const bool isColumn = asks(options.inputs, column) || asks(options.targets, column);
        return (isColumn && !named.contains(column)) || asks(options.hdf5Datasets, array.path) ||
               asks(options.hdf5Datasets, array.path.substr(1));
    });
}

}  // namespace gatelab

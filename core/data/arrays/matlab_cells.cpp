// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/matlab_cells.h"

#include <algorithm>
#include <limits>
#include <optional>
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
    MatlabCells set{.array = {}, .cells = std::move(cells)};
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

}  // namespace

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

Result<std::vector<double>> cellValues(const MatlabCells& cells, const std::map<std::string, MatlabVariable>& variables,
                                       const Progress& progress) {
    const auto rows = static_cast<std::size_t>(cells.array.shape[1]),
               columns = static_cast<std::size_t>(cells.array.shape[2]);
    std::vector<double> all(cells.cells.size() * rows * columns, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < cells.cells.size(); ++i) {
        if (!report(progress, static_cast<double>(i) / static_cast<double>(cells.cells.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        const MatlabVariable& cell = variables.at(cells.cells[i]);
        const auto values = readMatlabValues(cell, {});
        if (!values) return values;
        const std::size_t own = cell.array.shape.size() == 2 ? static_cast<std::size_t>(cell.array.shape[1]) : 1;
        for (std::size_t v = 0; v < values->size(); ++v) all[(i * rows + v / own) * columns + v % own] = (*values)[v];
    }
    return all;
}

}  // namespace gatelab

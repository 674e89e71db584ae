// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/array_groups.h"

#include "data/arrays/array_times.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace gatelab {
namespace {

/// Where an array belongs: "/run_1" of "/run_1/load"; a cell "/X{1}" to itself.
std::string groupOf(const std::string& path) { return path.ends_with('}') ? path : path.substr(0, path.rfind('/')); }

/// What stands before the number of a cell: nothing for other arrays, which are alike by their names.
std::string kindOf(const std::string& path) {
    const std::size_t open = path.rfind('{');
    return path.ends_with('}') && open != std::string::npos ? path.substr(0, open) : lastPart(path);
}

bool isColumn(const StoredArray& array) {
    const auto wide = std::ranges::count_if(array.shape, [](std::int64_t size) { return size > 1; });
    return array.usable && !array.isHelper && !array.shape.empty() && array.shape[0] > 1 && wide < 3;
}

}  // namespace

std::vector<ArrayGroup> seriesGroups(const std::vector<StoredArray>& all) {
    std::vector<ArrayGroup> groups;
    for (const StoredArray& array : all) {
        if (!isColumn(array)) continue;
        const std::string name = groupOf(array.path);
        if (name.empty()) continue;
        auto group = std::ranges::find(groups, name, &ArrayGroup::name);
        if (group == groups.end()) group = groups.insert(groups.end(), {name, {}});
        group->arrays.push_back(array);
    }
    const auto namesOf = [](const ArrayGroup& group) {
        std::set<std::string> names;
        for (const StoredArray& array : group.arrays) names.insert(kindOf(array.path));
        return names;
    };
    std::vector<ArrayGroup> best;
    for (const ArrayGroup& first : groups) {  // the most that are alike
        std::vector<ArrayGroup> alike;
        std::ranges::copy_if(groups, std::back_inserter(alike),
                             [&](const ArrayGroup& other) { return namesOf(other) == namesOf(first); });
        if (alike.size() > best.size()) best = std::move(alike);
        if (best.size() * 2 > groups.size()) break;
    }
    const auto rows = [](const ArrayGroup& group) { return group.arrays.front().shape[0]; };
    if (best.size() < 2 || std::ranges::all_of(best, [&](const auto& group) { return rows(group) == rows(best[0]); }))
        return {};
    for (ArrayGroup& group : best) {
        for (StoredArray& array : group.arrays)
            if (array.path.ends_with('}') && array.names.empty() && array.shape.size() == 1) array.names = {"value"};
        group.name.erase(0, group.name.starts_with('/') ? 1 : 0);
    }
    return best;
}

void nameRaggedRows(const std::vector<FileArray>& stored, ArrayFile& file) {
    for (const FileArray& counts : stored) {
        const bool isSaid = std::ranges::any_of(
            counts.attributes, [](const FileAttribute& one) { return one.name == "sample_dimension"; });
        const auto array = std::ranges::find(file.arrays, counts.path, &StoredArray::path);
        if (!isSaid || array == file.arrays.end() || !array->usable || array->shape.size() != 1) continue;
        const auto rows = file.values(*array, {});
        if (!rows) continue;
        double sum = 0;
        for (const double count : *rows) sum += count >= 0 ? count : NAN;
        const bool fits = std::ranges::any_of(file.arrays, [&](const StoredArray& one) {
            return one.usable && one.shape.size() == 1 && static_cast<double>(one.shape[0]) == sum;
        });
        if (!fits || rows->size() < 2) continue;
        const auto names =
            std::ranges::find_if(file.texts, [&](const auto& one) { return one.second.size() == rows->size(); });
        std::vector<std::string> cells;
        for (std::size_t i = 0; i < rows->size(); ++i)
            cells.insert(cells.end(), static_cast<std::size_t>((*rows)[i]),
                         names != file.texts.end() ? names->second[i] : "series " + std::to_string(i + 1));
        array->isHelper = array->isIndex = true;
        StoredArray made{.path = "/name of series", .shape = {std::ssize(cells)}, .type = "text", .isText = true};
        file.texts[made.path] = std::move(cells);
        file.arrays.insert(file.arrays.begin(), std::move(made));
        return;
    }
}

}  // namespace gatelab

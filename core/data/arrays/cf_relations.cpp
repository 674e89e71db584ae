// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/cf_relations.h"

#include "data/arrays/array_times.h"

#include <algorithm>
#include <set>

namespace gatelab {
namespace {

std::string besideOf(const std::string& path, const std::string& name) {
    return name.starts_with('/') ? name : path.substr(0, path.size() - lastPart(path).size()) + name;
}

void markBound(const std::string& path, const std::string& of, std::vector<StoredArray>& arrays) {
    const auto array = std::ranges::find(arrays, path, &StoredArray::path);
    if (array == arrays.end() || path == of) return;
    array->isHelper = true;
    array->reason = {GATELAB_TEXT("Reading", "it holds the edges of the cells of '%1', which are no values"), {of}};
}

/// "/time" of "/time_bnds" with two edges for each; empty: it is called otherwise.
std::string boundedBy(const FileArray& array) {
    if (array.shape.size() < 2 || array.shape.back() != 2) return {};
    for (const std::string_view end : {"_bnds", "_bounds", "_bnd"})
        if (array.path.ends_with(end)) return array.path.substr(0, array.path.size() - end.size());
    return {};
}

/// Different texts, none empty.
bool areNames(const std::vector<std::string>& texts) {
    const std::set<std::string> all(texts.begin(), texts.end());
    return texts.size() > 1 && all.size() == texts.size() && !all.contains("");
}

/// One text per row of an array of texts: its cells, or joined where each is one letter.
std::vector<std::string> textsOf(const StoredArray& array, const std::vector<std::string>& cells) {
    if (array.shape.size() == 1) return cells;
    constexpr std::size_t kLongestLetter = 4;  // of UTF-8
    const auto rows = static_cast<std::size_t>(array.shape[0]);
    if (array.shape.size() != 2 || rows == 0 || cells.size() % rows != 0 ||
        std::ranges::any_of(cells, [](const std::string& cell) { return cell.size() > kLongestLetter; }))
        return {};
    std::vector<std::string> joined(rows);
    for (std::size_t i = 0; i < cells.size(); ++i) joined[i / (cells.size() / rows)] += cells[i];
    for (std::string& text : joined) text.erase(text.find_last_not_of(' ') + 1);
    return joined;
}

}  // namespace

void markBounds(const std::vector<FileArray>& stored, std::vector<StoredArray>& arrays) {
    const auto isThere = [&](const std::string& path) {
        return std::ranges::find(stored, path, &FileArray::path) != stored.end();
    };
    for (const FileArray& array : stored) {
        for (const FileAttribute& attribute : array.attributes)
            if ((attribute.name == "bounds" || attribute.name == "climatology") && !attribute.texts.empty())
                markBound(besideOf(array.path, attribute.texts.front()), array.path, arrays);
        if (const std::string of = boundedBy(array); !of.empty() && isThere(of)) markBound(array.path, of, arrays);
    }
}

void nameStations(const std::map<std::string, std::vector<std::string>>& letters, ArrayFile& file) {
    std::map<std::string, std::vector<std::string>> lists = letters;
    for (const StoredArray& array : file.arrays)
        if (const auto cells = file.texts.find(array.path); array.isText && cells != file.texts.end())
            lists[array.path] = textsOf(array, cells->second);
    std::erase_if(lists, [](const auto& list) { return !areNames(list.second); });
    std::set<std::string> used;
    for (StoredArray& array : file.arrays) {
        if (!array.usable || array.isHelper || array.shape.size() != 2 || !array.names.empty()) continue;
        const auto fits = [&](std::int64_t places) {
            const auto isOf = [&](const auto& list) { return std::ssize(list.second) == places; };
            const auto found = std::ranges::find_if(lists, isOf);
            return std::ranges::count_if(lists, isOf) == 1 ? found : lists.end();
        };
        auto list = fits(array.shape[1]);
        if (list == lists.end()) list = fits(array.shape[0]);
        if (list == lists.end()) continue;
        for (const std::string& name : list->second) array.names.push_back(lastPart(array.path) + "_" + name);
        used.insert(list->first);
    }
    for (StoredArray& array : file.arrays)
        if (used.contains(array.path)) array.isHelper = array.isIndex = true;
}

}  // namespace gatelab

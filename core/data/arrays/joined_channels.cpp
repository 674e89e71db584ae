// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/joined_channels.h"

#include "config/shapes/array_axes.h"
#include "data/arrays/array_times.h"
#include "data/sequences/reading_for_run.h"
#include "data/tables/file_part.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gatelab {
namespace {

constexpr std::size_t kDimensions = 3;

bool areValues(const StoredArray& array) {
    const ArrayRole::Kind kind = roleOf(array.path).kind;
    return array.usable && array.shape.size() == kDimensions && !array.isHelper && array.grid == nullptr &&
           kind != ArrayRole::Kind::Answers && kind != ArrayRole::Kind::Lengths;
}

bool differInChannels(const StoredArray& one, const StoredArray& other, const ArrayAxes& axes) {
    return one.shape[axes.sequences] == other.shape[axes.sequences] && one.shape[axes.steps] == other.shape[axes.steps];
}

/// "acc_1", "acc_2" of "acc_train".
std::vector<std::string> namesOf(const StoredArray& array, std::int64_t channels) {
    if (std::ssize(array.names) == channels) return array.names;
    std::string name = roleOf(array.path).rest;
    std::ranges::replace(name, ' ', '_');
    if (name.empty()) name = lastPart(array.path);
    std::vector<std::string> names;
    for (std::int64_t c = 1; c <= channels; ++c) names.push_back(name + "_" + std::to_string(c));
    return names;
}

/// Arrays side by side along one dimension, row-major.
Result<std::vector<double>> valuesBeside(const ArrayFile& file, const std::vector<StoredArray>& arrays,
                                         std::size_t along, const Progress& progress) {
    std::vector<std::vector<double>> all;
    std::vector<std::size_t> runs;  // values of each that lie together
    std::size_t count = 0;
    for (std::size_t a = 0; a < arrays.size(); ++a) {
        const double share = 1.0 / static_cast<double>(arrays.size()), from = static_cast<double>(a) * share;
        auto values = valuesOf(file, arrays[a], partOf(progress, from, from + share));
        if (!values) return values;
        std::size_t run = 1;
        for (std::size_t i = along; i < arrays[a].shape.size(); ++i)
            run *= static_cast<std::size_t>(arrays[a].shape[i]);
        runs.push_back(run), count += values->size();
        all.push_back(std::move(*values));
    }
    std::vector<double> beside;
    beside.reserve(count);
    for (std::size_t block = 0; beside.size() < count; ++block)
        for (std::size_t a = 0; a < all.size(); ++a) {
            const auto first = all[a].begin() + static_cast<std::ptrdiff_t>(block * runs[a]);
            beside.insert(beside.end(), first, first + static_cast<std::ptrdiff_t>(runs[a]));
        }
    return beside;
}

using Groups = std::map<ArrayRole::Part, std::vector<StoredArray>>;

/// What is named of each part, in the order of the names.
Groups namedValues(const ArrayFile& file, const ExperimentConfig& options) {
    Groups groups;
    for (const std::string& name : options.hdf5Datasets)
        for (const StoredArray& array : file.arrays)
            if ((array.path == name || array.path == "/" + name) && areValues(array))
                groups[roleOf(array.path).part].push_back(array);
    std::erase_if(groups, [](const auto& group) { return group.second.size() < 2; });
    return groups;
}

}  // namespace

std::optional<JoinedChannels> joinChannels(const ArrayFile& file, const ExperimentConfig& options) {
    const Groups groups = readsArrays(options) ? namedValues(file, options) : Groups();
    if (groups.empty()) return std::nullopt;
    const ArrayAxes axes = axesOfShape(options.csvShape, kDimensions);
    const ReadingForRun* const run = ReadingForRun::current();
    for (const auto& [part, arrays] : groups) {
        std::int64_t channels = 0;
        for (const StoredArray& array : arrays) {
            if (!differInChannels(arrays.front(), array, axes)) return std::nullopt;
            channels += array.shape[axes.channels];
        }
        // Runs that were made before arrays could be joined know one of them.
        if (run != nullptr && run->sizes().channels > 0 && run->sizes().channels < channels) return std::nullopt;
    }
    JoinedChannels joined{file, options};
    std::map<std::string, std::vector<StoredArray>> sources;
    for (const auto& [part, arrays] : groups) {
        StoredArray one = arrays.front();
        one.path.clear(), one.names.clear(), one.shape[axes.channels] = 0;
        std::vector<std::string>& wanted = joined.options.hdf5Datasets;
        for (const StoredArray& array : arrays) {
            one.path += (one.path.empty() ? "" : "+") + array.path;
            const std::int64_t channels = array.shape[axes.channels];
            one.shape[axes.channels] += channels;
            std::ranges::move(namesOf(array, channels), std::back_inserter(one.names));
            std::erase_if(wanted,
                          [&](const std::string& name) { return array.path == name || array.path == "/" + name; });
            std::erase_if(joined.file.arrays, [&](const StoredArray& other) { return other.path == array.path; });
        }
        one.told.push_back(
            {GATELAB_TEXT("Reading", "the channels of %1 arrays stand side by side: '%2'"), {arrays.size(), one.path}});
        wanted.push_back(one.path);
        sources.emplace(one.path, arrays);
        joined.file.arrays.push_back(std::move(one));
    }
    joined.file.rows = {};
    joined.file.values = [file, sources = std::move(sources), along = axes.channels](const StoredArray& array,
                                                                                     const Progress& progress) {
        const auto found = sources.find(array.path);
        return found == sources.end() ? file.values(array, progress)
                                      : valuesBeside(file, found->second, along, progress);
    };
    return joined;
}

std::vector<std::string> joinable(const SequenceArrays& arrays, const std::string& shape) {
    std::vector<std::string> names;
    if (arrays.parts.empty() || arrays.parts.front().values.shape.size() != kDimensions) return names;
    const ArrayAxes axes = axesOfShape(shape, kDimensions);
    std::vector<std::string> beside;
    for (const SequencePart& part : arrays.parts) {
        names.push_back(part.values.path);
        for (const StoredArray& left : arrays.left)
            if (areValues(left) && roleOf(left.path).part == part.part && differInChannels(part.values, left, axes))
                names.push_back(left.path), beside.push_back(left.path);
        for (const auto& other : {part.answers, part.lengths})
            if (other) names.push_back(other->path);
    }
    return beside.empty() ? beside : names;
}

}  // namespace gatelab

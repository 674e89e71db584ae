// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of readers ask of a committed file and of what was read from it.
#pragma once

#include "data/readers.h"
#include "support/places.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace gatelab::testing {

/// 2023-03-01, in microseconds: where the series of most committed files begin.
inline constexpr std::int64_t kStart = INT64_C(1677628800000000);
inline constexpr std::int64_t kHour = INT64_C(3600000000);

/// One of the committed files.
inline std::filesystem::path file(const std::string& name) {
    return inSource("/tests/core/data/files/").toStdString() + name;
}

/// Of the channel of that name; none where there is none.
inline std::vector<double> valuesOf(const Dataset& data, const std::string& name) {
    const auto found = data.series->find(name);
    return found ? data.series->channels[*found].values.vector() : std::vector<double>();
}

/// Whether a warning of what was read holds the words.
inline bool isSaid(const Dataset& data, const std::string& words) {
    const ReadReport& report = data.series ? data.series->report : data.sequences->report;
    return std::ranges::any_of(report.warnings, [&](const ReadWarning& warning) {
        return warning.message.english().find(words) != std::string::npos;
    });
}

inline ExperimentConfig partsWanted(std::vector<std::string> parts) {
    ExperimentConfig options;
    options.hdf5Datasets = std::move(parts);
    return options;
}

}  // namespace gatelab::testing

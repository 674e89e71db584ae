// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/recipe/categories.h"

#include <cmath>
#include <fstream>
#include <string>

namespace gatelab::testing {

/// The settings for a file, which is written, of a temperature, one of nine kinds, which is missing in some rows and
/// new in the last ones, and a weekday that is known ahead. `as`: what the two columns of words are read as.
inline ExperimentConfig withWords(ExperimentConfig config, const std::string& path, const char* as, int rows = 300) {
    const std::string kind = "kind, \"of\" day";
    std::ofstream file(path);
    file << "\"kind, \"\"of\"\" day\",weekday,temp\n";
    for (int r = 0; r < rows; ++r) {
        const int k = r * r % 23 % 9;
        file << (r % 19 == 4                       ? std::string()
                 : r > rows * 9 / 10 && r % 5 == 0 ? "new"
                                                   : "k" + std::to_string(k))
             << ",d" << r % 7 << ',' << 10 + 3 * std::sin(0.3 * r) + k % 3 << '\n';
    }
    config.dataPath = path;
    config.targets = {"temp"};
    config.inputs = {};
    config.recipe = {categoryStep(kind, as, as == std::string(kAsEmbedding) ? 3 : 0), categoryStep("weekday", as),
                     "standardise", "known(columns=weekday)"};
    return config;
}

}  // namespace gatelab::testing

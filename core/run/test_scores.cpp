// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/test_scores.h"

namespace gatelab {

void addScores(const std::string& method, const std::string& scale, const ForecastScores& values, std::vector<TestScore>& all) {
    for (const Score& score : scores())
        if (score.value != nullptr) all.push_back({method, scale, score.key, values.*score.value});
}

}  // namespace gatelab

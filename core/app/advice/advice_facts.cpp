// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/advice/advice_facts.h"

#include "config/decoder.h"
#include "config/setting_predicates.h"
#include "run/selection_score.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

namespace gatelab {

namespace {

constexpr double kClearly = 0.5;        ///< error over that of the best baseline, by which a run wins clearly
constexpr double kStillFalling = 0.02;  ///< share of the validation loss that the last quarter of the epochs took off

}  // namespace

bool AdviceFacts::wasCutOff() const {
    return state == RunState::Interrupted || state == RunState::Stopping ||
           (state == RunState::Failed && !diverged && !outOfMemory);
}

const EpochLosses* AdviceFacts::bestEpoch() const {
    const EpochLosses* found = nullptr;
    for (const EpochLosses& row : epochs)
        if (std::isfinite(row.validation) && (!found || row.validation < found->validation)) found = &row;
    return found;
}

const EpochLosses* AdviceFacts::lastEpoch() const {
    for (auto row = epochs.rbegin(); row != epochs.rend(); ++row)
        if (std::isfinite(row->validation)) return &*row;
    return nullptr;
}

std::vector<EpochLosses> AdviceFacts::trainedEpochs() const {
    std::vector<EpochLosses> rows;
    for (const EpochLosses& row : epochs)
        if (std::isfinite(row.train) && row.epoch > changedEpoch) rows.push_back(row);
    return rows;
}

std::optional<LateFall> AdviceFacts::lateFall() const {
    const bool validated = lastEpoch() != nullptr;
    std::vector<std::pair<std::int64_t, double>> rows;
    for (const EpochLosses& row : epochs)
        if (const double loss = validated ? row.validation : row.train; std::isfinite(loss))
            rows.emplace_back(row.epoch, loss);
    if (std::ssize(rows) < advice::kMinEpochs) return {};
    const std::size_t late = rows.size() - std::max<std::size_t>(1, rows.size() / 4);
    const auto smallest = [](auto from, auto to) {
        return *std::min_element(from, to, [](const auto& a, const auto& b) { return a.second < b.second; });
    };
    const auto before = smallest(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(late)),
               after = smallest(rows.begin() + static_cast<std::ptrdiff_t>(late), rows.end());
    if (!(before.second > 0) || after.second > (1 - kStillFalling) * before.second) return {};
    return LateFall{before.first, after.first, before.second, after.second, validated};
}

const Score& AdviceFacts::judgedBy() const { return *findScore(selectionScore(config).score); }

bool AdviceFacts::winsClearly() const {
    const auto error = [higher = judgedBy().better == Score::Better::Higher](double value) {
        return higher ? 1 - value : value;
    };
    return error(score) <= kClearly * error(bestBaseline);
}

bool AdviceFacts::risesByPlan() const {
    return isForecast(config) && isRecursive(config) && config.teacherForcingEnd < config.teacherForcing;
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_groups.h"

#include "charts/data/moments.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "lab/student_t.h"
#include "store/record/run_ending.h"
#include "verdict/setting_index.h"

#include <QHash>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

Moments moments(std::span<const double> values) {
    Moments m;
    for (const double value : values)
        if (std::isfinite(value)) m.add(value);
    return m;
}

}  // namespace

int sharedSlot(const std::vector<const RunSummary*>& runs) { return runs.back()->colour; }

QString sharedTitle(const std::vector<const RunSummary*>& runs) { return shownRunName(*runs.back()); }

std::vector<std::vector<std::size_t>> groupBySettings(const std::vector<RunSummary>& runs,
                                                      std::span<const std::size_t> wanted) {
    std::vector<std::vector<std::size_t>> groups;
    std::vector<std::size_t> places;  // of the settings, among the groups
    SettingIndex settings;
    for (const std::size_t at : wanted) {
        const bool isAlone = changedWhileRunning(runs[at]);
        const std::size_t setting = isAlone ? settings.size() : settings.add(runs[at]);
        if (!isAlone && setting < places.size()) {
            groups[places[setting]].push_back(at);
            continue;
        }
        if (!isAlone) places.push_back(groups.size());
        groups.push_back({at});
    }
    return groups;
}

std::vector<std::vector<std::size_t>> groupByColumn(const std::vector<RunSummary>& runs,
                                                    std::span<const std::size_t> wanted, const RunColumn& column) {
    std::vector<std::vector<std::size_t>> groups;
    QHash<QString, std::size_t> byText;
    for (const std::size_t at : wanted) {
        const QString text = column.display(runs[at]);
        const auto found = byText.constFind(text);
        if (found != byText.constEnd()) {
            groups[*found].push_back(at);
            continue;
        }
        byText.insert(text, groups.size());
        groups.push_back({at});
    }
    return groups;
}

bool tellsApart(const RunColumn& column, std::span<const RunSummary* const> runs) {
    constexpr std::size_t kLookedAt = 500;  // of ten thousand runs a part tells enough
    const auto isSame = [&column](const RunSummary& a, const RunSummary& b) {
        if (!column.number) return column.display(a) == column.display(b);
        const double one = column.number(a), other = column.number(b);
        return one == other || (std::isnan(one) && std::isnan(other));
    };
    const std::size_t step = runs.size() / kLookedAt + 1;
    for (std::size_t i = step; i < runs.size(); i += step)
        if (!isSame(*runs.front(), *runs[i])) return true;
    return false;
}

double meanOf(std::span<const double> values) {
    const Moments m = moments(values);
    return m.count > 0 ? m.mean : std::numeric_limits<double>::quiet_NaN();
}

double halfInterval95(std::span<const double> values) {
    const Moments m = moments(values);
    return m.count < 2 ? std::numeric_limits<double>::quiet_NaN()
                       : studentCritical(0.05, m.count - 1) * m.standardError();
}

}  // namespace gatelab

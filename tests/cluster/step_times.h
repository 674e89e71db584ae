// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <vector>

namespace gatelab::testing {

inline double medianOf(std::vector<double> all) {
    if (all.empty()) return 0;
    std::ranges::nth_element(all, all.begin() + std::ssize(all) / 2);
    return all[all.size() / 2];
}

/// Milliseconds, medians over the steps of a run with ranks.
struct StepTimes {
    double whole = 0, waiting = 0;
};
/// As `train --json` told them.
inline StepTimes ofSteps(const QByteArray& out) {
    std::vector<double> whole, waiting;
    double before = 0;
    for (const QByteArray& line : out.split('\n')) {
        if (!line.contains("\"metric\":\"waiting_share\"")) continue;
        const QJsonObject told = QJsonDocument::fromJson(line).object();
        const double now = told["seconds"].toDouble();
        if (before > 0) {
            whole.push_back(1e3 * (now - before));
            waiting.push_back(whole.back() * told["value"].toDouble());
        }
        before = now;
    }
    return {medianOf(whole), medianOf(waiting)};
}

}  // namespace gatelab::testing

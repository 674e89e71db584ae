// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_groups.h"

#include "lab/student_t.h"

#include <QHash>
#include <cmath>
#include <functional>
#include <limits>
#include <unordered_map>

namespace gatelab {

namespace {

/// The settings without what makes a repeat.
ExperimentConfig essence(const RunSummary& run) {
    ExperimentConfig config = run.config;
    config.seed = 0;
    config.name.clear();
    config.notes.clear();
    return config;
}

/// Of the settings that are changed most; equal configurations have equal ones.
std::size_t roughHash(const ExperimentConfig& c) {
    return qHashMulti(0, c.hiddenSize, c.layers, c.lookback, c.horizon, c.batchSize, c.epochs, c.learningRate, c.dropout, c.clipNorm, std::hash<std::string>{}(c.cell),
                      std::hash<std::string>{}(c.optimiser), std::hash<std::string>{}(c.dataPath), std::hash<std::string>{}(c.implementation), c.bidirectional);
}

struct Moments {
    double count = 0, mean = 0, squares = 0;  ///< Welford
};

Moments moments(std::span<const double> values) {
    Moments m;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        const double step = value - m.mean;
        m.mean += step / ++m.count;
        m.squares += step * (value - m.mean);
    }
    return m;
}

}  // namespace

std::vector<std::vector<std::size_t>> groupBySettings(const std::vector<RunSummary>& runs, std::span<const std::size_t> wanted) {
    std::vector<std::vector<std::size_t>> groups;
    std::vector<ExperimentConfig> settings;
    std::unordered_multimap<std::size_t, std::size_t> byHash;
    for (const std::size_t at : wanted) {
        ExperimentConfig config = essence(runs[at]);
        const std::size_t hash = roughHash(config);
        const auto [first, last] = byHash.equal_range(hash);
        auto found = first;
        while (found != last && settings[found->second] != config) ++found;
        if (found != last) {
            groups[found->second].push_back(at);
            continue;
        }
        byHash.emplace(hash, groups.size());
        groups.push_back({at});
        settings.push_back(std::move(config));
    }
    return groups;
}

std::vector<std::vector<std::size_t>> groupByColumn(const std::vector<RunSummary>& runs, std::span<const std::size_t> wanted, const RunColumn& column) {
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

double meanOf(std::span<const double> values) {
    const Moments m = moments(values);
    return m.count > 0 ? m.mean : std::numeric_limits<double>::quiet_NaN();
}

double halfInterval95(std::span<const double> values) {
    const Moments m = moments(values);
    if (m.count < 2) return std::numeric_limits<double>::quiet_NaN();
    return studentCritical(0.05, m.count - 1) * std::sqrt(m.squares / (m.count - 1) / m.count);
}

}  // namespace gatelab

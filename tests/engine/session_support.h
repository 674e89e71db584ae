// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/engine.h"
#include "store/workspace.h"
#include "support/take.h"

#include <QTemporaryDir>

#include <cmath>
#include <memory>
#include <vector>

/// What tests of whole runs share.
namespace gatelab::testing {

inline ExperimentConfig smallConfig() {
    ExperimentConfig config;
    config.builtin = "sine-mix";
    config.builtinLength = 600;
    config.lookback = 16;
    config.horizon = 4;
    config.hiddenSize = 8;
    config.epochs = 3;
    config.threads = 1;
    config.device = "cpu";
    return config;
}

/// What a session said until now.
struct Received {
    std::vector<MetricSample> metrics;
    std::vector<RunEvent> events;
    void listen(RunSession& session) {
        session.channel().drainMetrics([&](const MetricSample& sample) { metrics.push_back(sample); });
        for (RunEvent& event : session.channel().takeEvents()) events.push_back(std::move(event));
    }
    [[nodiscard]] std::vector<MetricSample> of(MetricId id) const {
        std::vector<MetricSample> some;
        for (const MetricSample& sample : metrics)
            if (sample.metric == id) some.push_back(sample);
        return some;
    }
    /// Null: none of the kind was told.
    template <class T>
    [[nodiscard]] const T* last() const {
        for (auto it = events.rbegin(); it != events.rend(); ++it)
            if (const T* what = it->template as<T>()) return what;
        return nullptr;
    }
};

inline Received runToEnd(Engine& engine, const ExperimentConfig& config, std::unique_ptr<RunRecord> record = nullptr,
                         const std::filesystem::path& resume = {}) {
    auto session = take(engine.start({config, nullptr, std::move(record), resume}));
    Received received;
    session->wait();
    received.listen(*session);
    return received;
}

inline std::shared_ptr<Workspace> openWorkspace(const QTemporaryDir& folder) {
    return take(Workspace::open(folder.filePath("work space 中").toStdString()));
}

inline double score(const std::vector<TestScore>& scores, const char* method, const char* metric,
                    const char* scale = "standardised") {
    for (const TestScore& row : scores)
        if (row.method == method && row.metric == metric && row.scale == scale) return row.value;
    return NAN;
}

}  // namespace gatelab::testing

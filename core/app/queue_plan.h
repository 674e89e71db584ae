// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/run_queue.h"
#include "store/workspace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// What the runs that wait are called and how long they take, from what the runs of the workspace took. A view:
/// what it is made of must outlive it. Quick for thousands of runs, of which it looks at the newest.
class QueuePlan {
public:
    /// The run that trains now.
    struct Training {
        const RunSummary& run;
        double secondsLeft = -1;  ///< negative: not known
    };
    struct Time {
        double seconds = 0;   ///< of the parts that are known
        bool isWhole = true;  ///< all of them are
    };
    /// runs: newest first.
    QueuePlan(const RunQueue::State& queue, std::span<const RunSummary> runs,
              std::optional<Training> training = std::nullopt);

    /// The run that goes on, else the new one as far as it is known: number, name and settings.
    [[nodiscard]] RunSummary runOf(const QueuedRun& waiting) const;
    /// "#102 LSTM 64".
    [[nodiscard]] Phrase nameOf(const QueuedRun& waiting) const;
    /// Another seed for a repeat: one that no run of this setting has, kept (among the newest) or waiting.
    [[nodiscard]] std::int64_t freeSeed(const ExperimentConfig& setting) const;
    /// Seconds that this entry will take, from ended runs of the same setting or, without any, from the one that trains
    /// or what was expected when it was added; negative: not known.
    [[nodiscard]] double secondsOf(const QueuedRun& run) const;
    /// Of all that waits, without what trains; runs that may train together (app/queue_worker.h) share the cores.
    [[nodiscard]] Time timeLeft(bool hasGpu) const;

private:
    [[nodiscard]] std::span<const RunSummary> newest() const;
    [[nodiscard]] double partOfPlan(const QueuedRun& run) const;
    const RunQueue::State& queue_;
    std::span<const RunSummary> runs_;
    std::optional<Training> training_;
};

}  // namespace gatelab

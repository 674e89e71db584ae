// SPDX-License-Identifier: GPL-3.0-or-later
#include "run_view.h"

#include <algorithm>

namespace gatelab {

namespace {

constexpr std::size_t kOlderPreviews = 2;

/// Epochs worth remembering: 0, 1, 2, 5, 10, 20, 50...
bool isMilestone(std::int64_t epoch) {
    while (epoch >= 10 && epoch % 10 == 0) epoch /= 10;
    return epoch == 0 || epoch == 1 || epoch == 2 || epoch == 5;
}

}  // namespace

void RunView::take(const MetricSample& sample) {
    metrics.add(sample);
    summary.step = std::max(summary.step, sample.step);
    summary.seconds = std::max(summary.seconds, sample.seconds);
}

void RunView::take(const RunEvent& event) {
    switch (event.kind) {
    case RunEvent::Kind::Planned: plan = event.plan; return;
    case RunEvent::Kind::State: summary.state = event.state; return;
    case RunEvent::Kind::EpochEnd: summary.epoch = event.epoch; return;
    case RunEvent::Kind::Preview:
        if (preview.window != event.preview.window) olderPreviews.clear();
        else if (!preview.forecast.empty() && isMilestone(preview.epoch)) olderPreviews.push_back(std::move(preview));
        if (olderPreviews.size() > kOlderPreviews) olderPreviews.erase(olderPreviews.begin());
        preview = event.preview;
        return;
    case RunEvent::Kind::Baselines: baselines = event.scores; return;
    case RunEvent::Kind::Best:
        summary.bestValidation = event.value;
        summary.bestEpoch = event.epoch;
        break;
    case RunEvent::Kind::Finished:
        summary.state = event.state;
        scores = event.scores;
        break;
    default: break;
    }
    events.push_back(event);
}

}  // namespace gatelab

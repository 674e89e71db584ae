// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/run_previews.h"

#include "config/setting_predicates.h"
#include "forecast/sequence_preview.h"

#include <chrono>
#include <memory>
#include <type_traits>
#include <utility>

namespace gatelab {

namespace {

constexpr auto kPreviewEvery = std::chrono::milliseconds(250);

template <class... Args>
std::function<void(Args...)> seldom(RunReporter& reporter,
                                    std::type_identity_t<std::function<ForecastPreview(Args...)>> make) {
    return [make = std::move(make), last = std::chrono::steady_clock::time_point(), &reporter](Args... args) mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now - last < kPreviewEvery) return;
        last = now;
        reporter.event({make(args...)});
    };
}

bool showsClasses(const TrainPlan& plan, const Objective& objective) {
    return objective.hasClasses() && plan.shape.classes <= kMaxPreviewedClasses;
}

}  // namespace

PreviewOfEpoch numberPreview(const TrainPlan& plan, const Objective& objective, const Sources& sources,
                             const Guarded<PreviewBaseline>& best) {
    if (objective.hasClasses() || sources.validation->size() == 0) return {};
    const auto made = [](const auto& maker) -> PreviewOfEpoch {
        return [maker](std::int64_t epoch) { return maker->make(epoch); };
    };
    if (plan.isForecast()) return made(std::make_shared<PreviewMaker>(plan, objective, *sources.validation, best));
    return made(std::make_shared<NumberPreview>(plan, objective, *sources.validation));
}

std::function<void(std::int64_t)> previewer(const PreviewOfEpoch& preview, RunReporter& reporter) {
    return preview ? seldom<std::int64_t>(reporter, preview) : std::function<void(std::int64_t)>();
}

std::function<void(const Evaluation&, std::int64_t)> classPreviewer(const TrainPlan& plan, const Objective& objective,
                                                                    RunReporter& reporter) {
    if (!showsClasses(plan, objective)) return {};
    return seldom<const Evaluation&, std::int64_t>(reporter, [&plan](const Evaluation& validation, std::int64_t epoch) {
        return classPreview(plan, validation, epoch);
    });
}

void previewKept(const TrainPlan& plan, const Objective& objective, const Sources& sources,
                 const PreviewOfEpoch& preview, BatchTeam* team, std::int64_t epoch, RunControl& control,
                 RunReporter& reporter) {
    if (preview) return reporter.event({preview(epoch)});
    if (!showsClasses(plan, objective)) return;
    const Evaluation validation = evaluate(
        objective, *sources.validation, true, [&](double) { return !control.abandonRequested(); }, team);
    if (validation.complete) reporter.event({classPreview(plan, validation, epoch)});
}

}  // namespace gatelab

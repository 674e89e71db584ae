// SPDX-License-Identifier: GPL-3.0-or-later
// A lab as it would be without some of its rungs.
#include "lab/lab.h"

#include <algorithm>
#include <utility>

namespace gatelab {
namespace {

/// The rung on top of `base`, when it was measured on top of `before`: repeat by repeat, its switch is worth there what
/// it was worth here.
LabFigures computed(const LabFigures& base, const LabFigures& before, const LabFigures& measured) {
    LabFigures made;
    for (std::size_t i = 0; i < std::min({base.repeats.size(), before.repeats.size(), measured.repeats.size()}); ++i) {
        const LabRepeat &on = base.repeats[i], &from = before.repeats[i], &to = measured.repeats[i];
        made.repeats.push_back({on.ms * to.ms / from.ms, std::max({on.disturbance, from.disturbance, to.disturbance})});
    }
    if (!made.measured()) return made;
    made.summarise();
    made.samplesPerSecond = measured.samplesPerSecond * measured.ms / made.ms;
    made.peakMiB = measured.peakMiB;
    made.outputDifference = measured.outputDifference;
    made.implementation = measured.implementation;
    made.threads = measured.threads;
    made.isComputed = true;
    return made;
}

}  // namespace

LabReport withoutRungs(const LabReport& report, const std::set<std::string>& leftOut) {
    LabLines lines = linesOf(report.plan);
    lines.leftOut.insert(leftOut.begin(), leftOut.end());
    auto planned = planLab(lines, report.plan.base, report.plan.machine);
    if (!planned.ok() || planned->rungs.size() != report.plan.rungs.size()) return report;
    LabReport made = report;
    made.plan.rungs = std::move(planned->rungs);
    for (std::size_t i = 0; i < made.figures.size(); ++i) {
        const LabRung &now = made.plan.rungs[i], &before = report.plan.rungs[i];
        if (!now.wanted()) {
            made.figures[i] = {};
        } else if (now.config != before.config) {
            // Of one setting only the last choice is on: without those before it the experiment is the same.
            made.figures[i] = computed(made.figures[now.against], report.figures[before.against], report.figures[i]);
        }
    }
    updateRatios(made);
    return made;
}

}  // namespace gatelab

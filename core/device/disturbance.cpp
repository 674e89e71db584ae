// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/disturbance.h"

#include "device/other_load.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gatelab {
namespace {

constexpr double kStretch = 1;        // seconds between two looks
constexpr double kQuiet = 5;          // seconds without a disturbance that end it
constexpr double kMinTraining = 0.5;  // of a stretch, for it to count
constexpr double kSlowClock = 0.9;    // of the highest one

std::string shortNumber(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", value);
    return text;
}

std::string nameOf(const GpuProcess& process) {
    const std::string name = processName(process.pid), pid = std::to_string(process.pid);
    return name.empty() ? pid : name + " (" + pid + ")";
}

}  // namespace

bool isSlowed(std::optional<double> clockShare, std::optional<GpuBrake> brake) {
    return brake && clockShare && *clockShare < kSlowClock;
}

Text brakeName(GpuBrake brake) {
    switch (brake) {
        case GpuBrake::Power:
            return GATELAB_TEXT("Device", "its power limit");
        case GpuBrake::Heat:
            return GATELAB_TEXT("Device", "heat");
        case GpuBrake::Hardware:
            break;
    }
    return GATELAB_TEXT("Device", "its hardware");
}

std::vector<Disturbance> DisturbanceWatch::look(double wall, double training, const Around& around) {
    std::vector<Disturbance> ended;
    const bool isFirst = wall_ < 0;
    // A step may take longer than a stretch, which then ends with it.
    if (!isFirst && (wall - wall_ < kStretch || training <= training_)) return ended;
    const MachineLook seen = around();
    if (!isFirst && training - training_ >= kMinTraining * (wall - wall_)) {
        if (disturbs(seen.otherCores, seen.cores, seen.threads))
            note(Load, training, std::max(spans_[Load].worst, seen.otherCores));
        // One that holds memory and computes nothing disturbs nobody.
        for (const GpuProcess& process : seen.gpuOthers) {
            if (process.share && *process.share <= 0) continue;
            note(Neighbours, training, 0);
            if (auto& names = spans_[Neighbours].names; std::ranges::find(names, nameOf(process)) == names.end())
                names.push_back(nameOf(process));
        }
        if (isSlowed(seen.clockShare, seen.brake)) {
            const bool isLowest = !spans_[Clock].open || *seen.clockShare < spans_[Clock].worst;
            note(Clock, training, isLowest ? *seen.clockShare : spans_[Clock].worst);
            if (isLowest) spans_[Clock].brake = seen.brake;
        }
    }
    wall_ = wall;
    training_ = training;
    endQuiet(training, ended);
    return ended;
}

std::vector<Disturbance> DisturbanceWatch::close() {
    std::vector<Disturbance> ended;
    endQuiet(HUGE_VAL, ended);
    return ended;
}

void DisturbanceWatch::note(Cause cause, double training, double worst) {
    Span& span = spans_[cause];
    if (!span.open) span = {true, training_, 0, 0, {}, {}};
    span.to = training;
    span.worst = worst;
}

void DisturbanceWatch::endQuiet(double training, std::vector<Disturbance>& ended) {
    for (int cause = 0; cause < Causes; ++cause) {
        Span& span = spans_[static_cast<std::size_t>(cause)];
        if (!span.open || training - span.to < kQuiet) continue;
        ended.push_back(described(static_cast<Cause>(cause), span));
        span = {};
    }
}

Disturbance DisturbanceWatch::described(Cause cause, const Span& span) {
    Disturbance disturbance{span.from, span.to, {}};
    switch (cause) {
        case Load:
            disturbance.cause = {GATELAB_TEXT("Device", "other programs kept up to %1 processor cores busy"),
                                 {shortNumber(span.worst)}};
            break;
        case Neighbours: {
            std::string names;
            for (const std::string& name : span.names) names += (names.empty() ? "" : ", ") + name;
            disturbance.cause = {GATELAB_TEXT("Device", "other processes computed on the GPU: %1"), {names}};
            break;
        }
        case Clock:
        case Causes:
            disturbance.cause = {
                GATELAB_TEXT("Device", "the clock of the GPU fell to %1 % of its highest, held down by %2"),
                {std::lround(100 * span.worst), brakeName(span.brake.value_or(GpuBrake::Hardware))}};
            break;
    }
    return disturbance;
}

}  // namespace gatelab

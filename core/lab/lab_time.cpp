// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_time.h"

#include "config/setting_predicates.h"
#include "lab/lab_figures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gatelab {

double usualCost(const ExperimentConfig& config, bool gpu) {
    const bool half = isIn16Bits(config.precision);
    if (half && !gpu) return 15;  // made of single products on most processors
    return isNaive(config.implementation) ? 4 : isStepLoop(config.implementation) ? 2 : 1;
}

LabWork::LabWork(const LabPlan& plan) {
    for (const LabRung& rung : plan.rungs) {
        repeats.push_back(rung.wanted() ? plan.repeats : 0);
        outputs.push_back(rung.wanted() ? 1 : 0);
        equalTime.push_back(rung.wanted() && plan.equalTime && rung.models == 1 ? 1 : 0);
        again.push_back(0);
    }
}

int LabWork::runs() const {
    int sum = 0;
    for (const auto* runs : {&repeats, &outputs, &equalTime}) sum += std::accumulate(runs->begin(), runs->end(), 0);
    return sum;
}

void LabWork::drop(std::size_t rung) { repeats[rung] = outputs[rung] = equalTime[rung] = again[rung] = 0; }

void LabTimes::learn(const ExperimentConfig& config, double secondsPerStep) {
    if (!std::isfinite(secondsPerStep) || secondsPerStep <= 0) return;
    const auto found = std::ranges::find(known_, config, &std::pair<ExperimentConfig, double>::first);
    if (found != known_.end())
        found->second = secondsPerStep;
    else
        known_.emplace_back(config, secondsPerStep);
}

bool LabTimes::knows(const ExperimentConfig& config) const {
    return std::ranges::find(known_, config, &std::pair<ExperimentConfig, double>::first) != known_.end();
}

double LabTimes::step(const ExperimentConfig& config, bool gpu) const {
    // The median: a machine may be much faster or slower than usual at one of them. The likest are those that usually
    // take as long.
    const double usual = usualCost(config, gpu);
    std::vector<double> like, all;
    for (const auto& [known, seconds] : known_) {
        if (known == config) return seconds;
        const double cost = usualCost(known, gpu);
        all.push_back(seconds / cost);
        if (cost == usual) like.push_back(seconds / cost);
    }
    std::vector<double>& ratios = like.empty() ? all : like;
    if (ratios.empty()) return kNotMeasured;
    const auto middle = ratios.begin() + std::ssize(ratios) / 2;
    std::ranges::nth_element(ratios, middle);
    return usual * *middle;
}

double LabTimes::seconds(const LabPlan& plan, const LabWork& work) const {
    if (plan.rungs.empty()) return kNotMeasured;
    const auto steps = static_cast<double>(plan.warmup + plan.steps);
    const double first = steps * step(plan.rungs.front().config, plan.machine.cuda);
    double sum = 0;
    for (std::size_t i = 0; i < plan.rungs.size(); ++i) {
        if (!plan.rungs[i].wanted()) continue;
        const double each = step(plan.rungs[i].config, plan.machine.cuda);
        sum += each * ((work.repeats[i] + work.again[i]) * steps +
                       work.outputs[i] * static_cast<double>(plan.outputSteps())) +
               work.equalTime[i] * first;
    }
    return sum;
}

}  // namespace gatelab

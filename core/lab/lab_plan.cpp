// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_plan.h"

#include "config/obstacles/xla_obstacle.h"

#include <algorithm>
#include <functional>

namespace gatelab {

Result<LabPlan> planLab(const LabLines& lines, const ExperimentConfig& base, const LabPlace& machine) {
    if (isXla(base.device)) {
        ExperimentConfig plain = base;
        plain.implementation = ExperimentConfig().implementation;  // a switch, which is told by its line
        if (const Text why = xlaObstacle(plain); !why.isEmpty()) return Error{ErrorCode::Unsupported, why};
    }
    LabPlan plan;
    plan.mode = lines.mode;
    plan.base = base;
    plan.machine = machine;
    if (lines.mode == LabMode::Pair) {
        auto rungs = pairRungs(base, machine, lines.sides.first, lines.sides.second);
        if (!rungs.ok()) return rungs.error();
        plan.rungs = std::move(*rungs);
    } else {
        plan.rungs = lines.mode == LabMode::Ladder ? ladderRungs(base, machine, lines.leftOut)
                                                   : oneOffRungs(base, machine, lines.leftOut);
    }
    return plan;
}

bool measuresTheSame(const LabPlan& a, const LabPlan& b) {
    return a.mode == b.mode && std::ranges::equal(a.rungs, b.rungs, [](const LabRung& x, const LabRung& y) {
               return x.key == y.key && x.config == y.config && x.wanted() == y.wanted();
           });
}

int LabPlan::comparisons() const {
    return std::max(1, static_cast<int>(std::ranges::count_if(rungs, &LabRung::wanted)) - 1);
}

int LabPlan::numberOf(std::size_t rung) const {
    return static_cast<int>(std::count_if(rungs.begin(), rungs.begin() + static_cast<std::ptrdiff_t>(rung),
                                          std::mem_fn(&LabRung::supported)));
}

LabLines linesOf(const LabPlan& plan) {
    LabLines lines;
    lines.mode = plan.mode;
    if (plan.mode == LabMode::Pair && !plan.rungs.empty())
        lines.sides = {plan.rungs.front().key, plan.rungs.back().key};
    for (const LabRung& rung : plan.rungs)
        if (rung.leftOut) lines.leftOut.insert(rung.key);
    return lines;
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/json/json.h"
#include "lab/case_ladder.h"

#include <cmath>

namespace gatelab {
namespace {

using Json = nlohmann::json;

Json orNull(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json ratioJson(const LabRatio& ratio) {
    return {{"value", orNull(ratio.value)}, {"low", orNull(ratio.low)}, {"high", orNull(ratio.high)}};
}

}  // namespace

std::string caseJson(const CaseReport& report) {
    Json rungs = Json::array();
    for (std::size_t i = 0; i < report.plan.rungs.size(); ++i) {
        const CaseRung& rung = report.plan.rungs[i];
        Json runs = Json::array();
        for (const CaseRun& run : report.runs[i])
            runs.push_back({{"seconds", orNull(run.seconds)},
                            {"accuracy", orNull(run.accuracy)},
                            {"test_accuracy", orNull(run.testAccuracy)},
                            {"disturbed", run.disturbance != LabDisturbance::None}});
        const LabFigures times = report.times(i);
        rungs.push_back({{"rung", rung.key},
                         {"title", rung.title.source},
                         {"does", rung.does.source},
                         {"seconds", orNull(times.ms / 1e3)},
                         {"seconds_interval", {orNull(times.msLow / 1e3), orNull(times.msHigh / 1e3)}},
                         {"all_so_far", ratioJson(report.ratio(0, i))},
                         {"this_means", ratioJson(report.ratio(rung.against, i))},
                         {"against", report.plan.rungs[rung.against].key},
                         {"aside", rung.isAside},
                         {"reached", report.reached(i)},
                         {"runs", runs}});
    }
    return Json{{"case", report.plan.key},
                {"data", report.plan.data},
                {"accuracy", report.plan.accuracy},
                {"seeds", report.plan.seeds},
                {"device", report.device},
                {"halved", report.halved()},
                {"headline", caseHeadline(report).english()},
                {"rungs", rungs}}
        .dump();
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/memory_study_json.h"

#include "config/config_io.h"
#include "io/json/json.h"
#include "lab/memory_study_report.h"

#include <cmath>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kFormatVersion = 1;

struct Group {
    const char* key;
    std::span<const MetricId> (*metrics)();
};
constexpr Group kMeasured[] = {
    {"measured_mib", studyCauses}, {"peak_by_phase_mib", studyPhases}, {"device_mib", studyDevice}};
constexpr const char* kForecast = "forecast_mib";

Json orNull(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json rowJson(const StudyRow& row) {
    Json line{{"factor", row.factor},       {"value", formatFieldValue(row.value)},
              {"scale", orNull(row.scale)}, {"rows", row.rows},
              {"present", row.present},     {"supported", row.supported()}};
    if (const std::string note = studyNote(row); !note.empty()) line["note"] = note;
    if (!row.instead.empty()) line["implementation"] = row.instead;
    for (const MetricId id : studyCauses()) line[kForecast][metric(id).key] = orNull(row.forecastOf(id));
    for (const Group& group : kMeasured)
        for (const MetricId id : group.metrics()) line[group.key][metric(id).key] = orNull(row.measuredOf(id));
    line["forecast_tensors_mib"] = orNull(row.peak.forecast);
    line["measured_tensors_mib"] = orNull(row.peak.measured);
    line["error_percent"] = orNull(row.peak.errorPercent());
    const std::string phase = studyPeakPhase(row);
    line["peak_phase"] = phase.empty() ? Json(nullptr) : Json(phase);
    return line;
}

}  // namespace

std::string studyJson(const MemoryStudy& study) {
    Json rows = Json::array();
    for (const StudyRow& row : study.rows) rows.push_back(rowJson(row));
    Json findings = Json::array();
    for (const Phrase& finding : studyFindings(study)) findings.push_back(finding.english());
    const Json all{{"gatelab_study", kFormatVersion},
                   {"device", study.device},
                   {"runs", study.done},
                   {"planned_runs", study.total},
                   {"factors", study.factors},
                   {"experiment", Json::parse(configToJson(study.subject.base))},
                   {"rows", rows},
                   {"findings", findings},
                   {"command", studyCommand(study)}};
    return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/memory_study_json.h"

#include "config/config_io.h"
#include "data/split.h"
#include "lab/memory_study_report.h"
#include "run/phrase_json.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <utility>

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
double orNotMeasured(const Json& value) { return value.is_number() ? value.get<double>() : kNotMeasured; }

Json rowJson(const StudyRow& row) {
    Json line{{"factor", row.factor},       {"value", formatFieldValue(row.value)},
              {"scale", orNull(row.scale)}, {"rows", row.rows},
              {"present", row.present},     {"supported", row.supported()}};
    if (const std::string note = studyNote(row); !note.empty()) {
        line["note"] = note;
        line["note_pieces"] = phraseToJson(row.supported() ? row.problem : row.reason);
    }
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

Result<StudyRow> rowOf(const Json& line, const ExperimentConfig& base) {
    const Error unknown{ErrorCode::Unsupported,
                        GATELAB_TEXT("Study", "it was measured by a Gatelab with other settings")};
    StudyRow row;
    row.factor = line.at("factor").get<std::string>();
    row.rows = line.at("rows").get<std::int64_t>();
    row.config = base;
    if (const Field* field = findField(row.factor)) {
        auto value = parseFieldValue(*field, line.at("value").get<std::string>());
        if (!value.ok() || !setFieldValue(row.config, *field, *value).ok()) return unknown;
        row.value = std::move(*value);
    } else if (row.factor == kStudyRows) {
        row.value = row.rows;
        row.config.split = scaledSplit(base.split, orNotMeasured(line.at("scale")));
    } else {
        return unknown;
    }
    row.scale = orNotMeasured(line.at("scale"));
    row.present = line.at("present").get<bool>();
    row.instead = line.value("implementation", "");
    if (line.contains("note_pieces"))
        (void)phraseFromJson(line.at("note_pieces"), line.at("supported").get<bool>() ? row.problem : row.reason);
    for (const MetricId id : studyCauses()) row.setForecast(id, orNotMeasured(line.at(kForecast).at(metric(id).key)));
    for (const Group& group : kMeasured)
        for (const MetricId id : group.metrics())
            if (const double value = orNotMeasured(line.at(group.key).at(metric(id).key)); std::isfinite(value))
                row.measured[id] = value;
    row.peak.forecast = orNotMeasured(line.at("forecast_tensors_mib"));
    row.peak.measured = orNotMeasured(line.at("measured_tensors_mib"));
    return row;
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

Result<MemoryStudy> studyFromJson(std::string_view text) {
    try {
        const Json json = Json::parse(text);
        if (json.at("gatelab_study").get<int>() > kFormatVersion)
            return Error{ErrorCode::Unsupported, GATELAB_TEXT("Lab", "it was written by a newer Gatelab")};
        auto base = configFromJson(json.at("experiment").dump());
        if (!base.ok()) return base.error();
        MemoryStudy study;
        study.subject.base = std::move(base->config);
        study.factors = json.at("factors").get<std::set<std::string>>();
        for (const Json& line : json.at("rows")) {
            auto row = rowOf(line, study.subject.base);
            if (!row.ok()) return row.error();
            study.rows.push_back(std::move(*row));
        }
        study.device = json.at("device").get<std::string>();
        study.done = json.at("runs").get<int>();
        study.total = json.at("planned_runs").get<int>();
        return study;
    } catch (const nlohmann::json::exception& problem) {
        return Error{ErrorCode::Corrupt, problem.what()};
    }
}

}  // namespace gatelab

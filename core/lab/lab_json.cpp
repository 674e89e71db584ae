// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_json.h"

#include "config/config_identity.h"
#include "config/config_io.h"
#include "lab/lab_words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kFormatVersion = 1;
constexpr LabMode kModes[] = {LabMode::Ladder, LabMode::OneOff, LabMode::Pair};
constexpr LabDisturbance kDisturbances[] = {LabDisturbance::None, LabDisturbance::Load, LabDisturbance::Training};

Json orNull(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
double orNotMeasured(const Json& value) { return value.is_number() ? value.get<double>() : kNotMeasured; }

Json repeatsJson(const std::vector<LabRepeat>& repeats) {
    Json list = Json::array();
    for (const LabRepeat& repeat : repeats)
        list.push_back({{"ms", orNull(repeat.ms)}, {"disturbance", lab_words::disturbance(repeat.disturbance)}});
    return list;
}

std::vector<LabRepeat> repeatsOf(const Json& list) {
    std::vector<LabRepeat> repeats;
    for (const Json& repeat : list) {
        const std::string name = repeat.at("disturbance").get<std::string>();
        const auto* found = std::ranges::find_if(
            kDisturbances, [&](LabDisturbance what) { return lab_words::disturbance(what) == name; });
        repeats.push_back(
            {orNotMeasured(repeat.at("ms")), found == std::end(kDisturbances) ? LabDisturbance::Load : *found});
    }
    return repeats;
}

Json ratioJson(const LabRatio& ratio) {
    return {{"value", orNull(ratio.value)},       {"low", orNull(ratio.low)},
            {"high", orNull(ratio.high)},         {"pairs", ratio.pairs},
            {"disturbed_pairs", ratio.disturbed}, {"outcome", lab_words::outcome(ratio.outcome())}};
}

Json rungJson(const LabPlan& plan, std::size_t at, const LabFigures& f) {
    const LabRung& rung = plan.rungs[at];
    Json line{{"rung", rung.key},
              {"title", rung.name().english()},
              {"does", rung.does.source},
              {"group", lab_words::group(rung.group)},
              {"supported", rung.supported()}};
    if (const std::string note = lab_words::status(rung, f); !note.empty()) line["note"] = note;
    if (!f.problem.empty()) line["problem"] = f.problem;
    if (!f.measured()) return line;
    line["ms_per_step"] = f.ms;
    line["ms_interval"] = {orNull(f.msLow), orNull(f.msHigh)};
    line["repeats"] = repeatsJson(f.repeats);
    line["replaced"] = repeatsJson(f.replaced);
    line["disturbed"] = {{"measured_again", f.replaced.size()},
                         {"left_out", f.leftOut()},
                         {"counted_all_the_same", f.disturbed() - f.leftOut()}};
    line["run_seconds"] = orNull(f.runSeconds);
    line["samples_per_s"] = orNull(f.samplesPerSecond);
    line["peak_mib"] = orNull(f.peakMiB);
    line["validation_equal_steps"] = orNull(f.validationLoss);
    line["validation_equal_time"] = orNull(f.validationEqualTime);
    line["equal_time_steps"] = f.equalTimeSteps;
    line["output_difference"] = orNull(f.outputDifference);
    line["share_of_limit"] = orNull(f.shareOfLimit);
    line["speedup"] = ratioJson(f.speedup);
    line["effect"] = ratioJson(f.effect);
    line["effect_against"] = plan.rungs[rung.against].key;
    line["implementation"] = f.implementation;
    line["threads"] = f.threads;
    return line;
}

LabFigures figuresOf(const Json& line) {
    LabFigures f;
    f.problem = line.value("problem", std::string());
    if (!line.contains("ms_per_step")) return f;
    f.ms = orNotMeasured(line.at("ms_per_step"));
    f.msLow = orNotMeasured(line.at("ms_interval").at(0));
    f.msHigh = orNotMeasured(line.at("ms_interval").at(1));
    f.repeats = repeatsOf(line.at("repeats"));
    f.replaced = repeatsOf(line.at("replaced"));
    f.runSeconds = orNotMeasured(line.at("run_seconds"));
    f.samplesPerSecond = orNotMeasured(line.at("samples_per_s"));
    f.peakMiB = orNotMeasured(line.at("peak_mib"));
    f.validationLoss = orNotMeasured(line.at("validation_equal_steps"));
    f.validationEqualTime = orNotMeasured(line.at("validation_equal_time"));
    f.equalTimeSteps = line.at("equal_time_steps").get<std::int64_t>();
    f.outputDifference = orNotMeasured(line.at("output_difference"));
    f.shareOfLimit = orNotMeasured(line.at("share_of_limit"));
    f.implementation = line.at("implementation").get<std::string>();
    f.threads = line.at("threads").get<std::int64_t>();
    return f;
}

Json planJson(const LabPlan& plan) {
    const LabLines lines = linesOf(plan);
    Json json;
    json["mode"] = lab_words::mode(lines.mode);
    if (lines.mode == LabMode::Pair) json["sides"] = {lines.sides.first, lines.sides.second};
    json["without"] = lines.leftOut;
    json["equal_time"] = plan.equalTime;
    json["least_ms"] = plan.minMs;
    json["machine"] = {{"cuda", plan.machine.cuda},
                       {"compute_capability", plan.machine.computeCapability},
                       {"cores", plan.machine.cores},
                       {"sequence_steps", plan.machine.sequenceSteps}};
    json["identity"] = shortIdentity(settingsIdentity(plan.base));
    json["experiment"] = Json::parse(configToJson(plan.base));
    return json;
}

/// Member by key.
constexpr std::pair<const char*, std::string MeasurementEnvironment::*> kPlace[] = {
    {"gatelab", &MeasurementEnvironment::program}, {"engine", &MeasurementEnvironment::engine},
    {"system", &MeasurementEnvironment::system},   {"machine", &MeasurementEnvironment::machine},
    {"threads", &MeasurementEnvironment::threads}, {"data", &MeasurementEnvironment::data}};

/// Rounds are counted from 1, as in tables.
Json piecesJson(const std::vector<LabPiece>& pieces) {
    Json list = Json::array();
    for (const LabPiece& piece : pieces)
        list.push_back({{"begun_at", piece.begunAt}, {"first_round", piece.firstRound + 1}});
    return list;
}

/// What labs of older programs lack.
void readOrigin(const Json& json, LabReport& report) {
    report.name = json.value("name", std::string());
    const Json place = json.value("place", Json::object()), pieces = json.value("pieces", Json::array());
    for (const auto& [key, member] : kPlace) report.place.*member = place.value(key, std::string());
    for (const Json& piece : pieces)
        report.pieces.push_back({piece.at("begun_at").get<std::int64_t>(), piece.at("first_round").get<int>() - 1});
}

Result<LabPlan> planOf(const Json& json) {
    const Json& about = json.at("plan");
    auto base = configFromJson(about.at("experiment").dump());
    if (!base.ok()) return base.error();
    LabLines lines;
    const std::string name = about.at("mode").get<std::string>();
    for (const LabMode mode : kModes)
        if (lab_words::mode(mode) == name) lines.mode = mode;
    if (about.contains("sides"))
        lines.sides = {about.at("sides").at(0).get<std::string>(), about.at("sides").at(1).get<std::string>()};
    lines.leftOut = about.at("without").get<std::set<std::string>>();
    const Json& machine = about.at("machine");
    auto plan = planLab(lines, base->config,
                        {machine.at("cuda").get<bool>(), machine.at("compute_capability").get<int>(),
                         machine.at("cores").get<int>(), machine.value("sequence_steps", std::int64_t{0})});
    if (!plan.ok()) return plan;
    plan->repeats = json.at("repeats").get<int>();
    plan->warmup = json.at("warmup").get<std::int64_t>();
    plan->steps = json.at("steps").get<std::int64_t>();
    plan->equalTime = about.at("equal_time").get<bool>();
    plan->minMs = about.value("least_ms", 0.0);
    return plan;
}

}  // namespace

std::string labJson(const LabReport& report) {
    Json rungs = Json::array();
    for (std::size_t i = 0; i < report.figures.size(); ++i)
        rungs.push_back(rungJson(report.plan, i, report.figures[i]));
    Json findings = Json::array();
    for (const LabFinding& finding : labFindings(report)) findings.push_back(finding.english());
    Json limits = Json::array();
    for (const MachineLimits& l : report.limits)
        limits.push_back(
            {{"threads", l.threads}, {"flops_per_s", l.flopsPerSecond}, {"bytes_per_s", l.bytesPerSecond}});
    Json place = Json::object();
    for (const auto& [key, member] : kPlace) place[key] = report.place.*member;
    const Json all{{"gatelab_lab", kFormatVersion},
                   {"name", report.name},
                   {"place", place},
                   {"pieces", piecesJson(report.pieces)},
                   {"measured_at", report.measuredAt},
                   {"device", report.device},
                   {"limits", limits},
                   {"estimator", kLabEstimator},
                   {"disturbed_repeats", kLabDisturbedRule},
                   {"no_difference_within", {kSameLow, kSameHigh}},
                   {"repeats", report.plan.repeats},
                   {"warmup", report.plan.warmup},
                   {"steps", report.plan.steps},
                   {"finished", report.finished()},
                   {"runs", report.done},
                   {"planned_runs", report.total},
                   {"measured_again", report.again()},
                   {"command", labCommand(report.plan)},
                   {"plan", planJson(report.plan)},
                   {"rungs", rungs},
                   {"findings", findings}};
    return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<LabReport> labFromJson(std::string_view text) {
    try {
        const Json json = Json::parse(text);
        if (json.at("gatelab_lab").get<int>() > kFormatVersion)
            return Error{ErrorCode::Unsupported, GATELAB_TEXT("Lab", "it was written by a newer Gatelab")};
        auto plan = planOf(json);
        if (!plan.ok()) return plan.error();
        LabReport report;
        report.plan = std::move(*plan);
        report.figures.resize(report.plan.rungs.size());
        readOrigin(json, report);
        // In their order: both lines of a pair may have one key.
        const Json& lines = json.at("rungs");
        if (!std::ranges::equal(
                lines, report.plan.rungs, {}, [](const Json& line) { return line.at("rung").get<std::string>(); },
                &LabRung::key))
            return Error{ErrorCode::Unsupported,
                         GATELAB_TEXT("Lab", "it was measured by a Gatelab with other switches")};
        std::ranges::transform(lines, report.figures.begin(), figuresOf);
        updateRatios(report);
        report.device = json.at("device").get<std::string>();
        for (const Json& l : json.at("limits"))
            report.limits.push_back({l.at("flops_per_s").get<double>(), l.at("bytes_per_s").get<double>(),
                                     l.at("threads").get<int>(), report.device});
        report.measuredAt = json.at("measured_at").get<std::int64_t>();
        report.done = json.at("runs").get<int>();
        report.total = json.value("planned_runs", report.done);
        return report;
    } catch (const nlohmann::json::exception& problem) {
        return Error{ErrorCode::Corrupt, problem.what()};
    }
}

}  // namespace gatelab

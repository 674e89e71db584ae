// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_json.h"

#include "config/config_identity.h"
#include "config/config_io.h"
#include "io/json/json_text.h"
#include "io/json_members.h"
#include "lab/lab_words.h"

#include <algorithm>
#include <utility>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kFormatVersion = 1;
constexpr LabMode kModes[] = {LabMode::Ladder, LabMode::OneOff, LabMode::Pair};
constexpr LabDisturbance kDisturbances[] = {LabDisturbance::None, LabDisturbance::Load, LabDisturbance::Training};

struct Plain : JsonFormat<Json> {};
/// What is no number was not measured.
struct Format : Plain {
    static bool fromJson(const Json& from, double& value) {
        value = from.is_number() ? from.get<double>() : kNotMeasured;
        return true;
    }
    static Json toJson(LabDisturbance value) { return lab_words::disturbance(value); }
    static bool fromJson(const Json& from, LabDisturbance& value) {
        const auto* found = std::ranges::find(kDisturbances, from.get<std::string>(), lab_words::disturbance);
        value = found == std::end(kDisturbances) ? LabDisturbance::Load : *found;
        return true;
    }
};

void visitMembers(auto& v, Either<LabRepeat> auto& r) { v("ms", r.ms), v("disturbance", r.disturbance); }

void visitMembers(auto& v, Either<LabLoss> auto& l) { v("seconds", l.seconds), v("loss", l.loss); }

void visitMembers(auto& v, Either<LabPlace> auto& m) {
    v("cuda", m.cuda), v("compute_capability", m.computeCapability), v("cores", m.cores);
    v.optional("sequence_steps", m.sequenceSteps), v.optional("xla", m.xla);
}

void visitMembers(auto& v, Either<MachineLimits> auto& l) {
    v("threads", l.threads), v("flops_per_s", l.flopsPerSecond), v("bytes_per_s", l.bytesPerSecond);
}

/// Those that stand together.
void visitFigures(auto& v, Either<LabFigures> auto& f) {
    v("run_seconds", f.runSeconds), v("samples_per_s", f.samplesPerSecond), v("peak_mib", f.peakMiB);
    v("validation_equal_steps", f.validationLoss), v("validation_equal_time", f.validationEqualTime);
    v("equal_time_steps", f.equalTimeSteps), v("output_difference", f.outputDifference);
    v("share_of_limit", f.shareOfLimit);
    v.optional("losses_equal_time", f.losses);
}

Json ratioJson(const LabRatio& ratio) {
    return {{"value", ratio.value},
            {"low", ratio.low},
            {"high", ratio.high},
            {"p", ratio.p},
            {"beyond_chance", ratio.isBeyondChance()},
            {"pairs", ratio.pairs},
            {"disturbed_pairs", ratio.disturbed}};
}

Json rungJson(const LabPlan& plan, std::size_t at, const LabFigures& f) {
    const LabRung& rung = plan.rungs[at];
    MemberWriter<Format> v;
    Json& line = v.json;
    line = {{"rung", rung.key},
            {"title", rung.name().english()},
            {"does", rung.does.source},
            {"group", lab_words::group(rung.group)},
            {"supported", rung.supported()}};
    if (const std::string note = lab_words::status(rung, f); !note.empty()) line["note"] = note;
    if (!f.problem.empty()) line["problem"] = f.problem;
    if (!f.measured()) return std::move(line);
    v("ms_per_step", f.ms);
    line["ms_interval"] = {f.msLow, f.msHigh};
    v("repeats", f.repeats), v("replaced", f.replaced);
    line["disturbed"] = {{"measured_again", f.replaced.size()},
                         {"left_out", f.leftOut()},
                         {"counted_all_the_same", f.disturbed() - f.leftOut()}};
    visitFigures(v, f);
    line["speedup"] = ratioJson(f.speedup);
    line["effect"] = ratioJson(f.effect);
    line["effect_against"] = plan.rungs[rung.against].key;
    v("implementation", f.implementation), v("threads", f.threads);
    if (!f.note.empty()) line["told"] = f.note.english();
    if (f.isComputed) line["computed"] = true;
    return std::move(line);
}

Json headlineJson(const LabReport& report) {
    const auto headline = labHeadline(report);
    if (!headline) return nullptr;
    Json json{{"title", headline->title.english()},
              {"range", headline->range.english()},
              {"text", headline->text.english()},
              {"disturbed", headline->isDisturbed},
              {"effect", ratioJson(headline->effect)}};
    if (headline->rung > 0) json["rung"] = report.plan.rungs[headline->rung].key;
    return json;
}

LabFigures figuresOf(const Json& line) {
    LabFigures f;
    MemberReader<Format> v(line);
    v.optional("problem", f.problem);
    if (!line.contains("ms_per_step")) return f;
    v("ms_per_step", f.ms);
    Format::fromJson(line.at("ms_interval").at(0), f.msLow);
    Format::fromJson(line.at("ms_interval").at(1), f.msHigh);
    v("repeats", f.repeats), v("replaced", f.replaced);
    visitFigures(v, f);
    v("implementation", f.implementation), v("threads", f.threads);
    std::string told;
    v.optional("told", told);
    f.note = Phrase(told);
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
    json["machine"] = MemberWriter<Format>::toJson(plan.machine);
    json["identity"] = shortIdentity(settingsIdentity(plan.base));
    json["experiment"] = Json::parse(configToJson(plan.base));
    return json;
}

/// Member by key.
constexpr std::pair<const char*, std::string MeasurementEnvironment::*> kEnvironment[] = {
    {"gatelab", &MeasurementEnvironment::program}, {"engine", &MeasurementEnvironment::engine},
    {"system", &MeasurementEnvironment::system},   {"machine", &MeasurementEnvironment::machine},
    {"threads", &MeasurementEnvironment::threads}, {"data", &MeasurementEnvironment::data}};

/// What labs of older programs lack.
void readOrigin(const Json& json, LabReport& report) {
    report.name = json.value("name", std::string());
    report.begunAt = json.value("begun_at", std::int64_t{0});
    const Json environment = json.value("place", Json::object());
    for (const auto& [key, member] : kEnvironment) report.environment.*member = environment.value(key, std::string());
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
    auto plan = planLab(lines, base->config, MemberReader<Format>::as<LabPlace>(about.at("machine")));
    if (!plan.ok()) return plan;
    // Tables of before have no line for XLA.
    if (!about.at("machine").contains("xla"))
        std::erase_if(plan->rungs, [](const LabRung& rung) { return rung.key == "xla"; });
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
    Json environment = Json::object();
    for (const auto& [key, member] : kEnvironment) environment[key] = report.environment.*member;
    const Json all{{"gatelab_lab", kFormatVersion},
                   {"name", report.name},
                   {"place", environment},
                   {"begun_at", report.begunAt},
                   {"measured_at", report.measuredAt},
                   {"device", report.device},
                   {"limits", MemberWriter<Plain>::toJson(report.limits)},
                   {"estimator", kLabEstimator},
                   {"disturbed_repeats", kLabDisturbedRule},
                   {"repeats", report.plan.repeats},
                   {"warmup", report.plan.warmup},
                   {"steps", report.plan.steps},
                   {"finished", report.finished()},
                   {"runs", report.done},
                   {"planned_runs", report.total},
                   {"measured_again", report.again()},
                   {"command", labCommand(report.plan)},
                   {"plan", planJson(report.plan)},
                   {"headline", headlineJson(report)},
                   {"rungs", rungs},
                   {"cannot_run", labMissing(report.plan).english()}};
    return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<LabReport> labFromJson(std::string_view text) {
    try {
        const Json json = parseJson<Json>(text);
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
        // An older program measured more rungs here.
        for (std::size_t i = 0; i < report.figures.size(); ++i)
            if (!report.plan.rungs[i].supported()) report.figures[i] = {};
        updateRatios(report);
        report.device = json.at("device").get<std::string>();
        report.limits = MemberReader<Plain>::as<std::vector<MachineLimits>>(json.at("limits"));
        for (MachineLimits& limits : report.limits) limits.device = report.device;
        report.measuredAt = json.at("measured_at").get<std::int64_t>();
        report.done = json.at("runs").get<int>();
        report.total = json.value("planned_runs", report.done);
        return report;
    } catch (const nlohmann::json::exception& problem) {
        return Error{ErrorCode::Corrupt, problem.what()};
    }
}

}  // namespace gatelab

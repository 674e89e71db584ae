// SPDX-License-Identifier: GPL-3.0-or-later
// "study memory": a few steps of many runs that differ from one base in one factor each; forecast beside measured, by cause and by phase.
#include "worker/commands.h"
#include "worker/runs.h"
#include "worker/standard_shapes.h"

#include "config/field.h"
#include "device/monitor.h"
#include "store/workspace.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <map>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kMiB = 1048576.0;
constexpr std::int64_t kSteps = 4, kRows = 6000;
/// The tensors' part of RunPlanInfo::forecastByCause, in its order.
constexpr std::array kCauses = {MetricId::MemoryWeights, MetricId::MemoryGradients, MetricId::MemoryOptimiser, MetricId::MemoryActivations, MetricId::MemoryWorkspace,
                                MetricId::MemoryData};
constexpr std::array kPhases = {MetricId::PeakData, MetricId::PeakForward, MetricId::PeakBackward, MetricId::PeakOptimiser};

struct Trial {
    std::string factor, value;
    ExperimentConfig config;
    std::int64_t inputs = 8, rows = kRows;
};

struct Measured {
    std::vector<double> forecast;  ///< bytes by cause
    std::map<MetricId, double> last;
    [[nodiscard]] double of(MetricId id) const {
        const auto found = last.find(id);
        return found == last.end() ? NAN : found->second;
    }
};

/// The base with one field set from text.
void addField(std::vector<Trial>& trials, const char* factor, const char* key, std::initializer_list<const char*> values) {
    const Field* field = findField(key);
    for (const char* value : values) {
        Trial trial{factor, value, standardConfig(*findShape("B"))};
        const auto parsed = parseFieldValue(*field, value);
        if (parsed.ok() && setFieldValue(trial.config, *field, *parsed).ok()) trials.push_back(std::move(trial));
    }
}

std::vector<Trial> makeTrials() {
    std::vector<Trial> trials;
    for (const StandardShape& shape : standardShapes().first(4)) trials.push_back({"shape", shape.key, standardConfig(shape), shape.inputs});
    addField(trials, "hidden size", "hidden_size", {"16", "64", "256"});
    addField(trials, "layers", "layers", {"1", "2", "4"});
    addField(trials, "directions", "bidirectional", {"false", "true"});
    addField(trials, "cell", "cell", {"lstm", "gru", "rnn-tanh"});
    addField(trials, "batch", "batch_size", {"16", "64", "256"});
    addField(trials, "length", "lookback", {"24", "96", "336"});
    addField(trials, "implementation", "implementation", {"library", "cell", "naive"});
    addField(trials, "recompute chunk", "recompute_chunk", {"0", "8", "24", "48"});
    addField(trials, "precision", "precision", {"fp32", "fp64"});
    addField(trials, "optimiser", "optimiser", {"sgd", "adam", "nadam"});
    for (const std::int64_t rows : {6000, 60000, 600000}) trials.push_back({"rows", std::to_string(rows), standardConfig(*findShape("B")), 8, rows});
    return trials;
}

Result<Measured> measure(Engine& engine, const Trial& trial) {
    ExperimentConfig config = trial.config;
    config.device = "cpu";
    config.threads = 1;
    config.maxSteps = kSteps;
    auto session = engine.start({config, standardData(trial.inputs, trial.rows), nullptr, {}});
    if (!session.ok()) return session.error();
    (*session)->wait();
    Measured measured;
    (*session)->channel().drainMetrics([&](const MetricSample& sample) { measured.last[sample.metric] = sample.value; });
    for (const RunEvent& event : (*session)->channel().takeEvents()) {
        if (event.kind == RunEvent::Kind::Planned) measured.forecast = event.plan.forecastByCause;
        if (event.kind == RunEvent::Kind::Finished && event.state != RunState::Finished) return Error{event.code, event.text};
    }
    return measured;
}

Json rowJson(const Trial& trial, const Measured& measured) {
    Json row{{"factor", trial.factor}, {"value", trial.value}, {"forecast_mib", Json::object()}, {"measured_mib", Json::object()}, {"peak_by_phase_mib", Json::object()}};
    double forecast = 0;
    for (std::size_t i = 0; i < kCauses.size() && i < measured.forecast.size(); ++i) {
        row["forecast_mib"][metric(kCauses[i]).key] = measured.forecast[i] / kMiB;
        row["measured_mib"][metric(kCauses[i]).key] = measured.of(kCauses[i]);
        forecast += measured.forecast[i];
    }
    for (const MetricId phase : kPhases) row["peak_by_phase_mib"][metric(phase).key] = measured.of(phase);
    row["forecast_tensors_mib"] = forecast / kMiB;
    row["measured_tensors_mib"] = measured.of(MetricId::EnginePeak);
    row["error_percent"] = measured.of(MetricId::MemoryForecastError);
    return row;
}

void printRow(const Trial& trial, const Measured& measured) {
    std::printf("%-16s %-10s", trial.factor.c_str(), trial.value.c_str());
    double forecast = 0;
    for (std::size_t i = 0; i < kCauses.size() && i < measured.forecast.size(); ++i) {
        std::printf(" %8.3g/%-8.3g", measured.forecast[i] / kMiB, measured.of(kCauses[i]));
        forecast += measured.forecast[i];
    }
    std::printf(" %9.4g/%-9.4g %+6.1f\n", forecast / kMiB, measured.of(MetricId::EnginePeak), measured.of(MetricId::MemoryForecastError));
    std::fflush(stdout);
}

int studyMemory(bool json) {
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), json);
    Json rows = Json::array();
    if (!json) {
        std::printf("Tensors on the CPU in MiB, forecast/measured; the base is shape B\n%-16s %-10s", "factor", "value");
        for (const char* cause : {"weights", "gradients", "optimiser", "activations", "workspace", "data"}) std::printf(" %-17s", cause);
        std::printf(" %-19s %s\n", "peak", "error %");
    }
    for (const Trial& trial : makeTrials()) {
        const auto measured = measure(**engine, trial);
        if (!measured.ok()) return fail(measured.error().withContext(trial.factor + " " + trial.value), json);
        if (json) rows.push_back(rowJson(trial, *measured));
        else printRow(trial, *measured);
    }
    const double framework = static_cast<double>(processMemory().resident) / kMiB;
    if (json) std::printf("%s\n", Json{{"rows", rows}, {"process_resident_mib", framework}, {"processor", processorName()}, {"engine", (*engine)->info().torch}}.dump().c_str());
    else std::printf("the process at the end: %.0f MiB\n", framework);
    return kDone;
}

}  // namespace

CommandAction setStudy(CLI::App& app) {
    app.require_subcommand(1);
    auto* memory = app.add_subcommand("memory", "Forecast and measured memory by cause: model, batch, length, storage of activations, data");
    const auto json = std::make_shared<bool>(false);
    memory->add_flag("--json", *json, "One JSON object");
    return [json] { return studyMemory(*json); };
}

}  // namespace gatelab::worker

// SPDX-License-Identifier: GPL-3.0-or-later
// "verify repeat" and "verify switches": whole runs in this process, compared by what they leave behind.
#include "worker/runs.h"
#include "worker/verify.h"

#include "config/choices.h"
#include "config/field.h"
#include "store/workspace.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace gatelab::worker {

namespace {

/// Trains without a word and gives what is left. Unsupported settings come back as that error.
Result<RunTrace> quietRun(Engine& engine, Workspace& workspace, const ExperimentConfig& config) {
    auto record = workspace.createRun(config, {}, "verify");
    if (!record.ok()) return record.error();
    const auto folder = (*record)->folder();
    RunPrinter printer(false, true);
    const auto outcome = followRun(engine, {config, nullptr, std::move(*record), {}}, printer);
    if (!outcome.ok()) return outcome.error();
    if (outcome->state != RunState::Finished) return Error{outcome->code, outcome->why};
    return traceRun(folder);
}

/// Largest difference of two float tensors of equal shape, relative to the largest value.
double relativeDifference(const RawTensor& a, const RawTensor& b) {
    if (a.dtype != b.dtype || a.bytes.size() != b.bytes.size()) return INFINITY;
    double largest = 0, difference = 0;
    const auto look = [&]<class T>(T) {
        for (std::size_t at = 0; at + sizeof(T) <= a.bytes.size(); at += sizeof(T)) {
            T x, y;
            std::memcpy(&x, a.bytes.data() + at, sizeof x);
            std::memcpy(&y, b.bytes.data() + at, sizeof y);
            largest = std::max(largest, std::abs(static_cast<double>(x)));
            difference = std::max(difference, std::abs(static_cast<double>(x) - static_cast<double>(y)));
        }
    };
    if (a.dtype == "F64") look(double{});
    else if (a.dtype == "F32") look(float{});
    return largest > 0 ? difference / largest : difference;
}

double weightDifference(const RunTrace& a, const RunTrace& b) {
    double worst = 0;
    for (const auto& [name, tensor] : a.state.tensors) {
        if (!name.starts_with("weights/")) continue;
        const auto other = b.state.tensors.find(name);
        worst = std::max(worst, other == b.state.tensors.end() ? INFINITY : relativeDifference(tensor, other->second));
    }
    return worst;
}

/// One deviation from the baseline and how far its weights may be after the steps of verifySwitches.
struct SwitchTrial {
    const char* field;
    const char* value;
    double tolerance;
};
constexpr double kExact = 0, kRounding = 2e-4;
constexpr SwitchTrial kTrials[] = {
    {"implementation", "cell", kRounding}, {"implementation", "library", kRounding}, {"implementation", "cudnn-tuned", kRounding},
    {"device_data", "false", kExact},      {"device_gather", "false", kExact},       {"sync_free", "false", kExact},
    {"fused_optimiser", "false", kRounding}, {"cuda_graph", "false", kExact},         {"deterministic", "false", kRounding},
    {"flush_denormals", "false", kRounding}, {"recompute_chunk", "4", kRounding},
};

ExperimentConfig switchBaseline() {
    ExperimentConfig config;
    config.builtinLength = 400;
    config.lookback = 16;
    config.horizon = 4;
    config.hiddenSize = 16;
    config.batchSize = 16;
    config.epochs = 1000;
    config.maxSteps = 50;
    config.threads = 1;
    config.implementation = "naive";
    return config;
}

}  // namespace

int verifyRepeat(const ExperimentConfig& config, bool json) {
    const ScratchFolder scratch;
    auto workspace = Workspace::open(scratch.path());
    if (!workspace.ok()) return fail(workspace.error(), json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), json);
    installSignals();
    ExperimentConfig fixed = config;
    if (fixed.threads == 0) fixed.threads = 1;  // a measured count could differ between the two
    const auto first = quietRun(**engine, **workspace, fixed);
    if (!first.ok()) return fail(first.error(), json);
    const auto second = quietRun(**engine, **workspace, fixed);
    if (!second.ok()) return fail(second.error(), json);
    const bool equal = first->hash == second->hash;
    if (json) std::printf("{\"equal\": %s, \"first\": \"%s\", \"second\": \"%s\"}\n", equal ? "true" : "false", first->hash.c_str(), second->hash.c_str());
    else std::printf("%s\n%s\n%s\n", equal ? "equal" : "different", first->hash.c_str(), second->hash.c_str());
    return equal ? kDone : kFailed;
}

int verifySwitches(bool json) {
    const ScratchFolder scratch;
    auto workspace = Workspace::open(scratch.path());
    if (!workspace.ok()) return fail(workspace.error(), json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), json);
    installSignals();
    const auto baseline = quietRun(**engine, **workspace, switchBaseline());
    if (!baseline.ok()) return fail(baseline.error(), json);
    if (!json) std::printf("%-18s %-14s %12s %12s  %s\n", "switch", "value", "difference", "tolerance", "verdict");
    bool good = true;
    for (const SwitchTrial& trial : kTrials) {
        ExperimentConfig config = switchBaseline();
        const Field* field = findField(trial.field);
        const auto value = field != nullptr ? parseFieldValue(*field, trial.value) : Result<FieldValue>(Error{ErrorCode::Internal, "no such field"});
        if (!value.ok() || !setFieldValue(config, *field, *value).ok()) return fail({ErrorCode::Internal, std::string("switch ") + trial.field}, json);
        const auto trace = quietRun(**engine, **workspace, config);
        if (!trace.ok()) {
            if (!json) std::printf("%-18s %-14s %12s %12s  not here: %s\n", trial.field, trial.value, "", "", trace.error().message.c_str());
            continue;
        }
        const double difference = weightDifference(*baseline, *trace);
        const bool equal = difference <= trial.tolerance;
        good = good && equal;
        if (json) std::printf("{\"switch\": \"%s\", \"value\": \"%s\", \"difference\": %g, \"tolerance\": %g, \"equal\": %s}\n", trial.field, trial.value, difference,
                              trial.tolerance, equal ? "true" : "false");
        else std::printf("%-18s %-14s %12.3g %12.3g  %s\n", trial.field, trial.value, difference, trial.tolerance, equal ? "equal" : "DIFFERENT");
    }
    return good ? kDone : kFailed;
}

}  // namespace gatelab::worker

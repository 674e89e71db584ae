// SPDX-License-Identifier: GPL-3.0-or-later
// "verify repeat" and "verify switches": whole runs in this process, compared by what they leave behind.
#include "config/setting_predicates.h"
#include "io/json/json.h"
#include "worker/output/json_line.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"
#include "worker/verify/verify.h"

#include "app/run_order.h"
#include "config/obstacles/switch_obstacle.h"
#include "data/sequences/sequence_parts.h"
#include "device/switch_machine.h"
#include "io/temporary_folder.h"
#include "store/workspace.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>

namespace gatelab::worker {

namespace {

/// Trains without a word and gives what is left. Unsupported settings come back as that error; a signal is Cancelled: a
/// run that it stopped proves nothing.
Result<RunTrace> quietRun(Engine& engine, Workspace& workspace, const ExperimentConfig& config, const RunWatch& watch,
                          const std::shared_ptr<const Dataset>& data = nullptr) {
    auto opened = openRun(engine, &workspace, {.config = config, .data = data});
    if (!opened.ok()) return opened.error();
    const auto folder = opened->request.record->folder();
    RunPrinter printer(false, true);
    const auto outcome = followRun(engine, std::move(opened->request), printer, watch);
    if (!outcome.ok()) return outcome.error();
    if (signalCount > 0) return Error{ErrorCode::Cancelled, "the check was interrupted"};
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
    if (a.dtype == "F64")
        look(double{});
    else if (a.dtype == "F32")
        look(float{});
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

void printSkipped(const Switch& row, const std::string& why, bool json) {
    if (json)
        printJson(nlohmann::ordered_json{{"switch", row.key}, {"supported", false}, {"reason", why}});
    else
        std::printf("%-28s %12s %12s  not here: %s\n", row.key, "", "", why.c_str());
}

void printFailed(const Switch& row, const std::string& why, bool json) {
    if (json)
        printJson(nlohmann::ordered_json{{"switch", row.key}, {"supported", true}, {"equal", false}, {"error", why}});
    else
        std::printf("%-28s %12s %12s  FAILED: %s\n", row.key, "", "", why.c_str());
}

/// Whether the weights are equal and the switch was at work: a run that warns did without it.
bool compare(const Switch& row, double tolerance, const RunTrace& baseline, const RunTrace& trace, bool json) {
    const double difference = weightDifference(baseline, trace);
    const bool equal = difference <= tolerance, worked = trace.warnings.empty();
    if (json)
        printJson(nlohmann::ordered_json{{"switch", row.key},
                                         {"supported", true},
                                         {"difference", difference},
                                         {"tolerance", tolerance},
                                         {"equal", equal},
                                         {"warnings", trace.warnings}});
    else
        std::printf("%-28s %12.3g %12.3g  %s\n", row.key, difference, tolerance,
                    !worked ? ("NOT AT WORK: " + trace.warnings.front()).c_str()
                    : equal ? "equal"
                            : "DIFFERENT");
    return equal && worked;
}

}  // namespace

int verifyRepeat(const ExperimentConfig& config, bool json) {
    const TemporaryFolder scratch("verify");
    auto workspace = Workspace::open(scratch.path());
    if (!workspace.ok()) return fail(workspace.error(), json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), json);
    installSignals();
    ExperimentConfig fixed = config;
    if (fixed.threads == 0) fixed.threads = 1;  // a measured count could differ between the two
    ProgressLine progress(json);
    const auto watch = [&](int run) {
        RunWatch watching;
        // {"run": 1, "of": 2, "epoch": 3, "epochs": 20} where each epoch ends, for who waits.
        watching.event = [&fixed, run, json](const RunEvent& event) {
            if (!json || !event.is<EpochEnd>()) return;
            std::printf("{\"run\": %d, \"of\": 2, \"epoch\": %lld, \"epochs\": %lld}\n", run,
                        static_cast<long long>(event.epoch), static_cast<long long>(fixed.epochs));
            std::fflush(stdout);
        };
        watching.look = [&progress, run](double share) {
            progress.show("run " + std::to_string(run) + " of 2", (run - 1 + share) / 2);
        };
        return watching;
    };
    const auto first = quietRun(**engine, **workspace, fixed, watch(1));
    const auto second = first.ok() ? quietRun(**engine, **workspace, fixed, watch(2)) : first;
    progress.end();
    if (!second.ok()) return fail(second.error(), json);
    const bool equal = first->hash == second->hash;
    if (json)
        std::printf("{\"equal\": %s, \"first\": \"%s\", \"second\": \"%s\"}\n", equal ? "true" : "false",
                    first->hash.c_str(), second->hash.c_str());
    else
        std::printf("%s\n%s\n%s\n", equal ? "equal" : "different", first->hash.c_str(), second->hash.c_str());
    return equal ? kDone : kFailed;
}

int verifySwitches(const ExperimentConfig& experiment, const std::shared_ptr<const Dataset>& data, bool json) {
    const TemporaryFolder scratch("verify");
    auto workspace = Workspace::open(scratch.path());
    if (!workspace.ok()) return fail(workspace.error(), json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), json);
    installSignals();
    const ExperimentConfig plain = asSwitchTrial(experiment);
    const SwitchMachine machine = switchMachine((*engine)->info(), plain.device, equalSteps(data.get()));
    ProgressLine progress(json);
    const double runs = 1 + static_cast<double>(switches().size());
    double done = 0;
    const auto watch = [&](const char* what) {
        return RunWatch{{}, [&, what](double share) {
                            progress.show("run " + std::to_string(static_cast<int>(done) + 1) + " of " +
                                              std::to_string(static_cast<int>(runs)) + ": " + what,
                                          (done + share) / runs);
                        }};
    };
    const auto baseline = quietRun(**engine, **workspace, plain, watch("baseline"), data);
    progress.end();
    if (!baseline.ok()) return fail(baseline.error(), json);
    if (!json)
        std::printf(
            "Difference: the largest of the trained weights, relative to the largest weight of the same tensor.\n%-28s "
            "%12s %12s  %s\n",
            "switch", "relative", "tolerance", "verdict");
    bool good = true;
    for (const Switch& row : switches()) {
        ++done;
        ExperimentConfig config = withSwitch(row, machine, plain);
        if (config.threads == 0) config.threads = 2;  // for a small network one would be measured to be best
        if (const Text why = switchObstacle(row, machine, config); !why.isEmpty()) {
            printSkipped(row, why.source, json);
            continue;
        }
        const auto trace = quietRun(**engine, **workspace, config, watch(row.key), data);
        progress.end();
        if (!trace.ok() && trace.error().code == ErrorCode::Cancelled) return fail(trace.error(), json);
        if (!trace.ok()) {
            if (trace.error().code == ErrorCode::Unsupported)
                printSkipped(row, trace.error().message, json);
            else
                printFailed(row, trace.error().message, json);
            good = good && trace.error().code == ErrorCode::Unsupported;
            continue;
        }
        good =
            compare(row, isFp64(plain.precision) ? row.tolerance.fp64 : row.tolerance.fp32, *baseline, *trace, json) &&
            good;
        std::fflush(stdout);
    }
    return good ? kDone : kFailed;
}

}  // namespace gatelab::worker

// SPDX-License-Identifier: GPL-3.0-or-later
// "bench": the whole training loop on a standard shape, as the peer scripts measure it: random inputs, 6000 rows,
// 80/10/10, Adam, no clipping, whole batches.
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/progress_line.h"
#include "worker/runs.h"
#include "worker/standard_shapes.h"

#include "base/number_text.h"
#include "base/units.h"
#include "config/field.h"
#include "data/readers.h"
#include "device/monitor.h"
#include "store/workspace.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <thread>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

using Clock = std::chrono::steady_clock;
double secondsSince(Clock::time_point from) { return std::chrono::duration<double>(Clock::now() - from).count(); }

constexpr auto kLookEvery = std::chrono::milliseconds(20);

struct BenchOptions {
    std::string shape = "A", implementation = "auto", device = "auto", cell = "lstm";
    std::int64_t epochs = 2, rows = 6000, threads = 0, repeats = 7, seed = 1;
    std::string data;
    std::vector<std::string> settings;  ///< "key=value" over the shape's own
    bool json = false;
};

ExperimentConfig makeConfig(const StandardShape& shape, const BenchOptions& options) {
    ExperimentConfig config = standardConfig(shape);
    config.cell = options.cell;
    config.epochs = options.epochs + 1;  // the first one warms up
    config.threads = options.threads;
    config.seed = options.seed;
    config.implementation = options.implementation;
    config.device = options.device;
    config.dataPath = options.data;
    return config;
}

/// "key=value" of any field.
Result<> applySetting(const std::string& setting, ExperimentConfig& config) {
    const auto equals = setting.find('=');
    const Field* field = equals == std::string::npos ? nullptr : findField(setting.substr(0, equals));
    if (field == nullptr)
        return Error{ErrorCode::InvalidInput,
                     "'" + setting +
                         "' is not a setting; write key=value with a key of the configuration, such as precision=bf16"};
    auto value = parseFieldValue(*field, setting.substr(equals + 1));
    return value.ok() ? setFieldValue(config, *field, *value) : Result<>(value.error().withContext(field->key));
}

/// What the epochs after the first one took, validation left out, the mean loss of each, and what the last steps asked
/// of the memory.
class EpochFigures {
public:
    void add(const MetricSample& sample) {
        if (sample.metric == MetricId::EpochSeconds) seconds_.push_back(sample.value);
        if (sample.metric == MetricId::StepBlocks) allocations = sample.value;
        // The first count holds the steps that warm up.
        if (sample.metric == MetricId::StepFetches && counts_++ > 0) fromSystem = sample.value;
        if (sample.metric != MetricId::TrainLoss) return;
        Loss& loss = losses_[static_cast<std::int64_t>(std::ceil(sample.epoch - 1e-9))];
        loss.sum += sample.value;
        ++loss.steps;
    }
    /// Seconds of the fastest epoch but the first; NaN when there was none.
    [[nodiscard]] double fastest() const {
        return seconds_.size() > 1 ? *std::min_element(seconds_.begin() + 1, seconds_.end()) : NAN;
    }
    /// Mean over the steps of the last epoch.
    [[nodiscard]] double lastLoss() const {
        return losses_.empty() ? NAN
                               : losses_.rbegin()->second.sum / static_cast<double>(losses_.rbegin()->second.steps);
    }

    /// Of tensor memory per step, as counted last: all, and those of them for which Gatelab's cache had to ask the
    /// system, once warm; NaN: not counted.
    double allocations = NAN, fromSystem = NAN;

private:
    struct Loss {
        double sum = 0;
        std::int64_t steps = 0;
    };
    std::vector<double> seconds_;
    std::map<std::int64_t, Loss> losses_;
    int counts_ = 0;
};

/// One run without a record; its step time is added to `all`. `look` is called while it trains.
Result<RunPlanInfo> benchOnce(Engine& engine, const ExperimentConfig& config,
                              const std::shared_ptr<const Dataset>& data, std::vector<double>& all,
                              EpochFigures& figures, const std::function<void()>& look) {
    EpochFigures measured;
    RunPlanInfo plan;
    auto session = engine.start({config, data, nullptr, {}});
    if (!session.ok()) return session.error();
    while (!(*session)->done()) {
        if (signalCount > 0) (*session)->control().abandon();
        look();
        std::this_thread::sleep_for(kLookEvery);
    }
    (*session)->channel().drainMetrics([&](const MetricSample& sample) { measured.add(sample); });
    for (const RunEvent& event : (*session)->channel().takeEvents()) {
        if (const auto* planned = event.as<RunPlanInfo>()) plan = *planned;
        if (const auto* end = event.as<RunEnd>(); end != nullptr && end->state != RunState::Finished)
            return Error{end->code, end->why};
    }
    figures = measured;
    if (std::isnan(figures.fastest()))
        return Error{ErrorCode::InvalidInput, "no epoch could be measured; take more rows"};
    all.push_back(1e3 * figures.fastest() / static_cast<double>(plan.stepsPerEpoch));
    return plan;
}

/// The figures in words: how many were taken, and how far they lie apart.
void printBench(const Json& line) {
    const auto real = [&](const char* key) { return line[key].get<double>(); };
    const auto figure = [&](const char* key) { return numberText(real(key)); };
    const auto text = [&](const char* key) { return line[key].get<std::string>(); };
    const auto repeats = line["repeats"].get<std::int64_t>(), epochs = line["epochs_per_repeat"].get<std::int64_t>(),
               threads = line["threads"].get<std::int64_t>();
    std::printf("standard shape %s, cell %s, implementation %s, on %s with %s\n%s; processor %s\n\n",
                text("shape").c_str(), text("kind").c_str(), text("implementation").c_str(), text("device").c_str(),
                threads == 1 ? "1 thread" : (std::to_string(threads) + " threads").c_str(), text("engine").c_str(),
                text("processor").c_str());
    std::printf("time          %s ms per step, %s samples/s\n", figure("ms_per_step").c_str(),
                figure("samples_per_s").c_str());
    if (repeats > 1)
        std::printf(
            "              the median of %lld repeats, which lie between %s and %s ms (%s %% of the median apart)\n",
            static_cast<long long>(repeats), figure("ms_min").c_str(), figure("ms_max").c_str(),
            numberText(100 * (real("ms_max") - real("ms_min")) / real("ms_per_step"), 2).c_str());
    else
        std::printf("              one repeat: nothing is known of its spread; take --repeats 7\n");
    std::printf("              a repeat is %s, after one epoch that warms up\n",
                epochs > 1 ? ("the fastest of " + std::to_string(epochs) + " epochs").c_str() : "one epoch");
    std::printf("loss          %s, the mean over the training steps of the last epoch\n",
                numberText(real("train_loss"), 5).c_str());
    std::printf("memory        %s MiB held by the whole program at most, libraries included\n",
                figure("max_rss_mib").c_str());
    if (std::isnan(real("tensor_allocations_per_step"))) return;
    std::printf("allocations   %s tensors per step; ", figure("tensor_allocations_per_step").c_str());
    if (std::isnan(real("system_allocations_per_step")))
        std::printf("too few steps to tell how many of them ask the system for memory\n");
    else
        std::printf("%s of them ask the system for memory, the others reuse that of earlier steps\n",
                    numberText(real("system_allocations_per_step"), 3).c_str());
}

int bench(const BenchOptions& options) {
    const StandardShape* shape = findShape(options.shape);
    if (shape == nullptr)
        return fail({ErrorCode::InvalidInput, "there is no shape '" + options.shape + "'; A to G are known"},
                    options.json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    ExperimentConfig config = makeConfig(*shape, options);
    for (const std::string& setting : options.settings)
        if (auto set = applySetting(setting, config); !set.ok()) return fail(set.error(), options.json);
    auto data = standardData(shape->inputs, options.rows);
    if (!options.data.empty()) {
        auto loaded = loadDataset(config);
        if (!loaded.ok()) return fail(loaded.error(), options.json);
        data = std::make_shared<const Dataset>(std::move(*loaded));
    }
    std::vector<double> times;
    RunPlanInfo plan;
    EpochFigures figures;
    installSignals();
    ProgressLine progress(options.json);
    const auto begun = Clock::now();
    for (std::int64_t repeat = 0; repeat < options.repeats && signalCount == 0; ++repeat) {
        // Nothing is known of the time before one repeat is done: all take about the same.
        const double all =
            repeat > 0 ? secondsSince(begun) / static_cast<double>(repeat) * static_cast<double>(options.repeats) : NAN;
        const auto look = [&] {
            progress.show("repeat " + std::to_string(repeat + 1) + " of " + std::to_string(options.repeats), 0,
                          std::isnan(all) ? NAN : std::max(0.0, all - secondsSince(begun)));
        };
        auto once = benchOnce(**engine, config, data, times, figures, look);
        if (once.ok())
            plan = std::move(*once);
        else if (signalCount == 0)
            return fail(once.error(), options.json);
    }
    progress.end();
    if (signalCount > 0 && !isStopReported(static_cast<int>(times.size()), options.json)) return kInterrupted;
    std::ranges::sort(times);
    const double median = (times[(times.size() - 1) / 2] + times[times.size() / 2]) / 2;
    const double samples = static_cast<double>(config.batchSize * std::max<std::int64_t>(1, config.accumulate));
    const Json line{{"peer", "gatelab"},
                    {"shape", shape->key},
                    {"kind", options.cell},
                    {"ms_per_step", median},
                    {"ms_min", times.front()},
                    {"ms_max", times.back()},
                    {"repeats", times.size()},
                    {"epochs_per_repeat", options.epochs},
                    {"samples_per_s", 1e3 * samples / median},
                    {"train_loss", figures.lastLoss()},
                    {"threads", plan.threads},
                    {"implementation", plan.implementation},
                    {"device", plan.device},
                    {"engine", plan.engine},
                    {"processor", processorName()},
                    {"max_rss_mib", static_cast<double>(processMemory().peak) / kMiB},
                    {"tensor_allocations_per_step", figures.allocations},
                    {"system_allocations_per_step", figures.fromSystem}};
    if (options.json)
        std::printf("%s\n", line.dump().c_str());
    else
        printBench(line);
    return signalCount > 0 ? kInterrupted : kDone;
}

}  // namespace

CommandAction setBench(CLI::App& app) {
    const auto options = std::make_shared<BenchOptions>();
    app.add_option("--shape", options->shape, "A, B, C, D or E");
    app.add_option("--cell", options->cell, "lstm, gru, rnn-tanh or rnn-relu");
    app.add_option("--implementation", options->implementation,
                   "What computes the recurrent layer: auto, naive, cell, library, native, persistent or cudnn-tuned");
    app.add_option("--device", options->device, "auto, cpu or cuda:0");
    app.add_option("--threads", options->threads, "CPU threads; 0: measured");
    app.add_option("--epochs", options->epochs,
                   "Measured epochs per repeat, of which the fastest counts; one more warms up (2)")
        ->check(CLI::Range(1, 1000));
    app.add_option("--repeats", options->repeats, "Runs; their median counts, and their spread is told (7)")
        ->check(CLI::Range(1, 1000));
    app.add_option("--seed", options->seed, "Start values and order");
    app.add_option("--data", options->data, "Table with the columns x0, x1 ... and y instead of random numbers");
    app.add_option("--rows", options->rows, "Rows of the series")->check(CLI::Range(1000, 10000000));
    app.add_option("--set", options->settings, "Any other setting, as key=value; may be repeated");
    app.add_flag("--json", options->json,
                 "One JSON object. tensor_allocations_per_step: tensors that a step asks memory for; "
                 "system_allocations_per_step: those of them that the system had to give, "
                 "counted after the first epoch (0: all reuse memory of earlier steps; null: none was counted apart, "
                 "as on a GPU)");
    return [options] { return bench(*options); };
}

}  // namespace gatelab::worker

// SPDX-License-Identifier: GPL-3.0-or-later
// "bench": the whole training loop on a standard shape, as the peer scripts measure it: random inputs, 6000 rows,
// 80/10/10, Adam, no clipping, whole batches.
#include "io/json/json.h"
#include "worker/bench/measure_option.h"
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/json_line.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"
#include "worker/standard_shapes.h"

#include "base/clock.h"
#include "base/number_text.h"
#include "base/units.h"
#include "config/field.h"
#include "data/readers.h"
#include "device/monitor.h"
#include "store/workspace.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <sstream>
#include <thread>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

using Clock = std::chrono::steady_clock;

constexpr auto kLookEvery = std::chrono::milliseconds(20);

struct BenchOptions {
    std::string shape = "A", implementation = "auto", device = "auto", cell = "lstm";
    std::int64_t epochs = 2, seriesRows = 6000, threads = 0, repeats = 7, seed = 1;
    std::string data;
    std::vector<std::string> settings;  ///< "key=value" over the shape's own
    std::vector<std::string> rows;      ///< "SHAPE:key=value:key=value", each measured in turn; empty: the shape alone
    bool json = false;
};

/// One thing to measure: a shape with settings over its own.
struct BenchRow {
    std::string text;  ///< as it was asked for
    const StandardShape* shape = nullptr;
    ExperimentConfig config;
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

/// "SHAPE:key=value:key=value" with the settings of all rows below it.
Result<BenchRow> makeRow(const std::string& text, const BenchOptions& options) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ':');) parts.push_back(part);
    BenchRow row{text, findShape(parts.empty() ? text : parts.front()), {}};
    if (row.shape == nullptr)
        return Error{ErrorCode::InvalidInput,
                     "there is no shape '" + (parts.empty() ? text : parts.front()) + "'; A to H are known"};
    row.config = makeConfig(*row.shape, options);
    parts.erase(parts.begin());
    for (const auto& settings : {options.settings, parts})
        for (const std::string& setting : settings)
            if (auto set = applySetting(setting, row.config); !set.ok()) return set.error();
    return row;
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

/// The random series of the shape, or the file that was named.
Result<std::shared_ptr<const Dataset>> benchData(const BenchRow& row, const BenchOptions& options) {
    if (options.data.empty()) return standardData(row.shape->inputs, options.seriesRows);
    auto loaded = loadDataset(row.config);
    if (!loaded.ok()) return loaded.error();
    return std::make_shared<const Dataset>(std::move(*loaded));
}

/// All repeats of one row as a line; what was measured before an interruption is in it.
Result<Json> measureRow(Engine& engine, const BenchRow& row, const BenchOptions& options, ProgressLine& progress) {
    auto data = benchData(row, options);
    if (!data.ok()) return data.error();
    std::vector<double> times;
    RunPlanInfo plan;
    EpochFigures figures;
    const auto begun = Clock::now();
    for (std::int64_t repeat = 0; repeat < options.repeats && signalCount == 0; ++repeat) {
        // Nothing is known of the time before one repeat is done: all take about the same.
        const double all =
            repeat > 0 ? secondsSince(begun) / static_cast<double>(repeat) * static_cast<double>(options.repeats) : NAN;
        const auto look = [&] {
            progress.show((options.rows.empty() ? std::string() : row.text + ", ") + "repeat " +
                              std::to_string(repeat + 1) + " of " + std::to_string(options.repeats),
                          0, std::isnan(all) ? NAN : std::max(0.0, all - secondsSince(begun)));
        };
        auto once = benchOnce(engine, row.config, *data, times, figures, look);
        if (once.ok())
            plan = std::move(*once);
        else if (signalCount == 0)
            return once.error();
    }
    if (times.empty()) return Error{ErrorCode::Cancelled, "nothing was measured before the interruption"};
    std::ranges::sort(times);
    const double median = (times[(times.size() - 1) / 2] + times[times.size() / 2]) / 2;
    const double samples = static_cast<double>(row.config.batchSize * std::max<std::int64_t>(1, row.config.accumulate));
    return Json{{"peer", "gatelab"},
                {"row", row.text},
                {"shape", row.shape->key},
                {"kind", row.config.cell},
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
}

void printRow(const Json& line, bool json) {
    if (json)
        printJson(line);
    else
        printBench(line);
}

/// Exit status. Among other rows the problem is a line like theirs.
int printProblem(const BenchRow& row, const Error& error, bool isAlone, bool json) {
    if (isAlone || !json) return fail(isAlone ? error : error.withContext(row.text), json);
    printJson(Json{{"row", row.text}, {"error", error.message}});
    return exitCode(error.code);
}

/// Each row is told as soon as it is measured; one that cannot be measured says why, and the next one follows.
int bench(const BenchOptions& options) {
    std::vector<BenchRow> rows;
    for (const std::string& text : options.rows.empty() ? std::vector{options.shape} : options.rows) {
        auto row = makeRow(text, options);
        if (!row.ok()) return fail(row.error(), options.json);
        rows.push_back(std::move(*row));
    }
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    installSignals();
    int status = kDone;
    for (const BenchRow& row : rows) {
        ProgressLine progress(options.json);
        const auto line = measureRow(**engine, row, options, progress);
        progress.end();
        if (signalCount > 0) (void)isStopReported(line.ok() ? 1 : 0, options.json);
        if (line.ok())
            printRow(*line, options.json);
        else if (signalCount == 0)
            status = printProblem(row, line.error(), rows.size() == 1, options.json);
        std::fflush(stdout);
        if (signalCount > 0) return kInterrupted;
    }
    return status;
}

}  // namespace

CommandAction setBench(CLI::App& app) {
    const auto options = std::make_shared<BenchOptions>();
    app.add_option("--shape", options->shape, "A to H");
    app.add_option("--cell", options->cell,
                   "lstm, gru, rnn-tanh, rnn-relu, minlstm, mingru, lru, slstm or lstm-diagonal");
    app.add_option(
        "--implementation", options->implementation,
        "What computes the recurrent layer: auto, naive, cell, library, native, scan, time-parallel, persistent or "
        "cudnn-tuned");
    app.add_option("--device", options->device, "auto, cpu or cuda:0");
    addMeasure(app);
    app.add_option("--threads", options->threads, "CPU threads; 0: measured");
    app.add_option("--epochs", options->epochs,
                   "Measured epochs per repeat, of which the fastest counts; one more warms up (2)")
        ->check(CLI::Range(1, 1000));
    app.add_option("--repeats", options->repeats, "Runs; their median counts, and their spread is told (7)")
        ->check(CLI::Range(1, 1000));
    app.add_option("--seed", options->seed, "Start values and order");
    app.add_option("--data", options->data, "Table with the columns x0, x1 ... and y instead of random numbers");
    app.add_option("--rows", options->seriesRows, "Rows of the series")->check(CLI::Range(1000, 10000000));
    app.add_option("--set", options->settings, "Any other setting, as key=value; may be repeated");
    app.add_option(
           "--each", options->rows,
           "Measure these in turn in one process, separated by commas: a shape, and settings behind colons, as in "
           "B,B:precision=bf16,C:layers=1:cuda_graph=false")
        ->delimiter(',');
    app.add_flag("--json", options->json,
                 "One JSON object. tensor_allocations_per_step: tensors that a step asks memory for; "
                 "system_allocations_per_step: those of them that the system had to give, "
                 "counted after the first epoch (0: all reuse memory of earlier steps; null: none was counted apart, "
                 "as on a GPU)");
    return [options] { return bench(*options); };
}

}  // namespace gatelab::worker

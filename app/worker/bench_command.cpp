// SPDX-License-Identifier: GPL-3.0-or-later
// "bench": the whole training loop on a standard shape, as the peer scripts measure it: random inputs, 6000 rows, 80/10/10, Adam, no clipping, whole batches.
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/runs.h"

#include "base/rng.h"
#include "device/monitor.h"
#include "store/workspace.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct Shape {
    const char* key;
    std::int64_t batch, lookback, inputs, hidden, layers;
};
constexpr std::array kShapes = {Shape{"A", 32, 24, 8, 32, 1}, Shape{"B", 64, 96, 8, 64, 1}, Shape{"C", 64, 168, 8, 128, 2}, Shape{"D", 128, 336, 16, 256, 2},
                                Shape{"E", 256, 512, 64, 1024, 2}};

struct BenchOptions {
    std::string shape = "A", implementation = "auto", device = "auto", cell = "lstm";
    std::int64_t epochs = 2, rows = 6000, threads = 0, repeats = 7;
    bool json = false;
};

std::shared_ptr<const Dataset> makeData(const Shape& shape, std::int64_t rows) {
    auto series = std::make_shared<Series>();
    series->name = std::string("bench ") + shape.key;
    series->source = "bench";
    Rng rng(1, RandomPurpose::Synthetic);
    for (std::int64_t c = 0; c < shape.inputs; ++c) {
        Channel channel{"x" + std::to_string(c), {}, {}};
        for (std::int64_t row = 0; row < rows; ++row) channel.values.push_back(rng.normal());
        series->channels.push_back(std::move(channel));
    }
    Channel target{"y", {}, {}};
    for (std::int64_t row = 0; row < rows; ++row)
        target.values.push_back(std::sin(static_cast<double>(row) / 20) + 0.1 * series->channels.front().values[static_cast<std::size_t>(row)]);
    series->channels.push_back(std::move(target));
    auto data = std::make_shared<Dataset>();
    data->series = std::move(series);
    return data;
}

ExperimentConfig makeConfig(const Shape& shape, const BenchOptions& options) {
    ExperimentConfig config;
    config.targets = {"y"};
    for (std::int64_t c = 0; c < shape.inputs; ++c) config.inputs.push_back("x" + std::to_string(c));
    config.recipe.clear();
    config.split = "80%/10%/10%";
    config.lookback = shape.lookback;
    config.hiddenSize = shape.hidden;
    config.layers = shape.layers;
    config.cell = options.cell;
    config.batchSize = shape.batch;
    config.epochs = options.epochs + 1;  // the first one warms up
    config.dropLast = true;
    config.clipNorm = 0;
    config.threads = options.threads;
    config.implementation = options.implementation;
    config.device = options.device;
    return config;
}

/// Milliseconds per step of every epoch after the first, from the steps' own times: validation is left out.
class StepTimes {
public:
    void add(const MetricSample& sample) {
        if (sample.metric != MetricId::TrainLoss) return;
        auto& epoch = epochs_[static_cast<std::int64_t>(std::ceil(sample.epoch - 1e-9))];
        if (epoch.steps == 0) epoch.first = sample.seconds;
        epoch.last = sample.seconds;
        ++epoch.steps;
        lastLoss = sample.value;
    }
    [[nodiscard]] std::vector<double> milliseconds() const {
        std::vector<double> all;
        for (const auto& [number, epoch] : epochs_)
            if (number > 1 && epoch.steps > 1) all.push_back(1e3 * (epoch.last - epoch.first) / static_cast<double>(epoch.steps - 1));
        return all;
    }
    double lastLoss = NAN;

private:
    struct Epoch {
        double first = 0, last = 0;
        std::int64_t steps = 0;
    };
    std::map<std::int64_t, Epoch> epochs_;
};

/// One run without a record; its step times are added to `all`.
Result<RunPlanInfo> benchOnce(Engine& engine, const ExperimentConfig& config, const std::shared_ptr<const Dataset>& data, std::vector<double>& all, double& loss) {
    StepTimes times;
    RunPlanInfo plan;
    auto session = engine.start({config, data, nullptr, {}});
    if (!session.ok()) return session.error();
    (*session)->wait();
    (*session)->channel().drainMetrics([&](const MetricSample& sample) { times.add(sample); });
    for (const RunEvent& event : (*session)->channel().takeEvents()) {
        if (event.kind == RunEvent::Kind::Planned) plan = event.plan;
        if (event.kind == RunEvent::Kind::Finished && event.state != RunState::Finished) return Error{event.code, event.text};
    }
    const std::vector<double> epochs = times.milliseconds();
    if (epochs.empty()) return Error{ErrorCode::InvalidInput, "no epoch could be measured; take more rows"};
    all.push_back(*std::ranges::min_element(epochs));
    loss = times.lastLoss;
    return plan;
}

int bench(const BenchOptions& options) {
    const auto* shape = std::ranges::find_if(kShapes, [&](const Shape& row) { return options.shape == row.key; });
    if (shape == kShapes.end()) return fail({ErrorCode::InvalidInput, "there is no shape '" + options.shape + "'; A, B, C, D and E are known"}, options.json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    const auto data = makeData(*shape, options.rows);
    const ExperimentConfig config = makeConfig(*shape, options);
    std::vector<double> times;
    RunPlanInfo plan;
    double loss = NAN;
    for (std::int64_t repeat = 0; repeat < options.repeats; ++repeat) {
        auto once = benchOnce(**engine, config, data, times, loss);
        if (!once.ok()) return fail(once.error(), options.json);
        plan = std::move(*once);
    }
    std::ranges::sort(times);
    const double median = times[times.size() / 2];
    const Json line{{"peer", "gatelab"}, {"shape", shape->key}, {"kind", options.cell}, {"ms_per_step", median}, {"ms_min", times.front()}, {"ms_max", times.back()},
                    {"repeats", times.size()}, {"samples_per_s", 1e3 * static_cast<double>(shape->batch) / median}, {"train_loss", loss}, {"threads", plan.threads},
                    {"implementation", plan.implementation}, {"device", plan.device}, {"engine", plan.engine}, {"processor", processorName()},
                    {"max_rss_mib", static_cast<double>(processMemory().peak) / 1048576.0}};
    if (options.json) std::printf("%s\n", line.dump().c_str());
    else for (const auto& [key, value] : line.items()) std::printf("%-16s %s\n", key.c_str(), value.dump().c_str());
    return kDone;
}

}  // namespace

CommandAction setBench(CLI::App& app) {
    const auto options = std::make_shared<BenchOptions>();
    app.add_option("--shape", options->shape, "A, B, C, D or E");
    app.add_option("--cell", options->cell, "lstm, gru, rnn-tanh or rnn-relu");
    app.add_option("--implementation", options->implementation, "Row that runs the recurrent layer");
    app.add_option("--device", options->device, "auto, cpu or cuda:0");
    app.add_option("--threads", options->threads, "CPU threads; 0: measured");
    app.add_option("--epochs", options->epochs, "Measured epochs per repeat; one more warms up")->check(CLI::Range(1, 1000));
    app.add_option("--repeats", options->repeats, "Runs; the median counts")->check(CLI::Range(1, 1000));
    app.add_option("--rows", options->rows, "Rows of the series")->check(CLI::Range(1000, 10000000));
    app.add_flag("--json", options->json, "One JSON object");
    return [options] { return bench(*options); };
}

}  // namespace gatelab::worker

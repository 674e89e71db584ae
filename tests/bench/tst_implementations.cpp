// SPDX-License-Identifier: GPL-3.0-or-later
// What "auto" takes beside what it could have taken, over a grid of shapes: whole training steps, one thread,
// processor time, all implementations in turn. One Markdown table.
#include "config/experiment_config.h"
#include "config/switches.h"
#include "data/synthetic/synthetic.h"
#include "nn/host_memory.h"
#include "plan/plan.h"
#include "step/cpu/cpu_step.h"
#include "step/gradients.h"
#include "step/optimizers.h"
#include "support/take.h"

#include <ATen/Parallel.h>

#include <QtTest>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <limits>
#include <map>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kRounds = 9;
constexpr double kRoundSeconds = 0.01;  // of one implementation

struct Shape {
    std::int64_t time, batch, inputs, hidden;
};

/// A series of so many columns.
std::shared_ptr<const Dataset> columns(std::int64_t count) {
    Dataset data = take(makeBuiltin("sine-mix", 2400, 1));
    Series series = *data.series;
    while (static_cast<std::int64_t>(series.channels.size()) < count) {
        series.channels.push_back(series.channels.front());
        series.channels.back().name = "x" + std::to_string(series.channels.size());
    }
    data.series = std::make_shared<const Series>(std::move(series));
    return std::make_shared<const Dataset>(std::move(data));
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

double processorSeconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

/// The training of a network with one implementation.
class Contestant {
public:
    /// Null: it cannot compute the model.
    static std::unique_ptr<Contestant> create(ExperimentConfig config, const std::shared_ptr<const Dataset>& data,
                                              const char* implementation) {
        config.implementation = implementation;
        auto plan = makeTrainPlan(config, data);
        if (!plan.ok()) return nullptr;
        return std::make_unique<Contestant>(std::move(*plan));
    }
    explicit Contestant(TrainPlan plan)
        : plan_(std::move(plan)),
          batcher_(
              makeWindowSource(plan_, std::make_shared<const DeviceSeries>(placeSeries(plan_)), ExamplePart::Train),
              plan_.config, plan_.device),
          model_(take(Model::create(plan_.config, plan_.shape, modelOptions(plan_)))),
          objective_(plan_, *model_),
          whole_(CpuStep::create(plan_, objective_)),
          optimiser_(plan_.config, model_->parameters()) {
        step();  // buffers and code are warm after it
    }
    /// Of the best step.
    double roundSeconds() {
        double best = std::numeric_limits<double>::infinity();
        for (double sum = 0; sum < kRoundSeconds;) {
            const double before = processorSeconds();
            step();
            const double seconds = processorSeconds() - before;
            sum += seconds;
            best = std::min(best, seconds);
        }
        return best;
    }

private:
    void step() {
        constexpr ScheduledStep kNow{1e-4, 0.9};
        const ExperimentConfig& config = plan_.config;
        if (whole_) {
            whole_->addGradients(batcher_, {}, nullptr, nullptr);
            whole_->prepareUpdate(config, optimiser_, nullptr);
            return whole_->update(config, kNow, nullptr);
        }
        model_->parameters().zeroGradients();
        objective_.run(batcher_.batch(0, 0), {}).loss.backward();
        (void)clipGradients(config, model_->parameters());
        optimiser_.step(config, optimiser_.onDevice(kNow));
    }

    TrainPlan plan_;
    Batcher batcher_;
    std::unique_ptr<Model> model_;
    Objective objective_;
    std::unique_ptr<CpuStep> whole_;
    Optimiser optimiser_;
};

ExperimentConfig configOf(const char* cell, const Shape& shape, bool peephole) {
    ExperimentConfig config;
    config.recipe.clear();
    config.cell = cell;
    config.peephole = peephole;
    config.lookback = shape.time;
    config.horizon = 1;
    config.batchSize = shape.batch;
    config.hiddenSize = shape.hidden;
    config.bidirectional = false;
    config.threads = 1;
    config.device = "cpu";
    config.implementation = "auto";
    return config;
}

}  // namespace

class BenchImplementations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void grid() {
        constexpr Shape kShapes[] = {{24, 32, 8, 32},   {96, 64, 8, 64},   {98, 64, 1, 32},   {16, 64, 1, 8},
                                     {48, 256, 1, 24},  {12, 256, 3, 20},  {48, 8, 32, 256},  {40, 7, 13, 100},
                                     {1, 64, 8, 64},    {200, 1, 1, 8},    {28, 128, 1, 128}, {96, 64, 1, 32},
                                     {6, 1, 8, 512},    {6, 512, 8, 512},  {48, 64, 8, 512},  {12, 32, 8, 640},
                                     {48, 64, 8, 640},  {12, 64, 8, 768},  {6, 1, 8, 1024},   {48, 8, 8, 1024},
                                     {24, 32, 8, 1024}, {48, 64, 8, 1024}, {12, 512, 8, 1024}};
        at::set_num_threads(1);
        installHostMemory();
        std::printf(
            "| cell | T, batch, inputs, hidden | whole, ms | native, ms | library, ms | taken | beside the best |\n"
            "|---|---|---:|---:|---:|---|---:|\n");
        for (const char* cell : {"lstm", "gru", "rnn-tanh"})
            for (const Shape& shape : kShapes)
                // Peepholes: something that the whole step leaves to the own layer.
                for (const bool peephole : {false, true})
                    if (!peephole || (std::string_view(cell) == "lstm" && shape.time == 96))
                        measure(configOf(cell, shape, peephole), shape.inputs);
        std::printf("\n%d shapes: slowest choice %.2f times the best, %d shapes above 1.03\n", points_, worst_, over_);
    }

private:
    void measure(const ExperimentConfig& config, std::int64_t inputs) {
        const std::string taken(expectedImplementation(config));
        const auto data = columns(inputs);
        std::map<std::string, std::unique_ptr<Contestant>> contestants;
        for (const char* one : {"whole", "native", "library"})
            if (auto contestant = Contestant::create(config, data, one)) contestants[one] = std::move(contestant);
        std::map<std::string, std::vector<double>> times;
        for (int round = 0; round < kRounds; ++round)
            for (const auto& [name, contestant] : contestants) times[name].push_back(contestant->roundSeconds());
        // Within a round: load that comes and goes strikes all.
        double beside = 0;
        for (const auto& [name, seconds] : times) {
            std::vector<double> ratios;
            for (std::size_t i = 0; i < seconds.size(); ++i) ratios.push_back(times.at(taken)[i] / seconds[i]);
            beside = std::max(beside, median(ratios));
        }
        const auto reported = [&](const char* name) {
            return times.contains(name) ? QString::number(1000 * median(times.at(name)), 'g', 3) : QStringLiteral("-");
        };
        std::printf("| %s%s | %lld, %lld, %lld, %lld | %s | %s | %s | %s | %.2f |\n", config.cell.c_str(),
                    config.peephole ? ", peepholes" : "", static_cast<long long>(config.lookback),
                    static_cast<long long>(config.batchSize), static_cast<long long>(inputs),
                    static_cast<long long>(config.hiddenSize), qPrintable(reported("whole")),
                    qPrintable(reported("native")), qPrintable(reported("library")), taken.c_str(), beside);
        std::fflush(stdout);
        ++points_;
        over_ += beside > 1.03 ? 1 : 0;
        worst_ = std::max(worst_, beside);
    }

    int points_ = 0, over_ = 0;
    double worst_ = 0;
};

QTEST_APPLESS_MAIN(BenchImplementations)
#include "tst_implementations.moc"

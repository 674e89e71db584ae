// SPDX-License-Identifier: GPL-3.0-or-later
// What "auto" takes beside every row that it could have taken, over a grid of shapes: a training step without its
// update, one thread, processor time, all rows in turn. One Markdown table.
#include "config/experiment_config.h"
#include "data/synthetic/synthetic.h"
#include "nn/host_memory.h"
#include "plan/plan.h"
#include "step/implementation_trial.h"
#include "support/take.h"

#include <QtTest>

#include <algorithm>
#include <cstdio>
#include <limits>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kRounds = 7, kChoices = 3;
constexpr double kRoundSeconds = 0.01;  // of one row

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

/// Seconds of the best step in a round, every row in turn in each.
std::vector<std::vector<double>> timesOf(const std::vector<ImplementationCandidate>& rows) {
    std::vector<std::function<StepTime()>> steps;
    std::vector<std::vector<double>> times(rows.size());
    for (const ImplementationCandidate& row : rows) {
        steps.push_back(row.prepare());
        if (steps.back()) steps.back()();
    }
    for (int round = 0; round < kRounds; ++round)
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!steps[i]) continue;
            double best = std::numeric_limits<double>::infinity();
            for (double sum = 0; sum < kRoundSeconds;) {
                const double seconds = steps[i]().processor;
                sum += seconds;
                best = std::min(best, seconds);
            }
            times[i].push_back(best);
        }
    return times;
}

}  // namespace

class BenchImplementations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void grid() {
        constexpr Shape kShapes[] = {{24, 32, 8, 32},  {96, 64, 8, 64},  {98, 64, 1, 32},   {16, 64, 1, 8},
                                     {48, 256, 1, 24}, {12, 256, 3, 20}, {48, 8, 32, 256},  {40, 7, 13, 100},
                                     {1, 64, 8, 64},   {200, 1, 1, 8},   {28, 128, 1, 128}, {96, 64, 1, 32}};
        installHostMemory();
        std::printf(
            "| cell | T, batch, inputs, hidden | whole, ms | native, ms | library, ms | taken | beside the best |\n"
            "|---|---|---:|---:|---:|---|---:|\n");
        int points = 0, over = 0, firm = 0, choices = 0;
        double worst = 0;
        for (const char* cell : {"lstm", "gru", "rnn-tanh"})
            for (const Shape& shape : kShapes) {
                // Peepholes: something that the whole step leaves to the own layer.
                for (const bool peephole : {false, true}) {
                    if (peephole && (std::string(cell) != "lstm" || shape.time != 96)) continue;
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
                    const TrainPlan plan = take(makeTrainPlan(config, columns(shape.inputs)));
                    QCOMPARE(plan.shape.inputs, shape.inputs);
                    const HostMemoryAccount memory;
                    const auto series = std::make_shared<const DeviceSeries>(placeSeries(plan));
                    Batcher batcher(makeWindowSource(plan, series, ExamplePart::Train), plan.config, plan.device);
                    const auto rows = implementationCandidates(plan, batcher, memory);
                    const auto times = timesOf(rows);
                    double best = std::numeric_limits<double>::infinity();
                    for (const auto& one : times)
                        if (!one.empty()) best = std::min(best, median(one));
                    std::string taken;
                    double beside = 0;
                    for (int i = 0; i < kChoices; ++i) {
                        const RowFinding found = measureRows(rows).value_or(RowFinding{});
                        const auto place =
                            std::ranges::find(rows, found.row, &ImplementationCandidate::row) - rows.begin();
                        QVERIFY(place < std::ssize(rows));
                        beside = std::max(beside, median(times[static_cast<std::size_t>(place)]) / best);
                        if (taken.find(found.row) == std::string::npos) taken += (i > 0 ? ", " : "") + found.row;
                        firm += found.isClear && found.isCalm ? 1 : 0;
                        ++choices;
                    }
                    const auto reported = [&](const char* row) {
                        const auto place = std::ranges::find(rows, row, &ImplementationCandidate::row) - rows.begin();
                        return place == std::ssize(rows) || times[static_cast<std::size_t>(place)].empty()
                                   ? std::string("-")
                                   : QString::number(1000 * median(times[static_cast<std::size_t>(place)]), 'g', 3)
                                         .toStdString();
                    };
                    std::printf("| %s%s | %lld, %lld, %lld, %lld | %s | %s | %s | %s | %.2f |\n", cell,
                                peephole ? ", peepholes" : "", static_cast<long long>(shape.time),
                                static_cast<long long>(shape.batch), static_cast<long long>(shape.inputs),
                                static_cast<long long>(shape.hidden), reported("whole").c_str(),
                                reported("native").c_str(), reported("library").c_str(), taken.c_str(), beside);
                    std::fflush(stdout);
                    ++points;
                    over += beside > 1.05 ? 1 : 0;
                    worst = std::max(worst, beside);
                }
            }
        std::printf(
            "\n%d shapes, %d choices each: slowest choice %.2f times the best row, %d shapes above 1.05; %d of %d "
            "choices firm\n",
            points, kChoices, worst, over, firm, choices);
    }
};

QTEST_APPLESS_MAIN(BenchImplementations)
#include "tst_implementations.moc"

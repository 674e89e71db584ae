// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/rng.h"
#include "device/machine_limits.h"
#include "kernels/recurrent.h"
#include "kernels/time_parallel.h"
#include "nn/host_memory.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/autograd.h>

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

using namespace gatelab;

namespace {

const CellTraits *const kLstm = findCellTraits("lstm"), *const kGru = findCellTraits("gru"),
                        *const kRnnTanh = findCellTraits("rnn-tanh");

constexpr int kRepeats = 7;
constexpr double kMinSeconds = 0.02;  // of one repeat

/// Processor time of this thread: what other programs take away is not counted.
double threadSeconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

double wallSeconds() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

struct LayerShape {
    const CellTraits* cell;
    std::int64_t time, batch, inputs, hidden;

    /// Of the products, forward and backward: three times those of the forward pass.
    [[nodiscard]] double flops() const {
        return 6.0 * static_cast<double>(time * batch * cell->blocks() * hidden * (inputs + hidden));
    }
    [[nodiscard]] const char* name() const { return cell == kRnnTanh ? "rnn" : cell->key.data(); }
};

/// One layer, forward and backward, by one row of the table.
class Pass {
public:
    explicit Pass(const LayerShape& shape) : spec_{shape.cell, shape.inputs, shape.hidden, 0, false, false, 0, 0, 0} {
        const double scale = 1 / std::sqrt(static_cast<double>(shape.hidden));
        for (const RecurrentSpec::WeightShape& weight : spec_.weightShapes())
            weights_.push_back((at::rand(weight.sizes) * (2 * scale) - scale).requires_grad_(true));
        input_ = at::randn({shape.time, shape.batch, shape.inputs});
        ones_ = at::ones({shape.time, shape.batch, shape.hidden});
    }
    void run(const char* key) const {
        const RecurrentImplementation& row =
            **chooseImplementation(recurrentImplementations(), key, spec_, at::kCPU, at::kFloat);
        const RecurrentResult result = row.forward({spec_, input_, weights_, {}, {}, {}, true, {}, nullptr});
        torch::autograd::grad({result.output}, weights_, {ones_});
    }

private:
    RecurrentSpec spec_;
    std::vector<at::Tensor> weights_;
    at::Tensor input_, ones_;
};

using Clock = double (*)();
using Contestant = std::pair<const Pass*, const char*>;

/// Milliseconds of one pass of each, in turn, by repeat, sorted.
std::vector<std::vector<double>> timesInTurn(const std::vector<Contestant>& all, Clock clock) {
    std::vector<std::vector<double>> times(all.size());
    std::vector<std::int64_t> counts;
    for (const auto& [pass, key] : all) {
        pass->run(key);
        const double from = clock();
        pass->run(key);
        counts.push_back(std::max<std::int64_t>(1, static_cast<std::int64_t>(kMinSeconds / (clock() - from))));
    }
    for (int repeat = 0; repeat < kRepeats; ++repeat)
        for (std::size_t i = 0; i < all.size(); ++i) {
            const double from = clock();
            for (std::int64_t n = 0; n < counts[i]; ++n) all[i].first->run(all[i].second);
            times[i].push_back(1e3 * (clock() - from) / static_cast<double>(counts[i]));
        }
    for (std::vector<double>& one : times) std::ranges::sort(one);
    return times;
}

std::vector<std::vector<double>> timesOf(const LayerShape& shape, const std::vector<const char*>& keys) {
    const Pass pass(shape);
    std::vector<Contestant> all;
    for (const char* key : keys) all.emplace_back(&pass, key);
    return timesInTurn(all, threadSeconds);
}

double median(const std::vector<double>& sorted) { return sorted[sorted.size() / 2]; }

}  // namespace

/// Times one recurrent layer, forward and backward, one thread, of the own kernel and of LibTorch's; prints and has no
/// limits.
class BenchLayerSpeed : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        installHostMemory();  // as in a run: blocks are used again
        at::set_num_threads(1);
        at::manual_seed(1);
    }
    void oneLayer_data();
    void oneLayer();
    void grid();
    void besideTheLstm_data();
    void besideTheLstm();
    void parallelInTime_data();
    void parallelInTime();
};

void BenchLayerSpeed::oneLayer_data() {
    QTest::addColumn<QString>("cell");
    QTest::addColumn<int>("time");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("inputs");
    QTest::addColumn<int>("hidden");
    for (const CellTraits* cell : {kLstm, kGru, kRnnTanh})
        for (const auto& [key, time, batch, inputs, hidden] :
             {std::tuple{"A", 24, 32, 8, 32}, std::tuple{"B", 96, 64, 8, 64}, std::tuple{"C", 168, 64, 8, 128}})
            QTest::addRow("%s %s", LayerShape{cell, 1, 1, 1, 1}.name(), key)
                << QString(cell->key.data()) << time << batch << inputs << hidden;
}

void BenchLayerSpeed::oneLayer() {
    QFETCH(QString, cell);
    QFETCH(int, time);
    QFETCH(int, batch);
    QFETCH(int, inputs);
    QFETCH(int, hidden);
    const LayerShape shape{findCellTraits(cell.toStdString()), time, batch, inputs, hidden};
    const auto times = timesOf(shape, {"native", "library"});
    const double limit = measureProcessor(1).flopsPerSecond, own = median(times[0]), library = median(times[1]);
    std::printf(
        "{\"layer\": \"%s\", \"native_ms\": %.4f, \"native_min\": %.4f, \"native_max\": %.4f, \"library_ms\": %.4f, "
        "\"library_min\": %.4f, \"library_max\": %.4f, \"ratio\": %.2f, "
        "\"gflops\": %.1f, \"limit_gflops\": %.1f, \"share\": %.3f}\n",
        QTest::currentDataTag(), own, times[0].front(), times[0].back(), library, times[1].front(), times[1].back(),
        library / own, shape.flops() / own / 1e6, limit / 1e9, shape.flops() / own * 1e3 / limit);
    std::fflush(stdout);
}

// Sizes that are unkind to one or the other: few rows, few units, no multiples of a vector, wide inputs, weights larger
// than a cache.
void BenchLayerSpeed::grid() {
    constexpr std::tuple<int, int, int, int> kSizes[] = {
        {24, 32, 8, 32},    {96, 64, 8, 64},  {168, 64, 8, 128}, {48, 1, 8, 32},     {48, 2, 8, 64},
        {200, 1, 1, 8},     {12, 256, 3, 20}, {1, 64, 8, 64},    {1, 1, 16, 128},    {30, 16, 64, 64},
        {20, 16, 256, 32},  {40, 33, 5, 17},  {40, 7, 13, 100},  {512, 4, 2, 16},    {10, 512, 4, 48},
        {12, 32, 128, 256}, {8, 16, 32, 512}, {6, 1, 64, 512},   {10, 128, 16, 200}, {60, 24, 100, 33}};
    double worst = 1e9;
    for (const CellTraits* cell : {kLstm, kGru, kRnnTanh})
        for (const auto& [time, batch, inputs, hidden] : kSizes) {
            const LayerShape shape{cell, time, batch, inputs, hidden};
            const auto times = timesOf(shape, {"native", "library"});
            const double ratio = median(times[1]) / median(times[0]);
            worst = std::min(worst, ratio);
            std::printf("%-4s T %3d B %3d I %3d H %3d: native %9.4f ms, library %9.4f ms, ratio %5.2f, %5.1f GFLOP/s\n",
                        shape.name(), time, batch, inputs, hidden, median(times[0]), median(times[1]), ratio,
                        shape.flops() / median(times[0]) / 1e6);
            std::fflush(stdout);
        }
    std::printf("lowest ratio %.2f\n", worst);
}

void BenchLayerSpeed::besideTheLstm_data() {
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("time");
    for (const int threads : {1, 2})
        for (const int time : {24, 96, 512, 2000}) QTest::addRow("threads %d, T %d", threads, time) << threads << time;
}

/// Every newer cell by the loop and, where it is linear, by the scan, in turn with the LSTM's own kernel; 8 inputs, 64
/// units. One thread: its processor time; two: the clock on the wall, with the machine's load in it.
void BenchLayerSpeed::besideTheLstm() {
    QFETCH(int, threads);
    QFETCH(int, time);
    at::set_num_threads(threads);
    const Clock clock = threads == 1 ? threadSeconds : wallSeconds;
    for (const int batch : {1, 32}) {
        const Pass lstm(LayerShape{kLstm, time, batch, 8, 64});
        for (const char* cell : {"minlstm", "mingru", "lru", "lstm-diagonal", "slstm"}) {
            const CellTraits* traits = findCellTraits(cell);
            const Pass own(LayerShape{traits, time, batch, 8, 64});
            std::vector<Contestant> all{{&lstm, "native"}, {&own, "cell"}};
            if (!traits->readsHidden()) all.push_back({&own, "scan"});
            const auto times = timesInTurn(all, clock);
            std::printf("| %d | %d | %d | %s", threads, time, batch, cell);
            for (const std::vector<double>& one : times)
                std::printf(" | %.3f (%.3f to %.3f)", median(one), one.front(), one.back());
            if (times.size() > 2)
                std::printf(" | %.2f | %.2f", median(times[1]) / median(times[2]), median(times[0]) / median(times[2]));
            std::printf(" |\n");
            std::fflush(stdout);
        }
    }
    at::set_num_threads(1);
}

void BenchLayerSpeed::parallelInTime_data() {
    QTest::addColumn<QString>("cell");
    QTest::addColumn<int>("threads");
    for (const char* cell : {"lstm", "gru"})
        for (const int threads : {2, 1}) QTest::addRow("%s, threads %d", cell, threads) << cell << threads;
}

/// Chunks of time side by side, in turn with the own kernel from step to step; 8 inputs. One thread: its processor
/// time; two: the clock on the wall, with the machine's load in it.
void BenchLayerSpeed::parallelInTime() {
    QFETCH(QString, cell);
    QFETCH(int, threads);
    at::set_num_threads(threads);
    const Clock clock = threads == 1 ? threadSeconds : wallSeconds;
    for (const int hidden : {32, 64, 128})
        for (const auto& [time, batch] :
             {std::pair(1000, 1), std::pair(2000, 1), std::pair(8000, 1), std::pair(2000, 2), std::pair(8000, 2),
              std::pair(2000, 4), std::pair(2000, 8)}) {
            const Pass pass(LayerShape{findCellTraits(cell.toStdString()), time, batch, 8, hidden});
            timeSweepsOfThread() = {};
            const auto times = timesInTurn({{&pass, "native"}, {&pass, "time-parallel"}}, clock);
            const TimeSweeps& told = timeSweepsOfThread();
            const auto agreed = static_cast<double>(std::max<std::int64_t>(1, told.passes - told.sequential));
            std::printf("| %s | %d | %d | %d | %d |", cell.toUtf8().constData(), threads, hidden, time, batch);
            for (const std::vector<double>& one : times)
                std::printf(" %.2f (%.2f to %.2f) |", median(one), one.front(), one.back());
            std::printf(" %.2f | %.1f | %.0f %% |\n", median(times[0]) / median(times[1]),
                        static_cast<double>(told.sweeps) / agreed,
                        100 * static_cast<double>(told.sequential) /
                            static_cast<double>(std::max<std::int64_t>(1, told.passes)));
            std::fflush(stdout);
        }
    at::set_num_threads(1);
}

QTEST_APPLESS_MAIN(BenchLayerSpeed)
#include "tst_layer_speed.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/nn_support.h"
#include "engine/train_support.h"
#include "observe/layer_health.h"

#include <QtTest>

#include <map>
#include <set>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

using Grid = std::vector<std::vector<double>>;  ///< [time][feature]

ExperimentConfig small(const std::string& cell) {
    ExperimentConfig config;
    config.builtinLength = 220;
    config.lookback = 6;
    config.horizon = 2;
    config.cell = cell;
    config.hiddenSize = 5;
    config.layers = 2;
    config.bidirectional = cell == "lstm";
    config.batchSize = 16;
    config.epochs = 2;
    config.threads = 1;
    config.device = "cpu";
    return config;
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

/// Weights under PyTorch's names, as doubles.
struct Weights {
    std::map<std::string, at::Tensor> byName;
    explicit Weights(const Model& model) {
        for (const Parameter& parameter : model.parameters().all())
            byName[parameter.name] = parameter.value.detach().to(at::kDouble).clone();
    }
    [[nodiscard]] const at::Tensor& of(const std::string& name) const { return byName.at(name); }
};

/// What the layers did, gathered value by value.
struct Seen {
    std::vector<double> gates, outputs;
    [[nodiscard]] double saturated(const std::string& cell) const {
        double count = 0;
        for (const double v : gates) count += v < 0.05 || v > 0.95 ? 1 : 0;
        if (!gates.empty()) return count / static_cast<double>(gates.size());
        for (const double v : outputs) count += (cell == "rnn-relu" ? v <= 0 : std::abs(v) > 0.95) ? 1 : 0;
        return count / static_cast<double>(outputs.size());
    }
    [[nodiscard]] double spread() const {
        double mean = 0, square = 0;
        for (const double v : outputs) mean += v / static_cast<double>(outputs.size());
        for (const double v : outputs) square += (v - mean) * (v - mean) / static_cast<double>(outputs.size());
        return std::sqrt(square);
    }
};

/// One direction of one layer over one sequence, term by term as in the textbook.
Grid runDirection(const std::string& cell, const Weights& weights, const std::string& suffix, const Grid& input,
                  bool reverse, Seen& seen) {
    const at::Tensor wx = weights.of("rnn.weight_ih_" + suffix), wh = weights.of("rnn.weight_hh_" + suffix),
                     bx = weights.of("rnn.bias_ih_" + suffix), bh = weights.of("rnn.bias_hh_" + suffix);
    const auto hidden = static_cast<std::size_t>(wh.size(1));
    std::vector<double> h(hidden, 0), c(hidden, 0);
    Grid output(input.size());
    for (std::size_t k = 0; k < input.size(); ++k) {
        const std::size_t t = reverse ? input.size() - 1 - k : k;
        const auto rows = static_cast<std::size_t>(wx.size(0));
        std::vector<double> fromX(rows), fromH(rows);
        for (std::size_t r = 0; r < rows; ++r) {
            fromX[r] = bx.data_ptr<double>()[r], fromH[r] = bh.data_ptr<double>()[r];
            for (std::size_t j = 0; j < input[t].size(); ++j)
                fromX[r] += wx.data_ptr<double>()[r * input[t].size() + j] * input[t][j];
            for (std::size_t j = 0; j < hidden; ++j) fromH[r] += wh.data_ptr<double>()[r * hidden + j] * h[j];
        }
        const auto sum = [&](std::size_t gate, std::size_t u) {
            return fromX[gate * hidden + u] + fromH[gate * hidden + u];
        };
        for (std::size_t u = 0; u < hidden; ++u) {
            if (cell == "lstm") {
                const double i = sigmoid(sum(0, u)), f = sigmoid(sum(1, u)), g = std::tanh(sum(2, u)),
                             o = sigmoid(sum(3, u));
                seen.gates.insert(seen.gates.end(), {i, f, o});
                c[u] = f * c[u] + i * g;
                h[u] = o * std::tanh(c[u]);
            } else if (cell == "gru") {
                const double r = sigmoid(sum(0, u)), z = sigmoid(sum(1, u)),
                             n = std::tanh(fromX[2 * hidden + u] + r * fromH[2 * hidden + u]);
                seen.gates.insert(seen.gates.end(), {r, z});
                h[u] = (1 - z) * n + z * h[u];
            } else {
                h[u] = cell == "rnn-relu" ? std::max(0.0, sum(0, u)) : std::tanh(sum(0, u));
            }
        }
        seen.outputs.insert(seen.outputs.end(), h.begin(), h.end());
        output[t] = h;
    }
    return output;
}

std::vector<Seen> reference(const ExperimentConfig& config, const Weights& weights, const at::Tensor& input) {
    std::vector<Seen> seen(static_cast<std::size_t>(config.layers));
    const at::Tensor values = input.to(at::kDouble).contiguous();
    for (std::int64_t b = 0; b < values.size(1); ++b) {
        Grid sequence(static_cast<std::size_t>(values.size(0)));
        for (std::int64_t t = 0; t < values.size(0); ++t)
            for (std::int64_t f = 0; f < values.size(2); ++f)
                sequence[static_cast<std::size_t>(t)].push_back(values[t][b][f].item<double>());
        for (std::size_t layer = 0; layer < seen.size(); ++layer) {
            const std::string suffix = "l" + std::to_string(layer);
            Grid next = runDirection(config.cell, weights, suffix, sequence, false, seen[layer]);
            if (config.bidirectional) {
                const Grid back = runDirection(config.cell, weights, suffix + "_reverse", sequence, true, seen[layer]);
                for (std::size_t t = 0; t < next.size(); ++t)
                    next[t].insert(next[t].end(), back[t].begin(), back[t].end());
            }
            sequence = std::move(next);
        }
    }
    return seen;
}

double updateOf(const Weights& before, const Weights& after, const std::vector<std::string>& names) {
    double moved = 0, size = 0;
    for (const std::string& name : names) {
        const at::Tensor a = before.of(name).reshape(-1), b = after.of(name).reshape(-1);
        for (std::int64_t i = 0; i < a.numel(); ++i)
            moved += std::abs(b[i].item<double>() - a[i].item<double>()), size += std::abs(a[i].item<double>());
    }
    return std::log10(moved / size);
}

/// Everything of a run's layers by channel and step, and the histograms.
struct Received {
    std::map<std::pair<std::string, std::int64_t>, double> values;
    std::map<std::int64_t, std::vector<LayerHistogram>> histograms;
    std::vector<double> losses;
    explicit Received(MetricChannel& channel) {
        channel.drainMetrics([&](const MetricSample& sample) {
            if (sample.metric >= MetricId::UpdateInput && sample.metric <= MetricId::ActivationSpread)
                values[{channelKey(sample.channel()), sample.step}] = sample.value;
            if (sample.metric == MetricId::TrainLoss) losses.push_back(sample.value);
        });
        for (const RunEvent& event : channel.takeEvents())
            if (const auto* spread = event.as<LayerHistograms>()) histograms[event.step] = spread->layers;
    }
    [[nodiscard]] std::set<std::int64_t> steps() const {
        std::set<std::int64_t> all;
        for (const auto& [key, value] : values) all.insert(key.second);
        return all;
    }
};

std::unique_ptr<TrainBench> trained(ExperimentConfig config, std::int64_t steps, std::int64_t every) {
    config.maxSteps = steps;
    config.layerHealth = every;
    auto bench = std::make_unique<TrainBench>(config);
    bench->run();
    return bench;
}

double total(const LayerHistogram& histogram) {
    double sum = 0;
    for (const double count : histogram.counts) sum += count;
    return sum;
}

}  // namespace

/// Layer health against loops in float64 over the same weights and windows, and what it must leave alone.
class TestLayerHealth : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void agreesWithTheTextbook_data();
    void agreesWithTheTextbook();
    void changesNothing();
    void graphsStepAside();
    void goesOnAfterAResume();
    void isDueWhenItSays();
    void paddingIsLeftOut();
    void countsWhatIsThere();
};

void TestLayerHealth::agreesWithTheTextbook_data() {
    QTest::addColumn<QString>("cell");
    for (const char* cell : {"lstm", "gru", "rnn-tanh", "rnn-relu"}) QTest::newRow(cell) << cell;
}

void TestLayerHealth::agreesWithTheTextbook() {
    QFETCH(QString, cell);
    ExperimentConfig config = small(cell.toStdString());
    config.learningRate = 0.05;  // far enough for gates to saturate
    constexpr std::int64_t kSteps = 6;
    const Weights before(trained(config, kSteps - 1, 0)->model());
    const auto bench = trained(config, kSteps, 3);
    const Weights after(bench->model());
    const Received received(bench->channel());
    QCOMPARE(received.steps(), (std::set<std::int64_t>{1, 3, 6}));
    const Batch windows = bench->batcher().gather(bench->batcher().orderOf(0).narrow(0, 0, LayerHealth::kWindows));
    const auto seen = reference(config, after, windows.input);
    const auto near = [&](const std::string& key, double wanted) {
        const double got = received.values.at({key, kSteps});
        QVERIFY2(std::abs(got - wanted) < 1e-4,
                 qPrintable(QString("%1: %2, wanted %3").arg(QString::fromStdString(key)).arg(got).arg(wanted)));
    };
    for (std::size_t layer = 0; layer < seen.size(); ++layer) {
        const std::string l = "_l" + std::to_string(layer);
        near("saturation" + l, seen[layer].saturated(config.cell));
        near("activation_spread" + l, seen[layer].spread());
        for (const auto& [key, tensor] :
             {std::pair{"update_input", "rnn.weight_ih"}, std::pair{"update_recurrent", "rnn.weight_hh"}}) {
            std::vector<std::string> names{tensor + l};
            if (config.bidirectional) names.push_back(names.front() + "_reverse");
            near(key + l, updateOf(before, after, names));
        }
    }
    near("update_head", updateOf(before, after, {"head.weight"}));
    for (const LayerHistogram& histogram : received.histograms.at(kSteps)) {
        if (histogram.what != "output") continue;
        const Seen& layer = seen[static_cast<std::size_t>(histogram.layer)];
        std::vector<double> counts(LayerHealth::kBins, 0);
        for (const double value : layer.outputs)
            ++counts[static_cast<std::size_t>(
                std::clamp((value - histogram.low) / (histogram.high - histogram.low) * LayerHealth::kBins, 0.0,
                           LayerHealth::kBins - 1.0))];
        // A value may fall on the other side of an edge in float32.
        double moved = 0;
        for (std::size_t i = 0; i < counts.size(); ++i) moved += std::abs(counts[i] - histogram.counts[i]);
        QCOMPARE(total(histogram), static_cast<double>(layer.outputs.size()));
        QVERIFY2(moved <= 4, qPrintable(QString::number(moved)));
    }
}

void TestLayerHealth::changesNothing() {
    ExperimentConfig config = small("lstm");
    config.dropout = 0.2;
    const auto watched = trained(config, 12, 1), alone = trained(config, 12, 0);
    for (std::size_t i = 0; i < alone->weights().size(); ++i)
        QVERIFY(at::equal(watched->weights()[i], alone->weights()[i]));
    const Received a(watched->channel()), b(alone->channel());
    QCOMPARE(a.losses, b.losses);
    QVERIFY(b.values.empty() && b.histograms.empty());
    QCOMPARE(a.steps().size(), std::size_t{12});
}

void TestLayerHealth::graphsStepAside() {
    ExperimentConfig config = small("gru");
    config.graphSteps = 4;
    config.layerHealth = 5;
    int launches = 0;
    TrainBench graphed(config, [&] { return std::make_unique<ReplayedGraph>(&launches); });
    TrainBench single(config);
    graphed.run();
    single.run();
    QVERIFY(launches > 0);
    const Received a(graphed.channel()), b(single.channel());
    QCOMPARE(a.steps(), b.steps());
    QVERIFY(a.values == b.values);
    QCOMPARE(a.losses, b.losses);
}

void TestLayerHealth::goesOnAfterAResume() {
    ExperimentConfig config = small("lstm");
    config.layerHealth = 2;
    config.checkpointSeconds = 0;
    TrainBench straight(config);
    straight.run();
    const Received whole(straight.channel());
    const auto middle =
        std::ranges::find_if(straight.saved, [](const TrainingState& state) { return state.counters.step == 7; });
    QVERIFY(middle != straight.saved.end());
    TrainBench resumed(config);
    QVERIFY(resumed.trainer().restore(*middle).ok());
    resumed.run();
    const Received rest(resumed.channel());
    QVERIFY(!rest.values.empty() && *rest.steps().begin() == 8);
    for (const auto& [key, value] : rest.values) QCOMPARE(value, whole.values.at(key));
    for (const auto& [step, histograms] : rest.histograms)
        for (std::size_t i = 0; i < histograms.size(); ++i)
            QCOMPARE(histograms[i].counts, whole.histograms.at(step)[i].counts);
}

void TestLayerHealth::isDueWhenItSays() {
    QCOMPARE(LayerHealth::stepsToLook(100, 0), std::int64_t{1});
    QCOMPARE(LayerHealth::stepsToLook(100, 1), std::int64_t{99});
    QCOMPARE(LayerHealth::stepsToLook(100, 99), std::int64_t{1});
    QCOMPARE(LayerHealth::stepsToLook(100, 100), std::int64_t{100});
    QCOMPARE(LayerHealth::stepsToLook(1, 7), std::int64_t{1});
    QVERIFY(LayerHealth::stepsToLook(0, 7) > 1'000'000'000);
    int drawn = 0;
    for (std::int64_t step = 1; step <= 1'000'000; ++step) drawn += LayerHealth::drawsHistograms(1, step) ? 1 : 0;
    QVERIFY2(drawn >= 64 && drawn <= 64 + 32 * 14, qPrintable(QString::number(drawn)));
}

void TestLayerHealth::paddingIsLeftOut() {
    ExperimentConfig config;
    config.cell = "gru";
    config.hiddenSize = 4;
    config.layers = 1;
    config.bidirectional = true;
    ModelShape shape;
    shape.inputs = 3;
    config.horizon = 1;
    shape.targets = 1;
    const auto model = makeModel(config, shape);
    const auto look = [&](const at::Tensor& input, const at::Tensor& lengths) {
        LayerHealth health(*model);
        health.before();
        Batch batch;
        batch.input = input;
        batch.lengths = lengths;
        batch.size = input.size(1);
        return health.after(config, batch, true);
    };
    const at::Tensor input = randomTensor({5, 2, 3}, 1);
    at::Tensor padded = at::cat({input, randomTensor({4, 2, 3}, 2) * 100});
    const LayerLook bare = look(input, {}), full = look(padded, at::tensor({5, 5}, at::kLong));
    for (std::size_t i = 0; i < bare.values.size(); ++i) {
        if (bare.channels[i].metric != MetricId::Saturation && bare.channels[i].metric != MetricId::ActivationSpread)
            continue;
        QVERIFY(std::abs(bare.values[i].item<double>() - full.values[i].item<double>()) < 1e-12);
    }
    for (std::size_t i = 0; i < bare.spreads.size(); ++i)
        QVERIFY(at::equal(bare.spreads[i].counts, full.spreads[i].counts));
}

void TestLayerHealth::countsWhatIsThere() {
    const at::Tensor ends = at::tensor({-1.0, 1.0}, at::kDouble);
    const at::Tensor values =
        at::tensor({-1.0, -0.999, 0.0, 1.0, 7.0, -7.0, double(NAN), double(INFINITY)}, at::kDouble);
    const auto histogram = readSpreads({spreadOf("x", 2, values, ends)}).front();
    QCOMPARE(histogram.layer, std::int64_t{2});
    QCOMPARE(histogram.counts.size(), static_cast<std::size_t>(LayerHealth::kBins));
    QCOMPARE(total(histogram), 6.0);
    QCOMPARE(histogram.counts.front(), 3.0);
    QCOMPARE(histogram.counts.back(), 2.0);
    QCOMPARE(histogram.counts[16], 1.0);
    const auto zeros =
        readSpreads({spreadOf("x", 0, at::zeros({5}, at::kDouble), at::tensor({-1e-30, 1e-30}, at::kDouble))}).front();
    QCOMPARE(total(zeros), 5.0);
    const auto many = readSpreads({spreadOf("x", 0, at::linspace(-1, 1, 1'000'003, at::kDouble), ends)}).front();
    QVERIFY(total(many) <= LayerHealth::kMaxValues && total(many) > LayerHealth::kMaxValues / 2);
    const auto [least, most] = std::ranges::minmax(many.counts);
    QVERIFY(most - least <= 2);
}

QTEST_GUILESS_MAIN(TestLayerHealth)
#include "tst_layer_health.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The forecast by layer: a number for each layer of the network, together what is forecast for all of them.
#include "config/architecture.h"

#include <QtTest>

#include <algorithm>
#include <numeric>

using namespace gatelab;

class TestLayerMemory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void layersAreTheWhole_data() {
        QTest::addColumn<ExperimentConfig>("config");
        QTest::addColumn<int>("tokens");
        const auto row = [](const char* name, auto change, int tokens = 0) {
            ExperimentConfig config;
            config.layers = 2;
            change(config);
            QTest::newRow(name) << config << tokens;
        };
        row("plain", [](ExperimentConfig&) {});
        row("both ways", [](ExperimentConfig& config) { config.bidirectional = true; });
        row("all that can stand between", [](ExperimentConfig& config) {
            config.layerNorm = config.residual = true, config.dropout = 0.1, config.pooling = "attention";
        });
        row("on a GPU", [](ExperimentConfig& config) { config.device = "cuda:0"; });
        row("in chunks", [](ExperimentConfig& config) { config.recomputeChunk = 8; });
        row("mean of the steps", [](ExperimentConfig& config) { config.pooling = "mean"; });
        row("recursive", [](ExperimentConfig& config) { config.decoder = "recursive"; });
        row(
            "tokens", [](ExperimentConfig& config) { config.task = "classification"; }, 20);
        row("labelling", [](ExperimentConfig& config) { config.task = "labelling", config.pooling = "attention"; });
    }

    void layersAreTheWhole() {
        QFETCH(ExperimentConfig, config);
        QFETCH(int, tokens);
        ModelShape shape;
        shape.inputs = shape.targets = 3;
        shape.tokens = tokens;
        const Architecture architecture = describeArchitecture(config, shape);
        const MemoryForecast forecast = forecastMemory(config, shape, 1000);
        QCOMPARE(forecast.layers.size(), architecture.layers.size());
        QCOMPARE(std::accumulate(forecast.layers.begin(), forecast.layers.end(), 0.0), forecast.activations);
        for (std::size_t i = 0; i < forecast.layers.size(); ++i) {
            const LayerInfo::Kind kind = architecture.layers[i].kind;
            if (kind == LayerInfo::Kind::Window) QCOMPARE(forecast.layers[i], 0.0);
            // What a recurrent layer keeps is more than anything else.
            if (kind == LayerInfo::Kind::Recurrent) QVERIFY(forecast.layers[i] > forecast.layers.back());
        }
    }

    /// oneDNN's arrays are the processor's: about 16 numbers a unit and step where cuDNN keeps at most 9.
    void aGpuHasNoOneDnn() {
        ModelShape shape;
        shape.inputs = shape.targets = 3;
        ExperimentConfig config;
        config.hiddenSize = 256;
        config.lookback = 200;
        config.implementation = "library";
        const auto kept = [&](const char* device, const char* precision) {
            config.device = device, config.precision = precision;
            const MemoryForecast forecast = forecastMemory(config, shape, 10000);
            const double numbers = static_cast<double>(config.hiddenSize * config.lookback * config.batchSize);
            return *std::ranges::max_element(forecast.layers) / (4 * numbers);  // of four bytes
        };
        QVERIFY2(kept("cuda:0", "fp32") < 10, qPrintable(QString::number(kept("cuda:0", "fp32"))));
        QVERIFY(kept("cpu", "fp32") > 11);
        QVERIFY(kept("cuda:0", "tf32") < 10);
    }
};

QTEST_MAIN(TestLayerMemory)
#include "tst_layer_memory.moc"

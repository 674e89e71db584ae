// SPDX-License-Identifier: GPL-3.0-or-later
// The text of programs, without a compiler for it; what they compute is held by tests/engine/step/xla.
// Holds core/xla/program.cpp, core/xla/network_of.cpp and core/config/obstacles/xla_obstacle.cpp.
#include "config/obstacles/xla_obstacle.h"
#include "xla/network_of.h"
#include "xla/program.h"

#include <QRegularExpression>
#include <QSet>
#include <QtTest>

using namespace gatelab;

namespace {

ExperimentConfig experiment() {
    ExperimentConfig config;
    config.device = "xla:0";
    return config;
}

QString stepOf(const ExperimentConfig& config) { return QString::fromStdString(xlaStepText(xlaNetworkOf(config, {}))); }

}  // namespace

class TestXlaText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lengthDoesNotDependOnTheWindow() {
        ExperimentConfig config = experiment();
        config.lookback = 10;
        const qsizetype lines = stepOf(config).count('\n');
        config.lookback = 5000;
        QCOMPARE(stepOf(config).count('\n'), lines);
        QVERIFY(lines < 400);
    }

    void everyNameIsDefinedOnce() {
        for (const char* cell : {"lstm", "gru", "rnn-tanh", "rnn-relu"}) {
            ExperimentConfig config = experiment();
            config.cell = cell;
            config.bidirectional = true;
            config.layers = 2;
            static const QRegularExpression kDefined(QStringLiteral("^(%v[0-9]+) = "),
                                                     QRegularExpression::MultilineOption);
            QSet<QString> names;
            auto matches = kDefined.globalMatch(stepOf(config));
            while (matches.hasNext()) {
                const QString name = matches.next().captured(1);
                QVERIFY2(!names.contains(name), qPrintable(name));
                names << name;
            }
            QVERIFY(names.size() > 100);
        }
    }

    void productsAreAsExactAsTheDeviceCan() {
        const QString text = stepOf(experiment());
        QVERIFY(text.count(QStringLiteral("dot_general")) > 5);
        QCOMPARE(text.count(QStringLiteral("precision = [HIGHEST, HIGHEST]")),
                 text.count(QStringLiteral("dot_general")));
    }

    void stateLiesWhereItLay() {
        // Of two pieces weights, mean and square, and the mark of a bad step.
        QCOMPARE(stepOf(experiment()).count(QStringLiteral("tf.aliasing_output")), 7);
    }

    void parametersAreThoseOfTheArchitecture() {
        for (const char* cell : {"lstm", "gru", "rnn-tanh"}) {
            ExperimentConfig config = experiment();
            config.cell = cell;
            config.layers = 3;
            config.bidirectional = true;
            std::int64_t count = 0;
            for (const XlaPiece& piece : xlaNetworkOf(config, {.inputs = 5}).pieces) count += piece.numbers;
            QCOMPARE(count, describeArchitecture(config, {.inputs = 5}).parameters);
        }
    }

    void wordsOfDevices() {
        QVERIFY(isXla("xla") && isXla("xla:3") && !isXla("xlab") && !isXla("cpu") && !isXla("cuda:0"));
        QCOMPARE(xlaNumber("xla"), 0);
        QCOMPARE(xlaNumber("xla:12"), 12);
        for (const char* wrong : {"xla:", "xla:-1", "xla:a", "xla:1b", "cpu"}) QCOMPARE(xlaNumber(wrong), -1);
    }

    void whatItCannotIsRefused_data() {
        QTest::addColumn<ExperimentConfig>("config");
        const auto row = [](const char* name, auto change) {
            ExperimentConfig config = experiment();
            change(config);
            QTest::newRow(name) << config;
        };
        row("precision", [](auto& c) { c.precision = "bf16"; });
        row("peephole", [](auto& c) { c.peephole = true; });
        row("layer norm", [](auto& c) { c.layerNorm = true; });
        row("dropout", [](auto& c) { c.dropout = 0.1, c.layers = 2; });
        row("zoneout", [](auto& c) { c.zoneout = 0.1; });
        row("attention", [](auto& c) { c.pooling = "attention"; });
        row("linear path", [](auto& c) { c.linearPath = true; });
        row("recursive decoder", [](auto& c) { c.decoder = "recursive"; });
        row("gaussian", [](auto& c) { c.loss = "gaussian-nll"; });
        row("NSE*", [](auto& c) { c.loss = "nse"; });
        row("optimiser", [](auto& c) { c.optimiser = "nadam"; });
        row("accumulation", [](auto& c) { c.accumulate = 2; });
        row("ranks", [](auto& c) { c.ranks = 2; });
    }
    void whatItCannotIsRefused() {
        QFETCH(ExperimentConfig, config);
        const Text why = xlaObstacle(config);
        QVERIFY(!why.isEmpty());
        QVERIFY2(QString::fromUtf8(why.source).endsWith('.'), why.source);
        QVERIFY(xlaObstacle(experiment()).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestXlaText)
#include "tst_xla_text.moc"

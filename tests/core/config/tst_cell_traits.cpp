// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/architecture.h"
#include "config/cell_traits.h"
#include "config/choices.h"
#include "config/config_check.h"

#include <QTest>

#include <algorithm>

using namespace gatelab;

class TestCellTraits : public QObject {
    Q_OBJECT

    static bool hasError(const ExperimentConfig& config, std::string_view key) {
        return std::ranges::any_of(checkConfig(config), [&](const ConfigFinding& finding) {
            return finding.key == key && finding.severity == Severity::Error;
        });
    }

private Q_SLOTS:
    void rowsAreComplete() {
        for (const CellTraits& cell : cellTraits()) {
            QCOMPARE(findCellTraits(cell.key), &cell);  // the first of its key
            QVERIFY2(!cell.label.isEmpty() && !cell.help.isEmpty() && !cell.family.empty(), cell.key.data());
            QVERIFY2(findChoice(cellChoices(), cell.key) != nullptr, cell.key.data());
        }
    }

    void lettersAreBlocks() {
        for (const CellTraits& cell : cellTraits()) {
            for (const char letter : {cell.keepGate, cell.writeGate, cell.candidate})
                if (letter != 0) QVERIFY2(cell.gates.find(letter) != std::string_view::npos, cell.key.data());
            QVERIFY(cell.writeGate == 0 || cell.keepGate != 0);
            QVERIFY(!cell.forgetBias || cell.keepGate != 0);
            QVERIFY(!cell.candidateApart || cell.block(cell.candidate) == cell.blocks() - 1);
        }
        QCOMPARE(quantityKeys(cellTraits("lstm")), std::string("ifgoch"));
        QCOMPARE(quantityKeys(cellTraits("gru")), std::string("rznh"));
        QCOMPARE(quantityKeys(cellTraits("rnn-relu")), std::string("h"));
        QCOMPARE(quantityKeys(cellTraits("slstm")), std::string("ifgocmh"));
        QCOMPARE(quantityKeys(cellTraits("mingru")), std::string("znh"));
        QCOMPARE(quantityKeys(cellTraits("lru")), std::string("uvocjh"));
    }

    /// Of torch.nn.LSTM(3, 5), GRU and RNN: blocks * 5 * (3 + 5 + 2).
    void parametersAreThoseOfTorch() {
        for (const auto& [key, parameters] :
             {std::pair("lstm", std::int64_t{200}), {"gru", 150}, {"rnn-tanh", 50}, {"rnn-relu", 50}}) {
            ExperimentConfig config;
            config.cell = key;
            config.hiddenSize = 5;
            config.layers = 1;
            ModelShape shape;
            shape.inputs = 3;
            const Architecture made = describeArchitecture(config, shape);
            const auto layer = std::ranges::find(made.layers, LayerInfo::Kind::Recurrent, &LayerInfo::kind);
            QVERIFY(layer != made.layers.end());
            QCOMPARE(layer->parameters, parameters);
        }
    }

    /// 3 inputs, 5 units: rows of weights from the input, what sees the state, one bias or two.
    void newerCellsHaveFewerWeights() {
        for (const auto& [key, parameters] : {std::pair("lstm-diagonal", std::int64_t{4 * 5 * (3 + 1 + 1)}),
                                              {"slstm", 4 * 5 * (3 + 5 + 2)},
                                              {"minlstm", 3 * 5 * (3 + 1)},
                                              {"mingru", 2 * 5 * (3 + 1)},
                                              {"lru", 3 * 5 * (3 + 1 + 1)}}) {
            ExperimentConfig config;
            config.cell = key;
            config.hiddenSize = 5;
            ModelShape shape;
            shape.inputs = 3;
            const Architecture made = describeArchitecture(config, shape);
            const auto layer = std::ranges::find(made.layers, LayerInfo::Kind::Recurrent, &LayerInfo::kind);
            QCOMPARE(layer->parameters, parameters);
        }
    }

    void whatACellCannotHaveIsRefused() {
        for (const CellTraits& cell : cellTraits()) {
            ExperimentConfig config;
            config.cell = cell.key;
            config.peephole = true;
            QCOMPARE(hasError(config, "peephole"), cell.key != "lstm");
            config.peephole = false;
            config.projectionSize = 2;
            QCOMPARE(hasError(config, "projection_size"), cell.key != "lstm");
        }
    }

    void anUnknownCellIsRefusedAndHarmless() {
        ExperimentConfig config;
        config.cell = "hopfield";
        QCOMPARE(findCellTraits("hopfield"), nullptr);
        QCOMPARE(cellTraits("hopfield").blocks(), std::int64_t{1});
        QVERIFY(hasError(config, "cell"));
    }
};

QTEST_GUILESS_MAIN(TestCellTraits)
#include "tst_cell_traits.moc"

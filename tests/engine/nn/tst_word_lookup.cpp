// SPDX-License-Identifier: GPL-3.0-or-later
// A network that reads words through tables, beside finite differences and beside the ordinary network over their
// inputs of 0 and 1. Holds core/nn/word_lookup.cpp and core/config/words/word_table.h.
#include "config/words/word_table.h"
#include "engine/nn_support.h"

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr std::int64_t kInputs = 9, kSteps = 6, kBatch = 4;

/// Two plain inputs, a column of four words that is read twice (its copy knows two of them), one of two words.
ModelShape shapeOf(std::int64_t size) {
    ModelShape shape{kInputs, 1};
    shape.tables = {{"kind", "category.kind.weight", 4, size, {{{1, 2, 3, 4}, {0, 1, 2, 3}}, {{8, 6}, {2, 0}}}},
                    {"day", "category.day.weight", 2, 2, {{{5, 7}, {0, 1}}}}};
    return shape;
}

ExperimentConfig settings(const char* cell = "lstm") {
    ExperimentConfig config;
    config.cell = cell;
    config.lookback = kSteps, config.horizon = 3, config.batchSize = kBatch, config.hiddenSize = 5;
    return config;
}

/// Words, a row without any, and shares of two.
at::Tensor window() {
    at::Tensor x = at::zeros({kSteps, kBatch, kInputs}, at::kDouble);
    x.select(2, 0).copy_(randomTensor({kSteps, kBatch}, 1));
    for (std::int64_t t = 0; t < kSteps; ++t)
        for (std::int64_t b = 0; b < kBatch; ++b) {
            if (t == 2 && b == 1) continue;
            x[t][b][1 + (t * 3 + b) % 4] = 1;
            x[t][b][(t + b) % 2 == 0 ? 6 : 8] = 1;
            x[t][b][t % 2 == 0 ? 5 : 7] = 1;
        }
    x[1][0][1] = 0.25, x[1][0][2] = 0.75, x[1][0][4] = 0;
    return x;
}

at::Tensor lossOf(Model& model, const at::Tensor& x) {
    const at::Tensor output = model.forward(x).output;
    return (output * randomTensor(output.sizes(), 7)).sum() + output.square().sum();
}

/// The ordinary network that gives the same.
std::unique_ptr<Model> folded(const Model& model, const ExperimentConfig& config, const ModelShape& shape) {
    auto plain = makeModel(config, {shape.inputs, shape.targets});
    const at::NoGradGuard noGrad;
    const auto valuesOf = [](const at::Tensor& tensor) {
        return std::span<const double>(tensor.const_data_ptr<double>(), static_cast<std::size_t>(tensor.numel()));
    };
    for (const Parameter& to : plain->parameters().all()) {
        const at::Tensor& from = model.parameters().find(to.name)->value;
        if (!to.name.starts_with("rnn.weight_ih_l0")) {
            to.value.copy_(from);
            continue;
        }
        std::vector<double> values =
            foldedTables<double>(shape.tables, shape.inputs, valuesOf(from),
                                 [&](const auto& t) { return valuesOf(model.parameters().find(t.name)->value); });
        to.value.copy_(at::tensor(values, at::kDouble).view(to.value.sizes()));
    }
    return plain;
}

}  // namespace

class TestWordLookup : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFirstLayerIsNarrow() {
        const ModelShape shape = shapeOf(3);
        const auto model = makeModel(settings(), shape);
        QCOMPARE(model->seenInputs(), std::int64_t{1 + 2 * 3 + 2});
        QCOMPARE(plainInputs(shape.tables, kInputs), std::vector<std::int64_t>{0});
        QVERIFY(model->embeds());
        const Architecture described = describeArchitecture(settings(), shape);
        QCOMPARE(described.parameters, model->parameters().count());
        QCOMPARE(described.layers[1].name.english(), std::string("Embedding of kind, 4 words in 3"));
        QCOMPARE(std::ssize(forecastMemory(settings(), shape, 100).layers), std::ssize(described.layers));
        // Unit variance, another draw for each table.
        const auto large = makeModel(settings(), [] {
            ModelShape many{800, 1};
            many.tables = {{"a", "category.a.weight", 400, 20, {{{}, {}}}},
                           {"b", "category.b.weight", 400, 20, {{{}, {}}}}};
            for (std::int64_t i = 0; i < 400; ++i)
                for (std::int64_t table = 0; table < 2; ++table) {
                    many.tables[static_cast<std::size_t>(table)].copies[0].inputs.push_back(400 * table + i);
                    many.tables[static_cast<std::size_t>(table)].copies[0].rows.push_back(i);
                }
            return many;
        }());
        const at::Tensor a = large->parameters().find("category.a.weight")->value,
                         b = large->parameters().find("category.b.weight")->value;
        QVERIFY(std::abs(a.std().item<double>() - 1) < 0.05 && std::abs(a.mean().item<double>()) < 0.05);
        QVERIFY(std::abs((a * b).mean().item<double>()) < 0.05);
    }

    void gradientsAreFiniteDifferences() {
        const ModelShape shape = shapeOf(3);
        const auto model = makeModel(settings("gru"), shape);
        const at::Tensor x = window();
        model->parameters().zeroGradients();
        lossOf(*model, x).backward();
        for (const WordTable& table : shape.tables) {
            const Parameter& parameter = *model->parameters().find(table.name);
            const at::Tensor gradient = parameter.value.grad().clone();
            QVERIFY(gradient.abs().max().item<double>() > 1e-3);
            const at::NoGradGuard noGrad;
            constexpr double kStep = 1e-5;
            for (std::int64_t i = 0; i < parameter.value.numel(); ++i) {
                double* at = parameter.value.data_ptr<double>() + i;
                const double before = *at;
                *at = before + kStep;
                const double above = lossOf(*model, x).item<double>();
                *at = before - kStep;
                const double below = lossOf(*model, x).item<double>();
                *at = before;
                const double own = gradient.flatten()[i].item<double>();
                QVERIFY2(std::abs((above - below) / (2 * kStep) - own) < 1e-7 * std::max(1.0, std::abs(own)),
                         (table.name + " " + std::to_string(i)).c_str());
            }
        }
    }

    void equalsTheOrdinaryNetwork_data() {
        QTest::addColumn<QString>("cell");
        for (const char* cell : {"lstm", "gru", "rnn-tanh"}) QTest::newRow(cell) << QString::fromLatin1(cell);
    }
    void equalsTheOrdinaryNetwork() {
        QFETCH(QString, cell);
        ExperimentConfig config = settings(cell.toLatin1().constData());
        config.bidirectional = true, config.linearPath = true;
        const ModelShape shape = shapeOf(3);
        const auto model = makeModel(config, shape);
        {
            const at::NoGradGuard noGrad;
            const at::Tensor& linear = model->parameters().find("linear.weight")->value;
            linear.copy_(randomTensor(linear.sizes(), 5));
        }
        const auto plain = folded(*model, config, shape);
        QVERIFY(relativeDifference(model->forward(window()).output, plain->forward(window()).output) < 1e-12);
    }

    // With ones on the diagonal what is seen are the words themselves: then both learn alike.
    void anIdentityIsOneHot() {
        ModelShape shape{kInputs, 1};
        shape.tables = {{"kind", "category.kind.weight", 4, 4, {{{1, 2, 3, 4}, {0, 1, 2, 3}}}}};
        const auto model = makeModel(settings(), shape);
        {
            const at::NoGradGuard noGrad;
            model->parameters().find("category.kind.weight")->value.copy_(at::eye(4, at::kDouble));
        }
        const auto plain = folded(*model, settings(), shape);
        for (Model* one : {model.get(), plain.get()}) {
            one->parameters().zeroGradients();
            lossOf(*one, window()).backward();
        }
        const auto gradient = [](const Model& of, const char* name) {
            return of.parameters().find(name)->value.grad();
        };
        const at::Tensor seen = gradient(*model, "rnn.weight_ih_l0"), all = gradient(*plain, "rnn.weight_ih_l0");
        QVERIFY(difference(seen, all.index_select(1, at::tensor({0, 5, 6, 7, 8, 1, 2, 3, 4}))) < 1e-12);
        QVERIFY(difference(gradient(*model, "rnn.weight_hh_l0"), gradient(*plain, "rnn.weight_hh_l0")) < 1e-12);
    }

    void lowerPrecisionIsNear() {
        const ModelShape shape = shapeOf(3);
        const auto exact = makeModel(settings(), shape, at::kFloat);
        ModelOptions options;
        options.compute = at::kBFloat16, options.seed = 3;
        const auto low = std::move(Model::create(settings(), shape, options)).value();
        const at::Tensor x = window().to(at::kFloat);
        const double off = difference(low->forward(x).output, exact->forward(x).output);
        QVERIFY2(off > 0 && off < 0.03, qPrintable(QString::number(off)));
    }

    void recomputedIsTheSame() {
        ExperimentConfig config = settings();
        const auto whole = makeModel(config, shapeOf(3));
        config.recomputeChunk = 2;
        const auto chunks = makeModel(config, shapeOf(3));
        ForwardOptions options;
        options.training = true;
        for (Model* one : {whole.get(), chunks.get()}) {
            one->parameters().zeroGradients();
            one->forward(window(), options).output.square().sum().backward();
        }
        const char* name = "category.kind.weight";
        QVERIFY(difference(whole->parameters().find(name)->value.grad(),
                           chunks->parameters().find(name)->value.grad()) < 1e-12);
    }
};

QTEST_APPLESS_MAIN(TestWordLookup)
#include "tst_word_lookup.moc"

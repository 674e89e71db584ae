// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/nn_support.h"
#include "step/weight_names.h"
#include "support/places.h"
#include "support/take.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

/// Weights of PyTorch, as its state_dict names them, into a model and out again.
class TestWeightNames : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void loadsWhatPyTorchMade_data();
    void loadsWhatPyTorchMade();
    void namesBuffers();

private:
    const TensorFile reference_ =
        take(readTensors(inSource("/tests/engine/reference/reference.safetensors").toStdString()));
};

namespace {

std::unique_ptr<Model> modelOf(const char* cell) {
    ExperimentConfig config;
    config.cell = cell;
    config.layers = 2;
    config.bidirectional = true;
    config.hiddenSize = 3;
    config.lookback = 5;
    config.horizon = 2;
    config.loss = "pinball";  // the reference's widest head
    return makeModel(config, {2, 2, 0, 0});
}

}  // namespace

void TestWeightNames::loadsWhatPyTorchMade_data() {
    QTest::addColumn<QString>("cell");
    QTest::addColumn<QString>("recurrent");  // how the user's module calls its parts
    QTest::addColumn<QString>("head");
    QTest::newRow("our names") << "lstm"
                               << "rnn."
                               << "head.";
    QTest::newRow("others") << "lstm"
                            << "lstm."
                            << "fc.";
    QTest::newRow("nested") << "gru"
                            << "net.encoder.gru."
                            << "net.out.";
    QTest::newRow("bare nn.RNN") << "rnn-tanh"
                                 << ""
                                 << "linear.";
}

void TestWeightNames::loadsWhatPyTorchMade() {
    QFETCH(QString, cell);
    QFETCH(QString, recurrent);
    QFETCH(QString, head);
    const auto model = modelOf(qPrintable(cell));
    const std::string network = cell.toStdString() + ".2.2", prefix = network + ".weight.";
    TensorFile file;
    for (const auto& [name, raw] : reference_.tensors) {
        if (!name.starts_with(prefix)) continue;
        const QString own = QString::fromStdString(name.substr(prefix.size()));
        file.tensors[(own.startsWith("head.") ? head + own.mid(5) : recurrent + own.mid(4)).toStdString()] = raw;
    }
    const QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.filePath("state_dict.safetensors").toStdString());
    QVERIFY(writeTensors(path, file).ok());
    const auto loaded = model->parameters().load(withModelNames(take(readTensors(path)), model->parameters()));
    QVERIFY2(loaded.ok(), loaded.ok() ? "" : loaded.error().message.c_str());
    const at::Tensor input = *fromRawTensor(reference_.tensors.at("data.input")),
                     output = *fromRawTensor(reference_.tensors.at(network + ".output"));
    QVERIFY(difference(model->forward(input[0]).output, output) < 1e-12);
    // Out again under the names that PyTorch's modules have.
    const TensorFile saved = model->parameters().save();
    for (const auto& [name, raw] : reference_.tensors)
        if (name.starts_with(prefix))
            QVERIFY2(saved.tensors.at(name.substr(prefix.size())).bytes == raw.bytes, name.c_str());
    // Two modules too many cannot be told apart: nothing is guessed, and the message names one.
    file.tensors["other.weight"] = file.tensors.begin()->second;
    if (head != "head.") QVERIFY(!model->parameters().load(withModelNames(file, model->parameters())).ok());
}

void TestWeightNames::namesBuffers() {
    const auto model = modelOf("lstm");
    std::vector<at::Tensor> buffers;
    for (const ParameterBuffer& buffer : model->parameters().buffers()) buffers.push_back(buffer.values.detach() * 2);
    TensorFile named = namedBuffers(model->parameters(), buffers);
    QCOMPARE(named.tensors.size(), model->parameters().all().size());
    QVERIFY(difference(*fromRawTensor(named.tensors.at("head.weight")),
                       model->parameters().find("head.weight")->value * 2) == 0);
    const auto back = take(buffersFromNames(model->parameters(), named));
    for (std::size_t i = 0; i < back.size(); ++i) QVERIFY(difference(back[i], buffers[i]) == 0);
    TensorFile cut = named;
    cut.tensors.erase("head.bias");
    QVERIFY(!buffersFromNames(model->parameters(), cut).ok());
    named.tensors["head.bias"].shape = {2, 6};
    QVERIFY(!buffersFromNames(model->parameters(), named).ok());
}

QTEST_GUILESS_MAIN(TestWeightNames)
#include "tst_weight_names.moc"

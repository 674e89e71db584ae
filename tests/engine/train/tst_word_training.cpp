// SPDX-License-Identifier: GPL-3.0-or-later
// Words through a table: what they are worth where kinds fall in hidden groups, and the trained network as exports
// have it. tests/bench/RESULTS.md tells its figures (GATELAB_SHOW=1).
#include "base/rng.h"
#include "data/recipe/saved_preparation.h"
#include "engine/train_support.h"
#include "engine/word_series.h"
#include "export/network/portable_network.h"
#include "step/evaluator.h"
#include "store/saved_preparation_file.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <map>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kKinds = 40, kSeeds = 3;

/// y follows from its last value and from one of 40 kinds, which counts by which of three groups it is in; 360 rows
/// train. The noise has a deviation of 0.1.
void writeKinds(const std::string& path, int rows) {
    Rng rng(7, RandomPurpose::Test);
    std::ofstream file(path);
    file << "kind,y\n";
    double y = 0;
    for (int row = 0; row < rows; ++row) {
        const auto kind = static_cast<int>(rng.below(kKinds));
        y = 0.5 * y + (kind * 7 % kKinds % 3 - 1) + 0.1 * rng.normal();
        file << "kind" << kind << ',' << y << '\n';
    }
}

ExperimentConfig kindsExperiment(const std::string& path, const std::string& step, std::int64_t seed) {
    ExperimentConfig config;
    config.dataPath = path;
    config.targets = {"y"};
    config.recipe = {step, "standardise"};
    if (step.find("leave") == std::string::npos) config.recipe.push_back("known(columns=kind)");
    config.lookback = 6, config.horizon = 2, config.hiddenSize = 16;
    config.batchSize = 16, config.learningRate = 0.01, config.epochs = 40;
    config.device = "cpu", config.threads = 1, config.seed = seed;
    return config;
}

struct Outcome {
    double test = 0, parameters = 0;
};

/// MSE of the test part, in parts of the variance of the training part.
Outcome trained(const ExperimentConfig& config) {
    Rig rig(config);
    rig.trainer->run();
    const auto series = std::make_shared<const DeviceSeries>(placeSeries(rig.plan));
    const auto source = makeWindowSource(rig.plan, series, ExamplePart::Test);
    return {evaluate(*rig.objective, *source, false).loss, static_cast<double>(rig.model->parameters().count())};
}

}  // namespace

class TestWordTraining : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fewRowsOfManyKinds() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("kinds.csv").toStdString();
        writeKinds(path, 600);
        std::map<std::string, double> means;
        for (const auto& [name, step] :
             {std::pair<std::string, std::string>{"one-hot", categoryStep("kind", kAsOneHot)},
              {"embedding", categoryStep("kind", kAsEmbedding, 2)},
              {"embedding by the rule", categoryStep("kind", kAsEmbedding)},
              {"left out", categoryStep("kind", kAsNothing)}}) {
            QStringList each;
            double parameters = 0;
            for (std::int64_t seed = 1; seed <= kSeeds; ++seed) {
                const Outcome one = trained(kindsExperiment(path, step, seed));
                means[name] += one.test / kSeeds, parameters = one.parameters;
                each << QString::number(one.test, 'f', 4);
            }
            if (qEnvironmentVariableIsSet("GATELAB_SHOW"))
                qInfo("%s: %.4f (%s), %.0f parameters", name.c_str(), means[name], qPrintable(each.join(", ")),
                      parameters);
        }
        QVERIFY2(means["embedding"] < 1.05 * means["one-hot"], qPrintable(QString::number(means["embedding"])));
        QVERIFY2(means["embedding"] < 0.5 * means["left out"], qPrintable(QString::number(means["left out"])));
    }

    /// The table lies in the first weights of what is carried off.
    void whatIsCarriedOffIsTheRun() {
        const QTemporaryDir folder;
        ExperimentConfig config = withWords(kindsExperiment({}, categoryStep("kind", kAsEmbedding), 3),
                                            folder.filePath("words.csv").toStdString(), kAsEmbedding);
        std::erase_if(config.recipe, [](const std::string& step) { return step.starts_with("known"); });
        config.epochs = 2, config.bidirectional = true, config.layers = 2;
        Rig rig(config);
        rig.trainer->run();
        RunWeights weights;
        weights.config = rig.plan.config;
        weights.file = rig.model->parameters().save();
        SavedPreparation kept;
        kept.series = take(keepRecipe(*rig.plan.prepared));
        const PortableNetwork network = take(makePortableNetwork(weights, kept));
        QCOMPARE(network.inputWidth(), rig.plan.shape.inputs);
        QVERIFY(rig.model->seenInputs() < network.inputWidth());
        TensorFile file;
        for (const auto& [name, one] : network.weights) {
            QVERIFY2(!name.starts_with("category"), name.c_str());
            file.tensors[name] = toRawTensor(at::tensor(one.values).view(one.shape));
        }
        ModelShape shape = rig.plan.shape;
        shape.tables.clear();
        const auto plain = take(Model::create(rig.plan.config, shape, modelOptions(rig.plan)));
        QVERIFY(plain->parameters().load(file).ok());
        const at::NoGradGuard noGrad;
        const at::Tensor input = rig.batcher->batch(0, 0).input;
        const double off = (plain->forward(input).output - rig.model->forward(input).output).abs().max().item<double>();
        QVERIFY2(off < 1e-6, qPrintable(QString::number(off)));
        // Tables of another size are none of the run's.
        weights.file.tensors["category.weekday.weight"].shape = {2, 3};
        QVERIFY(!makePortableNetwork(weights, kept).ok());
    }
};

QTEST_APPLESS_MAIN(TestWordTraining)
#include "tst_word_training.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A state carried from piece to piece of a running text, in training and where a part is scored.
// Holds core/step/evaluation_blocks.cpp and core/forecast/sequence_forecaster.cpp.
#include "batch/carrying_examples.h"
#include "engine/train_support.h"
#include "forecast/sequence_forecaster.h"
#include "io/file_io.h"
#include "step/evaluation_blocks.h"
#include "step/evaluator.h"
#include "support/quick_folder.h"

#include <QtTest>

#include <random>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

/// Examples without values.
class NoValues final : public ExampleSource, public CarryingExamples {
public:
    NoValues(std::int64_t size, bool carries) : size_(size), carries_(carries) {}
    std::int64_t size() const override { return size_; }
    bool carriesState() const override { return carries_; }
    at::Tensor placeOrder(const std::vector<std::int64_t>&) const override { return {}; }
    Phrase describe(std::int64_t, const ValuePlace&) const override { return {}; }
    Batch gather(const at::Tensor&, std::int64_t, std::int64_t) const override { return {}; }

private:
    std::int64_t size_;
    bool carries_;
};

/// Lines of x or y, six dots, and what they began with: which it is lies behind the start of many pieces of 16.
std::string remembering(int lines) {
    std::mt19937 random(5);
    std::string text;
    for (int i = 0; i < lines; ++i) {
        const char mark = random() % 2 == 0 ? 'x' : 'y';
        text += std::string(1, mark) + "......" + std::string(1, mark) + "\n";
    }
    return text;
}

}  // namespace

class TestCarriedText : public QObject {
    Q_OBJECT
    QuickFolder folder_;

    [[nodiscard]] ExperimentConfig textConfig(int lines, bool carries) const {
        const std::filesystem::path file = folder_.path() / (std::to_string(lines) + ".txt");
        if (!std::filesystem::exists(file)) [&] { QVERIFY(writeNewFile(file, remembering(lines))); }();
        ExperimentConfig config;
        config.dataPath = file.string();
        config.csvShape = "characters";
        config.task = "labelling";
        config.loss = "cross-entropy";
        config.recipe.clear();
        config.lookback = 16;
        config.hiddenSize = 16;
        config.embeddingSize = 8;
        config.batchSize = 8;
        config.carryState = carries;
        config.shuffle = !carries;
        config.precision = "fp64";
        config.device = "cpu";
        config.threads = 1;
        config.epochs = 1;
        return config;
    }

private Q_SLOTS:
    void blocks() {
        const EvaluationBlocks apart(NoValues(37, false), 16);
        QCOMPARE(apart.count(), std::int64_t{3});
        QVERIFY(apart.firstOf(2) == 32 && apart.sizeOf(2) == 5 && apart.order()[36] == 36);
        const EvaluationBlocks streams(NoValues(37, true), 256);
        QCOMPARE(streams.count(), std::int64_t{10});  // of 4 streams
        QCOMPARE(streams.sizeOf(6), std::int64_t{4});
        QCOMPARE(streams.sizeOf(7), std::int64_t{3});  // the last one has 7
        for (std::int64_t block = 1; block < streams.count(); ++block)
            for (std::int64_t row = 0; row < streams.sizeOf(block); ++row)
                QCOMPARE(streams.order()[static_cast<std::size_t>(streams.firstOf(block) + row)],
                         streams.order()[static_cast<std::size_t>(streams.firstOf(block - 1) + row)] + 1);
        QCOMPARE(EvaluationBlocks(NoValues(1000, true), 256).sizeOf(0), EvaluationBlocks::kStreams);
        // As many whatever a block may hold: no score depends on the batch
        QCOMPARE(EvaluationBlocks(NoValues(1000, true), 3).sizeOf(0), EvaluationBlocks::kStreams);
        ExperimentConfig small = textConfig(200, true);
        small.batchSize = 1;
        QVERIFY(forecastMemory(small, {.inputs = 1, .targets = 1}, 1000).evaluationRows >= EvaluationBlocks::kStreams);
        QCOMPARE(EvaluationBlocks(NoValues(0, true), 3).count(), std::int64_t{0});
        QCOMPARE(EvaluationBlocks(NoValues(1, true), 3).count(), std::int64_t{1});
    }

    void piecesFollowEachOther() {
        Rig rig(textConfig(200, true));
        const SequenceSet& set = *rig.plan.data.sequences;
        QVERIFY(rig.batcher->batchesPerEpoch() >= 2);
        for (std::int64_t position = 1; position < rig.batcher->batchesPerEpoch(); ++position) {
            const Batch before = rig.batcher->batch(0, position - 1), now = rig.batcher->batch(0, position);
            QVERIFY(at::equal(before.target[before.target.size(0) - 1], now.input[0]));
        }
        QVERIFY(set.items.size() > 64);
    }

    /// A part that is one stream is scored as one long sequence.
    void scoredAsOneText() {
        ExperimentConfig config = textConfig(100, true);
        config.batchSize = 4;
        Rig rig(config);
        rig.trainer->run();
        const auto source = makeSequenceSource(rig.plan, ExamplePart::Test);
        QVERIFY(source->size() > 1 && source->size() < 2 * EvaluationBlocks::kFewest);
        const Evaluation scored = evaluate(*rig.objective, *source, true);
        std::vector<std::int64_t> order(static_cast<std::size_t>(source->size()));
        std::iota(order.begin(), order.end(), std::int64_t{0});
        Batch whole = source->gather(source->placeOrder(order), 0, source->size());
        whole.input = whole.input.t().reshape({-1, 1});
        whole.target = whole.target.t().reshape({-1, 1});
        whole.size = 1;
        const at::NoGradGuard noGrad;
        const double loss = rig.objective->run(whole, {}).loss.item<double>();
        QVERIFY2(std::abs(loss - scored.loss) < 1e-10, qPrintable(QString::number(loss - scored.loss)));
        // Not so from a state of zero in each piece
        ExperimentConfig apart = config;
        apart.carryState = false;
        TrainPlan plan = rig.plan;
        plan.config = apart;
        const Evaluation zero = evaluate(*rig.objective, *makeSequenceSource(plan, ExamplePart::Test), false);
        QVERIFY(std::abs(zero.loss - scored.loss) > 1e-6);
    }

    /// Computed in streams side by side, told piece by piece.
    void answersStandInTheirOrder() {
        Rig rig(textConfig(400, true));
        rig.trainer->run();
        const ForecastSet set = take(answerSequences(rig.plan, *rig.objective, ExamplePart::Test, {}));
        const SequenceAnswers& answers = set.answers;
        QVERIFY(rig.plan.parts.test.size() > 2 * static_cast<std::size_t>(EvaluationBlocks::kFewest));
        QVERIFY(std::ranges::is_sorted(answers.sample) && std::ranges::is_sorted(answers.sequence));
        const auto& items = rig.plan.data.sequences->items;
        double right = 0, known = 0;
        for (std::size_t row = 0; row < answers.rows(); ++row) {
            const SequenceSet::Item& item = items[static_cast<std::size_t>(answers.sequence[row])];
            const auto truth = static_cast<std::int32_t>(item.targets[static_cast<std::size_t>(answers.step[row] - 1)]);
            QCOMPARE(answers.truth[row], truth);
            const double* const shares = answers.probability.data() + row * answers.classes.size();
            QVERIFY(std::max_element(shares, shares + answers.classes.size()) - shares == answers.answer[row]);
            known += truth >= 0 ? 1 : 0, right += truth >= 0 && truth == answers.answer[row] ? 1 : 0;
        }
        const double scored =
            evaluate(*rig.objective, *makeSequenceSource(rig.plan, ExamplePart::Test), false).accuracy;
        QVERIFY2(std::abs(right / known - scored) < 1e-12, qPrintable(QString::number(right / known - scored)));
    }

    /// What was said before a piece is known there.
    void remembersWhatLiesBehindThePiece() {
        std::vector<double> losses;
        for (const bool carries : {false, true}) {
            ExperimentConfig config = textConfig(2500, carries);
            config.precision = "fp32";
            config.epochs = 25;
            config.learningRate = 0.02;
            Rig rig(config);
            rig.trainer->run();
            losses.push_back(evaluate(*rig.objective, *makeSequenceSource(rig.plan, ExamplePart::Test), false).loss /
                             std::log(2));
        }
        // Of 9 characters one is chance, 1/9 bit; where 7 of 16 marks lie behind the start, it is 23/16 of that.
        QVERIFY2(losses[0] > 0.15 && losses[1] < 0.13,
                 qPrintable(QString::number(losses[0]) + ' ' + QString::number(losses[1])));
    }

    /// Ended in the middle of an epoch, and gone on with from what was kept.
    void goesOnWithTheSameBits() {
        ExperimentConfig config = textConfig(300, true);
        config.precision = "fp32";
        config.epochs = 2;
        Rig whole(config);
        whole.trainer->run();
        ExperimentConfig some = config;
        some.maxSteps = whole.batcher->batchesPerEpoch() + whole.batcher->batchesPerEpoch() / 2;
        Rig begun(some);
        begun.trainer->run();
        TrainingState state = begun.trainer->capture();
        state.config.maxSteps = 0;
        QVERIFY(!state.group("carried").empty());
        Rig resumed(config);
        QVERIFY(resumed.trainer->restore(state).ok());
        resumed.trainer->run();
        const auto once = whole.trainer->capture().group("weights"),
                   again = resumed.trainer->capture().group("weights");
        QVERIFY(!once.empty());
        for (const auto& [name, tensor] : once) QVERIFY2(again.at(name).bytes == tensor.bytes, name.c_str());
    }

    void refusals() {
        ExperimentConfig config = textConfig(200, true);
        config.batchSize = 128;
        const auto few = makeTrainPlan(config, nullptr);
        QVERIFY(!few.ok());
        QVERIFY2(few.error().message.find("batch of at most") != std::string::npos, few.error().message.c_str());
        config = textConfig(200, true);
        config.shuffle = true;
        const auto shuffled = makeTrainPlan(config, nullptr);
        QVERIFY(!shuffled.ok() && shuffled.error().message.find("in order") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestCarriedText)
#include "tst_carried_text.moc"

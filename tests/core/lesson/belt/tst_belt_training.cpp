// SPDX-License-Identifier: GPL-3.0-or-later
// The belt's network is trained by the gradient of its own arithmetic: held against differences of the loss, learns a
// built-in series better than repeating it, does the same twice, and says in words what it cannot read.
#include "lesson/belt/belt_training.h"

#include "data/synthetic/synthetic.h"
#include "lesson/belt/belt.h"
#include "support/take.h"

#include <QTest>

#include <cmath>

using namespace gatelab;
using gatelab::testing::take;

namespace {

std::vector<double> builtin(const char* key) {
    return take(makeBuiltin(key, 2000, 1)).series->channels.front().values.vector();
}

std::vector<double> wave(std::size_t rows) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < rows; ++i) numbers.push_back(3 + std::sin(0.4 * static_cast<double>(i)));
    return numbers;
}

BeltNetwork emptied(BeltNetwork network) {
    for (auto* weights : {&network.input, &network.recurrent, &network.bias, &network.headWeight, &network.headBias})
        weights->assign(weights->size(), 0);
    return network;
}

std::string refusal(std::vector<double> numbers) {
    const auto belt = untrainedBelt(std::move(numbers));
    return belt.ok() ? std::string() : belt.error().message;
}

}  // namespace

class TestBeltTraining : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theGradientIsThatOfTheLoss() {
        BeltFile belt = take(untrainedBelt(wave(400)));
        BeltNetwork& network = belt.network;
        const auto numbers = std::span(belt.series).subspan(17, 20 + network.horizon);
        const std::size_t scored = 6;
        BeltNetwork gradient = emptied(network);
        const double loss = addBeltGradient(network, numbers, scored, 0.01, gradient);
        QVERIFY(loss > 0);
        const auto lossNow = [&] {
            BeltNetwork ignored = emptied(network);
            return addBeltGradient(network, numbers, scored, 0.01, ignored);
        };
        const auto check = [&](std::vector<double>& weights, const std::vector<double>& slopes) {
            constexpr double kNudge = 1e-6;
            for (std::size_t i = 0; i < weights.size(); i += 3) {
                const double before = weights[i];
                weights[i] = before + kNudge;
                const double above = lossNow();
                weights[i] = before - kNudge;
                const double below = lossNow();
                weights[i] = before;
                const double slope = (above - below) / (2 * kNudge);
                QVERIFY2(std::abs(slope - slopes[i]) < 1e-6 * std::max(1.0, std::abs(slope)),
                         qPrintable(QStringLiteral("%1: %2, %3").arg(i).arg(slope).arg(slopes[i])));
            }
        };
        check(network.input, gradient.input);
        check(network.recurrent, gradient.recurrent);
        check(network.bias, gradient.bias);
        check(network.headWeight, gradient.headWeight);
        check(network.headBias, gradient.headBias);
    }

    void itLearnsWhatRepeatingDoesNot() {
        for (const char* key : {"sine-mix", "mackey-glass"}) {
            const BeltFile before = take(untrainedBelt(builtin(key)));
            std::vector<double> shares;
            BeltNetwork first;
            const BeltFile after = take(trainBelt(before, [&](double share, const BeltNetwork& network) {
                if (shares.empty()) first = network;
                shares.push_back(share);
                return true;
            }));
            QCOMPARE(shares.size(), static_cast<std::size_t>(kBeltSteps / kBeltFrameEvery));
            QVERIFY(shares.front() == 0 && shares.back() < 1 && std::ranges::is_sorted(shares));
            QCOMPARE(first.recurrent, before.network.recurrent);
            QVERIFY((after.test == RowRange{1600, 2000}) && after.network.units == 8 && after.network.horizon == 24);
            const BeltErrors was = measureBelt(before), is = measureBelt(after);
            const QString figures = QStringLiteral("%1: %2, %3, %4")
                                        .arg(QString::fromLatin1(key))
                                        .arg(was.network)
                                        .arg(is.network)
                                        .arg(is.dayBefore);
            QVERIFY2(is.network < 0.8 * is.dayBefore && was.network > 0.5 * is.dayBefore, qPrintable(figures));
        }
    }

    void twiceIsTheSameAndStopIsAStop() {
        const BeltFile belt = take(untrainedBelt(wave(260)));
        QCOMPARE(belt.network.horizon, 13U);
        QCOMPARE(take(trainBelt(belt, {})).network.recurrent, take(trainBelt(belt, {})).network.recurrent);
        int seen = 0;
        const auto stopped = trainBelt(belt, [&seen](double, const BeltNetwork&) { return ++seen < 3; });
        QVERIFY(!stopped.ok() && stopped.error().code == ErrorCode::Cancelled);
        QCOMPARE(seen, 3);
    }

    void whatCannotBeReadIsSaidInWords() {
        QCOMPARE(refusal({}), std::string("the column holds no numbers; choose another one as the target"));
        QCOMPARE(refusal(std::vector<double>(500, NAN)),
                 std::string("the column holds no numbers; choose another one as the target"));
        QCOMPARE(refusal(wave(199)), std::string("199 numbers are too few for the belt: it needs 200"));
        QCOMPARE(refusal(std::vector<double>(500, 7.0)),
                 std::string("all numbers are the same: there is nothing to forecast"));
        QVERIFY(refusal(wave(200)).empty());
    }

    void gapsAreFilledAndOnlyTheEndOfALongOneIsRead() {
        std::vector<double> numbers = wave(300);
        numbers[0] = numbers[299] = NAN;
        numbers[100] = 1, numbers[101] = NAN, numbers[102] = INFINITY, numbers[103] = 4;
        const BeltFile belt = take(untrainedBelt(numbers));
        QCOMPARE(belt.series[0], numbers[1]);
        QCOMPARE(belt.series[299], numbers[298]);
        QVERIFY(std::abs(belt.series[101] - 2) < 1e-12 && std::abs(belt.series[102] - 3) < 1e-12);
        const BeltFile longOne = take(untrainedBelt(wave(kBeltMost + 50)));
        QCOMPARE(longOne.series.size(), kBeltMost);
        QCOMPARE(longOne.series.front(), wave(51).back());
    }
};

QTEST_APPLESS_MAIN(TestBeltTraining)
#include "tst_belt_training.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A cell by hand on the adding problem: what is kept, let in and shown decides whether the sum arrives.
#include "lesson/lesson_valves.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace gatelab;

namespace {

/// 33 numbers of [-1, 1], two of them marked, not the first; target 0.5 + their sum / 4.
std::vector<HandSequence> addingSequences() {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1, 1);
    std::vector<HandSequence> all(2000);
    for (HandSequence& one : all) {
        for (int step = 0; step < 33; ++step) one.numbers.push_back(number(random));
        one.isMarked.assign(33, false);
        const std::size_t first = 1 + random() % 9;
        std::size_t second = first;
        while (second == first) second = 1 + random() % 14;
        one.isMarked[first] = one.isMarked[second] = true;
        one.target = 0.5 + (one.numbers[first] + one.numbers[second]) / 4;
    }
    return all;
}

}  // namespace

class TestLessonValves : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void statesFollowTheEquations() {
        const HandSequence sequence{{1, -0.5, 0.25}, {false, true, false}, 0};
        const HandStates states = handStates(sequence, {0.5, 1, 0.2, 0.5});
        QVERIFY(std::abs(states.cell[0] - 0.2) < 1e-12 && std::abs(states.cell[1] + 0.4) < 1e-12 &&
                std::abs(states.cell[2] + 0.15) < 1e-12);
        QVERIFY(std::abs(states.hidden[1] - 0.5 * std::tanh(-0.4)) < 1e-12);
    }

    /// Every valve matters. Another program measured 0.0021 for f 0.94 and 0.0001 for 0.99, 0.0415 with all at 0.5 and
    /// 0.039 with i 0.5 everywhere, of 0.0416.
    void theSumArrivesOnlyThroughTheRightValves_data() {
        QTest::addColumn<HandValves>("valves");
        QTest::addColumn<double>("least");
        QTest::addColumn<double>("most");
        QTest::newRow("kept") << HandValves{0.99, 0.5, 0, 1} << 0.0 << 0.012;
        QTest::newRow("leaking a little") << HandValves{0.94, 0.5, 0, 1} << 0.02 << 0.1;
        QTest::newRow("all half open") << HandValves{0.5, 0.5, 0.5, 0.5} << 0.97 << 1.0;
        QTest::newRow("forgotten") << HandValves{0.5, 1, 0, 1} << 0.85 << 1.0;
        QTest::newRow("all let in") << HandValves{1, 0.5, 0.5, 1} << 0.85 << 1.0;
        QTest::newRow("never shown") << HandValves{1, 0.5, 0, 0} << 1.0 << 1.0;
    }
    void theSumArrivesOnlyThroughTheRightValves() {
        QFETCH(HandValves, valves);
        QFETCH(double, least);
        QFETCH(double, most);
        static const auto sequences = addingSequences();
        const HandAnswer answer = handAnswer(sequences, valves);
        QVERIFY2(std::abs(answer.constant - 1.0 / 24) < 0.003, qPrintable(QString::number(answer.constant)));
        const double share = answer.error / answer.constant;
        QVERIFY2(share >= least - 1e-9 && share <= most + 1e-9, qPrintable(QString::number(share)));
    }
};

QTEST_APPLESS_MAIN(TestLessonValves)
#include "tst_lesson_valves.moc"

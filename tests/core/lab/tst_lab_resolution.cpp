// SPDX-License-Identifier: GPL-3.0-or-later
// What repeats of the lab can tell apart, said before they are measured.
#include "core/lab_support.h"
#include "lab/lab_resolution.h"

#include <QTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::test;

class TestLabResolution : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void halfOfTheIntervalThatWouldBe() {
        // t(0.975; 4) = 2.776445
        QVERIFY(std::abs(labResolves(0.04, 5, 1) - (std::exp(2.776445 * 0.04 / std::sqrt(5.0)) - 1)) < 1e-6);
        QVERIFY(std::isnan(labResolves(0.04, 2, 1)));
        QVERIFY(labResolves(0.04, 5, 10) > labResolves(0.04, 5, 1));
        QVERIFY(labResolves(0.04, 20, 10) < labResolves(0.04, 5, 10));
    }

    void theNoiseOfEarlierTablesIsTaken() {
        const LabResolution unknown = labResolution(ladder(5), {});
        QCOMPARE(unknown.tables, 0);
        QVERIFY(unknown.proposed > kMinForInterval);
        LabReport measured;
        for (int rung = 0; rung < 3; ++rung) {
            LabFigures figures;
            for (int i = 0; i < 4; ++i)
                figures.repeats.push_back({10.0 * std::exp((rung == 0 ? 0.0 : i % 2 == 0 ? 0.1 : -0.1)), {}});
            measured.figures.push_back(figures);
        }
        const std::vector<LabReport> kept{measured};
        const LabResolution known = labResolution(ladder(5), kept);
        QCOMPARE(known.tables, 1);
        QVERIFY(std::abs(known.deviation - std::sqrt(0.04 / 3)) < 1e-12);
        QVERIFY(known.difference > unknown.difference);
        QVERIFY(labResolutionText(ladder(5), known).english().find("12 %") != std::string::npos);
        // A repeat that other load disturbed says nothing of the noise, however far off it is.
        for (const std::size_t rung : {1U, 2U}) measured.figures[rung].repeats[0] = {1000, LabDisturbance::Load};
        const std::vector<LabReport> disturbed{measured};
        QVERIFY(std::abs(labResolution(ladder(5), disturbed).deviation - std::sqrt(0.08 / 6)) < 1e-9);
    }

    void theProposalResolvesWhatIsCalledDifferent() {
        const LabResolution found = labResolution(ladder(5), {});
        const int comparisons = ladder(5).comparisons();
        QVERIFY(labResolves(found.deviation, found.proposed, comparisons) <= kSameHigh - 1);
        QVERIFY(labResolves(found.deviation, found.proposed - 1, comparisons) > kSameHigh - 1);
    }
};

QTEST_APPLESS_MAIN(TestLabResolution)
#include "tst_lab_resolution.moc"

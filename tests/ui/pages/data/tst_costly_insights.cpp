// SPDX-License-Identifier: GPL-3.0-or-later
// What the plan has measured to cost is not offered beside it.
#include "pages/data/look/costly_insights.h"

#include <QTest>

using namespace gatelab;

class TestCostlyInsights : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void costlyActionsAreWithheld() {
        Suggestion anchor{
            findField("anchor"), std::string("none"), Phrase("why"), {{findField("anchor"), std::string("revin")}}};
        anchor.otherError = 0.061;
        const auto withheld = [&](const char* value) {
            const auto plan = experimentPlan({}, std::span(&anchor, 1), 1);
            Insights insights{
                {Insight::Tone::Fact, Phrase("It drifts."), Phrase("Scale each window"), {{"anchor", value}}}};
            withholdCostly(plan, insights);
            return insights.front();
        };
        QVERIFY(withheld("revin").action.empty() && withheld("revin").settings.empty());
        QCOMPARE(withheld("revin").text.english(),
                 std::string("It drifts. \"Scale each window\" would cost, though (error +6.1 %)."));
        QVERIFY(!withheld("last").action.empty());
        anchor.otherError = -0.01;
        QVERIFY(!withheld("revin").action.empty());
    }
};

QTEST_GUILESS_MAIN(TestCostlyInsights)
#include "tst_costly_insights.moc"

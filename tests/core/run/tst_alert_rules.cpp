// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/alert_rules_json.h"
#include "run/alerts/alert_rules.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace gatelab;
using gatelab::testing::take;

namespace {

/// A value a second, ten to an epoch; steps that are compared as means are told often enough to be one.
AlertCurve curve(const std::vector<double>& values, std::size_t times = 1) {
    AlertCurve made;
    for (std::size_t i = 0; i < values.size() * times; ++i) {
        made.seconds.push_back(static_cast<double>(i) / static_cast<double>(times));
        made.epochs.push_back(made.seconds.back() / 10);
        made.values.push_back(values[i / times]);
    }
    return made;
}

std::vector<Alert> alerts(const AlertRule& rule, const std::vector<double>& values) {
    return holdingAlerts(std::span(&rule, 1), [&](MetricId) { return curve(values); });
}

AlertRule rule(AlertCondition condition, double value, double duration, bool inEpochs = false) {
    return {"mine", MetricId::ValidationLoss, condition, value, duration, inEpochs, true};
}

std::vector<double> ramp(double from, double to, int count) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i) values.push_back(from + (to - from) * i / (count - 1));
    return values;
}

/// What the usual rules say of curves of one metric.
std::string usual(MetricId id, const AlertCurve& known) {
    const auto rules = defaultAlertRules();
    std::string names;
    for (const Alert& alert : holdingAlerts(rules, [&](MetricId asked) { return asked == id ? known : AlertCurve(); }))
        names += alert.rule.name + " ";
    return names;
}

}  // namespace

class TestAlertRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void conditionMustHoldForItsTime() {
        const AlertRule low = rule(AlertCondition::Below, 10, 3);
        QVERIFY(alerts(low, {}).empty());
        QVERIFY(alerts(low, {5, 5, 5}).empty());  // two seconds
        QCOMPARE(alerts(low, {20, 5, 5, 5, 5}).size(), std::size_t{1});
        QCOMPARE(alerts(low, {20, 5, 5, 5, 5}).front().since, 1.0);
        QVERIFY(alerts(low, {5, 5, 20, 5, 5}).empty());  // begun anew
        QVERIFY(alerts(low, {5, 5, 5, 5, 5, 20}).empty());
        QVERIFY(alerts(rule(AlertCondition::Above, 10, 0), {5}).empty());
        QCOMPARE(alerts(rule(AlertCondition::Above, 10, 0), {11}).size(), std::size_t{1});
    }

    void timeIsInEpochsWhereTheRuleSaysSo() {
        const AlertRule low = rule(AlertCondition::Below, 10, 0.3, true);
        QVERIFY(alerts(low, {5, 5, 5}).empty());
        QCOMPARE(alerts(low, {5, 5, 5, 5}).size(), std::size_t{1});
        QVERIFY(alerts(low, {5, 5, 5, 5}).front().text.english().find("0.3 epochs") != std::string::npos);
    }

    void sharesAreOfTheBestBefore() {
        const AlertRule over = rule(AlertCondition::OverLowest, 0.1, 1);
        QVERIFY(alerts(over, {1, 1.05, 1.09, 1.1}).empty());
        QCOMPARE(alerts(over, {2, 1, 1.2, 1.3}).size(), std::size_t{1});
        QCOMPARE(alerts(over, {2, 1, 1.2, 1.3}).front().text.english(),
                 std::string("mine: validation loss is 1.3, 30 % over its lowest, for 1 s"));
        const AlertRule under = rule(AlertCondition::UnderHighest, 0.2, 1);
        QVERIFY(alerts(under, {100, 85, 85}).empty());
        QCOMPARE(alerts(under, {100, 75, 75}).size(), std::size_t{1});
    }

    void slowFallIsNoStandstill() {
        const AlertRule still = rule(AlertCondition::NotFalling, 0.01, 5);
        QVERIFY(alerts(still, ramp(2, 1, 20)).empty());
        QCOMPARE(alerts(still, {2, 1, 1, 1, 1, 1, 1}).size(), std::size_t{1});
        QVERIFY(alerts(still, {2, 1, 1, 1, 1, 1}).empty());
        // 0.2 % a value: less than the share at once, more of it in five.
        std::vector<double> slow;
        for (int i = 0; i < 40; ++i) slow.push_back(std::pow(0.997, i));
        QVERIFY(alerts(still, slow).empty());
    }

    void holesCountForNothing() {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(alerts(rule(AlertCondition::Below, 10, 3), {5, nan, 5, nan, 5}).size(), std::size_t{1});
        QVERIFY(alerts(rule(AlertCondition::Below, 10, 0), {nan, nan}).empty());
    }

    void usualRulesFindTheirCases() {
        QCOMPARE(usual(MetricId::TrainLoss, curve(ramp(2, 0.1, 200), kAlertSteps)), std::string());
        QCOMPARE(usual(MetricId::TrainLoss, curve(std::vector<double>(120, 0.7), kAlertSteps)), std::string("stuck "));
        auto rising = ramp(2, 0.5, 30);
        for (const double value : ramp(0.6, 5, 30)) rising.push_back(value);
        QCOMPARE(usual(MetricId::TrainLoss, curve(rising, kAlertSteps)), std::string("diverging "));
        auto over = ramp(2, 0.5, 30);
        for (const double value : ramp(0.5, 0.9, 60)) over.push_back(value);
        QCOMPARE(usual(MetricId::ValidationLoss, curve(over)), std::string("overfitting "));
        QCOMPARE(usual(MetricId::GpuUtilisation, curve(std::vector<double>(70, 10.0))), std::string("idle device "));
        auto hot = std::vector<double>(20, 1900.0);
        hot.resize(60, 1200.0);
        QCOMPARE(usual(MetricId::GpuClock, curve(hot)), std::string("throttled "));
    }

    void switchedOffIsSilent() {
        AlertRule off = rule(AlertCondition::Below, 10, 0);
        off.isOn = false;
        QVERIFY(alerts(off, {1, 1, 1}).empty());
    }

    void fileIsEditedByPeople() {
        const auto rules = defaultAlertRules();
        QCOMPARE(take(alertRulesOfJson(alertRulesJson(rules))), rules);
        const QuickFolder folder;
        QCOMPARE(take(readAlertRules(folder.path())), rules);  // no file yet
        auto mine = rules;
        mine.front().duration = 4;
        QVERIFY(keepAlertRules(folder.path(), mine).ok());
        QCOMPARE(take(readAlertRules(folder.path())), mine);
        for (const char* bad :
             {"", "{}", R"({"rules":[{"name":"a","metric":"nothing","condition":"below","value":1,"for":1}]})",
              R"({"rules":[{"name":"a","metric":"train_loss","condition":"near","value":1,"for":1}]})",
              R"({"rules":[{"name":"a","metric":"train_loss","condition":"below","value":1,"for":-1}]})",
              R"({"rules":[{"name":"","metric":"train_loss","condition":"below","value":1,"for":1}]})",
              R"({"rules":[{"name":"a","metric":"train_loss","condition":"over_lowest","value":-1,"for":1}]})"})
            QCOMPARE(alertRulesOfJson(bad).error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestAlertRules)
#include "tst_alert_rules.moc"

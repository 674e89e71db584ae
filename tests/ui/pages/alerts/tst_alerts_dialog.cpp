// SPDX-License-Identifier: GPL-3.0-or-later
// Alert rules in the window: the table that edits them, and the run that meets one.
// Holds ui/runs/run_alerts.cpp.
#include "common/background_job.h"
#include "pages/alerts/alerts_dialog.h"
#include "run/alert_rules_json.h"
#include "runs/run_alerts.h"
#include "runs/run_controller.h"
#include "support/take.h"
#include "support/tiny_experiment.h"

#include <QDoubleSpinBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;
using gatelab::testing::take;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

QPushButton* button(const QWidget& within, const char* text) {
    for (auto* one : within.findChildren<QPushButton*>())
        if (one->text() == QLatin1String(text)) return one;
    return nullptr;
}

}  // namespace

class TestAlertsDialog : public QObject {
    Q_OBJECT
    Theme theme_;
    QTemporaryDir folder_;

    std::shared_ptr<Workspace> workspace(const char* name) {
        return take(Workspace::open(folder_.filePath(QLatin1String(name)).toStdString()));
    }

private Q_SLOTS:
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void tableEditsAndSaves() {
        RunController runs;
        const auto kept = workspace("edited");
        runs.setWorkspace(kept);
        RunAlerts& alerts = alertsOf(runs);
        QCOMPARE(&alertsOf(runs), &alerts);
        AlertsDialog dialog(theme_, alerts);
        QCOMPARE(dialog.edited(), defaultAlertRules());
        auto* table = dialog.findChild<QTableWidget*>();
        table->item(0, 0)->setCheckState(Qt::Unchecked);
        static_cast<QDoubleSpinBox*>(table->cellWidget(1, 4))->setValue(25);
        button(dialog, "Add")->click();
        table->item(5, 0)->setText(QStringLiteral("mine"));
        table->setCurrentCell(4, 0);
        button(dialog, "Remove")->click();
        button(dialog, "Save")->click();
        auto expected = defaultAlertRules();
        expected[0].isOn = false;
        expected[1].duration = 25;
        expected.pop_back();
        expected.push_back({"mine", MetricId::TrainLoss, AlertCondition::Above, 1, 10, false, true});
        QCOMPARE(alerts.rules(), expected);
        QTRY_COMPARE_WITH_TIMEOUT(take(readAlertRules(kept->folder())), expected, kPatience);
    }

    void whatCannotBeIsNotSaved() {
        RunController runs;
        AlertsDialog dialog(theme_, alertsOf(runs));
        auto* table = dialog.findChild<QTableWidget*>();
        QVERIFY(button(dialog, "Save")->isEnabled());
        table->item(0, 0)->setText(QStringLiteral("  "));
        QVERIFY(!button(dialog, "Save")->isEnabled());
        button(dialog, "The usual ones")->click();
        QVERIFY(button(dialog, "Save")->isEnabled());
        QCOMPARE(dialog.edited(), defaultAlertRules());
    }

    void runThatMeetsARuleIsTold() {
        RunController runs;
        const auto kept = workspace("trained");
        const AlertRule rule{"soon", MetricId::ValidationLoss, AlertCondition::Above, 0, 0, false, true};
        QVERIFY(keepAlertRules(kept->folder(), std::span(&rule, 1)).ok());
        runs.setWorkspace(kept);
        RunAlerts& alerts = alertsOf(runs);
        QTRY_COMPARE_WITH_TIMEOUT(alerts.rules().size(), std::size_t{1}, kPatience);
        const QSignalSpy raised(&alerts, &RunAlerts::raised);
        runs.openEngine();
        RunOrder order;
        order.config = gatelab::testing::tinyExperiment(100000);
        runs.start(order);
        QTRY_VERIFY_WITH_TIMEOUT(!raised.isEmpty(), kPatience);
        QCOMPARE(alerts.words(), QStringLiteral("soon"));
        QVERIFY(raised.first().at(1).toString().startsWith(QStringLiteral("soon: validation loss is ")));
        runs.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!runs.active(), kPatience);
        QCOMPARE(raised.size(), 1);  // once, however long it holds
        alerts.look();
        QVERIFY(alerts.holding().empty());
    }

    /// Its record tells it, as this process does not see its curves. What was there before is marked and no news.
    void runThatOthersTrainIsToldByItsRecord() {
        const auto kept = workspace("others");
        const AlertRule rule{"soon", MetricId::ValidationLoss, AlertCondition::Above, 1, 0, false, true};
        QVERIFY(keepAlertRules(kept->folder(), std::span(&rule, 1)).ok());
        const auto trained = take(kept->createRun(gatelab::testing::tinyExperiment(100), {}, "others"));
        const auto tell = [&](std::int64_t step, double value) {
            const MetricSample sample{MetricId::ValidationLoss, 0, step, 1, static_cast<double>(step), 1.7e9, value};
            QVERIFY(trained->setState(RunState::Running, step, 1, 1).ok());
            QVERIFY(trained->addMetrics(std::span(&sample, 1)).ok() && trained->flush().ok());
        };
        tell(1, 2);
        RunController runs;
        RunAlerts& alerts = alertsOf(runs);
        const QSignalSpy raised(&alerts, &RunAlerts::raised);
        runs.setWorkspace(kept);
        const QString id = QString::fromStdString(trained->id());
        QTRY_COMPARE_WITH_TIMEOUT(alerts.elsewhere().value(id), QStringLiteral("soon"), kPatience);
        QVERIFY(raised.isEmpty() && alerts.words().isEmpty());
        tell(2, 0);
        QTRY_VERIFY_WITH_TIMEOUT(alerts.elsewhere().isEmpty(), kPatience);
        tell(3, 3);
        QTRY_COMPARE_WITH_TIMEOUT(raised.size(), 1, kPatience);
        QCOMPARE(raised.first().at(0).toString(), id);
        QCOMPARE(raised.first().at(1).toString(), QStringLiteral("soon: validation loss is 3 for 0 s"));
    }
};

QTEST_MAIN(TestAlertsDialog)
#include "tst_alerts_dialog.moc"

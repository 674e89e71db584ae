// SPDX-License-Identifier: GPL-3.0-or-later
// Holds ui/pages/compare/lab/case_dialog.cpp.
#include "common/background_job.h"
#include "pages/compare/lab/case_dialog.h"
#include "widgets/labels/wrapped_label.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <atomic>

using namespace gatelab;

namespace {

/// Every means takes a third of the time of the one before it.
Result<CaseRun> third(const CaseRung& rung, std::int64_t seed, double accuracy) {
    const double seconds = rung.key == "beginning" ? 90 + static_cast<double>(seed) : 30 + static_cast<double>(seed);
    return CaseRun{seconds, accuracy, 0.98, LabDisturbance::None};
}

}  // namespace

class TestCaseDialog : public QObject {
    Q_OBJECT
    Theme theme_;
    std::atomic<bool> waits_{false};

    CaseDialog::Play player() {
        return [this](CasePlan plan, const CaseWatch& watch) -> Result<CaseReport> {
            auto report = runCase(std::move(plan), third, watch);
            while (waits_ && report.ok())
                if (!watch(*report)) return Error{ErrorCode::Cancelled, "stopped"};
            return report;
        };
    }
    static QString tableOf(const CaseDialog& dialog) {
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("<table>"))) return label->text();
        return {};
    }

private Q_SLOTS:
    void cleanup() {
        waits_ = false;
        BackgroundJob::waitForAll();
    }
    void playsWithOneButton() {
        Measurements measurements([] { return false; });
        CaseDialog dialog(theme_, measurements, nullptr, player());
        dialog.show();
        QVERIFY(tableOf(dialog).contains(QStringLiteral("Kernels")));
        QVERIFY(!tableOf(dialog).contains(QStringLiteral("5/5")));
        QTest::mouseClick(dialog.findChild<QPushButton*>(), Qt::LeftButton);
        QVERIFY(measurements.held());
        QTRY_VERIFY(!dialog.running());
        QVERIFY(!measurements.held());
        QCOMPARE(dialog.report()->halved(), 5);
        QVERIFY(tableOf(dialog).contains(QStringLiteral("5/5")));
        bool isTold = false;
        for (const WrappedLabel* label : dialog.findChildren<WrappedLabel*>())
            isTold = isTold || label->fullText().contains(QStringLiteral("5 of 5"));
        QVERIFY(isTold);
    }
    void isStoppedByTheSameButton() {
        waits_ = true;
        Measurements measurements([] { return false; });
        CaseDialog dialog(theme_, measurements, nullptr, player());
        dialog.show();
        auto* button = dialog.findChild<QPushButton*>();
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(dialog.report().has_value());
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(!dialog.running());
        QVERIFY(!measurements.held());
        QVERIFY(button->isEnabled());
    }
    void waitsForOthers() {
        Measurements measurements([] { return true; });  // something trains
        CaseDialog dialog(theme_, measurements, nullptr, player());
        dialog.start();
        QVERIFY(!dialog.running());
    }
};

QTEST_MAIN(TestCaseDialog)
#include "tst_case_dialog.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Holds ui/pages/compare/lab/case_dialog.cpp.
#include "common/background_job.h"
#include "pages/compare/lab/case_dialog.h"
#include "widgets/labels/wrapped_label.h"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
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

    /// The last one: before it stands the one for own texts.
    static QPushButton* playButton(const QDialog& dialog) { return dialog.findChildren<QPushButton*>().back(); }

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
        QTest::mouseClick(playButton(dialog), Qt::LeftButton);
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
        auto* button = playButton(dialog);
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(dialog.report().has_value());
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(!dialog.running());
        QVERIFY(!measurements.held());
        QVERIFY(button->isEnabled());
    }
    void isPlayedOnOwnTexts() {
        const QTemporaryDir folder;
        const auto write = [&](const char* name, int count) {
            QFile file(folder.filePath(QLatin1String(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("text,label\n");
            for (int i = 0; i < count; ++i)
                file.write(i % 2 ? "a good and fine day it was here,good\n" : "a bad and sad day it was there,bad\n");
        };
        write("many.csv", 800);
        write("few.csv", 60);
        Measurements measurements([] { return false; });
        CaseDialog dialog(theme_, measurements, nullptr, player());
        dialog.show();
        const auto said = [&dialog] {
            QString all;
            for (const WrappedLabel* label : dialog.findChildren<WrappedLabel*>()) all += label->fullText();
            return all;
        };
        dialog.open(folder.filePath(QStringLiteral("few.csv")));
        QTRY_VERIFY2(said().contains(QStringLiteral("60 texts are too few")), qPrintable(said()));
        dialog.open(folder.filePath(QStringLiteral("many.csv")));
        QTRY_VERIFY2(said().contains(QStringLiteral("many.csv")), qPrintable(said()));
        playButton(dialog)->click();
        QTRY_VERIFY(!dialog.running());
        QCOMPARE(dialog.report()->plan.data, std::string("many.csv"));
        QVERIFY(dialog.report()->plan.accuracy > 0.9);
        for (const char* name : {"good", "bad"}) {
            QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("classes/") + QLatin1String(name)));
            for (int i = 0; i < 300; ++i) {
                QFile file(folder.filePath(QStringLiteral("classes/%1/%2.txt").arg(QLatin1String(name)).arg(i)));
                QVERIFY(file.open(QIODevice::WriteOnly));
                file.write(QByteArray("a ") + name + " day it was, and nobody said a word");
            }
        }
        dialog.open(folder.filePath(QStringLiteral("classes")));
        QTRY_VERIFY2(said().contains(QStringLiteral("classes-texts")), qPrintable(said()));
        playButton(dialog)->click();
        QTRY_VERIFY(!dialog.running());
        QVERIFY(dialog.report()->plan.data.starts_with("classes-texts"));
        dialog.open({});
        QVERIFY(!said().contains(QStringLiteral("classes-texts")));
        QVERIFY(!said().contains(QStringLiteral("many.csv")));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_io.h"
#include "store/job_limits.h"
#include "support/quick_folder.h"

#include <QTest>

using namespace gatelab;

/// What a job may take: kept, damaged, impossible.
class TestJobLimits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void comeBackWhole() {
        const QuickFolder folder;
        QVERIFY(*readLimits(folder.path()) == JobLimits());
        const JobLimits limits{4096, 1.5, 256, true};
        QVERIFY(keepLimits(folder.path(), limits).ok());
        QVERIFY(*readLimits(folder.path()) == limits);
    }

    void whatNoJobCouldBeginWithIsRefused() {
        const QuickFolder folder;
        for (const JobLimits& wrong : {JobLimits{100, 0, 0}, {0, 0.05, 0}, {0, 0, 3}, {-1, 0, 0}}) {
            QCOMPARE(checkLimits(wrong).error().code, ErrorCode::InvalidInput);
            QVERIFY(!keepLimits(folder.path(), wrong).ok());
        }
        QVERIFY(checkLimits({256, 0.1, 32}).ok());
    }

    void aDamagedFileIsSaid() {
        const QuickFolder folder;
        QVERIFY(keepLimits(folder.path(), {4096, 0, 0}).ok());
        const auto file = folder.path() / "limits.json";
        std::string text = *readFileBytes(file);
        text.replace(text.find("4096"), 4, "8192");
        QVERIFY(writeFileDurably(file, text).ok());
        QCOMPARE(readLimits(folder.path()).error().code, ErrorCode::Corrupt);
        QVERIFY(writeFileDurably(file, "{\"gatelab_limits\": 99}").ok());
        QCOMPARE(readLimits(folder.path()).error().code, ErrorCode::Unsupported);
        QVERIFY(keepLimits(folder.path(), {}).ok());
        QVERIFY(readLimits(folder.path()).ok());
    }
};

QTEST_APPLESS_MAIN(TestJobLimits)
#include "tst_job_limits.moc"

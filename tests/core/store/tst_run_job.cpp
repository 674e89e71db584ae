// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_io.h"
#include "store/run_job.h"
#include "support/quick_folder.h"

#include <QTest>

using namespace gatelab;

/// Which job trains a run, and what the job came to, from the run's folder alone.
class TestRunJob : public QObject {
    Q_OBJECT
    QuickFolder folder_;
    [[nodiscard]] RunJobHistory read() const { return **readJob(folder_.path()); }
    void log(const std::string& text) const { QVERIFY(writeFileDurably(folder_.path() / kJobLog, text).ok()); }

private Q_SLOTS:
    void init() {
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
            std::filesystem::remove_all(entry.path());
    }

    void aRunNeedNotBeAJob() { QVERIFY(!readJob(folder_.path())->has_value()); }

    void tellsEachLife() {
        QVERIFY(keepJob(folder_.path(), {"17_3", "fast", 1000.5, 0}).ok());
        QVERIFY(read().lives.empty());
        log("1 16 started old 0\n2 16 ended 0\n"
            "10 17_3 started n1 0\n20 17_3 signal TERM REQUEUED\n21 17_3 ended 130\n"
            "30 17_3 started n2 1\n40 17_3 signal USR1 RUNNING\n41 17_3 ended 130\n41 17_3 requeued\n"
            "50 17_3 started n1 2\n60 17_3 ended 0\n");
        const RunJobHistory all = read();
        QCOMPARE(all.job.profile, std::string("fast"));
        QCOMPARE(all.job.submitted, 1000.5);
        QCOMPARE(all.lives.size(), std::size_t{3});
        QCOMPARE(all.lives[0].node, std::string("n1"));
        QCOMPARE(all.lives[0].state, std::string("REQUEUED"));
        QVERIFY(!all.lives[0].isRequeued && all.lives[1].isRequeued);
        QCOMPARE(all.lives[1].restarts, 1);
        QCOMPARE(all.lives[1].exitCode, 130);
        QCOMPARE(all.lives[2].ended, 60.0);
        QCOMPARE(all.lives[2].exitCode, 0);
    }

    /// A full disk or a kill cuts a line anywhere.
    void linesThatAreCutArePassedOver() {
        QVERIFY(keepJob(folder_.path(), {"17", "fast", 1, 0}).ok());
        const std::string text = "10 17 started n1 0\n20 17 signal TERM TIMEOUT\n21 17 ended 130\n";
        for (std::size_t at = 0; at <= text.size(); ++at) {
            log(text.substr(0, at) + "\nx\n\n5 17\n17 17 ended\n");
            const RunJobHistory all = read();
            QVERIFY(all.lives.size() <= 1);
            if (!all.lives.empty() && all.lives[0].ended > 0) QVERIFY(at >= text.size() - 4);
        }
    }

    void noByteOfTheJobMayBeOther() {
        QVERIFY(keepJob(folder_.path(), {"17_3", "fast", 1000.5, 7}).ok());
        const std::string text = *readFileBytes(folder_.path() / kJobFile);
        for (std::size_t at = 0; at < text.size(); ++at) {
            std::string flipped = text;
            flipped[at] = static_cast<char>(flipped[at] ^ 1);
            QVERIFY(writeFileDurably(folder_.path() / kJobFile, flipped).ok());
            if (const auto job = readJob(folder_.path()); job.ok())
                QVERIFY((*job)->job.id == "17_3" && (*job)->job.cancelled == 7 && (*job)->job.submitted == 1000.5);
            QVERIFY(writeFileDurably(folder_.path() / kJobFile, text.substr(0, at)).ok());
            QVERIFY(!readJob(folder_.path()).ok() || at + 2 >= text.size());
        }
    }

    /// It becomes a word of scancel.
    void anIdIsANumber() {
        QVERIFY(keepJob(folder_.path(), {"--user=root", "fast", 1, 0}).ok());
        QCOMPARE(readJob(folder_.path()).error().code, ErrorCode::Corrupt);
    }
};

QTEST_GUILESS_MAIN(TestRunJob)
#include "tst_run_job.moc"

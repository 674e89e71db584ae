// SPDX-License-Identifier: GPL-3.0-or-later
// A lab that is measured is kept meanwhile, and one that was cut off is known by what it left.
#include "io/file_io.h"
#include "lab/lab_files.h"
#include "lab/lab_journal.h"
#include "lab_support.h"
#include "support/quick_folder.h"

#include <QTest>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

/// As it is after so many runs.
LabReport measuredUntil(int runs) {
    test::KnownMachine machine;
    LabReport last;
    (void)runLab(test::equalPair(3), machine, [&](const LabReport& soFar) { return last = soFar, soFar.done < runs; });
    return last;
}

}  // namespace

class TestLabJournal : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatAKillLeavesIsFoundOnce() {
        const QuickFolder folder, other;
        const fs::path killed = other.path() / "killed";
        LabJournal journal(folder.path());
        QVERIFY(journal.note(measuredUntil(1)).ok());
        QVERIFY(!LabJournal::takeCutOff(folder.path(), LabMode::Pair));  // it goes on
        // The files as they are, and no process that holds them.
        fs::copy(folder.path(), killed, fs::copy_options::recursive);
        const KeptLabReports kept = readLabReports(killed);
        QVERIFY(kept.problems.empty());
        QCOMPARE(kept.reports.size(), std::size_t{1});
        QVERIFY(!kept.reports.front().finished());
        QCOMPARE(kept.reports.front().done, 1);
        QVERIFY(!LabJournal::takeCutOff(killed, LabMode::Ladder));
        QVERIFY(LabJournal::takeCutOff(killed, LabMode::Pair));
        QVERIFY(!LabJournal::takeCutOff(killed, LabMode::Pair));
        QCOMPARE(readLabReports(killed).reports.size(), std::size_t{1});
    }

    void oneThatWasStoppedIsWholeAndNotCutOff() {
        const QuickFolder folder;
        {
            LabJournal journal(folder.path());
            for (const int runs : {1, 2, 3}) QVERIFY(journal.note(measuredUntil(runs)).ok());
            QVERIFY(journal.end(measuredUntil(4)).ok());
            // Another window that measures the same has its end first.
            QVERIFY(LabJournal(folder.path()).end(measuredUntil(4)).ok());
            QVERIFY(fs::exists(labLockPath(folder.path(), LabMode::Pair)));
        }
        QVERIFY(!fs::exists(labLockPath(folder.path(), LabMode::Pair)));
        QVERIFY(!LabJournal::takeCutOff(folder.path(), LabMode::Pair));
        QCOMPARE(readLabReports(folder.path()).reports.front().done, 4);
    }

    void nothingIsKeptOfNothingAndWithoutAPlace() {
        const QuickFolder folder;
        QVERIFY(LabJournal(folder.path()).end({}).ok());
        QVERIFY(fs::is_empty(folder.path()));
        for (const fs::path& gone : {fs::path(), folder.path() / "moved"}) QVERIFY(LabJournal(gone).end(measuredUntil(1)).ok());
        QVERIFY(fs::is_empty(folder.path()));
        QVERIFY(writeFileDurably(folder.path() / "lab", "no folder").ok());
        QVERIFY(!LabJournal(folder.path()).note(measuredUntil(1)).ok());
    }
};

QTEST_APPLESS_MAIN(TestLabJournal)
#include "tst_lab_journal.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A lab that is measured is kept meanwhile, and one that was cut off is known by what it left.
#include "core/lab_support.h"
#include "io/file_io.h"
#include "lab/lab_files.h"
#include "lab/lab_journal.h"
#include "support/quick_folder.h"

#include <QTest>

#include <algorithm>
#include <iterator>
#include <vector>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

/// One lab as it is after each of its first runs.
std::vector<LabReport> firstRuns(int runs) {
    test::KnownMachine machine;
    std::vector<LabReport> seen;
    (void)runLab(test::equalPair(3), machine, [&](const LabReport& soFar) {
        if (soFar.done > std::ssize(seen)) seen.push_back(soFar);
        return std::ssize(seen) < runs;
    });
    return seen;
}

}  // namespace

class TestLabJournal : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatAKillLeavesIsFoundOnce() {
        const QuickFolder folder, other;
        const fs::path killed = other.path() / "killed";
        const LabReport one = firstRuns(1).front();
        LabJournal journal(folder.path());
        QVERIFY(journal.note(one).ok());
        QVERIFY(!LabJournal::takeCutOff(folder.path(), one.name));  // it goes on
        QVERIFY(LabJournal(folder.path()).claim(one.name).error().code == ErrorCode::Busy);
        // The files as they are, and no process that holds them.
        fs::copy(folder.path(), killed, fs::copy_options::recursive);
        const SavedLabReports kept = readLabReports(killed);
        QVERIFY(kept.problems.empty());
        QCOMPARE(kept.reports.size(), std::size_t{1});
        QVERIFY(!kept.reports.front().finished());
        QCOMPARE(kept.reports.front().done, 1);
        QVERIFY(!LabJournal::takeCutOff(killed, "another"));
        QVERIFY(LabJournal::takeCutOff(killed, one.name));
        QVERIFY(!LabJournal::takeCutOff(killed, one.name));
        QCOMPARE(readLabReports(killed).reports.size(), std::size_t{1});
        QVERIFY(LabJournal(killed).claim(one.name).ok());
    }

    void oneThatWasStoppedIsWholeAndNotCutOff() {
        const QuickFolder folder;
        const std::vector<LabReport> runs = firstRuns(4);
        QCOMPARE(runs.size(), std::size_t{4});
        const std::string name = runs.front().name;
        {
            LabJournal journal(folder.path());
            for (const LabReport& soFar : runs) QVERIFY(journal.note(soFar).ok());
            QVERIFY(journal.end(runs.back()).ok());
            QVERIFY(fs::exists(labLockPath(folder.path(), name)));
            // Another window that measures has its end first.
            const LabReport theirs = firstRuns(2).back();
            QVERIFY(theirs.name != name);
            QVERIFY(LabJournal(folder.path()).end(theirs).ok());
            QVERIFY(fs::exists(labLockPath(folder.path(), name)) &&
                    !fs::exists(labLockPath(folder.path(), theirs.name)));
        }
        QVERIFY(!fs::exists(labLockPath(folder.path(), name)));
        QVERIFY(!LabJournal::takeCutOff(folder.path(), name));
        const SavedLabReports kept = readLabReports(folder.path());
        QCOMPARE(kept.reports.size(), std::size_t{2});
        QVERIFY(std::ranges::any_of(kept.reports,
                                    [&](const LabReport& report) { return report.name == name && report.done == 4; }));
    }

    void nothingIsKeptOfNothingAndWithoutAPlace() {
        const QuickFolder folder;
        const LabReport one = firstRuns(1).front();
        QVERIFY(LabJournal(folder.path()).end({}).ok());
        QVERIFY(fs::is_empty(folder.path()));
        for (const fs::path& gone : {fs::path(), folder.path() / "moved"}) QVERIFY(LabJournal(gone).end(one).ok());
        QVERIFY(fs::is_empty(folder.path()));
        QVERIFY(writeFileDurably(folder.path() / "lab", "no folder").ok());
        QVERIFY(!LabJournal(folder.path()).note(one).ok());
    }
};

QTEST_APPLESS_MAIN(TestLabJournal)
#include "tst_lab_journal.moc"

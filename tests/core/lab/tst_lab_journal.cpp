// SPDX-License-Identifier: GPL-3.0-or-later
// A lab that is measured is kept meanwhile.
#include "core/lab_support.h"
#include "io/file_io.h"
#include "lab/lab_files.h"
#include "support/quick_folder.h"

#include <QTest>

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
    void whatWasMeasuredIsThereAlsoAfterAKill() {
        const QuickFolder folder;
        const std::vector<LabReport> runs = firstRuns(4);
        QCOMPARE(runs.size(), std::size_t{4});
        LabJournal journal(folder.path());
        const auto done = [&] {
            const SavedLabReports kept = readLabReports(folder.path());
            return kept.problems.empty() && kept.reports.size() == 1 && !kept.reports.front().finished()
                       ? kept.reports.front().done
                       : -1;
        };
        QVERIFY(journal.note(runs.front()).ok());
        QCOMPARE(done(), 1);
        for (const LabReport& soFar : runs) QVERIFY(journal.note(soFar).ok());
        QVERIFY(journal.end(runs.back()).ok());
        QCOMPARE(done(), 4);
        // Another window that measures keeps its own.
        const LabReport theirs = firstRuns(2).back();
        QVERIFY(theirs.name != runs.front().name);
        QVERIFY(LabJournal(folder.path()).end(theirs).ok());
        QCOMPARE(readLabReports(folder.path()).reports.size(), std::size_t{2});
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Control groups on a made-up tree: folders with the files that the kernel would show.
#include "io/cgroup.h"
#include "io/file_io.h"
#include "support/quick_folder.h"

#include <QTest>

#include <string>
#include <utility>
#include <vector>

using namespace gatelab;
namespace fs = std::filesystem;

class TestCgroup : public QObject {
    Q_OBJECT

    static void group(const fs::path& folder, const std::string& controllers) {
        fs::create_directories(folder);
        QVERIFY(writeFileDurably(folder / "cgroup.subtree_control", controllers + "\n").ok());
        QVERIFY(writeFileDurably(folder / "cgroup.procs", "").ok());
    }
    static std::string textOf(const fs::path& file) { return readFileBytes(file).ok() ? *readFileBytes(file) : "-"; }

private Q_SLOTS:
    void theNearestGroupThatWasHandedOver() {
        const QuickFolder folder;
        const fs::path root = folder.path() / "cgroup", self = folder.path() / "self";
        group(root, "cpu memory pids");
        group(root / "user", "cpuset cpu io memory pids");
        group(root / "user/app", "memory pids");
        group(root / "user/app/run.scope", "");
        QVERIFY(writeFileDurably(self, "12:pids:/elsewhere\n0::/user/app/run.scope\n").ok());
        QCOMPARE(cgroupForJobs(root, self)->string(), (root / "user").string());
        fs::remove(root / "user/cgroup.procs");
        QCOMPARE(cgroupForJobs(root, self)->string(), root.string());
        fs::remove(root / "cgroup.subtree_control");
        QVERIFY(!cgroupForJobs(root, self));
        // The old groups alone, or none.
        QVERIFY(writeFileDurably(self, "12:pids:/user\n").ok());
        QVERIFY(!cgroupForJobs(root / "user", self));
        QVERIFY(!cgroupForJobs(root, folder.path() / "none"));
    }

    void theLimitsAreWrittenBeforeTheProcessComes() {
        const QuickFolder folder;
        group(folder.path(), "cpu memory pids");
        fs::create_directories(folder.path() / "gatelab-gone");
        fs::create_directories(folder.path() / "others");
        const std::vector<std::pair<std::string, std::string>> limits{{"memory.max", "1073741824"},
                                                                      {"cpu.max", "150000 100000"}};
        const auto entered = enterCgroup(folder.path(), "r1", limits, 4711);
        QVERIFY(entered.ok());
        QCOMPARE(entered->string(), (folder.path() / "gatelab-r1").string());
        QCOMPARE(textOf(*entered / "memory.max"), "1073741824");
        QCOMPARE(textOf(*entered / "cpu.max"), "150000 100000");
        QCOMPARE(textOf(*entered / "cgroup.procs"), "4711");
        QVERIFY(!fs::exists(folder.path() / "gatelab-gone") && fs::exists(folder.path() / "others"));
    }

    void whatTheKernelRefusesIsSaid() {
        const QuickFolder folder;
        group(folder.path(), "cpu memory pids");
        const std::vector<std::pair<std::string, std::string>> limits{{"no/such.max", "1"}};
        const auto entered = enterCgroup(folder.path(), "r1", limits, 4711);
        QVERIFY(!entered.ok());
        QVERIFY(!fs::exists(folder.path() / "gatelab-r1"));
    }
};

QTEST_APPLESS_MAIN(TestCgroup)
#include "tst_cgroup.moc"

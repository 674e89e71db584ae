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

    static void write(const fs::path& file, const std::string& text) {
        fs::create_directories(file.parent_path());
        QVERIFY(writeFileDurably(file, text).ok());
    }

private Q_SLOTS:
    /// What the kernel keeps of files is free; the narrowest group above counts.
    void memoryOfTheGroup() {
        const QuickFolder folder;
        const fs::path root = folder.path() / "cgroup", self = folder.path() / "self";
        write(self, "0::/user/run.scope\n");
        QCOMPARE(groupMemory(root, self).limitBytes, std::uint64_t(0));
        write(root / "user/run.scope/memory.max", "max\n");
        QCOMPARE(groupMemory(root, self).limitBytes, std::uint64_t(0));
        write(root / "user/memory.max", "1000\n");
        write(root / "user/memory.current", "900\n");
        write(root / "user/memory.stat", "anon 300\ninactive_file 400\nactive_file 200\nfile 650\n");
        QCOMPARE(groupMemory(root, self).limitBytes, std::uint64_t(1000));
        QCOMPARE(groupMemory(root, self).freeBytes, std::uint64_t(700));
        write(root / "user/run.scope/memory.max", "800\n");
        write(root / "user/run.scope/memory.current", "850\n");
        QCOMPARE(groupMemory(root, self).limitBytes, std::uint64_t(800));
        QCOMPARE(groupMemory(root, self).freeBytes, std::uint64_t(0));
    }

    void memoryOfAnOldGroup() {
        const QuickFolder folder;
        const fs::path root = folder.path() / "cgroup", self = folder.path() / "self";
        write(self, "12:pids:/elsewhere\n7:cpu,memory:/job\n0::/\n");
        write(root / "memory/memory.limit_in_bytes", "9223372036854771712\n");  // none
        QCOMPARE(groupMemory(root, self).limitBytes, std::uint64_t(0));
        write(root / "memory/job/memory.limit_in_bytes", "1073741824\n");
        write(root / "memory/job/memory.usage_in_bytes", "1000000000\n");
        write(root / "memory/job/memory.stat", "inactive_file 5\ntotal_inactive_file 700000000\ntotal_active_file 1\n");
        QCOMPARE(groupMemory(root, self).limitBytes, UINT64_C(1) << 30);
        QCOMPARE(groupMemory(root, self).freeBytes, (UINT64_C(1) << 30) - 299'999'999);
        // A container sees the path of its host, and its own group where groups are mounted.
        write(self, "7:memory:/docker/abc\n");
        write(root / "memory/memory.limit_in_bytes", "5000\n");
        QCOMPARE(groupMemory(root, self).limitBytes, std::uint64_t(5000));
    }

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

// SPDX-License-Identifier: GPL-3.0-or-later
// What a job is held to, on a made-up control group, and the words of its sandbox.
#include "io/file_io.h"
#include "session/confined_job.h"
#include "support/quick_folder.h"

#include <QTest>

#include <algorithm>

using namespace gatelab;
namespace fs = std::filesystem;

class TestConfinedJob : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void limitsBecomeTheFilesOfAGroup() {
        const QuickFolder folder;
        const OwnLimits own = confineProcess({2048, 1.5, 300, false}, "run", 4711, folder.path());
        const fs::path group = folder.path() / "gatelab-run";
        const auto textOf = [&group](const char* file) { return *readFileBytes(group / file); };
        QCOMPARE(textOf("memory.max"), "2147483648");
        QCOMPARE(textOf("memory.oom.group"), "1");
        QCOMPARE(textOf("cpu.max"), "150000 100000");
        QCOMPARE(textOf("pids.max"), "300");
        QCOMPARE(textOf("cgroup.procs"), "4711");
        QVERIFY(own.remark.empty());
        QCOMPARE(own.memoryMiB, std::int64_t{2048});
        QCOMPARE(own.threads, std::int64_t{2});
        // Only those that are wanted.
        (void)confineProcess({0, 0, 64, false}, "few", 4711, folder.path());
        QVERIFY(!fs::exists(folder.path() / "gatelab-few/memory.max") &&
                !fs::exists(folder.path() / "gatelab-few/cpu.max"));
    }

    void withoutAGroupTheRestIsSaid() {
        const QuickFolder folder;
        const OwnLimits own = confineProcess({2048, 1.5, 300, false}, "run", 4711, folder.path() / "none");
        QCOMPARE(own.memoryMiB, std::int64_t{2048});
        QCOMPARE(own.threads, std::int64_t{2});
        QVERIFY2(own.remark.english().find("processors are limited by threads") != std::string::npos,
                 own.remark.english().c_str());
        QVERIFY(confineProcess({2048, 0, 0, false}, "run", 4711, folder.path() / "none").remark.empty());
        const OwnLimits none = confineThisProcess({}, "run");
        QVERIFY(none.memoryMiB == 0 && none.threads == 0 && none.remark.empty());
    }

    void aSandboxWritesOnlyItsFolders() {
        const std::vector<fs::path> writable{"/w", "/tmp/s"};
        const auto words = sandboxWords(writable, {"/bin/prog", "train", "--json"});
        const auto has = [&words](const std::vector<std::string>& part) {
            return !std::ranges::search(words, part).empty();
        };
        QCOMPARE(words.front(), "bwrap");
        QVERIFY(has({"--ro-bind", "/", "/"}) && has({"--bind", "/w", "/w"}) && has({"--bind", "/tmp/s", "/tmp/s"}));
        QVERIFY(has({"--unshare-net"}) && has({"--die-with-parent"}));
        QVERIFY(has({"--", "/bin/prog", "train", "--json"}));
        QCOMPARE(words.back(), "--json");
    }
};

QTEST_APPLESS_MAIN(TestConfinedJob)
#include "tst_confined_job.moc"

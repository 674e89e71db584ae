// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_io.h"
#include "store/run_name.h"
#include "store/run_queue.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

using namespace gatelab;

namespace {

QueuedRun named(const std::string& name, int priority = 0) {
    QueuedRun run;
    run.config.name = name;
    run.config.hiddenSize = 17;
    run.priority = priority;
    return run;
}

std::string names(const RunQueue::State& state) {
    std::string text;
    for (const QueuedRun& run : state.runs) text += run.config.name;
    return text;
}

/// As an older program wrote it.
std::string withoutChecksum(const std::string& text) { return text.substr(0, text.rfind(",\n \"sha256\"")) + "\n}\n"; }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    if (at == std::string::npos) qFatal("no %s", from.c_str());
    return text.replace(at, from.size(), to);
}

}  // namespace

/// The runs that wait: order, durability, two windows at once.
class TestRunQueue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void survivesARestart() {
        QueuedRun run = named("a", 3);
        run.parent = "p 中";
        run.branchFrom = "/x/y";
        run.resume = "r";
        run.moreEpochs = 5;
        run.seconds = 12.5;
        run.why = "verdict";
        QVERIFY(queue().add({run}).ok());
        QVERIFY(queue().setPaused(true).ok());
        const auto state = queue().read();
        QVERIFY(state.ok() && state->paused);
        QCOMPARE(state->runs.size(), std::size_t{1});
        const QueuedRun& back = state->runs[0];
        QVERIFY(!back.id.empty());
        QCOMPARE(back.config, run.config);
        QVERIFY(back.parent == run.parent && back.branchFrom == run.branchFrom && back.resume == run.resume &&
                back.why == run.why);
        QCOMPARE(back.moreEpochs, run.moreEpochs);
        QCOMPARE(back.priority, 3);
        QCOMPARE(back.seconds, 12.5);
    }

    /// Queues of before had no expected times.
    void anExpectedTimeMayBeMissing() {
        QVERIFY(queue().add({named("a")}).ok());
        const auto file = path() / "queue.json";
        const std::string text = withoutChecksum(*readFileBytes(file));
        QVERIFY(writeFileDurably(file, replaced(text, "\"seconds\": 0.0,", "")).ok());
        const auto state = queue().read();
        QVERIFY(state.ok());
        QCOMPARE(state->runs.at(0).seconds, 0.0);
    }

    void orderAndPriority() {
        auto state = *queue().add({named("a"), named("b"), named("c", 1), named("d")});
        QCOMPARE(names(state), std::string("cabd"));
        state = *queue().move(state.runs[3].id, -1);
        QCOMPARE(names(state), std::string("cadb"));
        state = *queue().move(state.runs[1].id, -5);  // not past a higher priority
        QCOMPARE(names(state), std::string("cadb"));
        state = *queue().move(state.runs[1].id, 9);
        QCOMPARE(names(state), std::string("cdba"));
        state = *queue().setPriority(state.runs[3].id, 2);
        QCOMPARE(names(state), std::string("acdb"));
        state = *queue().setName(state.runs[3].id, "e");
        QCOMPARE(names(state), std::string("acde"));
        QCOMPARE(state.runs[3].name, std::string("e"));
        state = *queue().setName(state.runs[3].id, "");  // then it is called by its model
        QCOMPARE(state.runs[3].name, runName(state.runs[3].config));
        state = *queue().setName(state.runs[3].id, "b");
        QVERIFY(!queue().setName("nobody", "b").ok());
        state = *queue().remove({state.runs[0].id, state.runs[2].id});
        QCOMPARE(names(state), std::string("cb"));
        QVERIFY(!queue().move("nobody", 1).ok());
        QVERIFY(!queue().setPriority("nobody", 1).ok());
        QCOMPARE(names(*queue().read()), std::string("cb"));
    }

    void theFirstIsTakenAndNoOther() {
        const auto state = *queue().add({named("a"), named("b")});
        QCOMPARE(queue().takeFirst(state.runs[1].id).error().code, ErrorCode::NotFound);
        const auto taken = queue().takeFirst(state.runs[0].id);
        QVERIFY(taken.ok());
        QCOMPARE(taken->run.config.name, std::string("a"));
        QCOMPARE(queue().takeFirst(state.runs[0].id).error().code, ErrorCode::NotFound);
        QCOMPARE(names(*queue().read()), std::string("b"));
        QVERIFY(queue().setPaused(true).ok());
        QCOMPARE(queue().takeFirst(state.runs[1].id).error().code, ErrorCode::NotFound);
        QCOMPARE(names(*queue().begun(*taken)), std::string("b"));
        QVERIFY(queue().read()->taken.empty());
    }

    void whatDidNotStartComesBackToItsPlace() {
        const auto all = *queue().add({named("a"), named("b"), named("c", 1)});
        const auto first = queue().takeFirst(all.runs[0].id), second = queue().takeFirst(all.runs[1].id);
        QVERIFY(first.ok() && second.ok());
        QCOMPARE(names(*queue().read()), std::string("b"));
        QVERIFY(queue().giveBack(second->run).ok());
        const auto state = *queue().giveBack(first->run);
        QCOMPARE(names(state), std::string("cab"));
        QCOMPARE(state.runs[1].id, second->run.id);
        QVERIFY(state.taken.empty());
    }

    /// Closed or killed while it prepared the data: its lock goes with it.
    void whatAProgramTookThatHasEndedWaitsAgain() {
        const auto all = *queue().add({named("a"), named("b"), named("c", 1), named("d")});
        {
            const auto first = queue().takeFirst(all.runs[0].id), second = queue().takeFirst(all.runs[1].id);
            QVERIFY(first.ok() && second.ok());
            QCOMPARE(names(*queue().setTogether(true)), std::string("bd"));  // a change leaves them to it
            QCOMPARE(queue().read()->taken.size(), std::size_t{2});
        }
        QCOMPARE(names(*queue().read()), std::string("cabd"));
        QCOMPARE(names(*queue().setTogether(false)), std::string("cabd"));
        const auto kept = queue().takeFirst(all.runs[0].id);
        QVERIFY(kept.ok() && queue().begun(*kept).ok());
        QCOMPARE(names(*queue().read()), std::string("abd"));
        for (const auto& entry : std::filesystem::directory_iterator(path()))  // no lock stays behind
            QVERIFY(entry.path().filename().string().rfind("queue-q", 0) != 0);
    }

    void aProgramThatIsKilledLosesNothing() {
        const auto all = *queue().add({named("a"), named("b")});
        int ready[2];
        QCOMPARE(::pipe(ready), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            const auto taken = queue().takeFirst(all.runs[0].id);
            const char word = taken.ok() ? 'y' : 'n';
            if (::write(ready[1], &word, 1) != 1) ::_exit(1);
            for (;;) ::pause();
        }
        char word = 'n';
        QCOMPARE(::read(ready[0], &word, 1), ssize_t{1});
        ::close(ready[0]), ::close(ready[1]);
        QCOMPARE(word, 'y');
        QCOMPARE(names(*queue().read()), std::string("b"));
        ::kill(child, SIGKILL);
        QCOMPARE(::waitpid(child, nullptr, 0), child);
        QCOMPARE(names(*queue().read()), std::string("ab"));
    }

    /// Written by a program of before, or by hand.
    void takenRunsMayBeMissing() {
        QVERIFY(queue().add({named("a")}).ok());
        const auto file = path() / "queue.json";
        const std::string text = withoutChecksum(*readFileBytes(file));
        std::string other = text;
        QVERIFY(writeFileDurably(file, replaced(other, "\"taken\": [],", "")).ok());
        QCOMPARE(names(*queue().read()), std::string("a"));
        other = text;  // an id becomes the name of a file
        const std::string id = queue().read()->runs[0].id;
        other.replace(other.find(id), id.size(), "../../x");
        QVERIFY(writeFileDurably(file, other).ok());
        QCOMPARE(queue().read().error().code, ErrorCode::Corrupt);
    }

    void anotherSettingIsNotTakenForTheOneThatWasQueued_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<bool>("isOld");
        QTest::addColumn<QString>("said");
        QTest::newRow("a value") << "\"hidden_size\": 17"
                                 << "\"hidden_size\": 16" << false << "checksum";
        QTest::newRow("a setting") << "\"hidden_size\""
                                   << "\"hidden_sjze\"" << false << "checksum";
        QTest::newRow("a setting of an old file") << "\"hidden_size\""
                                                  << "\"hidden_sjze\"" << true << "hidden_sjze";
        QTest::newRow("a value out of range") << "\"hidden_size\": 17"
                                              << "\"hidden_size\": -1" << true << "waiting run 1";
        QTest::newRow("a member") << "\"priority\""
                                  << "\"prioritx\"" << true << "prioritx";
        QTest::newRow("the checksum's name") << "\"sha256\""
                                             << "\"sha257\"" << false << "sha257";
        QTest::newRow("whether it is paused") << "\"paused\": false"
                                              << "\"paused\": true" << false << "checksum";
    }
    void anotherSettingIsNotTakenForTheOneThatWasQueued() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(bool, isOld);
        QFETCH(QString, said);
        QVERIFY(queue().add({named("a"), named("b")}).ok());
        const auto file = path() / "queue.json";
        const std::string whole = *readFileBytes(file);
        const std::string text = replaced(isOld ? withoutChecksum(whole) : whole, from.toStdString(), to.toStdString());
        for (const char* aside : {"queue-damaged.json", "queue-damaged-2.json"}) {
            QVERIFY(writeFileDurably(file, text).ok());
            const auto read = queue().read();
            QVERIFY(!read.ok() && read.error().code == ErrorCode::Corrupt);
            QVERIFY2(read.error().message.find(said.toStdString()) != std::string::npos, read.error().message.c_str());
            QVERIFY2(read.error().message.find(aside) != std::string::npos, read.error().message.c_str());
            QCOMPARE(*readFileBytes(path() / aside), text);
            QVERIFY(queue().read().ok());
        }
    }

    void anOldFileIsReadAndWrittenWithAChecksum() {
        QVERIFY(queue().add({named("a")}).ok());
        const auto file = path() / "queue.json";
        QVERIFY(writeFileDurably(file, withoutChecksum(*readFileBytes(file))).ok());
        QCOMPARE(names(*queue().read()), std::string("a"));
        QVERIFY(queue().setPaused(true).ok());
        QVERIFY(readFileBytes(file)->find("\"sha256\"") != std::string::npos);
        QCOMPARE(names(*queue().read()), std::string("a"));
    }

    void whatWasRemovedComesBackToItsPlace() {
        QVERIFY(queue().add({named("a"), named("b"), named("c")}).ok());
        const QueuedRun middle = queue().read()->runs[1];
        QCOMPARE(names(*queue().remove({middle.id})), std::string("ac"));
        QCOMPARE(names(*queue().giveBack(middle, 1)), std::string("abc"));
        QCOMPARE(names(*queue().giveBack(middle, 1)), std::string("abc"));  // it waits already
        QVERIFY(queue().remove({queue().read()->runs[0].id, middle.id}).ok());
        QCOMPARE(names(*queue().giveBack(middle, 7)), std::string("cb"));  // others have gone meanwhile
    }

    void twoWindowsNeverTakeTheSameRun() {
        std::vector<QueuedRun> many;
        for (int i = 0; i < 30; ++i) many.push_back(named(std::string(1, static_cast<char>('A' + i))));
        QVERIFY(queue().add(many).ok());
        std::array<std::string, 3> taken;
        std::vector<std::thread> windows;
        for (auto& mine : taken)
            windows.emplace_back([&] {
                RunQueue own(path());
                for (auto state = own.read(); !state->runs.empty(); state = own.read())
                    if (const auto taken = own.takeFirst(state->runs.front().id); taken.ok()) {
                        mine += taken->run.config.name;
                        if (!own.begun(*taken).ok()) mine += "?";
                    }
            });
        for (auto& window : windows) window.join();
        std::string all = taken[0] + taken[1] + taken[2];
        std::sort(all.begin(), all.end());
        QCOMPARE(all.size(), std::size_t{30});
        QVERIFY(std::adjacent_find(all.begin(), all.end()) == all.end());
    }

    void aFullDiskChangesNothing() {
        QVERIFY(queue().add({named("a")}).ok());
        setFaultPlan([](IoCall call, const std::filesystem::path& file) {
            return call == IoCall::Write && file.string().find("queue.lock") == std::string::npos ? ENOSPC : 0;
        });
        const auto added = queue().add({named("b")});
        setFaultPlan({});
        QVERIFY(!added.ok() && added.error().code == ErrorCode::DiskFull);
        QCOMPARE(names(*queue().read()), std::string("a"));
    }

    void aDamagedFileIsSetAsideOnce() {
        QVERIFY(queue().add({named("a")}).ok());
        QVERIFY(writeFileDurably(path() / "queue.json", "{\"gatelab_queue\": 1, \"pau").ok());
        const auto damaged = queue().read();
        QVERIFY(!damaged.ok() && damaged.error().code == ErrorCode::Corrupt);
        QVERIFY(damaged.error().message.find("queue-damaged.json") != std::string::npos);
        QVERIFY(queue().read().ok() && queue().read()->runs.empty());
        QVERIFY(writeFileDurably(path() / "queue.json", "{\"gatelab_queue\": 99}").ok());
        QCOMPARE(queue().read().error().code, ErrorCode::Unsupported);
        QCOMPARE(queue().read().error().code, ErrorCode::Unsupported);
    }

private:
    std::filesystem::path path() const { return folder_->path().toStdString(); }
    RunQueue queue() const { return RunQueue(path()); }
    std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_APPLESS_MAIN(TestRunQueue)
#include "tst_run_queue.moc"

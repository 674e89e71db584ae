// SPDX-License-Identifier: GPL-3.0-or-later
// Messages below the page: their bold part is a whole clause, their numbers are those of the moment, and they go with
// what they are about.
// Holds ui/window/run_notices.cpp, ui/common/file_watch.cpp.
#include "common/background_job.h"
#include "common/file_watch.h"
#include "common/texts.h"
#include "pages/page.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "store/checkpoint.h"
#include "support/fake_workspace.h"
#include "support/take.h"
#include "support/whole_program.h"
#include "window/notices.h"
#include "window/run_notices.h"
#include "window/window_shell.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace gatelab;

namespace {

const Notice* find(const NoticeBook& book, const QString& command) {
    const auto found = std::ranges::find_if(
        book.notices(), [&](const Notice& notice) { return notice.command.key.startsWith(command); });
    return found == book.notices().end() ? nullptr : &*found;
}

/// Its folder is there, its record cannot be read.
RunSummary damagedRun(const char* id) {
    RunSummary run;
    run.id = id;
    run.name = "one";
    run.state = RunState::Interrupted;
    run.problem = "run.sqlite is damaged";
    return run;
}

/// At step 10.
void checkpointOf(const std::filesystem::path& workspace, const RunSummary& run) {
    std::filesystem::create_directories(workspace / "runs" / run.id);
    CheckpointContents contents;
    contents.tensors.tensors["w"] = {"F32", {1}, std::vector<char>(4)};
    contents.state = "{}";
    contents.step = 10;
    QVERIFY(CheckpointStore(workspace / "runs" / run.id).save(contents).ok());
}

}  // namespace

class TestNotices : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void theBoldPartEndsOutsideOfBrackets_data() {
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("clause");
        QTest::addColumn<QString>("text");
        QTest::newRow("brackets")
            << "the worker was ended by signal 9 (Killed; the system does this when memory runs out); the run is safe; "
               "continue it"
            << "The worker was ended by signal 9 (Killed; the system does this when memory runs out)."
            << "The run is safe; continue it.";
        QTest::newRow("Chinese") << QString::fromUtf8("工作进程被终止（Killed；内存不足时系统会这样做）；运行是安全的")
                                 << QString::fromUtf8("工作进程被终止（Killed；内存不足时系统会这样做）。")
                                 << QString::fromUtf8("运行是安全的。");
        QTest::newRow("plain") << "no; yes"
                               << "No."
                               << "Yes.";
        QTest::newRow("a bracket too many") << "a) no; yes"
                                            << "A) no."
                                            << "Yes.";
        QTest::newRow("one clause") << "no"
                                    << "No." << QString();
    }
    void theBoldPartEndsOutsideOfBrackets() {
        QFETCH(QString, message);
        NoticeBook book;
        book.addError(message);
        QTEST(book.notices().front().clause, "clause");
        QTEST(book.notices().front().text, "text");
    }

    void theCountOfWaitingRunsIsThatOfTheMoment() {
        const QTemporaryDir folder;
        const std::filesystem::path place = folder.path().toStdString();
        QVERIFY(RunQueue(place).add({QueuedRun(), QueuedRun(), QueuedRun()}));
        QVERIFY(RunQueue(place).setPaused(true));
        NoticeBook book;
        RunController runs;
        QueueController queue(runs);
        const RunNotices message(book, runs, queue);
        QSignalSpy met(&queue, &QueueController::foundWaiting);
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(std::vector<RunSummary>(), place));
        QTRY_COMPARE(met.count(), 1);
        const auto clause = [&] {
            const Notice* notice = find(book, QStringLiteral("queue-"));
            return notice ? notice->clause : QString();
        };
        QCOMPARE(clause(), QStringLiteral("3 runs wait in the queue."));
        queue.remove({queue.state().runs.front().id});
        QTRY_COMPARE(clause(), QStringLiteral("2 runs wait in the queue."));
        queue.remove({queue.state().runs.front().id});
        QTRY_COMPARE(clause(), QStringLiteral("1 run waits in the queue."));
        queue.remove({queue.state().runs.front().id});
        QTRY_COMPARE(clause(), QString());
    }

    /// The next click finds its button where it was.
    void aMessageOfThePageMovesNothing() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowExposed(program.window.get()));
        program.window->showPage(QStringLiteral("compare"));
        const Page* page = program.window->page(QStringLiteral("compare"));
        QCoreApplication::processEvents();
        const QSize before = page->size();
        Notice notice{
            Tone::Info, QStringLiteral("One run is deleted."), {}, QStringLiteral("Undo"), QStringLiteral("undo")};
        notice.of = NoticeOf::Page;
        program.window->notices().add(notice);
        QCoreApplication::processEvents();
        QCOMPARE(page->size(), before);
        const auto areas = program.window->findChildren<NoticeArea*>();
        const auto over = std::ranges::find_if(areas, [](const NoticeArea* area) { return area->isVisible(); });
        QVERIFY(over != areas.end() && (*over)->answer());
        const QRect seen = (*over)->rect().translated((*over)->mapTo(program.window.get(), QPoint()));
        const QRect under = page->rect().translated(page->mapTo(program.window.get(), QPoint()));
        QVERIFY(under.contains(seen));
        QCOMPARE(seen.bottom(), under.bottom());
        program.window->showPage(QStringLiteral("data"));
        QVERIFY(!(*over)->isVisible());
    }

    void whatIsOfAPageGoesWithIt() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        program.window->showPage(QStringLiteral("train"));
        NoticeBook& book = program.window->notices();
        book.addError(QStringLiteral("one run is deleted"), QStringLiteral("Undo"), QStringLiteral("undo"),
                      NoticeOf::Page);
        book.addError(QStringLiteral("the disk is full"));
        QVERIFY(find(book, QStringLiteral("undo")));
        program.window->showPage(QStringLiteral("train"));
        QVERIFY(find(book, QStringLiteral("undo")));
        program.window->showPage(QStringLiteral("compare"));
        QVERIFY(!find(book, QStringLiteral("undo")));
        QVERIFY(std::ranges::any_of(
            book.notices(), [](const Notice& notice) { return notice.clause == QLatin1String("The disk is full."); }));
    }

    void aFullDiskIsOverOnceTheRunGoesOn() {
        NoticeBook book;
        RunController runs;
        QueueController queue(runs);
        const RunNotices message(book, runs, queue);
        const auto isFull = [&](const char* words) { Q_EMIT runs.diskFailed(QString::fromLatin1(words)); };
        isFull("the run waits; it needs 12 MiB");
        isFull("the run waits; it needs 13 MiB");
        QCOMPARE(book.notices().size(), std::size_t{1});
        QVERIFY(book.notices().front().text.contains(QStringLiteral("13 MiB")));
        Q_EMIT runs.checkpointLogged(QStringLiteral("Checkpoint at step 10"));
        QVERIFY(book.notices().empty());
        isFull("the run waits; it needs 12 MiB");
        Q_EMIT runs.runFinished(QStringLiteral("a"));
        QVERIFY(book.notices().empty());
    }

    void aMissingFileIsNoProblemOnceItIsBack() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("waves.csv"));
        QCOMPARE(missingFile(Phrase({"Training", "run '%1': %2"}, {"a", Phrase(path.toStdString())})), path);
        NoticeBook book;
        RunController runs;
        QueueController queue(runs);
        const RunNotices message(book, runs, queue);
        Q_EMIT runs.problem(QStringLiteral("the file is missing"), Command(QStringLiteral("missing"), {}, path));
        Q_EMIT runs.runsChanged();
        QCOMPARE(book.notices().size(), std::size_t{1});
        QVERIFY(book.notices().front().button.isEmpty());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        QVERIFY(missingFile(Phrase(path.toStdString())).isEmpty());
        QTRY_VERIFY(book.notices().empty());
    }

    /// A run whose data are gone is not offered; once they are back it is, and not any longer when they go again.
    void whatMissesItsDataIsNotOffered() {
        const QTemporaryDir folder;
        const std::filesystem::path place = folder.path().toStdString();
        RunSummary run = damagedRun("20260101-000000-abcd");
        run.config.edit().dataPath = (place / "waves.csv").string();
        checkpointOf(place, run);
        NoticeBook book;
        RunController runs;
        QueueController queue(runs);
        const RunNotices message(book, runs, queue);
        FileWatch watch;
        watch.watch({fromUtf8(run.config->dataPath)});
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(std::vector{run}, place));
        QTRY_VERIFY(watch.isMissing(fromUtf8(run.config->dataPath)) && runs.runs().size() == 1);
        BackgroundJob::waitForAll();
        QCoreApplication::processEvents();
        QVERIFY(book.notices().empty());
        QFile file(fromUtf8(run.config->dataPath));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("1\n2\n");
        file.close();
        QTRY_VERIFY(find(book, QStringLiteral("continue")));
        QCOMPARE(find(book, QStringLiteral("continue"))->page, QStringLiteral("train"));
        QVERIFY(file.remove());
        QTRY_VERIFY(book.notices().empty());
    }

    /// In front of another page it takes no room.
    void aMessageOfOnePageIsShownThere() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        program.window->showPage(QStringLiteral("train"));
        Notice notice;
        notice.tone = Tone::Info;
        notice.clause = QStringLiteral("One run was interrupted.");
        notice.page = QStringLiteral("train");
        program.window->notices().add(notice);
        QVERIFY(program.window->shell().noticeArea()->isVisible());
        program.window->showPage(QStringLiteral("data"));
        QVERIFY(!program.window->shell().noticeArea()->isVisible());
        QCOMPARE(program.window->notices().notices().size(), std::size_t{1});
        program.window->showPage(QStringLiteral("train"));
        QVERIFY(program.window->shell().noticeArea()->isVisible());
    }

    void aPageTakesItsProblemBack() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        NoticeBook& book = program.window->notices();
        const auto said = [&book] {
            QStringList clauses;
            for (const Notice& notice : book.notices())
                if (notice.command.key == QLatin1String("of-page")) clauses << notice.clause;
            return clauses.join(QLatin1Char('|'));
        };
        Page* compare = program.window->page(QStringLiteral("compare"));
        Page* learn = program.window->page(QStringLiteral("learn"));
        compare->reportProblem(QStringLiteral("file A has no columns"));
        learn->reportProblem(QStringLiteral("no weights"));
        compare->reportProblem(QStringLiteral("file B has no rows"));
        QCOMPARE(said(), QStringLiteral("No weights.|File B has no rows."));
        compare->reportProblem({});
        QCOMPARE(said(), QStringLiteral("No weights."));
    }

    void whatCouldNotBeKeptIsKeptLater() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        Q_EMIT program.experiment.keepFailed(QStringLiteral("the disk is full"));
        QVERIFY(find(program.window->notices(), QStringLiteral("kept")));
        Q_EMIT program.experiment.kept();
        QVERIFY(!find(program.window->notices(), QStringLiteral("kept")));
    }

    void aDamagedRecordIsNoEndWhereThereIsACheckpoint_data() {
        QTest::addColumn<bool>("hasCheckpoint");
        QTest::newRow("checkpoint") << true;
        QTest::newRow("none") << false;
    }
    void aDamagedRecordIsNoEndWhereThereIsACheckpoint() {
        QFETCH(bool, hasCheckpoint);
        const QTemporaryDir folder;
        const std::filesystem::path place = folder.path().toStdString();
        const RunSummary run = damagedRun("20260101-000000-abcd");
        if (hasCheckpoint) checkpointOf(place, run);
        NoticeBook book;
        RunController runs;
        QueueController queue(runs);
        const RunNotices message(book, runs, queue);
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(std::vector{run}, place));
        QTRY_COMPARE(runs.runs().size(), std::size_t{1});
        QCOMPARE(find(book, QStringLiteral("continue")) != nullptr, hasCheckpoint);
        QCOMPARE(book.notices().empty(), !hasCheckpoint);
    }
};

QTEST_MAIN(TestNotices)
#include "tst_notices.moc"

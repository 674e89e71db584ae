// SPDX-License-Identifier: GPL-3.0-or-later
// Long work on a workspace is told in a banner, goes on under other looks, and can be cancelled.
#include "common/background_job.h"
#include "support/whole_program.h"
#include "window/notices.h"
#include "window/window_shell.h"
#include "window/workspace_work.h"

#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

/// Goes on until it is told to end or cancelled.
struct Endless {
    std::atomic<double> share{-1};
    std::atomic<bool> end{false};

    Result<QString> operator()(const Progress& progress) {
        while (!end) {
            if (!report(progress, share)) return Error{ErrorCode::Cancelled, "cancelled"};
            std::this_thread::yield();
        }
        return QStringLiteral("done");
    }
};

QPushButton* cancelButton(QWidget& area) {
    for (auto* button : area.findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Cancel") && button->isVisibleTo(&area)) return button;
    return nullptr;
}

QProgressBar* bar(QWidget& area) {
    for (auto* candidate : area.findChildren<QProgressBar*>())
        if (candidate->isVisibleTo(&area)) return candidate;
    return nullptr;
}

}  // namespace

class TestWorkspaceWork : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    // Memory that is not to be had ends what was asked for, never the program.
    void whatAJobThrowsIsAnError() {
        BackgroundJob job;
        std::optional<Result<int>> result;
        job.run<Result<int>>([](const Progress&) -> Result<int> { throw std::bad_alloc(); },
                             [&](Result<int> given) { result = std::move(given); });
        QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), kPatience);
        QVERIFY(!result->ok() && result->error().code == ErrorCode::OutOfMemory && !job.running());
        // Where the result cannot hold an error, it is shown all the same.
        std::optional<Error> shown;
        BackgroundJob::reportTo([&](const Error& error) { shown = error; });
        bool isDone = false;
        job.run<bool>([](const Progress&) -> bool { throw std::runtime_error("a reason"); },
                      [&](bool) { isDone = true; });
        QTRY_VERIFY_WITH_TIMEOUT(shown.has_value(), kPatience);
        BackgroundJob::reportTo({});
        QVERIFY(!isDone && !job.running() && shown->message.find("a reason") != std::string::npos);
        // Or the caller says what it means.
        std::optional<QString> message;
        job.run<QString>([](const Progress&) -> QString { throw 1; }, [&](QString text) { message = text; },
                         [](const Error&) { return QStringLiteral("thrown"); });
        QTRY_COMPARE_WITH_TIMEOUT(message.value_or(QString()), QStringLiteral("thrown"), kPatience);
    }

    void shortWorkLeavesNothing() {
        NoticeBook book;
        WorkspaceWork work(book);
        std::optional<Result<QString>> message;
        QVERIFY(work.start(
            QStringLiteral("Compacting"), [](const Progress&) -> Result<QString> { return QStringLiteral("done"); },
            [&message](const Result<QString>& text) { message = text; }));
        QTRY_VERIFY_WITH_TIMEOUT(message, kPatience);
        QCOMPARE(**message, QStringLiteral("done"));
        QVERIFY(!work.running() && book.notices().empty());
    }

    void theBannerShowsHowFarItIs() {
        Theme theme;
        NoticeBook book;
        NoticeArea area(theme, book, nullptr);
        WorkspaceWork work(book);
        const auto endless = std::make_shared<Endless>();
        std::optional<Result<QString>> message;
        const auto begin = [&] {
            return work.start(
                QStringLiteral("Backing up"), [endless](const Progress& progress) { return (*endless)(progress); },
                [&message](const Result<QString>& text) { message = text; });
        };
        QVERIFY(begin());
        QVERIFY(!begin());  // one at a time
        QTRY_VERIFY_WITH_TIMEOUT(bar(area) && cancelButton(area), kPatience);
        QCOMPARE(bar(area)->maximum(), 0);  // not known yet
        endless->share = 0.25;
        QTRY_COMPARE_WITH_TIMEOUT(bar(area)->value(), 25, kPatience);
        // Other messages do not push it out of sight, and another area shows the same.
        for (const char* text : {"one", "two", "three"}) book.addError(QString::fromLatin1(text));
        QTRY_VERIFY_WITH_TIMEOUT(bar(area) && bar(area)->value() == 25, kPatience);
        NoticeArea later(theme, book, nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(bar(later) && bar(later)->value() == 25 && cancelButton(later), kPatience);
        endless->end = true;
        QTRY_VERIFY_WITH_TIMEOUT(message, kPatience);
        QVERIFY(message->ok() && !work.running());
        QVERIFY(!bar(area) && !bar(later));
        QCOMPARE(book.notices().size(), std::size_t{3});
    }

    void otherLooksDoNotEndItAndCancelDoes() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        const auto endless = std::make_shared<Endless>();
        std::optional<Result<QString>> message;
        WorkspaceWork& work = program.window->workspaceWork();
        QVERIFY(work.start(
            QStringLiteral("Moving"), [endless](const Progress& progress) { return (*endless)(progress); },
            [&message](const Result<QString>& text) { message = text; }));
        const auto area = [&]() -> QWidget& { return *program.window->shell().noticeArea(); };
        QTRY_VERIFY_WITH_TIMEOUT(cancelButton(area()), kPatience);
        // Below the page: what a person is about to click stays where it is.
        const auto* page = area().parentWidget()->findChild<QStackedWidget*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(page);
        QTRY_VERIFY_WITH_TIMEOUT(page->y() == 0 && area().y() > page->geometry().bottom(), kPatience);
        program.theme.setAppearance(Appearance::Dark);
        program.theme.setAppearance(Appearance::Light);
        QVERIFY(work.running() && !message);
        QVERIFY(bar(area()));
        cancelButton(area())->click();
        QTRY_VERIFY_WITH_TIMEOUT(message, kPatience);
        QVERIFY(!message->ok() && message->error().code == ErrorCode::Cancelled);
        QVERIFY(!bar(area()) && !work.running());
    }
};

QTEST_MAIN(TestWorkspaceWork)
#include "tst_workspace_work.moc"

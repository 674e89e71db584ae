// SPDX-License-Identifier: GPL-3.0-or-later
// Widths and heights that a person chose stay: side columns of the window, parts of a page, columns of tables.
#include "common/background_job.h"
#include "support/fake_workspace.h"
#include "support/whole_program.h"
#include "widgets/persistent_splitter.h"
#include "widgets/tables/table_style.h"
#include "window/project_dock.h"
#include "window/window_shell.h"

#include <QHeaderView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QtTest>

#include <tuple>

using namespace gatelab;

namespace {

/// A person drags the handle: QSplitter tells only then.
void drag(QSplitter& splitter, int handle, int by) {
    auto* bar = splitter.handle(handle);
    const QPoint at = bar->rect().center(),
                 way = splitter.orientation() == Qt::Horizontal ? QPoint(by, 0) : QPoint(0, by);
    QTest::mousePress(bar, Qt::LeftButton, {}, at);
    QMouseEvent move(QEvent::MouseMove, at + way, bar->mapToGlobal(at + way), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(bar, &move);
    QTest::mouseRelease(bar, Qt::LeftButton, {}, at + way);
}

}  // namespace

class TestColumnsAndParts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void sideColumnsKeepTheirWidth() {
        const QTemporaryDir folder;
        int left = 0, right = 0;
        {
            test::WholeProgram program(folder.path());
            QVERIFY(QTest::qWaitForWindowExposed(program.window.get()));
            auto* dock = program.window->shell().dock();
            auto* columns = qobject_cast<QSplitter*>(dock->parentWidget());
            QVERIFY(columns);
            const auto widths = [columns] { return std::pair(columns->sizes().value(0), columns->sizes().value(2)); };
            drag(*columns, 1, 60);
            std::tie(left, right) = widths();
            QVERIFY(left > 250);
            // Pages, the start page without the column, and long names change nothing.
            for (const char* page : {"model", "train", "start", "data"}) {  // Compare has a board instead
                program.window->showPage(QString::fromLatin1(page));
                QCoreApplication::processEvents();
                if (QString::fromLatin1(page) != QLatin1String("start")) QCOMPARE(widths(), std::pair(left, right));
            }
            program.window->setPane(QStringLiteral("right"), false);
            program.window->setPane(QStringLiteral("right"), true);
            program.runs.setWorkspace(std::make_shared<test::FakeWorkspace>(40));
            QTRY_COMPARE(program.runs.runs().size(), std::size_t{40});
            QCoreApplication::processEvents();
            QCOMPARE(widths(), std::pair(left, right));
        }
        test::WholeProgram again(folder.path());
        QVERIFY(QTest::qWaitForWindowExposed(again.window.get()));
        QCOMPARE(again.window->shell().dock()->width(), left);
    }

    void partsOfAPageAreFoundAgain() {
        const QTemporaryDir folder;
        Preferences preferences(folder.filePath(QStringLiteral("settings.ini")));
        const auto make = [&] {
            auto splitter =
                std::make_unique<PersistentSplitter>(Qt::Vertical, preferences, QStringLiteral("test/parts"));
            for (int i = 0; i < 2; ++i) splitter->addWidget(new QWidget);
            splitter->restore({3000, 1000});
            splitter->resize(300, 412);
            splitter->show();
            return splitter;
        };
        auto first = make();
        QVERIFY(QTest::qWaitForWindowExposed(first.get()));
        QVERIFY(first->sizes().value(0) > 2 * first->sizes().value(1));
        drag(*first, 1, -100);
        const QList<int> sizes = first->sizes();
        QVERIFY(sizes[0] < 2 * sizes[1]);
        first.reset();
        auto second = make();
        QVERIFY(QTest::qWaitForWindowExposed(second.get()));
        QCOMPARE(second->sizes(), sizes);
    }

    void headsAreNeverCut() {
        QTableWidget table(1, 4);
        table.setHorizontalHeaderLabels({QStringLiteral("Checkpoint"), QStringLiteral("Reason of it"),
                                         QStringLiteral("Saved"), QStringLiteral("Size of the files")});
        for (int column = 0; column < 4; ++column) table.setItem(0, column, new QTableWidgetItem(QStringLiteral("x")));
        styleTable(table);
        table.resize(160, 100);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        fitColumns(table);
        const auto* heads = table.horizontalHeader();
        for (const int width : {160, 900, 200}) {
            table.resize(width, 100);
            QCoreApplication::processEvents();
            for (int column = 0; column < 4; ++column)
                QVERIFY2(heads->sectionSize(column) >= heads->sectionSizeHint(column),
                         qPrintable(QStringLiteral("%1 at %2").arg(column).arg(width)));
            QVERIFY(heads->length() >= table.viewport()->width() || width < 900);
        }
    }
};

QTEST_MAIN(TestColumnsAndParts)
#include "tst_columns_and_parts.moc"

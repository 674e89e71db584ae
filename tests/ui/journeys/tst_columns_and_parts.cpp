// SPDX-License-Identifier: GPL-3.0-or-later
// Widths and heights that a person chose stay: the side column of the window, parts of a page, columns of tables.
#include "common/background_job.h"
#include "support/fake_workspace.h"
#include "support/whole_program.h"
#include "widgets/persistent_splitter.h"
#include "widgets/tables/table_style.h"
#include "window/window_shell.h"

#include <QHeaderView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QtTest>

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

    void theSideColumnKeepsItsWidth() {
        const QTemporaryDir folder;
        int right = 0;
        {
            test::WholeProgram program(folder.path());
            QVERIFY(QTest::qWaitForWindowExposed(program.window.get()));
            program.window->showPage(QStringLiteral("model"));
            auto* inspector = program.window->shell().inspector();
            auto* columns = qobject_cast<QSplitter*>(inspector->parentWidget());
            QVERIFY(columns);
            const auto width = [columns] { return columns->sizes().value(1); };
            drag(*columns, 1, -60);
            right = width();
            QVERIFY(right > 330);
            // Pages, the start page without the column, and long names change nothing.
            for (const char* page : {"data", "start", "model"}) {
                program.window->showPage(QString::fromLatin1(page));
                QCoreApplication::processEvents();
                if (inspector->isVisible()) QCOMPARE(width(), right);
            }
            program.window->setPane(QStringLiteral("right"), false);
            program.window->setPane(QStringLiteral("right"), true);
            program.runs.setWorkspace(std::make_shared<test::FakeWorkspace>(40));
            QTRY_COMPARE(program.runs.runs().size(), std::size_t{40});
            QCoreApplication::processEvents();
            QCOMPARE(width(), right);
        }
        test::WholeProgram again(folder.path());
        QVERIFY(QTest::qWaitForWindowExposed(again.window.get()));
        again.window->showPage(QStringLiteral("model"));
        QTRY_COMPARE(again.window->shell().inspector()->width(), right);
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

    /// A gap that can be dragged shows three dots.
    void theGapIsSeen() {
        GripSplitter splitter(Qt::Vertical);
        for (int i = 0; i < 2; ++i) splitter.addWidget(new QWidget);
        splitter.resize(300, 412);
        splitter.show();
        QVERIFY(QTest::qWaitForWindowExposed(&splitter));
        QCOMPARE(splitter.handleWidth(), 12);
        const QImage bar = splitter.handle(1)->grab().toImage();
        const QPoint middle(bar.width() / 2, bar.height() / 2);
        const QColor dot = splitter.palette().color(QPalette::Dark);
        for (const int at : {-6, 0, 6}) QCOMPARE(bar.pixelColor(middle + QPoint(at, 0)), dot);
        QVERIFY(bar.pixelColor(middle + QPoint(30, 0)) != dot);
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

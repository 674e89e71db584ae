// SPDX-License-Identifier: GPL-3.0-or-later
// Widths and heights that a person chose stay: side columns of the window, parts of a page, columns of tables.
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "pages/compare/curves/compare_curves.h"
#include "pages/compare/runs/lineage_panel.h"
#include "pages/compare/runs/runs_panel.h"
#include "support/fake_workspace.h"
#include "support/whole_program.h"
#include "widgets/persistent_splitter.h"
#include "widgets/tables/table_style.h"
#include "window/project_dock.h"
#include "window/window_shell.h"

#include <QHeaderView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTreeWidget>
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
            for (const char* page : {"model", "train", "compare", "start", "data"}) {
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

    /// At least half of Compare in a usual window, a third in a low one.
    void theChartIsThePage() {
        for (const auto& [size, part] : {std::pair(QSize(1600, 1000), 2), std::pair(QSize(1280, 720), 3)}) {
            const QTemporaryDir folder;
            test::WholeProgram program(folder.path());
            QVERIFY(QTest::qWaitForWindowExposed(program.window.get()));
            program.window->resize(size);
            QTRY_VERIFY(program.runs.workspace());
            program.runs.setWorkspace(std::make_shared<test::FakeWorkspace>(12));
            QTRY_COMPARE(program.runs.runs().size(), std::size_t{12});
            program.window->showPlace({QStringLiteral("compare"), QStringLiteral("curves")});
            auto* panel = program.window->findChild<RunsPanel*>();
            QVERIFY(panel);
            const auto* curves = panel->findChild<CompareCurves*>();
            QVERIFY(curves);
            const auto chart = [curves] { return curves->findChild<LineChart*>()->height(); };
            QTRY_VERIFY2(part * chart() >= panel->height(),
                         qPrintable(QStringLiteral("%1 of %2").arg(chart()).arg(panel->height())));
        }
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

    void whatChangedHasTheMostRoom() {
        Theme theme;
        RunController runs;
        LineagePanel panel(theme, runs);
        panel.resize(984, 400);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(3));
        panel.setShown(true);
        const auto* tree = panel.findChild<QTreeWidget*>();
        QTRY_COMPARE(tree->topLevelItemCount(), 3);
        QCoreApplication::processEvents();
        const auto* heads = tree->header();
        for (int column = 0; column < heads->count(); ++column)
            if (column != 1)
                QVERIFY2(heads->sectionSize(1) > heads->sectionSize(column), qPrintable(QString::number(column)));
        QVERIFY(heads->sectionSize(1) > heads->length() / 3);
        QCOMPARE(tree->topLevelItem(0)->toolTip(1), tree->topLevelItem(0)->text(1));
        // Runs of one name are told apart.
        QVERIFY(tree->topLevelItem(0)->toolTip(0).contains(QStringLiteral("begun")));
    }
};

QTEST_MAIN(TestColumnsAndParts)
#include "tst_columns_and_parts.moc"

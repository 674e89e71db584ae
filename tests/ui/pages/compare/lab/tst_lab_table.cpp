// SPDX-License-Identifier: GPL-3.0-or-later
// The ladder of the lab as a forest plot: what is where, and what a click on it asks for.
// Holds ui/models/lab_model.cpp and ui/pages/compare/lab/lab_delegate.cpp.
#include "common/theme.h"
#include "core/lab_support.h"
#include "models/lab_model.h"
#include "pages/compare/lab/lab_delegate.h"
#include "pages/compare/lab/lab_table.h"

#include <QHeaderView>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

LabReport measuredLadder() {
    test::KnownMachine machine;
    return *runLab(test::ladder(5), machine, {});
}

/// A table of what was measured, so large.
struct Shown {
    explicit Shown(const LabReport& report, QSize size = {1574, 900}) : table(theme, model) {
        model.setReport(report, {});
        table.resize(size);
        table.show();
        QCoreApplication::processEvents();
    }
    [[nodiscard]] LabDelegate::Drawn drawn(const char* key) {
        const int row = model.rowOf(key);
        return delegate().drawn(table.visualRect(model.index(row, LabModel::Axis)), row);
    }
    [[nodiscard]] LabDelegate& delegate() { return *qobject_cast<LabDelegate*>(table.itemDelegate()); }
    Theme theme;
    LabModel model;
    LabTable table;
};

}  // namespace

class TestLabTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void columnsGoFromTheRight_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("gone");
        QTest::newRow("1600") << 1574 << 0;
        QTest::newRow("1280") << 1254 << 1;
        QTest::newRow("1100") << 1074 << 3;
    }
    void columnsGoFromTheRight() {
        QFETCH(int, width);
        QFETCH(int, gone);
        Shown shown(measuredLadder(), {width, 900});
        int hidden = 0;
        for (int column = 0; column < LabModel::ColumnCount; ++column) hidden += shown.table.isColumnHidden(column);
        QCOMPARE(hidden, gone);
        QCOMPARE(shown.table.isColumnHidden(LabModel::Difference), gone > 0);
        QCOMPARE(shown.table.isColumnHidden(LabModel::Samples), gone > 2);
        QVERIFY(shown.table.columnWidth(LabModel::Axis) >= LabTable::kMinAxis);
        QVERIFY(shown.table.horizontalHeader()->length() <= shown.table.viewport()->width());
    }

    /// The names take of what is left over before the axis does.
    void headsFiguresAndNamesAreWhole() {
        for (const int high : {1000, 480}) {
            Shown shown(measuredLadder(), {1800, high});
            const QFontMetrics heads(shown.theme.font(12, 500));
            for (const int column : {LabModel::Effect, LabModel::Interval, LabModel::AtEnd, LabModel::Difference}) {
                const QString head = shown.model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
                QVERIFY2(shown.table.columnWidth(column) >= heads.horizontalAdvance(head) + 16, qPrintable(head));
            }
            const bool isOneLine = high == 480;
            for (int row = 0; row < shown.model.rowCount(); ++row) {
                if (shown.model.lineAt(row) != LabModel::Line::Rung) continue;
                for (const int column : {LabModel::Rung, LabModel::Effect, LabModel::Interval, LabModel::Samples}) {
                    const QModelIndex cell = shown.model.index(row, column);
                    QVERIFY2(shown.table.columnWidth(column) >= shown.delegate().neededWidth(cell, isOneLine),
                             qPrintable(cell.data().toString()));
                }
            }
        }
    }

    void twoRepeatsHaveNoInterval() {
        test::KnownMachine machine;
        Shown shown(*runLab(test::ladder(2), machine, {}));
        const int library = shown.model.rowOf("implementation-library");
        QCOMPARE(shown.model.index(library, LabModel::Interval).data().toString(), QStringLiteral("2 repeats"));
        QVERIFY(!shown.model.isStrong(library, LabModel::Effect));
    }

    void rowsHaveOneLineWhereNotAllWouldBeSeen() {
        Shown high(measuredLadder(), {1574, 1000}), low(measuredLadder(), {1254, 480});
        const int rung = high.model.rowOf("implementation-library"), group = 0;
        QCOMPARE(high.table.rowHeight(rung), 40);
        QCOMPARE(low.table.rowHeight(rung), 26);
        QCOMPARE(high.table.rowHeight(group), 26);
        QCOMPARE(high.model.lineAt(group), LabModel::Line::Group);
        QCOMPARE(high.table.columnSpan(group, 0), static_cast<int>(LabModel::ColumnCount));
    }

    /// A bar from the rung that it stands on, hatched where it loses.
    void theBarIsOfThisSwitchAlone() {
        Shown shown(measuredLadder());
        const auto first = shown.drawn("baseline"), cell = shown.drawn("implementation-cell"),
                   library = shown.drawn("implementation-library"), slower = shown.drawn("recompute");
        QVERIFY(first.bar.isEmpty() && first.dot > 0);
        QVERIFY(first.dot < cell.dot && cell.dot < library.dot);
        QVERIFY(std::abs(library.bar.left() - cell.dot) < 1e-6 && std::abs(library.bar.right() - library.dot) < 1e-6);
        QVERIFY(!library.isHatched);
        QVERIFY(slower.isHatched && std::abs(slower.bar.left() - slower.dot) < 1e-6);
        const QRectF axis = shown.delegate().axisIn(shown.table.visualRect(shown.model.index(1, LabModel::Axis)));
        for (const auto& one : {first, cell, library, slower})
            QVERIFY(one.dot >= axis.left() && one.dot <= axis.right());
        QVERIFY(shown.model.slotAt(shown.model.rowOf("bf16")) == 1 &&
                shown.model.slotAt(shown.model.rowOf("recompute")) == 5);
    }

    void figuresStandInTheirRows() {
        Shown shown(measuredLadder());
        const LabModel& model = shown.model;
        const int library = model.rowOf("implementation-library");
        QVERIFY(model.isStrong(library, LabModel::Effect));
        QVERIFY(!model.isStrong(model.rowOf("device-gather"), LabModel::Effect));
        QVERIFY(model.index(library, LabModel::Effect).data().toString().endsWith(QStringLiteral(" ×")));
        QVERIFY(model.index(library, LabModel::Interval).data().toString().contains(QStringLiteral(" to ")));
        QVERIFY(model.movesOutputs(model.rowOf("bf16")) && !model.movesOutputs(library));
        QVERIFY(model.hasCurves());
        QCOMPARE(model.headerData(LabModel::AtEnd, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("at 1.0 s"));
        const QString tip = model.index(library, LabModel::Axis).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral(" × (")) && tip.contains(QStringLiteral(", p ")), qPrintable(tip));
        // An older table has no curves, and is drawn all the same.
        LabReport older = model.report();
        for (LabFigures& f : older.figures) f.losses.clear();
        shown.model.setReport(older, {});
        QVERIFY(!model.hasCurves());
        QImage image(shown.table.size(), QImage::Format_ARGB32);
        shown.table.render(&image);
    }

    void whatCannotRunIsOneLineThatOpens() {
        Shown shown(measuredLadder());
        LabModel& model = shown.model;
        const int fold = model.rowCount() - 1;
        QCOMPARE(model.lineAt(fold), LabModel::Line::Fold);
        QVERIFY2(model.index(fold, 0).data().toString().startsWith(QStringLiteral("14 ")),
                 qPrintable(model.index(fold, 0).data().toString()));
        QTest::mouseClick(shown.table.viewport(), Qt::LeftButton, {},
                          shown.table.visualRect(model.index(fold, 0)).center());
        QCOMPARE(model.rowCount(), fold + 1 + 14);
        QCOMPARE(model.lineAt(fold + 1), LabModel::Line::Missing);
        QVERIFY(!model.note(fold + 1).isEmpty());
        shown.table.setCurrentIndex(model.index(fold, 0));
        QTest::keyClick(&shown.table, Qt::Key_Return);
        QCOMPARE(model.rowCount(), fold + 1);
        QImage image(shown.table.size(), QImage::Format_ARGB32);
        shown.table.render(&image);
    }

    void aBoxAsksAndADoubleClickIsOfItsRung() {
        Shown shown(measuredLadder());
        LabModel& model = shown.model;
        QSignalSpy toggled(&model, &LabModel::toggled), activated(&shown.table, &LabTable::rungActivated);
        const int row = model.rowOf("device-data");
        QVERIFY(model.setData(model.index(row, 0), Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(toggled.value(0).value(0).toString(), QStringLiteral("device-data"));
        QCOMPARE(toggled.value(0).value(1).toBool(), false);
        QVERIFY(!model.setData(model.index(model.rowOf("baseline"), 0), Qt::Unchecked, Qt::CheckStateRole));
        model.setLocked(true);
        QVERIFY(!model.setData(model.index(row, 0), Qt::Unchecked, Qt::CheckStateRole));
        shown.table.setCurrentIndex(model.index(row, 0));
        QTest::keyClick(&shown.table, Qt::Key_Return);
        QCOMPARE(activated.size(), 1);
        // Taken out: it stays, without figures.
        model.setReport(withoutRungs(model.report(), {"device-data"}), {"device-data"});
        QCOMPARE(model.index(row, 0).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
        QVERIFY(std::isnan(model.markAt(row).value));
    }

    void namesStandWithoutFigures() {
        LabReport plan;
        plan.plan = test::ladder(3);
        Shown shown(plan);
        const int row = shown.model.rowOf("implementation-library");
        QVERIFY(row > 0 && shown.drawn("implementation-library").bar.isEmpty());
        QVERIFY(!shown.model.note(row).isEmpty());
        LabReport empty;
        shown.model.setReport(empty, {});
        QCOMPARE(shown.model.rowCount(), 0);
    }
};

QTEST_MAIN(TestLabTable)
#include "tst_lab_table.moc"

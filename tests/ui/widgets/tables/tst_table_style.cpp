// SPDX-License-Identifier: GPL-3.0-or-later
// Heads and numbers have the room that was measured for them, at every text size: nothing is cut.
#include "common/theme.h"
#include "widgets/tables/table_style.h"

#include <QComboBox>
#include <QHeaderView>
#include <QStyleOptionComboBox>
#include <QTableWidget>
#include <QTest>
#include <QVBoxLayout>

#include <algorithm>

using namespace gatelab;

namespace {

const QStringList kHeads = {QStringLiteral("accuracy"),  QStringLiteral("F1"),
                            QStringLiteral("precision"), QStringLiteral("Epoch"),
                            QStringLiteral("Seed"),      QStringLiteral("Error %"),
                            QStringLiteral("as 1"),      QStringLiteral("误差 %"),
                            QStringLiteral("轮次"),      QStringLiteral("Precision of answers")};

/// A table of the look in a window of the look.
struct Shown {
    explicit Shown(Theme& theme) {
        window.setStyleSheet(theme.styleSheet());
        auto* column = new QVBoxLayout(&window);
        table = new QTableWidget(1, static_cast<int>(kHeads.size()));
        styleTable(*table);
        column->addWidget(table);
        const auto right = QVariant(Qt::AlignRight | Qt::AlignVCenter);
        for (int i = 0; i < kHeads.size(); ++i) {
            auto* head = new QTableWidgetItem(kHeads[i]);
            head->setData(Qt::TextAlignmentRole, right);
            table->setHorizontalHeaderItem(i, head);
            auto* cell = new QTableWidgetItem(QStringLiteral("0"));
            cell->setData(Qt::TextAlignmentRole, right);
            table->setItem(0, i, cell);
        }
        table->horizontalHeader()->setStretchLastSection(false);
        window.resize(1800, 200);
        window.show();
    }
    /// Width of what is drawn in a head.
    [[nodiscard]] int ink(int column) const {
        QHeaderView* heads = table->horizontalHeader();
        const QImage image = heads->viewport()
                                 ->grab(QRect(heads->sectionViewportPosition(column), 0, heads->sectionSize(column),
                                              heads->height() - 2))
                                 .toImage();
        return widthOf(image);
    }
    /// The same of a cell, without its frame.
    [[nodiscard]] int inkOfCell(int column) const {
        return widthOf(
            table->viewport()->grab(table->visualItemRect(table->item(0, column)).adjusted(3, 3, -3, -3)).toImage());
    }
    static int widthOf(const QImage& image) {
        const QRgb paper = image.pixel(0, 0);
        int first = image.width(), last = -1;
        for (int x = 0; x < image.width(); ++x)
            for (int y = 0; y < image.height(); ++y)
                if (image.pixel(x, y) != paper) first = std::min(first, x), last = std::max(last, x);
        return last - first + 1;
    }
    QWidget window;
    QTableWidget* table;
};

}  // namespace

class TestTableStyle : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void headsAreNotCut_data() {
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("sorted");
        for (const double scale : {1.0, 1.15, 1.3})
            for (const bool sorted : {false, true})
                QTest::addRow("%.2f%s", scale, sorted ? " sorted" : "") << scale << sorted;
    }

    void headsAreNotCut() {
        QFETCH(double, scale);
        QFETCH(bool, sorted);
        Theme theme;
        theme.setTextScale(scale);
        Shown shown(theme);
        QVERIFY(QTest::qWaitForWindowExposed(&shown.window));
        QHeaderView* heads = shown.table->horizontalHeader();
        if (sorted) {
            heads->setSortIndicatorShown(true);
            heads->setSortIndicator(0, Qt::AscendingOrder);
        }
        fitColumns(*shown.table);
        heads->setStretchLastSection(false);
        for (int i = sorted ? 1 : 0; i < kHeads.size(); ++i) {  // the sorted one has the arrow too
            const int fitted = shown.ink(i);
            heads->resizeSection(i, heads->sectionSize(i) + 80);
            QVERIFY2(fitted == shown.ink(i), qPrintable(kHeads[i]));
        }
    }

    /// Too narrow, a head loses its end, never its first letters: the padding before it stays empty.
    void aNarrowHeadKeepsItsFirstLetters() {
        Theme theme;
        Shown shown(theme);
        QVERIFY(QTest::qWaitForWindowExposed(&shown.window));
        fitColumns(*shown.table);
        QHeaderView* heads = shown.table->horizontalHeader();
        heads->setStretchLastSection(false);
        const auto last = static_cast<int>(kHeads.size()) - 1;
        const int whole = shown.ink(last), wide = heads->sectionSize(last);
        for (const int by : {20, 50}) {
            heads->resizeSection(last, wide - by);
            QVERIFY2(shown.ink(last) <= whole - by + 4, qPrintable(QString::number(by)));
        }
    }

    void theCurrentCellHasAsMuchRoom() {
        Theme theme;
        Shown shown(theme);
        shown.table->setHorizontalHeaderItem(1, new QTableWidgetItem);
        shown.table->item(0, 1)->setText(QStringLiteral("0.4985"));
        QVERIFY(QTest::qWaitForWindowActive(&shown.window));
        fitColumns(*shown.table);
        const int plain = shown.inkOfCell(1);
        shown.table->setFocus();
        shown.table->setCurrentCell(0, 1);
        QVERIFY(shown.table->hasFocus());
        QCOMPARE(shown.inkOfCell(1), plain);
    }

    void aComboBoxOfItsSizeShowsItsText() {
        for (const double scale : {1.0, 1.3}) {
            Theme theme;
            theme.setTextScale(scale);
            QWidget window;
            window.setStyleSheet(theme.styleSheet());
            auto* column = new QVBoxLayout(&window);
            auto* box = new QComboBox;
            box->addItem(QStringLiteral("Cross-entropy"));
            column->addWidget(box, 0, Qt::AlignLeft);
            window.show();
            QStyleOptionComboBox option;
            option.initFrom(box);
            const QRect text =
                box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
            const QRect arrow =
                box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxArrow, box);
            QVERIFY(text.width() >= box->fontMetrics().horizontalAdvance(box->currentText()));
            QVERIFY(arrow.width() > 0 && !arrow.intersects(text));
            // Nor is more of it taken than the arrow needs.
            QVERIFY(box->width() - text.width() <= 2 * arrow.width());
        }
    }
};

QTEST_MAIN(TestTableStyle)
#include "tst_table_style.moc"

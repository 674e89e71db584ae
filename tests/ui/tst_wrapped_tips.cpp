// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wrapped_tips.h"

#include <QHelpEvent>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QToolTip>

using namespace gatelab;

namespace {

const QString kLong = QStringLiteral("How many times as fast as without it, with its 95 % interval: the geometric mean of the paired ratios of the repeats; a number only where the interval leaves 1 out");

}  // namespace

class TestWrappedTips : public QObject {
    Q_OBJECT
    Theme theme_;
    WrappedTips tips_{theme_};

    bool isNarrow(const QString& text) const {
        const QFontMetricsF metrics(theme_.font(12));
        for (const QString& line : text.split(QLatin1Char('\n')))
            if (metrics.horizontalAdvance(line) > 360 * theme_.textScale()) return false;
        return true;
    }

private Q_SLOTS:
    void initTestCase() { qApp->installEventFilter(&tips_); }

    void longTextsAreBrokenAndNothingIsLost() {
        QVERIFY(!isNarrow(kLong));
        const QString wrapped = wrappedTip(kLong, theme_);
        QVERIFY(isNarrow(wrapped));
        QCOMPARE(QString(wrapped).replace(QLatin1Char('\n'), QLatin1Char(' ')), kLong);
        QCOMPARE(wrappedTip(wrapped, theme_), wrapped);
        QCOMPARE(wrappedTip(QStringLiteral("short\nand short"), theme_), QStringLiteral("short\nand short"));
        // A path without a space, and a language without spaces.
        QVERIFY(isNarrow(wrappedTip(QString(300, QLatin1Char('x')), theme_)));
        QVERIFY(isNarrow(wrappedTip(QString(200, QChar(0x4E2D)), theme_)));
    }

    void aWidgetsTipIsWrapped() {
        QPushButton button;
        button.setToolTip(kLong);
        QVERIFY(isNarrow(button.toolTip()) && button.toolTip().contains(QLatin1Char('\n')));
    }

    void aCellsTipIsWrapped() {
        QStandardItemModel model(1, 1);
        model.setData(model.index(0, 0), kLong, Qt::ToolTipRole);
        model.setHeaderData(0, Qt::Horizontal, QStringLiteral("Head"));
        QTableView table;
        table.setModel(&model);
        table.show();
        const QPoint at = table.visualRect(model.index(0, 0)).center();
        QHelpEvent event(QEvent::ToolTip, at, table.viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(table.viewport(), &event);
        QVERIFY(QToolTip::text().contains(QLatin1Char('\n')));
        QVERIFY(isNarrow(QToolTip::text()));
        QToolTip::hideText();
    }
};

QTEST_MAIN(TestWrappedTips)
#include "tst_wrapped_tips.moc"

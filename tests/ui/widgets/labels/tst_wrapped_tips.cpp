// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/labels/wrapped_tips.h"

#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTextDocument>
#include <QToolTip>

using namespace gatelab;

namespace {

const QString kLong = QStringLiteral(
    "How many times as fast as without it, with its 95 % interval: the geometric mean of the paired ratios of the "
    "repeats; a number only where the interval leaves 1 out");

/// What a person reads in the tip that is open.
QString shownTip() {
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        const auto* tip = qobject_cast<const QLabel*>(widget);
        if (!tip || !tip->inherits("QTipLabel") || !tip->isVisible()) continue;
        const bool isRich = tip->textFormat() == Qt::RichText ||
                            (tip->textFormat() == Qt::AutoText && Qt::mightBeRichText(tip->text()));
        if (!isRich) return tip->text();
        QTextDocument shown;
        shown.setHtml(tip->text());
        return shown.toPlainText();
    }
    return {};
}

QString tipAt(QWidget& widget, QPoint at) {
    QHelpEvent event(QEvent::ToolTip, at, widget.mapToGlobal(at));
    QCoreApplication::sendEvent(&widget, &event);
    const QString text = shownTip();
    QToolTip::hideText();
    return text;
}

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

    // A name may look like rich text, which would open the file that it names.
    void everyTipShowsEachCharacter_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"<b>x</b><img src=\"/any/picture.png\">", "<qt><b>y</b></qt>", "a < b & c", "a &lt; b",
                                 "R&D &amp; more", "one\n<i>two</i>"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }
    void everyTipShowsEachCharacter() {
        QFETCH(QString, name);
        QPushButton button;
        button.setToolTip(name);
        button.show();
        QCOMPARE(tipAt(button, QPoint(3, 3)), name);
        // A tip that is taken over from another widget
        QPushButton other;
        other.setToolTip(button.toolTip());
        other.show();
        QCOMPARE(tipAt(other, QPoint(3, 3)), name);
        QMenu menu;
        menu.setToolTipsVisible(true);
        menu.addAction(QStringLiteral("Open"))->setToolTip(button.toolTip());
        menu.popup(QPoint(0, 0));
        QCOMPARE(tipAt(menu, menu.actionGeometry(menu.actions().first()).center()), name);
        menu.close();
        QTabBar tabs;
        tabs.setTabToolTip(tabs.addTab(QStringLiteral("Tab")), name);
        tabs.show();
        QCOMPARE(tipAt(tabs, tabs.tabRect(0).center()), name);
        QStandardItemModel model(1, 1);
        model.setData(model.index(0, 0), name, Qt::ToolTipRole);
        QTableView table;
        table.setModel(&model);
        table.show();
        QCOMPARE(tipAt(*table.viewport(), table.visualRect(model.index(0, 0)).center()), name);
        QToolTip::showText(QPoint(10, 10), wrappedTip(name, theme_), &button);
        QCOMPARE(shownTip(), name);
        QToolTip::hideText();
    }

    void namesAreNoRichText() {
        const QString name = QStringLiteral("<b>x</b><img src=\"/any/picture.png\">");
        QLabel label(name);
        label.show();
        QCOMPARE(label.textFormat(), Qt::PlainText);
        QLabel rich(QStringLiteral("<b>ours</b>"));
        rich.setTextFormat(Qt::RichText);
        rich.show();
        QCOMPARE(rich.textFormat(), Qt::RichText);
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

// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of columns: chosen ones first, the rest by group, found by words and ticked by keys without closing.
#include "pages/compare/runs/column_menu.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace gatelab;

class TestColumnMenu : public QObject {
    Q_OBJECT
    const RunColumns columns_;
    QStringList chosen_;

    /// The menu of this path: "Settings/Layers".
    static QMenu* menuAt(const QMenu& within, const QString& path) {
        for (QAction* action : within.actions())
            if (action->menu() && action->text() == path.section(QLatin1Char('/'), 0, 0)) {
                const QString rest = path.section(QLatin1Char('/'), 1);
                return rest.isEmpty() ? action->menu() : menuAt(*action->menu(), rest);
            }
        return nullptr;
    }
    static QStringList keysIn(const QMenu& menu) {
        QStringList keys;
        for (const QAction* action : menu.actions()) {
            if (action->menu())
                keys << keysIn(*action->menu());
            else if (action->isVisible() && !action->data().toString().isEmpty())
                keys << action->data().toString();
        }
        return keys;
    }
    static QStringList keysOnTop(const QMenu& menu) {
        QStringList keys;
        for (const QAction* action : menu.actions())
            if (!action->menu() && action->isVisible() && !action->data().toString().isEmpty())
                keys << action->data().toString();
        return keys;
    }

private Q_SLOTS:
    void init() { chosen_ = {QStringLiteral("name"), QStringLiteral("test_mse"), QStringLiteral("hidden_size")}; }

    void chosenOnesFirstThenAllByGroup() {
        ColumnMenu menu(
            columns_, [this] { return chosen_; }, QStringLiteral("usual"));
        menu.setStepsOffered();
        for (int opened = 0; opened < 2; ++opened) {
            Q_EMIT menu.aboutToShow();
            QCOMPARE(keysOnTop(menu), (QStringList{"test_mse", "hidden_size"}));
            QStringList all = keysIn(menu).mid(2), expected;
            for (const RunColumn& column : columns_.all())
                if (column.key != QLatin1String("name")) expected << column.key;
            all.sort();
            expected.sort();
            QCOMPARE(all, expected);  // each once
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
        const QString layers = QString::fromUtf8(groupLabel(FieldGroup::Layers).source);
        QVERIFY(keysIn(*menuAt(menu, QStringLiteral("Settings/") + layers)).contains(QStringLiteral("hidden_size")));
        QVERIFY(keysIn(*menuAt(menu, QStringLiteral("Metrics/Loss"))).contains(QStringLiteral("best_validation_loss")));
        QVERIFY(menuAt(menu, QStringLiteral("Metrics/Loss/At a step")));
        // No level is a wall.
        const auto longest = [](const auto& self, const QMenu& within) -> qsizetype {
            qsizetype most = within.actions().size();
            for (const QAction* action : within.actions())
                if (action->menu()) most = std::max(most, self(self, *action->menu()));
            return most;
        };
        QVERIFY2(longest(longest, menu) <= 30, qPrintable(QString::number(longest(longest, menu))));
    }

    void wordsFindAndEnterTicksWithoutClosing() {
        ColumnMenu menu(
            columns_, [this] { return chosen_; }, QStringLiteral("usual"));
        QSignalSpy turned(&menu, &ColumnMenu::turned);
        menu.popup({});
        auto* line = menu.findChild<QLineEdit*>();
        QVERIFY(line->hasFocus() || menu.focusWidget() == line);
        QTest::keyClicks(line, QStringLiteral("batch size"));
        QCOMPARE(keysOnTop(menu).value(0), QStringLiteral("batch_size"));
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(turned.count(), 1);
        QCOMPARE(turned[0][0].toString(), QStringLiteral("batch_size"));
        QVERIFY(turned[0][1].toBool() && menu.isVisible());
        QTest::keyClick(line, Qt::Key_Escape);  // empties the line
        QVERIFY(menu.isVisible() && line->text().isEmpty());
        QCOMPARE(keysOnTop(menu).size(), 2);
        // By keys to the first chosen one; Space turns it and leaves the menu open.
        QTest::keyClick(line, Qt::Key_Down);
        QTRY_VERIFY(menu.activeAction() && menu.activeAction()->data().toString() == QLatin1String("test_mse"));
        QTest::keyClick(&menu, Qt::Key_Space);
        QCOMPARE(turned.count(), 2);
        QVERIFY(!turned[1][1].toBool() && menu.isVisible());
        for (const QAction* same : menu.findChildren<QAction*>())
            if (same->data().toString() == QLatin1String("test_mse")) QVERIFY(!same->isChecked());
        menu.close();
    }

    void whatIsNotFoundIsSaid() {
        ColumnMenu menu(
            columns_, [this] { return chosen_; }, QStringLiteral("usual"));
        Q_EMIT menu.aboutToShow();
        menu.findChild<QLineEdit*>()->setText(QStringLiteral("no such thing"));
        QVERIFY(keysOnTop(menu).isEmpty());
        QCOMPARE(menu.actions().constLast()->text(), QStringLiteral("No column is called so."));
        QVERIFY(!menu.actions().constLast()->isEnabled());
    }
};

QTEST_MAIN(TestColumnMenu)
#include "tst_column_menu.moc"

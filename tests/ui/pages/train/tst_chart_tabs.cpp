// SPDX-License-Identifier: GPL-3.0-or-later
// Charts on tabs: ticks are those of the tab in front, a chart may stand on several, layouts kept by older versions are
// read.
#include "common/preferences.h"
#include "pages/train/chart_menu.h"
#include "pages/train/dashboard.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace gatelab;

namespace {

Dashboard withSecondTab() {
    Dashboard dashboard = Dashboard::usual();
    dashboard.addTab(QStringLiteral("Mine"), QStringLiteral("Charts"));
    return dashboard;
}

QStringList on(Dashboard dashboard, const char* tab) {
    dashboard.bringForward(QString::fromLatin1(tab));
    return dashboard.visible();
}

}  // namespace

class TestChartTabs : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

private Q_SLOTS:
    void aTickAddsTheChartHereAndLeavesTheOtherTab() {
        Preferences preferences(folder_.filePath(QStringLiteral("ticks.ini")));
        DashboardStore store(preferences);
        store.setCurrent(withSecondTab());
        ChartMenu menu(preferences, [] { return PopoverAnchor(nullptr); });
        connect(&menu, &ChartMenu::chosen, this, [&store](const Dashboard& dashboard) { store.setCurrent(dashboard); });
        const auto actions = menu.actions();
        QAction* loss = *std::ranges::find(actions, QStringLiteral("Loss"), &QAction::text);
        QVERIFY(!loss->isChecked());  // it is on the other tab
        loss->trigger();
        QVERIFY(loss->isChecked());
        QCOMPARE(on(store.current(), "Mine"), QStringList{"loss"});
        QCOMPARE(on(store.current(), "Charts"), Dashboard::usual().charts);
        loss->trigger();
        QVERIFY(!loss->isChecked());
        QVERIFY(on(store.current(), "Mine").isEmpty());
        QCOMPARE(on(store.current(), "Charts"), Dashboard::usual().charts);
    }

    void aChartOnTwoTabsIsKeptMovedAndRenamed() {
        Dashboard dashboard = withSecondTab();
        dashboard.show(QStringLiteral("loss"), true);
        dashboard.show(QStringLiteral("memory"), true);
        QCOMPARE(dashboard.tabsOf(QStringLiteral("loss")), (QStringList{"Charts", "Mine"}));
        QVERIFY(dashboard.renameTab(QStringLiteral("Charts"), QStringLiteral("All")));
        QCOMPARE(dashboard.tabsOf(QStringLiteral("loss")), (QStringList{"All", "Mine"}));
        {
            Preferences preferences(folder_.filePath(QStringLiteral("two.ini")));
            DashboardStore(preferences).setCurrent(dashboard);
        }
        Preferences preferences(folder_.filePath(QStringLiteral("two.ini")));
        QCOMPARE(DashboardStore(preferences).current(), dashboard);
        dashboard.addTab(QStringLiteral("Third"), {});
        dashboard.bringForward(QStringLiteral("Mine"));
        dashboard.place(QStringLiteral("memory"), QStringLiteral("Third"));
        QCOMPARE(dashboard.tabsOf(QStringLiteral("memory")), (QStringList{"All", "Third"}));
        dashboard.removeTab(QStringLiteral("Third"));
        dashboard.removeTab(QStringLiteral("All"));  // the last but one: all charts together, each once
        QVERIFY(dashboard.tabs.isEmpty());
        QCOMPARE(dashboard.visible(), Dashboard::usual().charts);
    }

    void aTabThatNobodyNamedHasNoName() {
        {
            Preferences preferences(folder_.filePath(QStringLiteral("unnamed.ini")));
            Dashboard dashboard = Dashboard::usual();
            QVERIFY(dashboard.addTab(QStringLiteral("Mine")));
            dashboard.show(QStringLiteral("loss"), true);
            DashboardStore(preferences).setCurrent(dashboard);
        }
        Preferences preferences(folder_.filePath(QStringLiteral("unnamed.ini")));
        Dashboard read = DashboardStore(preferences).current();
        QCOMPARE(read.tabs, (QStringList{QString(), QStringLiteral("Mine")}));
        QCOMPARE(ChartMenu::tabTitle(read.tabs[0]), QStringLiteral("Charts"));
        QCOMPARE(read.tabsOf(QStringLiteral("loss")), read.tabs);
        QCOMPARE(on(read, ""), Dashboard::usual().charts);
        QVERIFY(read.renameTab(QString(), QStringLiteral("All")));
        QCOMPARE(on(read, "All"), Dashboard::usual().charts);
        QCOMPARE(ChartMenu::tabTitle(read.tabs[0]), QStringLiteral("All"));
    }

    void aClosedTabLeavesNoChartBehind() {
        Dashboard dashboard = withSecondTab();
        dashboard.show(QStringLiteral("loss"), true);
        dashboard.show(QStringLiteral("gradient"), true);
        dashboard.addTab(QStringLiteral("Third"), {});
        dashboard.removeTab(QStringLiteral("Mine"));
        QCOMPARE(on(dashboard, "Charts"), Dashboard::usual().charts + QStringList{"gradient"});
        QVERIFY(on(dashboard, "Third").isEmpty());
    }

    void aLayoutOfAnOlderVersionHasOneTabForEachChart() {
        Preferences preferences(folder_.filePath(QStringLiteral("old.ini")));
        preferences.setWindow(
            QStringLiteral("train/dashboard"),
            QVariantMap{{QStringLiteral("charts"), QStringList{"loss", "gradient"}},
                        {QStringLiteral("tabs"), QStringList{"Charts", "Mine"}},
                        {QStringLiteral("placed"), QVariantMap{{QStringLiteral("gradient"), QStringLiteral("Mine")}}},
                        {QStringLiteral("tab"), QStringLiteral("Mine")}});
        const Dashboard read = DashboardStore(preferences).current();
        QCOMPARE(read.visible(), QStringList{"gradient"});
        QCOMPARE(on(read, "Charts"), QStringList{"loss"});
    }

    void whatIsTakenFromOneTabIsCalledSo() {
        const Dashboard before = withSecondTab();
        Dashboard after = before;
        after.show(QStringLiteral("loss"), true);
        QVERIFY(before.showsLessThan(after) && !after.showsLessThan(before));
        QVERIFY(after != before);
        after.show(QStringLiteral("loss"), false);
        QCOMPARE(after, before);
    }
};

QTEST_MAIN(TestChartTabs)
#include "tst_chart_tabs.moc"

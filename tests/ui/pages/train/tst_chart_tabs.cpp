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

const QStringList kMine{"steps", "phases", "device"};

Dashboard withCharts() {
    Dashboard dashboard;
    for (const QString& key : kMine) dashboard.show(key, true);
    return dashboard;
}

Dashboard withSecondTab() {
    Dashboard dashboard = withCharts();
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
        QAction* steps = *std::ranges::find(actions, QStringLiteral("Steps"), &QAction::text);
        QVERIFY(!steps->isChecked());  // it is on the other tab
        steps->trigger();
        QVERIFY(steps->isChecked());
        QCOMPARE(on(store.current(), "Mine"), QStringList{"steps"});
        QCOMPARE(on(store.current(), "Charts"), kMine);
        steps->trigger();
        QVERIFY(!steps->isChecked());
        QVERIFY(on(store.current(), "Mine").isEmpty());
        QCOMPARE(on(store.current(), "Charts"), kMine);
    }

    void aChartOnTwoTabsIsKeptMovedAndRenamed() {
        Dashboard dashboard = withSecondTab();
        dashboard.show(QStringLiteral("steps"), true);
        dashboard.show(QStringLiteral("device"), true);
        QCOMPARE(dashboard.tabsOf(QStringLiteral("steps")), (QStringList{"Charts", "Mine"}));
        QVERIFY(dashboard.renameTab(QStringLiteral("Charts"), QStringLiteral("All")));
        QCOMPARE(dashboard.tabsOf(QStringLiteral("steps")), (QStringList{"All", "Mine"}));
        {
            Preferences preferences(folder_.filePath(QStringLiteral("two.ini")));
            DashboardStore(preferences).setCurrent(dashboard);
        }
        Preferences preferences(folder_.filePath(QStringLiteral("two.ini")));
        QCOMPARE(DashboardStore(preferences).current(), dashboard);
        dashboard.addTab(QStringLiteral("Third"), {});
        dashboard.bringForward(QStringLiteral("Mine"));
        dashboard.place(QStringLiteral("device"), QStringLiteral("Third"));
        QCOMPARE(dashboard.tabsOf(QStringLiteral("device")), (QStringList{"All", "Third"}));
        dashboard.removeTab(QStringLiteral("Third"));
        dashboard.removeTab(QStringLiteral("All"));  // the last but one: all charts together, each once
        QVERIFY(dashboard.tabs.isEmpty());
        QCOMPARE(dashboard.visible(), kMine);
    }

    void aTabThatNobodyNamedHasNoName() {
        {
            Preferences preferences(folder_.filePath(QStringLiteral("unnamed.ini")));
            Dashboard dashboard = withCharts();
            QVERIFY(dashboard.addTab(QStringLiteral("Mine")));
            dashboard.show(QStringLiteral("steps"), true);
            DashboardStore(preferences).setCurrent(dashboard);
        }
        Preferences preferences(folder_.filePath(QStringLiteral("unnamed.ini")));
        Dashboard read = DashboardStore(preferences).current();
        QCOMPARE(read.tabs, (QStringList{QString(), QStringLiteral("Mine")}));
        QCOMPARE(ChartMenu::tabTitle(read.tabs[0]), QStringLiteral("Charts"));
        QCOMPARE(read.tabsOf(QStringLiteral("steps")), read.tabs);
        QCOMPARE(on(read, ""), kMine);
        QVERIFY(read.renameTab(QString(), QStringLiteral("All")));
        QCOMPARE(on(read, "All"), kMine);
        QCOMPARE(ChartMenu::tabTitle(read.tabs[0]), QStringLiteral("All"));
    }

    void aClosedTabLeavesNoChartBehind() {
        Dashboard dashboard = withSecondTab();
        dashboard.show(QStringLiteral("steps"), true);
        dashboard.show(QStringLiteral("gradient"), true);
        dashboard.addTab(QStringLiteral("Third"), {});
        dashboard.removeTab(QStringLiteral("Mine"));
        QCOMPARE(on(dashboard, "Charts"), kMine + QStringList{"gradient"});
        QVERIFY(on(dashboard, "Third").isEmpty());
    }

    void aLayoutOfAnOlderVersionHasOneTabForEachChart() {
        Preferences preferences(folder_.filePath(QStringLiteral("old.ini")));
        preferences.setWindow(
            QStringLiteral("train/dashboard"),
            QVariantMap{{QStringLiteral("charts"), QStringList{"steps", "gradient"}},
                        {QStringLiteral("columns"), 2},
                        {QStringLiteral("tabs"), QStringList{"Charts", "Mine"}},
                        {QStringLiteral("placed"), QVariantMap{{QStringLiteral("gradient"), QStringLiteral("Mine")}}},
                        {QStringLiteral("tab"), QStringLiteral("Mine")}});
        const Dashboard read = DashboardStore(preferences).current();
        QCOMPARE(read.visible(), QStringList{"gradient"});
        QCOMPARE(on(read, "Charts"), QStringList{"steps"});
    }

    void whatIsTakenFromOneTabIsCalledSo() {
        const Dashboard before = withSecondTab();
        Dashboard after = before;
        after.show(QStringLiteral("steps"), true);
        QVERIFY(before.showsLessThan(after) && !after.showsLessThan(before));
        QVERIFY(after != before);
        after.show(QStringLiteral("steps"), false);
        QCOMPARE(after, before);
    }
};

QTEST_MAIN(TestChartTabs)
#include "tst_chart_tabs.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Columns that are constant in each of many series: static covariates, which have no seasons and nothing to forecast.
// Holds core/data/many/static_columns.cpp.
#include "data/many/static_columns.h"

#include "baselines/signal_check.h"
#include "data/look/channel_look.h"
#include "data/look/insight.h"
#include "data/many/many_series.h"

#include <QtTest>

#include <cmath>

using namespace gatelab;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Five shops of 60 days: sales that wander, sizes that do not, a price that is one for all.
Series shops() {
    Series series;
    std::vector<double> number, sales, size, price, promo;
    for (int s = 0; s < 5; ++s)
        for (int r = 0; r < 60; ++r) {
            number.push_back(s), sales.push_back(std::sin(r * 0.7 + s) + s),
                size.push_back(r == 9 ? kNaN : 100 + 50 * s * s);
            price.push_back(3), promo.push_back(r % 9 == 0);
            series.time.values.push_back(r * INT64_C(86'400'000'000));
        }
    series.time.name = "day", series.time.stepMicros = INT64_C(86'400'000'000);
    series.channels = {{kSeriesNumber, "", number},
                       {"sales", "", sales},
                       {"promo", "", promo},
                       {"price", "", price},
                       {"size", "", size}};
    nameMembers(series, {"a", "b", "c", "d", "e"});
    return series;
}

}  // namespace

class TestStaticColumns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void columns() {
        const Series series = shops();
        QCOMPARE(staticColumns(series), (std::vector<std::string>{"size"}));
        QVERIFY(isStaticColumn(series, "size") && !isStaticColumn(series, "sales") && !isStaticColumn(series, "price"));
        QVERIFY(!isStaticColumn(series, "nothing") && !isStaticColumn(series, kSeriesNumber));
        Series one = series;
        one.channels.erase(one.channels.begin());
        QVERIFY(staticColumns(one).empty());
        QVERIFY(staticColumns(Series()).empty());
        Series moved = series;
        moved.channels[4].values.edit()[70] += 1;
        QVERIFY(staticColumns(moved).empty());
    }

    /// It is neither a walk nor anything with seasons and lags.
    void whatTheLookSays() {
        const Series all = shops();
        const SeriesPtr one = memberSeries(all, membersOf(all)[2]);
        ChannelLook look = lookAtChannel(*one, *one->find("size"), Split{});
        look.isStatic = true;
        for (const Insights& said : {distributionInsights(*one, look, {}), seasonInsights(*one, look, {})}) {
            QCOMPARE(said.size(), std::size_t{1});
            QVERIFY(said.front().text.english().find("a static covariate") != std::string::npos);
        }
    }

    void noTarget() {
        const Series series = shops();
        ExperimentConfig config;
        config.csvShape = "together";
        for (const auto& [target, isStatic] : {std::pair("size", true), std::pair("sales", false)}) {
            config.targets = {target};
            const auto checks = checkSignals(series, config);
            QCOMPARE(checks.size(), std::size_t{1});
            QCOMPARE(checks.front().isStatic, isStatic);
            const std::string text = noSignalText(checks.front()).english();
            QCOMPARE(text.find("'size' is constant in each series: a static covariate") != std::string::npos, isStatic);
            QVERIFY(text.find("random walk") == std::string::npos);
            QVERIFY(!isStatic || isNoSignalText(noSignalText(checks.front())));
        }
    }
};

QTEST_APPLESS_MAIN(TestStaticColumns)
#include "tst_static_columns.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A kept run has the parts that it was trained with: one made before rows that wait for a forecast belonged to no part
// holds them, bit for bit, and what it was trained on says which one it is.
#include "data/data_identity.h"
#include "data/many/each_split.h"
#include "data/many/many_series.h"
#include "data/many/prepare_many.h"
#include "data/recipe/shared_preparation.h"
#include "data/rows_ahead.h"
#include "data/sequences/parts_of_run.h"
#include "io/hash.h"
#include "support/take.h"

#include <QtTest>

#include <cmath>
#include <cstring>
#include <thread>

using namespace gatelab;
using testing::take;

namespace {

constexpr std::size_t kRows = 300, kWaiting = 20;
const std::string kBytes(64, 'a');

/// Rows of which the last ones have what is known ahead and no target.
Dataset waitingData(std::size_t waiting = kWaiting) {
    Series series;
    std::vector<double> y, promo;
    for (std::size_t row = 0; row < kRows; ++row) {
        y.push_back(row + waiting < kRows
                        ? 100 + 0.1 * static_cast<double>(row) + std::sin(0.3 * static_cast<double>(row))
                        : std::nan(""));
        promo.push_back(row % 5 == 0 ? 1 : 0);
    }
    series.channels = {{"promo", "", promo}, {"y", "", y}};
    series.sha256 = kBytes;
    return {std::make_shared<const Series>(std::move(series)), nullptr};
}

Dataset manyData() {
    Series series;
    std::vector<double> number, y, promo;
    for (std::size_t member = 0; member < 3; ++member)
        for (std::size_t row = 0; row < 80 + 10 * member; ++row) {
            number.push_back(static_cast<double>(member));
            y.push_back(row < 70 + 10 * member ? std::sin(0.3 * static_cast<double>(row + member)) : std::nan(""));
            promo.push_back(row % 5 == 0 ? 1 : 0);
        }
    series.channels = {{kSeriesNumber, "", number}, {"promo", "", promo}, {"y", "", y}};
    nameMembers(series, {"a", "b", "c"});
    series.sha256 = kBytes;
    return {std::make_shared<const Series>(std::move(series)), nullptr};
}

ExperimentConfig configOf(const char* split) {
    ExperimentConfig config;
    config.dataPath = "some.csv";
    config.targets = {"y"};
    config.lookback = 8, config.horizon = 2;
    config.recipe = {"fill(method=linear)", "standardise"};
    config.split = split;
    return config;
}

bool areSameBits(const PreparedSeries& a, const PreparedSeries& b) {
    if (a.table.columns.size() != b.table.columns.size()) return false;
    for (std::size_t c = 0; c < a.table.columns.size(); ++c) {
        const auto &mine = a.table.columns[c].values, &theirs = b.table.columns[c].values;
        if (mine.size() != theirs.size() || std::memcmp(mine.data(), theirs.data(), mine.size() * sizeof(double)) != 0)
            return false;
    }
    return true;
}

}  // namespace

class TestPartsOfRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Data say by their identity whether rows of them are in no part; those in which none waits are what they were.
    void identityIsTheMark() {
        const ExperimentConfig config = configOf("70%/15%/15%");
        const std::string marked = dataIdentity(waitingData(), config);
        QVERIFY(marked != kBytes && marked.size() == 64);
        QVERIFY(isIdentityOf(kBytes, marked) && isIdentityOf(kBytes, kBytes) && !isIdentityOf(marked, kBytes));
        QVERIFY(isIdentityOf(kBytes, sha256(sha256(kBytes + kPutTogether) + kWithoutWaiting)));
        QCOMPARE(dataIdentity(waitingData(0), config), kBytes);
        // What runs made before took otherwise
        std::vector<std::string> taken;
        for (const char* how : kTakenAnew) {
            taken.insert(taken.begin(), how);
            for (const std::size_t waiting : {std::size_t{0}, kWaiting}) {
                Series series = *waitingData(waiting).series;
                series.report.takenAnew = taken;
                const std::string now =
                    dataIdentity({std::make_shared<const Series>(std::move(series)), nullptr}, config);
                QVERIFY(now != kBytes && now != marked && isIdentityOf(kBytes, now));
                QVERIFY(!isIdentityOf(std::string(64, 'b'), now));
            }
        }
        ExperimentConfig meant = config;
        meant.recipe = {"fill(method=constant,value=0)", "standardise"};
        QCOMPARE(dataIdentity(waitingData(), meant), kBytes);
        ExperimentConfig other = config;
        other.targets = {"promo"};
        QCOMPARE(dataIdentity(waitingData(), other), kBytes);
        QVERIFY(dataIdentity(manyData(), config) != kBytes);
        // Data that nobody knows stay unknown.
        Series unknown = *waitingData().series;
        unknown.sha256.clear();
        QVERIFY(dataIdentity({std::make_shared<const Series>(std::move(unknown)), nullptr}, config).empty());
    }

    /// New runs, other data and runs of this rule leave the rows out; a run of the old form holds them.
    void aRunIsCutAsItWas() {
        const Dataset data = waitingData();
        const ExperimentConfig config = configOf("70%/15%/15%");
        const std::string marked = dataIdentity(data, config);
        const Split now{{0, 196}, {196, 238}, {238, 280}}, before{{0, 210}, {210, 255}, {255, 300}};
        QCOMPARE(take(prepareSeries(data.series, config))->split, now);
        for (const std::string& trainedOn : {std::string(), marked, std::string(64, '0')}) {
            const PartsOfRun run(trainedOn);
            PartsOfRun::applied(data, config);
            QVERIFY(run.told().empty() && !PartsOfRun::holdAllRows());
            QCOMPARE(take(prepareSeries(data.series, config))->split, now);
            QCOMPARE(dataIdentity(data, config), marked);
        }
        const PreparedPtr written = take(prepareSeries(data.series, configOf("210/45/45")));
        QCOMPARE(written->split, before);
        const PartsOfRun run(kBytes);
        PartsOfRun::applied(data, config);
        QVERIFY(run.told().english().find("it keeps its parts, and they hold these rows") != std::string::npos);
        const PreparedPtr kept = take(prepareSeries(data.series, config));
        QCOMPARE(kept->split, before);
        QVERIFY(areSameBits(*kept, *written));
        QCOMPARE(dataIdentity(data, config), kBytes);
        // What was prepared for a new run is not taken for it.
        {
            const PartsOfRun fresh{std::string()};
            const auto beside = withPreparation(data, config, take(prepareSeries(data.series, config)));
            QCOMPARE(take(sharedPreparation(nullptr, *beside, config))->split, now);
            const PartsOfRun again(kBytes);
            PartsOfRun::applied(*beside, config);
            QCOMPARE(take(sharedPreparation(nullptr, *beside, config))->split, before);
        }
        // Another plan on this thread, of other data: the run's own rule is no matter of it.
        PartsOfRun::applied(waitingData(7), configOf("210/45/45"));
        QVERIFY(PartsOfRun::holdAllRows());
        Series others = *data.series;
        others.sha256 = std::string(64, 'b');
        PartsOfRun::applied({std::make_shared<const Series>(std::move(others)), nullptr}, config);
        QVERIFY(!PartsOfRun::holdAllRows());
    }

    void manySeriesAreCutAsTheyWere() {
        const Dataset data = manyData();
        for (const char* split : {"60%/20%/20%", "60%/20%/20% series"}) {
            const ExperimentConfig config = configOf(split);
            const PreparedPtr now = take(prepareSeries(data.series, config));
            const PartsOfRun run(kBytes);
            PartsOfRun::applied(data, config);
            const PreparedPtr kept = take(prepareSeries(data.series, config));
            for (std::size_t m = 0; m < 3; ++m) {
                const PreparedMember &one = membersOf(*kept)[m], &other = membersOf(*now)[m];
                QVERIFY(one.prepared && other.prepared);
                const auto endOf = [](const Split& parts) {
                    return std::max({parts.train.end, parts.validation.end, parts.test.end});
                };
                QCOMPARE(endOf(one.prepared->split), one.rows.end - one.rows.begin);
                QCOMPARE(endOf(other.prepared->split), other.rows.end - other.rows.begin - 10);
            }
            QVERIFY(!run.told().empty());
        }
        const PreparedPtr written =
            take(prepareSeries(data.series, configOf("162/54/54 each 48/16/16 54/18/18 60/20/20")));
        const PartsOfRun run(kBytes);
        PartsOfRun::applied(data, configOf("60%/20%/20%"));
        QVERIFY(areSameBits(*take(prepareSeries(data.series, configOf("60%/20%/20%"))), *written));
    }

    /// Threads that help know the run's parts only where they are given them.
    void helpersCutAlike() {
        const Dataset data = waitingData();
        const ExperimentConfig config = configOf("70%/15%/15%");
        const std::string marked = dataIdentity(data, config);
        QVERIFY(PartsOfRun::onThread() == nullptr);
        const PartsOfRun run(kBytes);
        PartsOfRun::applied(data, config);
        const PartsOfRun* const here = PartsOfRun::onThread();
        std::int64_t alone = 0, given = 0;
        std::thread([&] {
            alone = rowsWaiting(*data.series, config, 0, kRows);
            const PartsOfRun there(here);
            given = rowsWaiting(*data.series, config, 0, kRows);
        }).join();
        QCOMPARE(alone, static_cast<std::int64_t>(kWaiting));
        QCOMPARE(given, std::int64_t{0});
        QVERIFY(areDataOfRun(kBytes, data, config) && areDataOfRun(marked, data, config));
        QVERIFY(!areDataOfRun(std::string(64, '0'), data, config) && !areDataOfRun({}, data, config));
    }
};

QTEST_GUILESS_MAIN(TestPartsOfRun)
#include "tst_parts_of_run.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/data/synthetic/catchment_model.cpp.
#include "data/synthetic/catchment_model.h"
#include "data/synthetic/synthetic.h"
#include "support/take.h"

#include <QtTest>

#include <cmath>
#include <set>

using namespace gatelab;
using namespace gatelab::synthetic;
using gatelab::testing::take;

namespace {

std::vector<CatchmentDay> run(const CatchmentTraits& traits, std::uint64_t seed, std::int64_t days = 3650) {
    Rng rng(seed, RandomPurpose::Test);
    return runCatchment(traits, days, rng);
}

double meanOf(const std::vector<CatchmentDay>& days, double CatchmentDay::*value) {
    double sum = 0;
    for (const CatchmentDay& day : days) sum += day.*value;
    return sum / static_cast<double>(days.size());
}

}  // namespace

class TestCatchmentModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void waterIsNeitherMadeNorLost() {
        for (const double share : {0.0, 0.3, 1.0}) {
            const auto days = run({2 * share, share, 1 - share, share}, 5);
            for (std::size_t i = 1; i < days.size(); ++i) {
                const CatchmentDay& day = days[i];
                const double change = day.stored - days[i - 1].stored;
                QVERIFY(std::abs(change - (day.precipitation - day.evaporated - day.discharge)) < 1e-9);
                QVERIFY(day.precipitation >= 0 && day.discharge >= 0 && day.evaporated >= 0 &&
                        day.evaporated <= day.evaporation && day.stored >= 0);
            }
        }
    }

    void whatACatchmentIsLikeShows() {
        const CatchmentTraits plain;
        CatchmentTraits high = plain, steep = plain;
        high.elevation = 2, steep.slope = 1;
        const auto days = run(plain, 7), onTop = run(high, 7), fast = run(steep, 7);
        // Of the same weather, but for the height
        QVERIFY(std::abs(meanOf(days, &CatchmentDay::temperature) - meanOf(onTop, &CatchmentDay::temperature) - 9.75) <
                1e-9);
        QCOMPARE(meanOf(days, &CatchmentDay::precipitation), meanOf(fast, &CatchmentDay::precipitation));
        // Water from the height waits as snow for the spring; a steep one changes more from day to day.
        const auto stepOf = [](const std::vector<CatchmentDay>& all) {
            double sum = 0;
            for (std::size_t i = 1; i < all.size(); ++i) sum += std::abs(all[i].discharge - all[i - 1].discharge);
            return sum;
        };
        QVERIFY(stepOf(fast) > 1.1 * stepOf(days));
        QVERIFY(meanOf(onTop, &CatchmentDay::evaporated) < meanOf(days, &CatchmentDay::evaporated));
    }

    void theSeriesIsDailyWeatherAndDischarge() {
        const Dataset one = take(makeBuiltin("catchment", 800, 3));
        const Series& series = *one.series;
        QCOMPARE(series.channels.size(), std::size_t{4});
        QCOMPARE(series.channels.back().name, std::string("discharge"));
        QCOMPARE(series.time.values[1] - series.time.values[0], INT64_C(86400) * 1'000'000);
        QVERIFY(series.channels.back().values != take(makeBuiltin("catchment", 800, 4)).series->channels.back().values);
    }

    void theSetHasForcingsAndConstantAttributes() {
        const Dataset many = take(makeBuiltin("catchments", 100, 3));
        const SequenceSet& set = *many.sequences;
        const std::size_t channels = set.channelNames.size();
        QCOMPARE(channels, std::size_t{7});
        std::set<std::vector<float>> different;
        for (const SequenceSet::Item& item : set.items) {
            QCOMPARE(item.steps, std::int64_t{180});
            QCOMPARE(item.targets.size(), std::size_t{1});
            for (std::size_t c = 3; c < channels; ++c)
                for (std::size_t t = 1; t < 180; ++t) QCOMPARE(item.values[t * channels + c], item.values[c]);
            different.insert({item.values.begin() + 3, item.values.begin() + static_cast<std::ptrdiff_t>(channels)});
        }
        QCOMPARE(different.size(), std::size_t{40});
    }
};

QTEST_APPLESS_MAIN(TestCatchmentModel)
#include "tst_catchment_model.moc"

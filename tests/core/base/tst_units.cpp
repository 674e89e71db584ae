// SPDX-License-Identifier: GPL-3.0-or-later
// No figure on the standardised scale, no season, no suggestion and no start knows the unit of the data or where their
// zero is: y, 1e-6 y, 1e6 y and y + 1e6 are one series.
// Holds core/baselines/series_facts.cpp.
#include "base/rng.h"
#include "baselines/baselines.h"
#include "baselines/sequence_baselines.h"
#include "baselines/suggestion.h"
#include "data/recipe/channel_scale.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <numbers>

using namespace gatelab;

namespace {

struct Unit {
    const char* name;
    double factor, offset;
};
constexpr Unit kUnits[] = {{"small", 1e-6, 0}, {"large", 1e6, 0}, {"tiny", 1e-30, 0}, {"offset", 1, 1e6}};
constexpr std::int64_t kHour = 3'600'000'000;

/// "season": a day, a slow change and noise; "walk"; "ar": near 0, a neighbour tells one step ahead. Two columns.
SeriesPtr made(const QString& kind, Unit unit) {
    Rng rng(21, RandomPurpose::Test);
    Series series;
    series.name = "made";
    series.channels = {{"other", "", {}}, {"y", "", {}}};
    series.time.name = "time";
    series.time.stepMicros = kHour;
    double level = 0, leading = 0;
    for (std::int64_t row = 0; row < 700; ++row) {
        const double noise = rng.normal();
        const double seen = kind == u"walk"     ? level + noise
                            : kind == u"season" ? 3 * std::sin(static_cast<double>(row) * std::numbers::pi / 12) +
                                                      0.002 * static_cast<double>(row) + 0.5 * noise
                                                : 0.7 * level + 0.5 * noise + leading;
        level = seen, leading = rng.normal();
        series.channels[0].values.append(leading * unit.factor + unit.offset);
        series.channels[1].values.append(seen * unit.factor + unit.offset);
        series.time.values.push_back(row * kHour);
    }
    return std::make_shared<const Series>(std::move(series));
}

/// By what rounding may move a figure: the digits that an offset leaves of the spread of the data, through equations
/// whose condition is at most their columns over the weakest penalty among the ridge regressions.
double tolerance(Unit unit) {
    constexpr double kColumns = 24, kWeakest = 1e-6;
    const double digits = std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(unit.offset));
    return digits * kColumns / kWeakest;
}

bool isNear(double a, double b, double share) {
    return (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= share * std::max({1e-3, std::abs(a), std::abs(b)});
}

void addRows() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("unit");
    for (const char* kind : {"season", "walk", "ar"})
        for (int i = 0; i < static_cast<int>(std::size(kUnits)); ++i)
            QTest::addRow("%s, %s", kind, kUnits[i].name) << kind << i;
}

/// 60 sequences of two classes, in sixteenths: an offset takes none of their digits.
SequenceSet sequences(Unit unit) {
    Rng rng(4, RandomPurpose::Test);
    SequenceSet set;
    set.channelNames = {"x"};
    set.classNames = {"a", "b"};
    for (int i = 0; i < 60; ++i) {
        SequenceSet::Item item;
        item.steps = 20;
        item.label = i % 2;
        for (int t = 0; t < 20; ++t) {
            const double value = std::round(16 * (std::sin(t * (0.3 + 0.1 * (i % 2))) + 0.4 * rng.normal())) / 16;
            item.values.push_back(value * unit.factor + unit.offset);
        }
        set.items.push_back(std::move(item));
    }
    return set;
}

}  // namespace

class TestUnits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void baselinesAndScores_data() { addRows(); }
    void baselinesAndScores() {
        QFETCH(QString, kind);
        QFETCH(int, unit);
        for (const char* step : {"standardise", "minmax", "robust", "difference"}) {
            ExperimentConfig config;
            config.recipe = {step};
            config.split = "60%/20%/20%";
            const auto scored = [&](Unit in) {
                const PreparedPtr prepared = *prepareSeries(made(kind, in), config);
                return *runBaselines(*prepared, makeWindows(*prepared, 24, 6, 1)->test);
            };
            const auto plain = scored({"", 1, 0}), other = scored(kUnits[unit]);
            QCOMPARE(other.size(), baselines().size());
            for (std::size_t i = 0; i < plain.size(); ++i) {
                QCOMPARE(other[i].season, plain[i].season);
                for (const Score& score : scores()) {
                    if (score.value == nullptr || score.isOfOwnUnit) continue;
                    const double a = plain[i].standardised.*score.value, b = other[i].standardised.*score.value;
                    QVERIFY2(isNear(a, b, tolerance(kUnits[unit])), qPrintable(QStringLiteral("%1 %2: %3 and %4")
                                                                                   .arg(plain[i].key.c_str(), score.key)
                                                                                   .arg(a, 0, 'g', 12)
                                                                                   .arg(b, 0, 'g', 12)));
                }
            }
        }
    }

    void suggestions_data() { addRows(); }
    void suggestions() {
        QFETCH(QString, kind);
        QFETCH(int, unit);
        ExperimentConfig config;
        config.targets = {"y"};
        const SeriesFacts plain = seriesFacts(made(kind, {"", 1, 0}), config),
                          other = seriesFacts(made(kind, kUnits[unit]), config);
        QCOMPARE(other.season, plain.season);
        QCOMPARE(other.helping, plain.helping);
        if (kind == u"ar") QCOMPARE(plain.helping.size(), std::size_t{1});
        QVERIFY2(isNear(plain.levelError, other.levelError, tolerance(kUnits[unit])),
                 qPrintable(QStringLiteral("%1 and %2").arg(plain.levelError).arg(other.levelError)));
        const auto given = [](std::string_view) { return false; };
        const auto a = suggestSettings({made(kind, {"", 1, 0}), nullptr}, config, given),
                   b = suggestSettings({made(kind, kUnits[unit]), nullptr}, config, given);
        QCOMPARE(b.size(), a.size());
        for (std::size_t i = 0; i < a.size(); ++i)
            QVERIFY2(a[i].field == b[i].field && a[i].value == b[i].value, a[i].field->key);
    }

    void sequenceScales_data() {
        QTest::addColumn<int>("unit");
        for (int i = 0; i < static_cast<int>(std::size(kUnits)); ++i) QTest::addRow("%s", kUnits[i].name) << i;
    }
    void sequenceScales() {
        QFETCH(int, unit);
        const SequenceSet plain = sequences({"", 1, 0}), other = sequences(kUnits[unit]);
        std::vector<std::int64_t> train, test;
        for (std::int64_t i = 0; i < 60; ++i) (i < 40 ? train : test).push_back(i);
        const ChannelScale a = fitChannelScale(plain, train, {"standardise"}),
                           b = fitChannelScale(other, train, {"standardise"});
        const double share = std::numeric_limits<double>::epsilon() * 40 * 20 * std::max(1.0, kUnits[unit].offset);
        QVERIFY2(isNear(a.deviation[0], b.deviation[0] / kUnits[unit].factor, share),
                 qPrintable(QStringLiteral("%1 and %2").arg(a.deviation[0]).arg(b.deviation[0])));
        const auto first = runSequenceBaselines(plain, train, test), second = runSequenceBaselines(other, train, test);
        QVERIFY(first && second);
        for (std::size_t i = 0; i < first->size(); ++i) QCOMPARE((*second)[i].accuracy, (*first)[i].accuracy);
    }
};

QTEST_GUILESS_MAIN(TestUnits)
#include "tst_units.moc"

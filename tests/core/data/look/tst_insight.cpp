// SPDX-License-Identifier: GPL-3.0-or-later
// What a figure means for the experiment: one line, and an action that changes the settings as it says, offered only
// where they have not got it. Holds core/data/look/insight.cpp and core/data/look/prepared_insights.cpp.
#include "data/look/insight.h"
#include "data/look/season_lookback.h"

#include "config/field.h"
#include "data/recipe/recipe.h"
#include "data/windows.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

using namespace gatelab;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<double> noise(std::size_t rows, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::vector<double> values(rows);
    for (double& value : values) value = normal(random);
    return values;
}

Series hourly(std::vector<std::vector<double>> columns) {
    Series series;
    for (std::size_t c = 0; c < columns.size(); ++c)
        series.channels.push_back({std::string(1, static_cast<char>('a' + c)), "", std::move(columns[c])});
    series.time.stepMicros = INT64_C(3'600'000'000);
    for (std::int64_t r = 0; r < series.rows(); ++r) series.time.values.push_back(r * series.time.stepMicros);
    return series;
}

std::vector<double> daily(std::size_t rows) {
    std::vector<double> values = noise(rows, 3);
    for (std::size_t i = 0; i < rows; ++i)
        values[i] += 3 * std::sin(2 * std::numbers::pi * static_cast<double>(i) / 24);
    return values;
}

Split thirds(const Series& series) {
    const std::int64_t n = series.rows();
    return {{0, 3 * n / 5}, {3 * n / 5, 4 * n / 5}, {4 * n / 5, n}};
}

QString english(const Insights& insights) {
    QString all;
    for (const Insight& one : insights)
        all += QString::fromStdString(one.text.english()) +
               (one.action.empty() ? QString()
                                   : QStringLiteral(" [%1]").arg(QString::fromStdString(one.action.english()))) +
               QLatin1Char('\n');
    return all;
}

const Insight* withAction(const Insights& insights, const std::string& action) {
    const auto found =
        std::ranges::find_if(insights, [&](const Insight& one) { return one.action.english() == action; });
    return found == insights.end() ? nullptr : &*found;
}

}  // namespace

class TestInsight : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSeasonSetsTheLookback() {
        const Series series = hourly({daily(2000)});
        const ChannelLook look = lookAtChannel(series, 0, thirds(series));
        ExperimentConfig config;
        config.lookback = 12;
        const Insights found = seasonInsights(series, look, config);
        const Insight* lookback = withAction(found, "Lookback 48");
        QVERIFY2(lookback, qPrintable(english(found)));
        QVERIFY(
            QString::fromStdString(lookback->text.english()).startsWith(QStringLiteral("A season of 24 h explains")));
        config = afterAction(config, *lookback);
        QCOMPARE(config.lookback, std::int64_t{48});
        QVERIFY(english(seasonInsights(series, look, config)).contains(QStringLiteral("the lookback holds 2 seasons")));
        QVERIFY(!withAction(seasonInsights(series, look, config), "Lookback 48"));
    }
    /// What is suggested for a season is never said to be too short for it, whatever its length and the rows.
    void theLookbackOfThePlanHoldsItsSeason() {
        for (const std::int64_t rows : {150, 700, 3000, 5760})
            for (const std::int64_t season : {7, 12, 24, 48, 96, 144, 168, 192}) {
                const Series series = hourly({daily(static_cast<std::size_t>(rows))});
                ChannelLook look = lookAtChannel(series, 0, thirds(series));
                look.seasons = {{season, 0.5, 1}};
                ExperimentConfig config;
                config.lookback = suitingLookback(series, look.trainRows, season, config).rows;
                const Insights found = seasonInsights(series, look, config);
                for (const Insight& one : found)
                    QVERIFY2(one.action.english().find("Lookback") == std::string::npos, qPrintable(english(found)));
                if (config.lookback >= season)
                    QVERIFY2(found.front().tone == Insight::Tone::Good, qPrintable(english(found)));
            }
        const Series series = hourly({daily(5760)});
        ChannelLook look = lookAtChannel(series, 0, thirds(series));
        look.seasons = {{144, 0.5, 1}};
        ExperimentConfig config;
        config.lookback = 144;
        const QString said = english(seasonInsights(series, look, config));
        QVERIFY2(said.contains(QStringLiteral("lookback of 144 rows holds it once")), qPrintable(said));
        // Nor where it was chosen for a shorter one that repeats as well.
        look.seasons = {{192, 0.5, 1}, {24, 0.3, 1}};
        config.lookback = 96;
        QCOMPARE(seasonInsights(series, look, config).front().tone, Insight::Tone::Fact);
    }
    /// A column of 0 and 1 for a word has no tail to take the logarithm of, no season and nobody ahead of it.
    void wordsAreNoNumbers() {
        std::vector<double> word(1000), rare(1000);
        for (std::size_t i = 0; i < word.size(); ++i) word[i] = i % 25 == 3, rare[i] = i % 30 == 7;
        Series series = hourly({word, noise(1000, 4), rare});
        series.channels[0].name = "day=Mo", series.channels[1].name = "y", series.channels[2].name = "switch";
        series.report.columns = {{.name = "day", .kind = ReadColumn::Kind::Text},
                                 {.name = "y", .kind = ReadColumn::Kind::Number},
                                 {.name = "switch", .kind = ReadColumn::Kind::Number}};
        const ChannelLook look = lookAtChannel(series, 0, thirds(series));
        for (const Insights& said : {distributionInsights(series, look, {}), seasonInsights(series, look, {}),
                                     relationInsights(series, 0, leaders(series, 0, {0, 600}, 20), {})}) {
            QCOMPARE(said.size(), std::size_t{1});
            QVERIFY(said.front().action.empty());
            QVERIFY2(english(said).startsWith(QStringLiteral("A word of day")), qPrintable(english(said)));
        }
        const Insights switched = distributionInsights(series, lookAtChannel(series, 2, thirds(series)), {});
        QVERIFY2(!withAction(switched, "Take the logarithm"), qPrintable(english(switched)));
    }
    /// Alike is what lies where training lay; what goes beyond that is said, with both ends.
    void whereTheTestPartGoesBeyond() {
        std::vector<double> values = noise(1000, 6);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::clamp(values[i], -2.5, 2.5);
        const Series alike = hourly({values});
        const Insights calm = distributionInsights(alike, lookAtChannel(alike, 0, thirds(alike)), {});
        QCOMPARE(calm.front().tone, Insight::Tone::Good);
        QVERIFY2(!english(calm).contains(QStringLiteral("beyond")), qPrintable(english(calm)));
        for (std::size_t i = 800; i < 900; i += 10) values[i] = 4;
        const Series higher = hourly({values});
        const Insights found = distributionInsights(higher, lookAtChannel(higher, 0, thirds(higher)), {});
        QVERIFY2(english(found).contains(QStringLiteral("goes up to 4.000, training only to 2.500: 10 of its values")),
                 qPrintable(english(found)));
        QVERIFY(!english(found).contains(QStringLiteral("alike")) && found[1].tone == Insight::Tone::Caution);
    }
    /// What goes with the target at the same row is said, and whether a forecast is given it.
    void whatGoesTogetherAtOnce() {
        const std::vector<double> promo = noise(1000, 31);
        std::vector<double> sales = noise(1000, 32);
        for (std::size_t i = 0; i < sales.size(); ++i) sales[i] = 0.4 * sales[i] + promo[i];
        const Series series = hourly({promo, sales});
        const auto others = leaders(series, 1, {0, 600}, 24);
        ExperimentConfig config;
        QString said = english(relationInsights(series, 1, others, config));
        QVERIFY2(said.contains(QStringLiteral("a goes with b at the same row (0.9")) &&
                     said.contains(QStringLiteral("only where its values are known beforehand")),
                 qPrintable(said));
        config.recipe = {"known(columns=a)"};
        said = english(relationInsights(series, 1, others, config));
        QVERIFY2(said.contains(QStringLiteral("is given its values of the rows to come")), qPrintable(said));
    }
    /// Longer than windows can be: the calendar tells it.
    void aLongSeasonAsksForTheCalendar() {
        std::vector<double> values = noise(4 * 8760, 4);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] += 3 * std::sin(2 * std::numbers::pi * static_cast<double>(i) / 2000);
        const Series series = hourly({values});
        ChannelLook look = lookAtChannel(series, 0, thirds(series));
        look.seasons = {{2000, 0.5, 1}};
        ExperimentConfig config;
        const Insights found = seasonInsights(series, look, config);
        const Insight* calendar = withAction(found, "Add the calendar");
        QVERIFY2(calendar, qPrintable(english(found)));
        config = afterAction(config, *calendar);
        QVERIFY(
            std::ranges::any_of(config.recipe, [](const std::string& step) { return step.starts_with("calendar"); }));
        for (const std::string& step : config.recipe) QVERIFY(parseRecipeStep(step).ok());
        QVERIFY(!withAction(seasonInsights(series, look, config), "Add the calendar"));
    }
    void aWalkIsForecastByItsChange() {
        std::vector<double> walk = noise(2000, 11);
        for (std::size_t i = 1; i < walk.size(); ++i) walk[i] += walk[i - 1];
        const Series series = hourly({walk});
        const ChannelLook look = lookAtChannel(series, 0, thirds(series));
        ExperimentConfig config;
        const Insights found = seasonInsights(series, look, config);
        const Insight* change = withAction(found, "Forecast the change");
        QVERIFY2(change, qPrintable(english(found)));
        config = afterAction(config, *change);
        QCOMPARE(config.anchor, std::string("last"));
        QVERIFY(!withAction(seasonInsights(series, look, config), "Forecast the change"));
    }
    void driftAndTailsHaveTheirRemedy() {
        std::vector<double> values = noise(1000, 5);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::exp(1.5 * values[i]) + (i >= 800 ? 60 : 0);
        const Series series = hourly({values});
        ExperimentConfig config;
        const Insights found = distributionInsights(series, lookAtChannel(series, 0, thirds(series)), config);
        const Insight *scale = withAction(found, "Scale each window"), *log = withAction(found, "Take the logarithm");
        QVERIFY2(scale && log, qPrintable(english(found)));
        QCOMPARE(afterAction(config, *scale).anchor, std::string("revin"));
        QCOMPARE(afterAction(config, *log).recipe,
                 (std::vector<std::string>{"fill(method=linear)", "log", "standardise"}));
        const Series flat = hourly({std::vector<double>(100, 2.0)});
        QVERIFY(english(distributionInsights(flat, lookAtChannel(flat, 0, thirds(flat)), config))
                    .contains(QStringLiteral("constant")));
    }
    void whatHoldsComingValuesIsNotOffered() {
        const std::vector<double> noisy = noise(1001, 5);
        std::vector<double> y(1001);
        for (std::size_t i = 0; i < y.size(); ++i)
            y[i] = 10 * std::sin(static_cast<double>(i) * std::numbers::pi / 12) + noisy[i] + (i ? 0.5 * y[i - 1] : 0);
        const std::vector<double> next(y.begin() + 1, y.end());
        y.pop_back();
        const Series series = hourly({next, y});
        ExperimentConfig config;
        config.inputs = {"b"};
        const Insights found = relationInsights(series, 1, leaders(series, 1, {0, 600}, 48), config);
        QVERIFY2(!withAction(found, "Use a as an input"), qPrintable(english(found)));
        QVERIFY2(english(found).contains(QStringLiteral("It may hold coming values of b")), qPrintable(english(found)));
    }
    void aLeaderBecomesAnInputAndATwinLeaves() {
        const std::vector<double> drive = noise(1003, 21);
        std::vector<double> ahead(drive.begin() + 3, drive.end()), follows(1000);
        for (std::size_t i = 0; i < follows.size(); ++i) follows[i] = drive[i];
        std::vector<double> twin = ahead;
        for (std::size_t i = 0; i < twin.size(); ++i) twin[i] = 2 * twin[i] + 0.001 * static_cast<double>(i % 7);
        const Series series = hourly({ahead, twin, follows});
        const Correlations all = correlations(series, {0, 600});
        const auto before = leaders(series, 2, {0, 600}, 48);
        ExperimentConfig config;
        config.inputs = {"c"};
        const Insights found = relationInsights(series, 2, before, config);
        const Insight* use = withAction(found, "Use a as an input");
        if (!use) use = withAction(found, "Use b as an input");
        QVERIFY2(use, qPrintable(english(found)));
        QCOMPARE(afterAction(config, *use).inputs.size(), std::size_t{2});
        config.inputs = {};
        const Insights same = twinInsights(series, all, config);
        const Insight* leave = withAction(same, "Leave out b");
        QVERIFY2(leave, qPrintable(english(same)));
        QCOMPARE(afterAction(config, *leave).inputs, (std::vector<std::string>{"a", "c"}));
        // Nothing is offered for the settings that are there, and never for the target.
        config.targets = {"b"};
        QVERIFY(!withAction(twinInsights(series, all, config), "Leave out b"));
        // A target that was copied into an input leaves the inputs as that copy.
        const Insights copied = twinInsights(series, all, config);
        const Insight* copy = withAction(copied, "Leave out a");
        QVERIFY2(copy, qPrintable(english(copied)));
        QCOMPARE(afterAction(config, *copy).inputs, (std::vector<std::string>{"b", "c"}));
        config.targets = {"a", "b"};
        QVERIFY(twinInsights(series, all, config).front().settings.empty());
        // What was chosen by what it is worth can be left out and is no caution.
        config.targets = {"c"}, config.inputs = {"a", "b", "c"};
        const Insights chosen = twinInsights(series, all, config);
        QVERIFY(!chosen.empty() && chosen.front().tone == Insight::Tone::Fact);
        const Insight* leaveChosen = withAction(chosen, "Leave out b");
        QVERIFY2(leaveChosen, qPrintable(english(chosen)));
        QCOMPARE(afterAction(config, *leaveChosen).inputs, (std::vector<std::string>{"a", "c"}));
        // What is no input already is said to be none.
        config.inputs = {"a", "c"};
        QVERIFY2(english(twinInsights(series, all, config)).contains(QStringLiteral("b is no input")),
                 qPrintable(english(twinInsights(series, all, config))));
        QVERIFY2(english(chosen).contains(QStringLiteral("both were chosen as inputs")), qPrintable(english(chosen)));
    }
    // Many that go with one are one line, and leave together.
    void chosenTwinsAreOneLine() {
        const std::vector<double> first = noise(1000, 21);
        std::vector<std::vector<double>> columns{first};
        for (int k = 1; k <= 5; ++k) {
            columns.push_back(first);
            for (std::size_t i = 0; i < first.size(); ++i)
                columns.back()[i] += 0.001 * static_cast<double>(i % (5 + k));
        }
        columns.push_back(noise(1000, 4));
        const Series series = hourly(columns);
        ExperimentConfig config;
        config.targets = {"g"}, config.inputs = {"a", "b", "c", "d", "e", "f", "g"};
        const Insights found = twinInsights(series, correlations(series, {0, 600}), config);
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY2(english(found).contains(QStringLiteral("5 chosen inputs go together with another one (0.98 and more): "
                                                        "b, c, d, e, ...")),
                 qPrintable(english(found)));
        const Insight* leave = withAction(found, "Leave out these 5");
        QVERIFY2(leave, qPrintable(english(found)));
        QCOMPARE(afterAction(config, *leave).inputs, (std::vector<std::string>{"a", "g"}));
    }
    void gapsAreFilled() {
        std::vector<double> values = noise(500, 1);
        for (std::size_t i = 100; i < 150; ++i) values[i] = kNaN;
        const Series series = hourly({values, noise(500, 2)});
        ExperimentConfig config;
        config.recipe = {"standardise"};
        const MissingMap map = missingMap(series, 50);
        const Insights found = missingInsights(series, map, config);
        const Insight* fill = withAction(found, "Fill the gaps");
        QVERIFY2(fill, qPrintable(english(found)));
        QCOMPARE(afterAction(config, *fill).recipe, (std::vector<std::string>{"fill(method=hold)", "standardise"}));
        QVERIFY(!withAction(missingInsights(series, map, ExperimentConfig{}), "Fill the gaps"));
    }
    void classesThatAreRareAreBalanced() {
        SequenceSet set;
        set.channelNames = {"x"};
        set.classNames = {"walk", "fall"};
        for (int i = 0; i < 50; ++i) {
            SequenceSet::Item item;
            item.steps = 3 + i % 4;
            item.values.assign(static_cast<std::size_t>(item.steps), i);
            item.label = i < 40 ? 0 : 1;
            set.items.push_back(item);
            set.parts.push_back(SequenceSet::Part::Unassigned);
        }
        ExperimentConfig config;
        config.task = "classification";
        const auto classes = sequenceClasses(set, 0);
        const Insights found = classInsights(set, classes, config);
        const Insight* balance = withAction(found, "Balance classes");
        QVERIFY2(balance, qPrintable(english(found)));
        QVERIFY(english(found).contains(QStringLiteral("right in 80 %")));
        QVERIFY(english(found).contains(QStringLiteral("3 to 6 steps")));
        config = afterAction(config, *balance);
        QVERIFY(config.classWeights);
        QVERIFY(!withAction(classInsights(set, classes, config), "Balance classes"));
        // With a test part of its own: the largest class of the training, counted where it is scored
        for (std::size_t i = 0; i < 50; ++i)
            set.parts[i] = i < 10 || i >= 42 ? SequenceSet::Part::Test : SequenceSet::Part::Train;
        const QString given = english(classInsights(set, sequenceClasses(set, 0), config));
        QVERIFY2(given.contains(QStringLiteral("right in 56 % of the test part")), qPrintable(given));
        // No weight makes up for a class that is in the test part alone.
        for (std::size_t i = 0; i < 50; ++i)
            set.parts[i] = i >= 40 ? SequenceSet::Part::Test : SequenceSet::Part::Train;
        config.classWeights = false;
        const Insights alone = classInsights(set, sequenceClasses(set, 0), config);
        QVERIFY2(english(alone).contains(QStringLiteral("fall has no sequence to train on")),
                 qPrintable(english(alone)));
        QVERIFY(!withAction(alone, "Balance classes"));
    }
    void allOfItIsWrittenAsHundred() {
        const Series series = hourly({daily(900)});
        ChannelLook look = lookAtChannel(series, 0, thirds(series));
        look.seasons = {{24, 0.998, 1}};
        const QString said = english(seasonInsights(series, look, ExperimentConfig{}));
        QVERIFY2(said.contains(QStringLiteral("explains 100 %")), qPrintable(said));
    }
    void windowsThatAreLeftOutAndValuesThatAreMissing() {
        Series series = hourly({daily(300)});
        ExperimentConfig config;
        config.recipe = {}, config.lookback = 8, config.horizon = 2;
        SplitWindows windows;
        windows.train.starts = {0, 1, 2}, windows.test.starts = {9};
        Insights all = preparedInsights(windows, config);
        QVERIFY2(english(all).contains(QStringLiteral("All 4 windows are whole")), qPrintable(english(all)));
        const Insight* scale = withAction(all, "Standardise");
        QVERIFY(scale);
        config = afterAction(config, *scale);
        windows.validation.skippedMissing = 6;
        all = preparedInsights(windows, config);
        QVERIFY2(english(all).contains(QStringLiteral("6 of 10 windows are left out")), qPrintable(english(all)));
        QVERIFY(!withAction(all, "Standardise"));
        QVERIFY(english(tableInsights(series, config)).contains(QStringLiteral("No value is missing.")));
        series.report.valuesMissing = 7;
        const Insights missing = tableInsights(series, config);
        QVERIFY2(english(missing).contains(QStringLiteral("7 of 300 values are missing")),
                 qPrintable(english(missing)));
        for (const Insights* said : std::initializer_list<const Insights*>{&all, &missing}) {
            const Insight* fill = withAction(*said, "Fill the gaps");
            QVERIFY(fill);
            const ExperimentConfig filled = afterAction(config, *fill);
            QCOMPARE(filled.recipe.front(), std::string("fill(method=linear)"));
            QVERIFY(!withAction(preparedInsights(windows, filled), "Fill the gaps"));
        }
    }
    /// Windows count rows: those that hold a gap of the time, or a row that repeats one, are told; what the clocks do
    /// in spring is no gap.
    void windowsAcrossAGap() {
        ExperimentConfig config;
        config.recipe = {"standardise"}, config.lookback = 8, config.horizon = 2;
        SplitWindows windows;
        for (WindowSet* part : {&windows.train, &windows.validation, &windows.test})
            part->lookback = 8, part->horizon = 2;
        for (int start = 0; start <= 90; ++start) windows.train.starts.push_back(start);
        constexpr std::int64_t kHour = INT64_C(3'600'000'000), kMarch31 = INT64_C(1'711'846'800'000'000);  // 2024, 1:00
        TimeAxis time;
        time.stepMicros = kHour;
        for (int r = 0; r < 100; ++r) time.values.push_back(r * kHour + (r < 50 ? 0 : 3 * kHour));
        QString said = english(preparedInsights(windows, config, time));
        QVERIFY2(said.contains(QStringLiteral("in 9 of 91 windows the rows are not one step apart")), qPrintable(said));
        QVERIFY(!said.contains(QStringLiteral("are whole")));
        time.values[20] = time.values[19];
        said = english(preparedInsights(windows, config, time));
        QVERIFY2(said.contains(QStringLiteral("in 19 of 91 windows")), qPrintable(said));
        for (int r = 0; r < 100; ++r)
            time.values[static_cast<std::size_t>(r)] = kMarch31 + (r - 50 + (r > 50 ? 1 : 0)) * kHour;
        said = english(preparedInsights(windows, config, time));
        QVERIFY2(said.contains(QStringLiteral("All 91 windows are whole")), qPrintable(said));
        QVERIFY(english(preparedInsights(windows, config)).contains(QStringLiteral("All 91 windows are whole")));
    }
    /// A button that changes nothing, or that nothing can read, is none.
    void everyActionIsReadable() {
        const Series series = hourly({daily(900), noise(900, 8)});
        const ChannelLook look = lookAtChannel(series, 0, thirds(series));
        ExperimentConfig config;
        config.lookback = 10, config.recipe = {};
        Insights all = distributionInsights(series, look, config);
        for (Insights more : {seasonInsights(series, look, config),
                              relationInsights(series, 0, leaders(series, 0, {0, 540}, 20), config),
                              missingInsights(series, missingMap(series, 20), config)})
            all.insert(all.end(), more.begin(), more.end());
        for (const Insight& one : all) {
            QCOMPARE(one.action.empty(), one.settings.empty() && one.recipe.empty());
            for (const auto& [key, text] : one.settings)
                QVERIFY(findField(key) && parseFieldValue(*findField(key), text).ok());
            if (!one.action.empty()) QVERIFY(afterAction(config, one) != config);
        }
    }
};

QTEST_APPLESS_MAIN(TestInsight)
#include "tst_insight.moc"

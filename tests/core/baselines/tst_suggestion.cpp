// SPDX-License-Identifier: GPL-3.0-or-later
// Settings that suit the data: for every length something that can be trained, what is given wins, columns that help
// and those that do not, and what was kept keeps its meaning.
// Holds core/baselines/column_error.cpp, core/baselines/target_choice.cpp, core/baselines/suggest/suggested_inputs.cpp
// and core/baselines/suggest/suggested_sequences.cpp.
#include "app/experiment_data.h"
#include "base/rng.h"
#include "baselines/signal_check.h"
#include "baselines/suggested_keys.h"
#include "baselines/suggestion.h"
#include "baselines/target_choice.h"
#include "config/config_io.h"
#include "config/linear_path.h"
#include "data/experiment_check.h"
#include "data/look/season_lookback.h"
#include "data/many/many_series.h"
#include "data/prepared_windows.h"
#include "data/readers.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>
#include <set>

using namespace gatelab;

namespace {

/// A trend, a season of 12 and a little noise from a congruence.
double value(std::int64_t row) {
    return 0.05 * static_cast<double>(row) + std::sin(static_cast<double>(row) * std::numbers::pi / 6) +
           0.1 * static_cast<double>(row * 7919 % 101) / 101;
}

Dataset seriesOf(std::int64_t rows, const std::function<double(std::int64_t)>& of = value) {
    Series series;
    series.name = "made";
    series.channels.push_back({"y", "", {}});
    for (std::int64_t row = 0; row < rows; ++row) series.channels[0].values.append(of(row));
    return {std::make_shared<const Series>(std::move(series)), nullptr};
}

std::vector<Suggestion> suggest(const Dataset& data, const ExperimentConfig& config = {},
                                std::set<std::string> given = {}) {
    return suggestSettings(data, config, [&](std::string_view key) { return given.contains(std::string(key)); });
}

/// Of two classes; the last ones are a given test part.
Dataset sequencesOf(int known, int test) {
    SequenceSet set;
    set.channelNames = {"x"};
    set.classNames = {"a", "b"};
    for (int i = 0; i < known + test; ++i) {
        SequenceSet::Item item;
        item.steps = 20;
        item.label = i % 2;
        for (int t = 0; t < 20; ++t) item.values.push_back(std::sin(t * (1 + i % 2)));
        set.items.push_back(std::move(item));
        set.parts.push_back(i >= known ? SequenceSet::Part::Test
                            : test > 0 ? SequenceSet::Part::Train
                                       : SequenceSet::Part::Unassigned);
    }
    return {nullptr, std::make_shared<const SequenceSet>(std::move(set))};
}

std::int64_t stepsOf(const ExperimentConfig& config, std::int64_t examples) {
    return (examples + config.batchSize - 1) / config.batchSize * config.epochs;
}

}  // namespace

class TestSuggestion : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // The last column is the target, unless nothing can be learned about it and something about another.
    void aTargetThatCanBeLearned() {
        const auto targets = [](const std::vector<std::pair<const char*, std::function<double(std::int64_t)>>>& of,
                                const std::set<std::string>& given = {}) {
            Series series;
            series.name = "made";
            for (const auto& [name, at] : of) {
                series.channels.push_back({name, "", {}});
                for (std::int64_t row = 0; row < 800; ++row) series.channels.back().values.append(at(row));
            }
            const auto suggestions = suggest({std::make_shared<const Series>(std::move(series)), nullptr}, {}, given);
            const auto found = std::ranges::find(
                suggestions, "targets", [](const Suggestion& one) { return std::string_view(one.field->key); });
            return found == suggestions.end() ? std::vector<std::string>()
                                              : std::get<std::vector<std::string>>(found->value);
        };
        const auto size = [](std::int64_t) { return 3.0; };
        const auto noise = [](std::int64_t row) {
            return Rng(static_cast<std::uint64_t>(row) + 1, RandomPurpose::Test).normal();
        };
        using Names = std::vector<std::string>;
        QCOMPARE(targets({{"y", value}, {"size", size}}), Names{"y"});
        QCOMPARE(targets({{"a", value}, {"b", value}, {"noise", noise}, {"size", size}}), Names{"b"});
        QCOMPARE(targets({{"size", size}, {"y", value}}), Names());
        // What a name says goes before the place, and what can be learned before a name.
        QCOMPARE(targets({{"Y", value}, {"promo", value}}), Names{"Y"});
        QCOMPARE(targets({{"y", noise}, {"promo", value}}), Names());
        QCOMPARE(targets({{"size", size}, {"noise", noise}}), Names());
        QCOMPARE(targets({{"y", value}, {"size", size}}, {"targets"}), Names());
        // A state of 0 and 1, or what a calendar says, is an input; what people forecast goes before what can be
        // forecast best.
        const auto flag = [](std::int64_t row) { return row % 7 < 3 ? 1.0 : 0.0; };
        const auto rough = [&](std::int64_t row) { return value(row) + 3 * noise(row); };
        QCOMPARE(targets({{"Sales", rough}, {"Customers", value}, {"Promo", flag}}), Names{"Sales"});
        QCOMPARE(targets({{"a", value}, {"isOpen", flag}}), Names{"a"});
        QCOMPARE(targets({{"\u9500\u91cf", rough}, {"a", value}}), Names{"\u9500\u91cf"});
        QCOMPARE(targets({{"Close", rough}, {"DayOfWeek", value}}), Names{"Close"});
        // Where there is nothing else a state is forecast.
        QCOMPARE(targets({{"other", size}, {"isOpen", flag}}), Names());
    }

    // Windows twice as long are taken where that is worth the work, else named with their price.
    void aLongerLookbackIsTakenWhereItPays() {
        const auto lookbackOf = [](const Dataset& data) {
            const std::vector<Suggestion> all = suggest(data);
            const auto one = std::ranges::find_if(
                all, [](const Suggestion& s) { return std::string_view(s.field->key) == "lookback"; });
            return one == all.end() ? Suggestion() : *one;
        };
        // Beside the day what was 150 rows ago comes again: 96 rows do not hold it.
        std::vector<double> echo;
        for (std::int64_t row = 0; row < 4000; ++row) {
            const double fresh = Rng(static_cast<std::uint64_t>(row) + 1, RandomPurpose::Test).normal();
            echo.push_back(row < 150 ? fresh : 0.95 * echo[static_cast<std::size_t>(row - 150)] + 0.3 * fresh);
        }
        const Suggestion taken = lookbackOf(seriesOf(4000, [&](std::int64_t row) {
            return 5 * std::sin(2 * std::numbers::pi * static_cast<double>(row) / 24) +
                   echo[static_cast<std::size_t>(row)];
        }));
        QCOMPARE(std::get<std::int64_t>(taken.value), std::int64_t{192});
        QCOMPARE(taken.otherTime, 0.5);
        QVERIFY(taken.otherError > 0.25);
        QVERIFY(taken.reason.english().find("are worth twice the work") != std::string::npos);
        const Suggestion kept = lookbackOf(seriesOf(4000));
        QCOMPARE(std::get<std::int64_t>(kept.value), std::int64_t{96});
        QVERIFY(kept.otherError > -0.2);
    }
    /// A week of half hours is held where eight of them and more train; in few rows, or hours, the reach stays.
    void aWeekOfHalfHoursIsHeld() {
        const auto lookbackOf = [](std::int64_t rows, std::int64_t stepMinutes, std::string& reason) {
            Dataset data = seriesOf(rows, [&](std::int64_t row) {
                const std::int64_t minutes = row * stepMinutes % (7 * 24 * 60), day = minutes / (24 * 60);
                return 3 * std::sin(2 * std::numbers::pi * static_cast<double>(minutes % (24 * 60)) / (24 * 60)) *
                           static_cast<double>(day * 5 % 7 - 3) +
                       0.1 * static_cast<double>(row * 7919 % 101) / 101;
            });
            Series series = *data.series;
            series.time.stepMicros = stepMinutes * 60'000'000;
            for (std::int64_t row = 0; row < rows; ++row)
                series.time.values.push_back(INT64_C(1'700'000'000'000'000) + row * series.time.stepMicros);
            data.series = std::make_shared<const Series>(std::move(series));
            for (const Suggestion& one : suggest(data))
                if (std::string_view(one.field->key) == "lookback") {
                    reason = one.reason.english();
                    return std::get<std::int64_t>(one.value);
                }
            return std::int64_t{0};
        };
        std::string reason;
        QCOMPARE(lookbackOf(8000, 30, reason), std::int64_t{336});
        QVERIFY2(reason.find("holds the season once, and takes about 350 % of the work") != std::string::npos,
                 reason.c_str());
        QVERIFY(lookbackOf(3000, 30, reason) <= 192);
        QCOMPARE(lookbackOf(8000, 60, reason), std::int64_t{168});
        QCOMPARE(longestWindowSeason(1'800'000'000, 8 * 336), std::int64_t{336});
        QCOMPARE(longestWindowSeason(1'800'000'000, 8 * 336 - 1), std::int64_t{192});
        QCOMPARE(longestWindowSeason(300'000'000, 8000), std::int64_t{288});
        QCOMPARE(longestWindowSeason(0, 80'000), std::int64_t{192});
    }

    // Of many columns of noise none is taken for something, and where none can be learned that is said.
    /// Where all that could be forecast were refused, it is not a constant last column, which a run refuses.
    void noTargetIsLeft() {
        auto series = std::make_shared<Series>(*seriesOf(400).series);
        series->channels[0].name = "a";
        series->channels.push_back({"c", "", std::vector<double>(400, 1)});
        const auto one = chooseTarget(*series, {}, {"a"});
        QVERIFY(one && one->target == "a" && !one->isLearnable);
        series->channels.insert(series->channels.begin(), {"b", "", series->channels[0].values.vector()});
        const auto two = chooseTarget(*series, {}, {"a", "b"});
        QVERIFY(two && two->target == "a");
    }

    void aTargetAmongMany() {
        const auto madeOf = [](std::size_t columns, std::size_t learnable, std::uint64_t seed) {
            Series series;
            Rng rng(seed, RandomPurpose::Test);
            for (std::size_t c = 0; c < columns; ++c) {
                series.channels.push_back({"c" + std::to_string(c), "", {}});
                for (std::int64_t row = 0; row < 700; ++row)
                    series.channels.back().values.append(c < learnable ? value(row) : rng.normal());
            }
            return Dataset{std::make_shared<const Series>(std::move(series)), nullptr};
        };
        const auto targetOf = [](const Dataset& data) {
            for (const Suggestion& one : suggest(data))
                if (std::string_view(one.field->key) == "targets")
                    return std::pair(std::get<std::vector<std::string>>(one.value).front(), one.reason.english());
            return std::pair(std::string(), std::string());
        };
        int chance = 0;
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            const auto [target, reason] = targetOf(madeOf(30, 0, seed));
            if (target != "c29" && !target.empty()) ++chance;
            if (target == "c29") QVERIFY2(reason.find("none of the 16 columns") != std::string::npos, reason.c_str());
        }
        QVERIFY2(chance <= 1, qPrintable(QString::number(chance)));
        // A grid whose first quantity can be learned, behind which others lie.
        QVERIFY(targetOf(madeOf(30, 10, 3)).first.size() == 2);
        // The last column is tried beside one that is called like what is forecast, and stays where it can be learned.
        int others = 0;
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            Series series = *madeOf(40, 0, seed).series;
            series.channels[3].name = "load";
            std::vector<double> learnable;
            for (std::int64_t row = 0; row < series.rows(); ++row) learnable.push_back(value(row));
            series.channels.back().values = std::move(learnable);
            if (!targetOf({std::make_shared<const Series>(std::move(series)), nullptr}).first.empty()) ++others;
        }
        QVERIFY2(others <= 1, qPrintable(QString::number(others)));
    }
    // What is suggested for a target is not what the doctor says nothing can be learned of with these settings.
    void whatIsSuggestedCanBeLearned() {
        const Dataset data = seriesOf(600);
        for (const SignalCheck& check : checkSignals(*data.series, withSuggestions({}, suggest(data))))
            QVERIFY(check.verdict == SignalCheck::Verdict::Signal);
        QVERIFY(isSuggested("lookback") && isSuggested("cell") && !isSuggested("seed"));
    }

    void everyLengthCanBeTrained_data() {
        QTest::addColumn<qint64>("rows");
        QTest::addColumn<QString>("goal");
        for (const char* goal : {"experiment", "forecast"})
            for (const qint64 rows : {40, 60, 75, 100, 144, 250, 500, 999, 1000, 5000, 120000})
                QTest::addRow("%s, %lld rows", goal, static_cast<long long>(rows)) << rows << QString(goal);
    }
    void everyLengthCanBeTrained() {
        QFETCH(qint64, rows);
        QFETCH(QString, goal);
        const Dataset data = seriesOf(rows);
        ExperimentConfig before;
        before.goal = goal.toStdString();
        const ExperimentConfig config = withSuggestions(before, suggest(data, before));
        for (const ConfigFinding& finding : checkExperiment(config, &data))
            QVERIFY2(finding.severity != Severity::Error, finding.message.english().c_str());
        const auto prepared = prepareSeries(data.series, config);
        QVERIFY(prepared.ok());
        const auto windows = makeWindows(**prepared, config);
        QVERIFY2(windows.ok(), windows.ok() ? "" : windows.error().message.c_str());
        QVERIFY(windows->train.size() >= 8 && windows->validation.size() >= 2 && windows->test.size() >= 2);
        // Steps decide, not epochs: enough for the shortest, and the budget holds for the longest.
        const std::int64_t steps = stepsOf(config, windows->train.size());
        QVERIFY2(steps >= 400 && steps <= 1800, qPrintable(QString::number(steps)));
        QVERIFY(config.earlyStop > 0 && config.earlyStop < config.epochs && config.epochs >= 12);
        QVERIFY(windows->validation.size() <= 10'000);
        QVERIFY(fitsLinearPath(config) == (goal == "forecast") && config.schedule == "one-cycle");
    }

    // From one goal to the other and back is the same as never to have left.
    void goalsDifferInTheStartAlone() {
        ExperimentConfig experiment, forecast;
        forecast.goal = "forecast";
        const Dataset data = seriesOf(1500);
        const GoalSuggestions both = suggestForGoals(data, experiment, {});
        const ExperimentConfig one = withSuggestions(experiment, both.experiment),
                               other = withSuggestions(one, both.forecast);
        QVERIFY(!one.linearPath && one.initialisation == "uniform");
        QVERIFY(other.linearPath && fitsLinearPath(other));
        QCOMPARE(withSuggestions(other, both.experiment), one);
        QVERIFY(&both.of(forecast) == &both.forecast && &both.of(experiment) == &both.experiment);
    }

    // A walk is forecast from its last value, a season from its window.
    void anExperimentIsAnchoredAtWhatForecastsBest() {
        double place = 0;
        std::uint64_t state = 7;
        const Dataset walk = seriesOf(1500, [&](std::int64_t) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            return place += static_cast<double>(state >> 40) / (1 << 23) - 1;
        });
        QCOMPARE(withSuggestions({}, suggest(walk)).anchor, std::string("last"));
        const Dataset season =
            seriesOf(1500, [](std::int64_t row) { return std::sin(static_cast<double>(row) * 0.5); });
        QVERIFY(withSuggestions({}, suggest(season)).anchor != "last");
        ExperimentConfig forecast;
        forecast.goal = "forecast";
        QVERIFY(withSuggestions(forecast, suggest(walk, forecast)).anchor != "last");
    }

    // A week beside the day is named where the lookback is told why; a day alone is none.
    void aSecondSeasonIsNamed() {
        const auto reasonOf = [](double week) {
            const Dataset data = seriesOf(3000, [week](std::int64_t row) {
                const double hour = 2 * std::numbers::pi * static_cast<double>(row);
                return 5 * std::sin(hour / 24) + week * std::sin(hour / 168) + value(row) / 100;
            });
            const std::vector<Suggestion> all = suggest(data);
            const auto one = std::ranges::find_if(
                all, [](const Suggestion& s) { return std::string_view(s.field->key) == "lookback"; });
            return one == all.end() ? std::string() : one->reason.english();
        };
        QVERIFY2(reasonOf(2).starts_with("the seasons of 24 rows and 168 rows that were found"), reasonOf(2).c_str());
        QVERIFY2(reasonOf(0).starts_with("the season of 24 rows that was found"), reasonOf(0).c_str());
    }

    // What the other option costs is measured on the training rows: a window that holds the season tells more.
    void optionsHaveTheirPrice() {
        const auto find = [](const std::vector<Suggestion>& all, std::string_view key) {
            const auto one = std::ranges::find_if(all, [&](const Suggestion& s) { return key == s.field->key; });
            return one == all.end() ? Suggestion() : *one;
        };
        const std::vector<Suggestion> all = suggest(seriesOf(3000));
        // Without the trend: of a series that drifts the anchor has no price
        const auto level = [](std::int64_t row) { return value(row) - 0.05 * static_cast<double>(row); };
        const Suggestion anchor = find(suggest(seriesOf(3000, level)), "anchor"), units = find(all, "hidden_size"),
                         start = find(all, "initialisation"), lookback = find(all, "lookback");
        QVERIFY(std::isfinite(anchor.otherError) && anchor.other.size() == 1);
        QVERIFY(units.otherTime > 2 && units.otherTime < 5);
        QCOMPARE(start.other.size(), std::size_t{2});
        // The linear map alone against the last value; the other way round for the other goal.
        QVERIFY(start.otherError > -1 && start.otherError < 0);
        ExperimentConfig goal;
        goal.goal = "forecast";
        QVERIFY(find(suggest(seriesOf(3000), goal), "initialisation").otherError > 0);
        QVERIFY(std::isnan(find(suggest(seriesOf(100)), "initialisation").otherError));  // too few rows
        QCOMPARE(lookback.otherTime, 2.0);
        QVERIFY(lookback.otherError > -0.5 && lookback.otherError < 0.5);
        ExperimentConfig config = withSuggestions({}, all);
        config.lookback = 6;
        QVERIFY(lookbackError(*seriesOf(3000).series, config, 24) < 0.9);
    }

    // Nothing that is suggested leads beyond what a linear start can hold, and beyond it that is said before a run.
    void theLimitOfTheLinearStartIsKeptAndSaid() {
        Series wide;
        for (int c = 0; c < 40; ++c) {
            wide.channels.push_back({"c" + std::to_string(c), "", {}});
            for (std::int64_t row = 0; row < 2000; ++row) wide.channels.back().values.append(value(row + c));
        }
        const Dataset data{std::make_shared<const Series>(std::move(wide)), nullptr};
        ExperimentConfig config;
        config.goal = "forecast";
        const auto isSaid = [&](const ExperimentConfig& one) {
            return std::ranges::any_of(checkExperiment(one, &data), [](const ConfigFinding& finding) {
                return finding.key == "initialisation" && finding.severity == Severity::Warning;
            });
        };
        config.inputs.clear();
        config = withSuggestions(config, suggest(data, config, {"inputs"}));
        QVERIFY(fitsLinearPath(config) && config.lookback * 40 <= kMaxLinearColumns && !isSaid(config));
        config.lookback = kMaxLinearColumns / 40 + 1;
        QVERIFY(isSaid(config));
        config.lookback = kMaxLinearColumns / 40;
        QVERIFY(!isSaid(config));
    }

    void everySuggestionSaysWhy() {
        for (const Suggestion& one : suggest(seriesOf(300))) {
            QVERIFY(one.field != nullptr && !one.reason.empty());
            QVERIFY2(!checkFieldValue(*one.field, one.value), one.field->key);
        }
    }

    void whatIsGivenWins() {
        ExperimentConfig config;
        config.lookback = 30;
        config.epochs = 7;
        config.anchor = "mean";
        const Dataset data = seriesOf(300);
        const std::vector<Suggestion> suggestions = suggest(data, config, {"lookback", "epochs", "anchor"});
        for (const Suggestion& one : suggestions)
            QVERIFY2(std::string_view(one.field->key) != "lookback" && std::string_view(one.field->key) != "epochs" &&
                         std::string_view(one.field->key) != "anchor",
                     one.field->key);
        const ExperimentConfig with = withSuggestions(config, suggestions);
        QCOMPARE(with.lookback, std::int64_t{30});
        QCOMPARE(with.epochs, std::int64_t{7});
        QCOMPARE(with.anchor, std::string("mean"));
        QCOMPARE(with.schedule, std::string("one-cycle"));
    }

    // A column that runs ahead of the target helps, one that has nothing to do with it does not.
    void onlyColumnsThatHelpAreInputs() {
        const auto noise = [](std::int64_t row) {
            return std::fmod(std::abs(std::sin(static_cast<double>(row) * 12.9898) * 43758.5453), 1.0);
        };
        Series series;
        series.channels = {{"ahead", "", {}}, {"idle", "", {}}, {"y", "", {}}};
        for (std::int64_t row = 0; row < 1500; ++row) {
            series.channels[0].values.append(noise(row + 1) + 0.2 * noise(row + 50021));
            series.channels[1].values.append(noise(row + 90001));
            series.channels[2].values.append(noise(row));
        }
        const Dataset data{std::make_shared<const Series>(std::move(series)), nullptr};
        const auto all = suggest(data);
        QCOMPARE(withSuggestions({}, all).inputs, (std::vector<std::string>{"y", "ahead"}));
        // What each one costs beside the target alone is kept, whether it helps or not.
        const auto inputs = std::ranges::find_if(
            all, [](const Suggestion& one) { return std::string_view(one.field->key) == "inputs"; });
        QVERIFY(inputs != all.end());
        std::map<std::string, double> errors(inputs->columnErrors.begin(), inputs->columnErrors.end());
        QVERIFY(errors.contains("ahead") && errors.contains("idle") && !errors.contains("y"));
        QVERIFY(errors["ahead"] < -0.03 && errors["idle"] > -0.03);
        // The next value itself, to the last digit, drives nothing: it is a leak, also of noise.
        Series leaky = *data.series;
        for (std::size_t row = 0; row + 1 < leaky.channels[2].values.size(); ++row)
            leaky.channels[0].values.edit()[row] = leaky.channels[2].values[row + 1];
        const Dataset leaking{std::make_shared<const Series>(leaky), nullptr};
        QCOMPARE(withSuggestions({}, suggest(leaking)).inputs, (std::vector<std::string>{"y"}));
        for (std::size_t row = 0; row + 3 < leaky.channels[2].values.size(); ++row)
            leaky.channels[0].values.edit()[row] = leaky.channels[2].values[row + 3];
        const Dataset later{std::make_shared<const Series>(std::move(leaky)), nullptr};
        QCOMPARE(withSuggestions({}, suggest(later)).inputs, (std::vector<std::string>{"y"}));
        ExperimentConfig config;
        config.inputs = {"idle"};
        QCOMPARE(withSuggestions(config, suggest(data, config, {"inputs"})).inputs, (std::vector<std::string>{"idle"}));
    }

    // At the end, where a forecast is made, a column that ended before holds invented values.
    void aColumnThatEndsEarlyIsNoInput() {
        const auto noise = [](std::int64_t row) {
            return std::fmod(std::abs(std::sin(static_cast<double>(row) * 12.9898) * 43758.5453), 1.0);
        };
        const auto inputsOf = [&](std::int64_t end) {
            Series series;
            series.channels = {{"ahead", "", {}}, {"y", "", {}}};
            for (std::int64_t row = 0; row < 1500; ++row) {
                series.channels[0].values.append(row < end ? noise(row + 1) + 0.2 * noise(row + 50021) : NAN);
                series.channels[1].values.append(noise(row));
            }
            const auto all = suggest({std::make_shared<const Series>(std::move(series)), nullptr});
            return *std::ranges::find_if(
                all, [](const Suggestion& one) { return std::string_view(one.field->key) == "inputs"; });
        };
        using Names = std::vector<std::string>;
        QCOMPARE(std::get<Names>(inputsOf(1500).value), (Names{"y", "ahead"}));
        QCOMPARE(std::get<Names>(inputsOf(1491).value), (Names{"y", "ahead"}));  // a few rows are filled
        const Suggestion early = inputsOf(1490);
        QCOMPARE(std::get<Names>(early.value), Names{"y"});
        QVERIFY2(early.reason.english().find("left out is what ends before the target (ahead)") != std::string::npos,
                 early.reason.english().c_str());
    }

    // "2 of 2" and "all 2" are one choice, with a column of words too.
    void allColumnsAreNoOtherChoiceThanAll() {
        const QTemporaryDir folder;
        ExperimentConfig config;
        config.dataPath = folder.filePath("words.csv").toStdString();
        config.recipe = {"category(column=kind)", "standardise"};
        std::ofstream file(config.dataPath);
        file << "kind,y\n";
        for (std::int64_t row = 0; row < 600; ++row)
            file << (row * 7919 % 3 == 0 ? "rain" : row * 31 % 5 < 2 ? "sun" : "fog") << ',' << value(row) << "\n";
        file.close();
        const auto data = loadDataset(config);
        QVERIFY(data.ok());
        const auto all = suggest(*data, config);
        const auto inputs = std::ranges::find_if(
            all, [](const Suggestion& one) { return std::string_view(one.field->key) == "inputs"; });
        QVERIFY(inputs != all.end());
        using Names = std::vector<std::string>;
        QCOMPARE(std::get<Names>(inputs->value), (Names{"y", "kind"}));
        QVERIFY(inputs->other.empty() || !std::get<Names>(inputs->other.front().value).empty());
    }

    // The target under another name is no input, nor is what all columns cost offered beside it.
    void aCopyOfTheTargetIsNoInput() {
        const Dataset made = seriesOf(900);
        Series series;
        series.channels = {{"copy", "", {}}, {"y", "", made.series->channels[0].values}};
        for (const double value : made.series->channels[0].values) series.channels[0].values.append(32 + 1.8 * value);
        const Dataset data{std::make_shared<const Series>(std::move(series)), nullptr};
        const std::vector<Suggestion> all = suggest(data);
        QCOMPARE(withSuggestions({}, all).inputs, (std::vector<std::string>{"y"}));
        const auto inputs = std::ranges::find_if(
            all, [](const Suggestion& one) { return std::string_view(one.field->key) == "inputs"; });
        QVERIFY(inputs != all.end() && inputs->other.empty());
        QVERIFY2(inputs->reason.english().find("(copy)") != std::string::npos, inputs->reason.english().c_str());
    }

    // With a step that mends the values what is measured is as of data that were right.
    void mendedValuesAreWhatIsMeasured() {
        const Dataset right = seriesOf(1200);
        Series wrong = *right.series;
        for (std::size_t row = 0; row < 500; ++row) wrong.channels[0].values.edit()[row] /= 1000;
        const auto broken = std::make_shared<const Series>(std::move(wrong));
        ExperimentConfig config, mended;
        mended.recipe.insert(mended.recipe.begin(), "rescale(rows=0..499, times=1000)");
        const SeriesFacts should = seriesFacts(right.series, config), is = seriesFacts(broken, mended),
                          was = seriesFacts(broken, config);
        QVERIFY(std::abs(is.levelError - should.levelError) < 1e-9 && std::abs(is.lastError - should.lastError) < 1e-9);
        QVERIFY(std::abs(was.levelError - should.levelError) > 1e-6);
        QCOMPARE(is.season, should.season);
        const std::vector<Suggestion> all = suggest({broken, nullptr}, mended), truth = suggest(right);
        QCOMPARE(all.size(), truth.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            QVERIFY2(all[i].value == truth[i].value, all[i].field->key);
            QVERIFY(std::isnan(all[i].otherError) == std::isnan(truth[i].otherError));
            if (!std::isnan(all[i].otherError)) QVERIFY(std::abs(all[i].otherError - truth[i].otherError) < 1e-6);
        }
        // A step that is off, or cannot be followed, mends nothing.
        mended.recipe.front() = "!rescale(rows=0..499, times=1000)";
        QCOMPARE(seriesFacts(broken, mended).levelError, was.levelError);
        mended.recipe.front() = "rescale(columns=none, rows=0..499, times=1000)";
        QCOMPARE(seriesFacts(broken, mended).lastError, was.lastError);
    }

    // A plan that drives the target is read ahead, and said; a measurement that moves with it is not taken for one.
    void whatIsPlannedIsReadAhead() {
        const auto chance = [](std::int64_t row) {
            return std::fmod(std::abs(std::sin(static_cast<double>(row) * 12.9898) * 43758.5453), 1.0);
        };
        const auto made = [&](const char* driver, std::int64_t without = 0) {
            Series series;
            series.channels = {{driver, "", {}}, {"idle", "", {}}, {"y", "", {}}};
            for (std::int64_t row = 0; row < 600; ++row) {
                const double drives = chance(row) < 0.3 ? 1 : 0;
                series.channels[0].values.append(drives);
                series.channels[1].values.append(chance(row + 90001));
                series.channels[2].values.append(row < 600 - without ? 5 * drives + chance(row + 7001) : NAN);
            }
            return Dataset{std::make_shared<const Series>(std::move(series)), nullptr};
        };
        ExperimentConfig y;
        y.targets = {"y"};
        const ExperimentConfig planned = withSuggestions(y, suggest(made("promo"), y));
        QCOMPARE(planned.inputs, (std::vector<std::string>{"y", "promo"}));
        QCOMPARE(planned.recipe.back(), std::string("known(columns=promo)"));
        const auto all = suggest(made("promo"), y);
        const auto recipe = std::ranges::find_if(
            all, [](const Suggestion& one) { return std::string_view(one.field->key) == "recipe"; });
        QVERIFY(recipe != all.end() && recipe->otherError > 0.5);
        QVERIFY2(recipe->reason.english().starts_with("promo is called like what is planned"),
                 recipe->reason.english().c_str());
        // The same numbers under a name that says nothing are no plan, unless they go on behind the target.
        QCOMPARE(withSuggestions(y, suggest(made("pressure"), y)).recipe, ExperimentConfig().recipe);
        QCOMPARE(withSuggestions(y, suggest(made("pressure", 4), y)).recipe.back(),
                 std::string("known(columns=pressure)"));
        // A target whose last rows are masked makes no other column known ahead.
        ExperimentConfig masked = y;
        masked.recipe.insert(masked.recipe.begin(), "mask(columns=y, rows=590..599)");
        QCOMPARE(withSuggestions(masked, suggest(made("pressure"), masked)).recipe, masked.recipe);
        // A recipe that is given stays, and what it asks for ahead is an input.
        ExperimentConfig given = y;
        given.recipe = {"standardise"};
        QCOMPARE(withSuggestions(given, suggest(made("promo"), given, {"recipe"})).recipe, given.recipe);
        given.recipe.emplace_back("known(columns=pressure)");
        QCOMPARE(withSuggestions(given, suggest(made("pressure"), given, {"recipe"})).inputs,
                 (std::vector<std::string>{"y", "pressure"}));
        // A price that is another one in each row is measured, not planned.
        Series market = *made("price").series;
        for (std::size_t row = 0; row < market.channels[0].values.size(); ++row)
            market.channels[0].values.edit()[row] += 0.001 * static_cast<double>(row);
        const Dataset moving{std::make_shared<const Series>(std::move(market)), nullptr};
        QCOMPARE(withSuggestions(y, suggest(moving, y)).recipe, ExperimentConfig().recipe);
    }

    // As many rows as wait are what is to be forecast, where the parts hold several forecasts of that length.
    void theHorizonReachesOverWhatWaits() {
        const auto made = [](std::int64_t rows, std::int64_t waiting) {
            Series series;
            series.channels = {{"promo", "", {}}, {"y", "", {}}};
            for (std::int64_t row = 0; row < rows + waiting; ++row) {
                series.channels[0].values.append(row % 5 == 0 ? 1 : 0);
                series.channels[1].values.append(row < rows ? std::sin(0.9 * static_cast<double>(row)) : NAN);
            }
            return Dataset{std::make_shared<const Series>(std::move(series)), nullptr};
        };
        ExperimentConfig y;
        y.targets = {"y"};
        const auto horizonOf = [&](const Dataset& data) {
            const auto all = suggest(data, y);
            const auto found = std::ranges::find_if(
                all, [](const Suggestion& one) { return std::string_view(one.field->key) == "horizon"; });
            return std::pair(withSuggestions(y, all).horizon, found == all.end() ? "" : found->reason.english());
        };
        const auto [fits, why] = horizonOf(made(400, 14));
        QCOMPARE(fits, std::int64_t{14});
        QVERIFY2(why.starts_with("14 rows at the end wait for a forecast"), why.c_str());
        QCOMPARE(horizonOf(made(400, 31)).first, std::int64_t{31});
        // A test part of 20 rows does not hold two of 14.
        const auto [shorter, whyNot] = horizonOf(made(100, 14));
        QVERIFY(shorter > 0 && shorter <= 10);
        QVERIFY2(whyNot.find("the 14 rows that wait") != std::string::npos, whyNot.c_str());
        QVERIFY(horizonOf(made(400, 0)).second.find("wait") == std::string::npos);
    }

    // The log of one town ended earlier than that of the other: nothing waits. A plan goes on, and does.
    void aLogThatEndedEarlierDoesNotWait() {
        const auto horizonOf = [](const char* other) {
            Series series;
            series.channels = {{other, "", {}}, {"Rome: temp", "", {}}};
            for (std::int64_t row = 0; row < 414; ++row) {
                series.channels[0].values.append(std::sin(0.7 * static_cast<double>(row)));
                series.channels[1].values.append(row < 400 ? std::sin(0.9 * static_cast<double>(row)) : NAN);
            }
            ExperimentConfig config;
            config.targets = {"Rome: temp"};
            const Dataset data{std::make_shared<const Series>(std::move(series)), nullptr};
            return withSuggestions(config, suggest(data, config)).horizon;
        };
        QCOMPARE(horizonOf("Rome: forecast"), std::int64_t{14});
        QVERIFY(horizonOf("Paris: temp") != 14);
    }

    // A season is its reason only where it sets it.
    void theHorizonNamesWhatSetsIt() {
        const auto reasonOf = [](std::int64_t rows) {
            const std::vector<Suggestion> all = suggest(seriesOf(rows));
            const auto one = std::ranges::find_if(
                all, [](const Suggestion& s) { return std::string_view(s.field->key) == "horizon"; });
            return one == all.end() ? std::string() : one->reason.english();
        };
        QVERIFY2(reasonOf(900).starts_with("the season"), reasonOf(900).c_str());
        QVERIFY2(reasonOf(3000).starts_with("24 rows are usual, whatever the season"), reasonOf(3000).c_str());
    }

    // What holds the answer helps most, and is left out by name.
    void aColumnThatTellsTheAnswerIsNoInput() {
        const Dataset made = seriesOf(801, [level = 0.0](std::int64_t row) mutable {
            return level = 0.9 * level +
                           std::fmod(std::abs(std::sin(static_cast<double>(row) * 12.9898) * 43758.5453), 1.0);
        });
        const ColumnValues& longer = made.series->channels[0].values;
        const std::vector<double> y(longer.begin(), longer.end() - 1), next(longer.begin() + 1, longer.end());
        std::vector<double> change;
        for (std::size_t row = 0; row < y.size(); ++row) change.push_back(next[row] - y[row]);
        Series series;
        series.channels = {{"y", "", y}, {"next", "", next}, {"change", "", change}};
        const Dataset data{std::make_shared<const Series>(std::move(series)), nullptr};
        ExperimentConfig config;
        config.targets = {"y"};
        const std::vector<Suggestion> all = suggest(data, config);
        QCOMPARE(withSuggestions(config, all).inputs, (std::vector<std::string>{"y"}));
        const auto inputs = std::ranges::find_if(
            all, [](const Suggestion& one) { return std::string_view(one.field->key) == "inputs"; });
        QVERIFY(inputs != all.end() && inputs->other.empty());
        QVERIFY2(inputs->reason.english().find("(next, change)") != std::string::npos,
                 inputs->reason.english().c_str());
    }

    // Levels that say where the series goes are seen; those that will be others are not.
    void levelsAreSeenWhereTheyTell() {
        ExperimentConfig builtin;
        builtin.builtin = "mackey-glass";
        const auto chaos = loadDataset(builtin);
        QVERIFY(chaos.ok());
        QCOMPARE(withSuggestions(builtin, suggest(*chaos, builtin)).anchor, std::string("none"));
        builtin.builtin = "sine-mix";  // on a trend
        const auto trend = loadDataset(builtin);
        QVERIFY(trend.ok());
        QCOMPARE(withSuggestions(builtin, suggest(*trend, builtin)).anchor, std::string("revin"));
        QCOMPARE(withSuggestions({}, suggest(seriesOf(150))).anchor,
                 std::string("revin"));  // too short to tell
    }

    // A level that tells within the training part, and lies beyond it behind: what the doctor advises against.
    void noAnchorIsSuggestedThatAFindingSpeaksAgainst() {
        ExperimentConfig builtin;
        builtin.builtin = "mackey-glass";
        const auto chaos = loadDataset(builtin);
        QVERIFY(chaos.ok() && chaos->series->channels.size() == 1);
        Series series = *chaos->series;
        const std::int64_t rows = series.rows();
        for (std::int64_t row = rows * 7 / 10; row < rows; ++row)
            series.channels[0].values.edit()[static_cast<std::size_t>(row)] +=
                0.05 * static_cast<double>(row - rows * 7 / 10);
        const Dataset drifts{std::make_shared<const Series>(std::move(series)), nullptr};
        const ExperimentConfig with = withSuggestions(builtin, suggest(drifts, builtin));
        QVERIFY(with.anchor != "none");
        for (const DataFinding& one : examineExperiment(*drifts.series, with)) QVERIFY(one.code != "drift");
    }

    void fewSequencesGetTheirSteps() {
        const Dataset data = sequencesOf(50, 30);
        const ExperimentConfig config = withSuggestions({}, suggest(data));
        QCOMPARE(config.task, std::string("classification"));
        QCOMPARE(config.loss, std::string("cross-entropy"));
        QVERIFY2(stepsOf(config, 50) >= 500, qPrintable(QString::number(stepsOf(config, 50))));
        for (const ConfigFinding& finding : checkExperiment(config, &data))
            QVERIFY2(finding.severity != Severity::Error && finding.key != "split", finding.message.english().c_str());
    }

    // Classes of short sequences get a network that there is time for; of long ones it is said what more time gives.
    // That this is a rule, and nothing that the data chose, is said of each.
    void theSizeOfTheNetworkFollowsTheLengthOfTheSequences() {
        // What was suggested for other data, and is replaced
        ExperimentConfig before;
        before.hiddenSize = 64, before.layers = 2, before.pooling = "max";
        std::map<std::string, Suggestion> by;
        const auto settings = [&](int steps, const char* task, const std::set<std::string>& given = {}) {
            const Dataset made = sequencesOf(60, 30);
            auto set = std::make_shared<SequenceSet>(*made.sequences);
            for (SequenceSet::Item& item : set->items) {
                item.steps = steps;
                item.values.assign(static_cast<std::size_t>(steps), 0.5);
                if (std::string_view(task) == "regression") item.targets = {1.0};
            }
            ExperimentConfig config = before;
            config.task = task;
            const Dataset data{nullptr, std::move(set)};
            std::set<std::string> all = given;
            all.insert("task");
            const std::vector<Suggestion> suggestions = suggest(data, config, all);
            by.clear();
            for (const Suggestion& one : suggestions) by[one.field->key] = one;
            return withSuggestions(config, suggestions);
        };
        const auto says = [&](const char* key, std::string_view words) {
            return by.at(key).reason.english().find(words) != std::string::npos;
        };
        const ExperimentConfig small = settings(150, "classification");
        QVERIFY(small.hiddenSize == 64 && small.layers == 2 && small.pooling == "max");
        QVERIFY(says("epochs", "less than 20 seconds") && by.at("epochs").other.empty());
        QVERIFY(says("hidden_size", "not chosen on the validation part"));
        QVERIFY(by.at("hidden_size").other.front().value == FieldValue(std::int64_t{32}) &&
                by.at("hidden_size").otherTime < 0.5 && by.at("layers").otherTime < 1 &&
                std::isnan(by.at("pooling").otherTime) && std::isnan(by.at("pooling").otherError));
        const ExperimentConfig longer = settings(1000, "classification");
        QVERIFY(longer.hiddenSize == 32 && longer.layers == 1 && longer.pooling == "attention");
        // 60 sequences of 1000 steps: 800 batches of 8 are 6.4 million steps.
        QVERIFY2(says("hidden_size", "would take about 37 s instead of 8 s here") &&
                     says("hidden_size", "not chosen on the validation part") && by.at("hidden_size").otherTime > 2,
                 by.at("hidden_size").reason.english().c_str());
        const ExperimentConfig longest = settings(4000, "classification");
        QVERIFY2(says("epochs", "more epochs would go on to better scores"), by.at("epochs").reason.english().c_str());
        QCOMPARE(by.at("epochs").other.front().value, FieldValue(2 * longest.epochs));
        QCOMPARE(by.at("epochs").otherTime, 2.0);
        const ExperimentConfig numbers = settings(150, "regression");
        QVERIFY(numbers.hiddenSize == 32 && numbers.layers == 1 && numbers.pooling == "attention");
        QVERIFY(says("hidden_size", "of only 60 sequences with numbers nothing is claimed"));
        const ExperimentConfig own = settings(150, "regression", {"hidden_size", "pooling"});
        QVERIFY(own.hiddenSize == 64 && own.layers == 1 && own.pooling == "max");
    }

    // What is written of a split is checked where it stands, also of sequences.
    void aSplitIsCheckedAgainstItsSequences() {
        const auto message = [](const Dataset& data, const char* split) {
            ExperimentConfig config = withSuggestions({}, suggest(data));
            config.split = split;
            std::string all;
            for (const ConfigFinding& finding : checkExperiment(config, &data))
                if (finding.key == "split")
                    all += (finding.severity == Severity::Error ? "error: " : "") + finding.message.english();
            return all;
        };
        const Dataset alone = sequencesOf(400, 0), both = sequencesOf(300, 40);
        QCOMPARE(message(alone, "70%/15%/15% stratified"), std::string());
        QCOMPARE(message(both, "85%/15%"), std::string());
        QVERIFY(message(alone, "70%/15").starts_with("error: split"));
        QVERIFY(message(alone, "70/15/15").starts_with("takes 100 of 400"));
        QVERIFY(message(alone, "80%/20%").starts_with("leaves no test part"));
        QVERIFY(message(both, "70%/15%/15%").find("the data bring 40 test sequences; 247 train") != std::string::npos);
        // Of a series: shares written without their sign are no lookback that is too long.
        const Dataset series = seriesOf(5000);
        ExperimentConfig config;
        config.split = "70/15/15";
        bool isMentioned = false;
        for (const ConfigFinding& finding : checkExperiment(config, &series))
            isMentioned = isMentioned || (finding.severity == Severity::Error && finding.key == "split" &&
                                          finding.message.english().find("70%/15%/15%") != std::string::npos);
        QVERIFY(isMentioned);
    }

    // Without a test part there are three parts, with one two; few sequences are all learned from. What was suggested
    // for other data is replaced.
    void sequencesAreSplitByWhatTheyBring() {
        const auto splitOf = [](const Dataset& data, const char* before) {
            ExperimentConfig config;
            config.split = before;
            return withSuggestions(config, suggest(data, config)).split;
        };
        for (const char* before : {"60%/20%/20%", "100%/0%", "90%/0%/10%"}) {
            QCOMPARE(splitOf(sequencesOf(80, 0), before), std::string("70%/15%/15% stratified"));
            QCOMPARE(splitOf(sequencesOf(300, 40), before), std::string("85%/15% stratified"));
            QCOMPARE(splitOf(sequencesOf(60, 40), before), std::string("100%/0%"));
        }
    }

    // Lengths that differ, values that are missing, whole series held out: what is said of examples is what there is.
    void examplesOfManySeriesAreTheirWindows() {
        Series all;
        all.name = "made";
        all.channels = {{kSeriesNumber, "", {}}, {"y", "", {}}};
        std::vector<std::string> names;
        for (int s = 0; s < 12; ++s) {
            names.push_back("s" + std::to_string(s));
            for (std::int64_t row = 0; row < (s % 3 == 0 ? 4000 : 500 + 40 * s); ++row) {
                all.channels[0].values.append(s);
                all.channels[1].values.append(s == 4 && row > 200 && row < 260 ? std::nan("") : s + value(row));
            }
        }
        nameMembers(all, names);
        QVERIFY(isMany(all));
        const Dataset data{std::make_shared<const Series>(all), nullptr};
        for (const char* split : {"60%/20%/20%", "60%/20%/20% series"}) {
            ExperimentConfig config;
            config.split = split;
            const auto suggestions = suggest(data, config, {"split"});
            const ExperimentConfig suggested = withSuggestions(config, suggestions);
            const auto there = prepareWindows(data.series, suggested);
            QVERIFY2(there.ok(), there.ok() ? "" : there.error().message.c_str());
            const std::int64_t windows = there->windows.train.size();
            bool isSaid = false;
            for (const Suggestion& one : suggestions)
                if (std::string_view(one.field->key) == "batch_size") {
                    isSaid = one.reason.arguments.front().english() == std::to_string(windows);
                    QVERIFY2(isSaid, (one.reason.english() + " of " + std::to_string(windows)).c_str());
                }
            QVERIFY(isSaid && suggested.stride > 1);
        }
    }

    // In the few rows of one of many series chance helps; over several of them only what drives them does.
    void columnsAreJudgedOverManySeries() {
        Series all;
        all.name = "made";
        all.channels = {{kSeriesNumber, "", {}}, {"promo", "", {}}, {"y", "", {}}};
        for (int c = 0; c < 8; ++c) all.channels.push_back({"idle " + std::to_string(c), "", {}});
        std::vector<std::string> names;
        const auto chance = [](double seed) { return std::fmod(std::abs(std::sin(seed * 12.9898) * 43758.5453), 1.0); };
        for (int s = 0; s < 24; ++s) {
            names.push_back("s" + std::to_string(s));
            for (int row = 0; row < 110; ++row) {
                const double at = 1000.0 * s + row, promo = chance(at) < 0.3 ? 1 : 0;
                all.channels[0].values.append(s);
                all.channels[1].values.append(promo);
                all.channels[2].values.append(10 * s + 4 * promo + chance(at + 0.25));
                for (std::size_t c = 0; c < 8; ++c)
                    all.channels[3 + c].values.append(chance(at + 0.5 + 0.03 * static_cast<double>(c)));
            }
        }
        nameMembers(all, names);
        const Dataset data{std::make_shared<const Series>(all), nullptr};
        ExperimentConfig y;
        y.targets = {"y"};
        const ExperimentConfig suggested = withSuggestions(y, suggest(data, y));
        QCOMPARE(suggested.inputs, (std::vector<std::string>{"y", "promo"}));
        QCOMPARE(suggested.recipe.back(), std::string("known(columns=promo)"));
    }

    // The size of a shop stands last, and is no target.
    void aStaticColumnIsNoTarget() {
        Series all;
        all.name = "made";
        all.channels = {{kSeriesNumber, "", {}}, {"quantity", "", {}}, {"size", "", {}}};
        std::vector<std::string> names;
        for (int s = 0; s < 6; ++s) {
            names.push_back("s" + std::to_string(s));
            for (int row = 0; row < 150; ++row) {
                all.channels[0].values.append(s);
                all.channels[1].values.append(10 * s + std::sin(0.9 * row) + 0.1 * std::sin(37.0 * row));
                all.channels[2].values.append(100 + 40 * s);
            }
        }
        nameMembers(all, names);
        const auto made = suggest({std::make_shared<const Series>(all), nullptr}, {});
        QCOMPARE(withSuggestions({}, made).targets, std::vector<std::string>{"quantity"});
        const auto target = std::ranges::find_if(
            made, [](const Suggestion& one) { return std::string_view(one.field->key) == "targets"; });
        QVERIFY(target != made.end());
        QVERIFY2(target->reason.english().find("'size', the last column, is constant in each series") == 0,
                 target->reason.english().c_str());
    }

    // What certainly means missing is masked before anything is judged by the values; what may be a value is not.
    void whatMeansMissingIsMasked() {
        const auto coded = [](double code) {
            return seriesOf(600, [code](std::int64_t row) { return row % 40 == 7 ? code : 20 + value(row); });
        };
        const auto recipeOf = [](const std::vector<Suggestion>& made) {
            const auto found = std::ranges::find_if(
                made, [](const Suggestion& one) { return std::string_view(one.field->key) == "recipe"; });
            return found == made.end() ? std::pair<std::string, std::string>()
                                       : std::pair(formatFieldValue(found->value), found->reason.english());
        };
        const auto made = suggest(coded(-9999));
        const auto [recipe, reason] = recipeOf(made);
        QVERIFY2(recipe.find("mask(columns=y, values=-9999)") == 0, recipe.c_str());
        QCOMPARE(reason, std::string("-9999 of y means missing: it lies far from all other values"));
        for (const Suggestion& one : made)
            if (std::string_view(one.field->key) == "recipe") QCOMPARE(one.other.size(), std::size_t{1});
        const auto season = [](const std::vector<Suggestion>& all) {
            for (const Suggestion& one : all)
                if (std::string_view(one.field->key) == "lookback") return one.reason.english();
            return std::string();
        };
        QVERIFY2(season(made).find("the season of 12 rows") == 0, season(made).c_str());
        QVERIFY(recipeOf(suggest(coded(30))).first.empty());
        QVERIFY(recipeOf(suggest(coded(-9999), {}, {"recipe"})).first.empty());
        // A step that masks it in one column leaves the others open.
        Series both = *coded(-9999).series;
        both.channels.push_back({"z", "", both.channels[0].values.vector()});
        ExperimentConfig masked;
        masked.recipe.insert(masked.recipe.begin(), "mask(columns=y, values=-9999)");
        const auto rest = recipeOf(suggest(Dataset{std::make_shared<const Series>(std::move(both)), nullptr}, masked));
        QVERIFY2(rest.first.find("mask(columns=z, values=-9999)") != std::string::npos, rest.first.c_str());
    }

    // Beside a verdict that nothing can be learned no error is priced; of what can be learned it is.
    void nothingIsPricedOfNoise() {
        Rng rng(21, RandomPurpose::Test);
        std::vector<double> noise, walk;
        for (int row = 0; row < 1500; ++row) {
            noise.push_back(rng.normal());
            walk.push_back((walk.empty() ? 0 : walk.back()) + rng.normal());
        }
        const auto of = [](const std::vector<double>& values) {
            return seriesOf(std::ssize(values),
                            [&](std::int64_t row) { return values[static_cast<std::size_t>(row)]; });
        };
        for (const char* goal : {"experiment", "forecast"}) {
            ExperimentConfig config;
            config.goal = goal;
            for (const auto* values : {&noise, &walk})
                for (const Suggestion& one : suggest(of(*values), config)) {
                    QVERIFY2(std::isnan(one.otherError), one.field->key);
                    const bool isStart = std::string_view(one.field->key) == "initialisation";
                    const bool isSaid = one.reason.english().find("nothing can be learned here") != std::string::npos;
                    QCOMPARE(isSaid, isStart);
                }
            const auto made = suggest(seriesOf(1500), config);
            QVERIFY(std::ranges::any_of(made, [](const Suggestion& one) { return std::isfinite(one.otherError); }));
        }
    }

    // An input that was asked for is not said to help a linear map.
    void askedWordsHaveTheirOwnReason() {
        const QTemporaryDir folder;
        ExperimentConfig config;
        config.dataPath = folder.filePath("words.csv").toStdString();
        std::ofstream file(config.dataPath);
        file << "weather,y\n";
        for (std::int64_t row = 0; row < 600; ++row)
            file << (row * 7919 % 3 == 0 ? "rain" : row * 31 % 5 < 2 ? "sun" : "fog") << ',' << value(row) << "\n";
        file.close();
        const auto reason = [&config] {
            const auto data = loadDataset(config);
            if (!data.ok()) return data.error().message;
            for (const Suggestion& one : suggest(*data, config))
                if (std::string_view(one.field->key) == "inputs") return one.reason.english();
            return std::string("none");
        };
        QVERIFY2(reason().find("asks for") == std::string::npos, reason().c_str());
        config.recipe = {"category(column=weather)", "standardise"};
        QVERIFY2(reason().starts_with("the words of weather are inputs because the recipe asks for them"),
                 reason().c_str());
        QVERIFY2(reason().find("no other column") != std::string::npos, reason().c_str());
    }

    // Suggestions are set where data are opened, and nowhere else: what was kept without a key means what it meant.
    void whatWasKeptKeepsItsMeaning() {
        const auto report = configFromJson(R"({"gatelab": 1, "name": "old"})");
        QVERIFY(report.ok());
        const ExperimentConfig& old = report->config;
        QVERIFY(old.anchor == "none" && !old.linearPath && old.initialisation == "uniform" &&
                old.schedule == "constant");
        QVERIFY(old.learningRate == 1e-3 && old.epochs == 20 && old.batchSize == 64 && old.lookback == 96 &&
                old.horizon == 24 && old.earlyStop == 0 && old.inputs.empty());
    }
};

QTEST_APPLESS_MAIN(TestSuggestion)
#include "tst_suggestion.moc"

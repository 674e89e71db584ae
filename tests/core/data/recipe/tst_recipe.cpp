// SPDX-License-Identifier: GPL-3.0-or-later
// Every step of the recipe table: learned from the training part only, exactly undone, written and read back.
// Holds core/data/doctor.cpp, core/data/recipe/recipe_steps.cpp and core/data/recipe/step_power.cpp.
#include "base/rng.h"
#include "core/data_support.h"
#include "data/doctor.h"
#include "data/experiment_check.h"
#include "data/recipe/recipe.h"
#include "data/windows.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

using namespace gatelab;

namespace {

constexpr std::int64_t kRows = 200;
constexpr std::int64_t kTrainRows = 120;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

SeriesPtr makeSeries(std::vector<std::vector<double>> columns, bool timed = true) {
    auto series = std::make_shared<Series>();
    series->name = "made";
    for (std::size_t c = 0; c < columns.size(); ++c)
        series->channels.push_back({std::string(1, static_cast<char>('a' + c)), "", std::move(columns[c])});
    if (timed) {
        series->time.name = "time";
        series->time.stepMicros = INT64_C(3'600'000'000);
        for (std::int64_t r = 0; r < series->rows(); ++r) series->time.values.push_back(r * series->time.stepMicros);
    }
    return series;
}

/// Two positive columns with trend, season and noise; a third one with negative values.
std::vector<std::vector<double>> wavyColumns() {
    Rng rng(3, RandomPurpose::Test);
    std::vector<std::vector<double>> columns(3);
    for (std::int64_t r = 0; r < kRows; ++r) {
        const auto t = static_cast<double>(r);
        columns[0].push_back(20 + 0.05 * t + 3 * std::sin(t / 4) + rng.uniform());
        columns[1].push_back(100 * rng.uniform() + 1);
        columns[2].push_back(rng.normal() + std::sin(t / 12));
    }
    return columns;
}

ExperimentConfig configOf(std::vector<std::string> recipe) {
    ExperimentConfig config;
    config.recipe = std::move(recipe);
    config.split = "120/40/40";
    return config;
}

/// A recipe that runs this step with data it can work on, for each set of its choices.
std::vector<std::string> variants(const RecipeStep& step) {
    const std::string key = step.key;
    if (key == "holidays") return {};  // needs a file: tst_recipe_features
    if (key == "onehot") return {"onehot(column=a, most=1000)"};
    if (key == "formula") return {"formula(formula=a + b)"};
    if (key == "category") return {"category(column=a)", "category(column=a, as=leave)"};
    std::vector<std::string> texts;
    for (const RecipeParameter& parameter : step.parameters)
        for (const RecipeChoice& choice : parameter.choices)
            texts.push_back(std::string(step.key) + "(" + parameter.key + "=" + choice.key + ")");
    if (texts.empty()) texts.push_back(step.key);
    return texts;
}

bool sameBits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b)); }

}  // namespace

class TestRecipe : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyStepLearnsFromTrainingRowsOnly();
    void everyStepIsUndone();
    void everyStepSurvivesGaps();
    void chainsAreUndone();
    void textRoundTrip();
    void badTexts_data();
    void badTexts();
    void standardiseAgreesWithHand();
    void constantColumnsStayFinite();
    void fillMethods();
    void linearFillNeverCrossesABorder();
    void windowsDoNotSeeJoinedGaps();
    void boxCoxFindsTheLogarithm();
    void calendarNeedsTime();
    void refusals();
    void doctorFindsAndProposes();
    void flatStretchesSpikesAndLevelShifts();
    void foolishOrdersAreSaid();
};

void TestRecipe::everyStepLearnsFromTrainingRowsOnly() {
    const auto columns = wavyColumns();
    for (const RecipeStep& step : recipeSteps()) {
        for (const std::string& text : variants(step)) {
            auto changed = columns;
            Rng rng(9, RandomPurpose::Test);
            for (auto& column : changed)
                for (std::int64_t r = kTrainRows; r < kRows; ++r)
                    column[static_cast<std::size_t>(r)] = r % 7 == 0 ? kNaN : 1e3 * rng.normal();
            // Gaps before the border must not be filled from behind it either.
            auto before = columns;
            for (auto* set : {&before, &changed})
                for (const std::int64_t r : {50, 51, 118, 119}) (*set)[0][static_cast<std::size_t>(r)] = kNaN;
            const auto first = prepareSeries(makeSeries(before), configOf({text})),
                       second = prepareSeries(makeSeries(changed), configOf({text}));
            QVERIFY2(first && second, text.c_str());
            QCOMPARE((*first)->steps[0]->state(), (*second)->steps[0]->state());
            for (std::size_t c = 0; c < (*first)->table.columns.size(); ++c)
                for (std::size_t r = 0; r < static_cast<std::size_t>(kTrainRows); ++r)
                    QVERIFY2(sameBits((*first)->table.columns[c].values[r], (*second)->table.columns[c].values[r]),
                             (text + " row " + std::to_string(r)).c_str());
        }
    }
}

void TestRecipe::everyStepIsUndone() {
    const auto columns = wavyColumns();
    for (const RecipeStep& step : recipeSteps()) {
        if (std::string_view(step.key) == "clip") continue;  // clipped values are gone; forecasts stay on the scale
        for (const std::string& text : variants(step)) {
            auto config = configOf({text});
            config.targets = {"a", "b", "c"};
            const auto prepared = prepareSeries(makeSeries(columns), config);
            QVERIFY2(prepared, text.c_str());
            for (std::size_t t = 0; t < 3; ++t)
                for (const std::int64_t origin : {60, 130, 150}) {
                    std::vector<double> values;
                    for (std::int64_t h = 1; h <= 40; ++h)
                        values.push_back(
                            (*prepared)->table.columns[(*prepared)->targets[t]].values[static_cast<std::size_t>(origin +
                                                                                                                h)]);
                    (*prepared)->invert(t, origin, values);
                    for (std::int64_t h = 1; h <= 40; ++h) {
                        const double truth = columns[t][static_cast<std::size_t>(origin + h)],
                                     got = values[static_cast<std::size_t>(h - 1)];
                        QVERIFY2(std::abs(got - truth) <= 1e-12 * std::max(1.0, std::abs(truth)) * 100,
                                 (text + ": " + std::to_string(got) + " for " + std::to_string(truth)).c_str());
                    }
                }
        }
    }
}

void TestRecipe::everyStepSurvivesGaps() {
    auto columns = wavyColumns();
    for (std::size_t r = 0; r < static_cast<std::size_t>(kRows); r += 9) columns[0][r] = kNaN;
    columns[1][5] = std::numeric_limits<double>::infinity();
    for (const RecipeStep& step : recipeSteps())
        for (const std::string& text : variants(step)) {
            const auto prepared = prepareSeries(makeSeries(columns), configOf({text}));
            QVERIFY2(prepared, text.c_str());
            for (const auto& column : (*prepared)->table.columns)
                for (const double value : column.values) QVERIFY2(!std::isinf(value), text.c_str());
        }
}

void TestRecipe::chainsAreUndone() {
    const auto columns = wavyColumns();
    auto config = configOf(
        {"fill(method=linear)", "log", "seasonal_difference(lag=25)", "difference", "standardise", "calendar"});
    config.targets = {"c"};
    const auto prepared = prepareSeries(makeSeries(columns), config);
    QVERIFY(prepared);
    QCOMPARE((*prepared)->inputs.size(), std::size_t{9});
    std::vector<double> values;
    for (std::int64_t h = 1; h <= 40; ++h)
        values.push_back((*prepared)->table.columns[(*prepared)->targets[0]].values[static_cast<std::size_t>(130 + h)]);
    // Values below what the training part can express become missing; this series has none.
    (*prepared)->invert(0, 130, values);
    for (std::int64_t h = 1; h <= 40; ++h)
        if (!std::isnan(values[static_cast<std::size_t>(h - 1)]))
            QVERIFY(std::abs(values[static_cast<std::size_t>(h - 1)] - columns[2][static_cast<std::size_t>(130 + h)]) <
                    1e-10);
    QVERIFY(!std::isnan(values[0]));
}

void TestRecipe::textRoundTrip() {
    for (const RecipeStep& step : recipeSteps())
        for (const bool enabled : {true, false}) {
            RecipeStepConfig config{step.key, {}, enabled};
            for (const RecipeParameter& parameter : step.parameters)
                config.parameters[parameter.key] =
                    parameter.choices.empty() ? parameter.fallback : parameter.choices.back().key;
            const auto back = parseRecipeStep(formatRecipeStep(config));
            QVERIFY2(back, formatRecipeStep(config).c_str());
            QCOMPARE(back->key, config.key);
            QCOMPARE(back->enabled, enabled);
            QVERIFY(back->parameters == config.parameters);
        }
    QCOMPARE(parseRecipeStep("  ! fill ( method = hold , season=7 ) ")->parameters.at("season"), std::string("7"));
}

void TestRecipe::badTexts_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "()", "nosuch", "fill(", "fill)", "fill(method)", "fill(method=best)",
                             "fill(way=hold)", "fill(season=abc)", "fill(season=0)", "fill(method=hold,method=hold)",
                             "minmax(low=1e99)", "fill(method=hold) x"})
        QTest::newRow(text[0] ? text : "nothing") << QString(text);
}

void TestRecipe::badTexts() {
    QFETCH(QString, text);
    const auto step = parseRecipeStep(text.toStdString());
    QVERIFY(!step);
    QVERIFY(!step.error().message.empty());
}

void TestRecipe::standardiseAgreesWithHand() {
    auto config = configOf({"standardise"});
    config.split = "4/1/1";
    const auto prepared = prepareSeries(makeSeries({{1, 2, 3, 4, 10, 20}}), config);
    QVERIFY(prepared);
    const double deviation = std::sqrt(1.25);
    QVERIFY(std::abs((*prepared)->table.columns[0].values[5] - (20 - 2.5) / deviation) < 1e-14);
}

void TestRecipe::constantColumnsStayFinite() {
    std::vector<double> values(static_cast<std::size_t>(kRows));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i % 5);
    for (const RecipeStep& step : recipeSteps())
        for (const std::string& text : variants(step)) {
            const auto config = configOf({text});
            const auto prepared = prepareSeries(makeSeries({std::vector<double>(values.size(), 7.0), values}), config);
            QVERIFY2(prepared, text.c_str());
            QVERIFY2(std::isfinite((*prepared)->table.columns[0].values.back()), text.c_str());
        }
}

void TestRecipe::fillMethods() {
    const auto filled = [](const std::string& step) {
        auto config = configOf({step});
        config.split = "8/1/1";
        const auto prepared = prepareSeries(makeSeries({{kNaN, 1, 2, kNaN, kNaN, 8, 3, kNaN, 5, kNaN}}), config);
        std::string text;
        if (prepared)
            for (const double value : (*prepared)->table.columns[0].values) text += datatest::numberText(value) + " ";
        return text;
    };
    QCOMPARE(filled("fill(method=hold)"), std::string("- 1 2 2 2 8 3 3 5 5 "));
    QCOMPARE(filled("fill(method=linear)"), std::string("- 1 2 4 6 8 3 3 5 5 "));
    QCOMPARE(filled("fill(method=mean)"), std::string("3.5 1 2 3.5 3.5 8 3 3.5 5 3.5 "));
    QCOMPARE(filled("fill(method=seasonal, season=2)"), std::string("- 1 2 1 2 8 3 8 5 8 "));
    QCOMPARE(filled("fill(method=drop)"), std::string("- 1 2 - - 8 3 - 5 - "));
}

void TestRecipe::linearFillNeverCrossesABorder() {
    auto config = configOf({"fill(method=linear)"});
    config.split = "4/4/2";
    const auto prepared = prepareSeries(makeSeries({{0, 1, kNaN, kNaN, kNaN, 6, 6, kNaN, 9, 9}}), config);
    QVERIFY(prepared);
    std::string text;
    for (const double value : (*prepared)->table.columns[0].values) text += datatest::numberText(value) + " ";
    QCOMPARE(text, std::string("0 1 1 1 4.75 6 6 6 9 9 "));
}

void TestRecipe::windowsDoNotSeeJoinedGaps() {
    std::vector<double> values(static_cast<std::size_t>(kRows));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = i >= 50 && i < 55 ? kNaN : std::sin(static_cast<double>(i));
    const auto prepared = prepareSeries(makeSeries({values}), configOf({"fill(method=linear)", "standardise"}));
    const auto windows = makeWindows(**prepared, 10, 5, 1);
    QVERIFY(windows);
    // Origins 50 to 54 lie inside the gap: what fills it is known at row 55 only.
    QCOMPARE(windows->train.skippedAhead, std::int64_t{5});
    QCOMPARE(windows->train.size(), std::int64_t{120 - 15 + 1 - 5});
    for (const std::int64_t start : windows->train.starts) QVERIFY(start + 10 - 1 < 50 || start + 10 - 1 > 54);
}

void TestRecipe::boxCoxFindsTheLogarithm() {
    Rng rng(5, RandomPurpose::Test);
    std::vector<double> values;
    for (int i = 0; i < 5000; ++i) values.push_back(std::exp(1 + 0.7 * rng.normal()));
    auto config = configOf({"boxcox"});
    config.split = "100%/0%/0%";
    const auto prepared = prepareSeries(makeSeries({values}), config);
    QVERIFY(prepared);
    const std::string state = (*prepared)->steps[0]->state();
    const double lambda = std::stod(state.substr(state.find("lambda") + 10));
    QVERIFY2(std::abs(lambda) < 0.06, state.c_str());
}

void TestRecipe::calendarNeedsTime() {
    const auto without = prepareSeries(makeSeries(wavyColumns(), false), configOf({"calendar"}));
    QVERIFY(!without && without.error().message.find("time column") != std::string::npos);
    const auto with = prepareSeries(makeSeries(wavyColumns()), configOf({"calendar(parts=hour)"}));
    QVERIFY(with);
    const auto& sine = (*with)->table.columns[3];
    QCOMPARE(sine.name, std::string("hour_sin"));
    QVERIFY(std::abs(sine.values[6] - 1) < 1e-12 && std::abs(sine.values[0]) < 1e-12 &&
            std::abs(sine.values[24]) < 1e-9);
    QVERIFY(sine.input && !sine.target);
}

void TestRecipe::refusals() {
    const auto columns = wavyColumns();
    auto config = configOf({});
    config.targets = {"nosuch"};
    auto failed = prepareSeries(makeSeries(columns), config);
    QVERIFY(!failed && failed.error().message.find("a, b, c") != std::string::npos);
    config = configOf({"standardise"});
    failed = prepareSeries(makeSeries({std::vector<double>(static_cast<std::size_t>(kRows), 3.0)}), config);
    QVERIFY(!failed && failed.error().message.find("constant") != std::string::npos);
    failed = prepareSeries(makeSeries({std::vector<double>(static_cast<std::size_t>(kRows), kNaN)}), config);
    QVERIFY(!failed && failed.error().message.find("no value") != std::string::npos);
    failed = prepareSeries(std::make_shared<Series>(), config);
    QVERIFY(!failed);
    failed = prepareSeries(makeSeries(columns), configOf({"fill(method=magic)"}));
    QVERIFY(!failed);
    auto off = prepareSeries(makeSeries(columns), configOf({"!standardise"}));
    QVERIFY(off && (*off)->steps.empty());
}

void TestRecipe::doctorFindsAndProposes() {
    Series series = *makeSeries(wavyColumns());
    series.channels[0].values.edit()[10] = series.channels[0].values.edit()[11] = kNaN;
    series.channels[1].values = std::vector<double>(static_cast<std::size_t>(kRows), 4.0);
    series.channels[2].values.edit()[7] = -9999, series.channels[2].values.edit()[90] = -9999;
    series.time.values[20] = series.time.values[19];
    for (std::size_t r = 100; r < series.time.values.size(); ++r) series.time.values[r] += 50 * series.time.stepMicros;
    std::string codes;
    for (const DataFinding& finding : examine(series)) {
        codes += finding.code + " ";
        if (!finding.recipe.empty()) QVERIFY2(parseRecipeStep(finding.recipe), finding.recipe.c_str());
        QVERIFY(finding.message.english().ends_with('.'));
        if (finding.code == "missing") QCOMPARE(finding.firstRow, std::int64_t{10});
        if (finding.code == "time-gap") QCOMPARE(finding.firstRow, std::int64_t{21});
    }
    QVERIFY2(codes.find("time-repeat") != std::string::npos && codes.find("time-gap") != std::string::npos,
             codes.c_str());
    QVERIFY2(codes.find("missing") != std::string::npos && codes.find("constant") != std::string::npos &&
                 codes.find("sentinel") != std::string::npos,
             codes.c_str());
    const auto missing = [](std::size_t rows, std::size_t gaps) {
        Series made;
        made.channels.push_back({"v", "", std::vector<double>(rows)});
        for (std::size_t r = 0; r < rows; ++r)
            made.channels[0].values.edit()[r] = r < gaps ? kNaN : std::sin(static_cast<double>(r));
        const auto findings = examine(made);
        return std::ranges::find(findings, std::string("missing"), &DataFinding::code)->message.english();
    };
    QCOMPARE(missing(3000, 1), std::string("Column 'v' misses 1 value (< 0.1 %), at row 0."));
    QCOMPARE(missing(60, 2), std::string("Column 'v' misses 2 values (3.3 %) in 1 gap, at rows 0 to 1."));
    QCOMPARE(missing(60, 15), std::string("Column 'v' misses 15 values (25 %) in 1 gap, at rows 0 to 14."));
    // A value that alone makes most of the variance: the others stand still when it is standardised, and a network
    // learns nothing.
    const auto far = [](double value) {
        Series made;
        made.channels.push_back({"v", "", std::vector<double>(60)});
        for (std::size_t r = 0; r < 60; ++r)
            made.channels[0].values.edit()[r] = r == 41 ? value : std::sin(static_cast<double>(r));
        std::string text;
        for (const DataFinding& finding : examine(made)) text += finding.message.english() + " " + finding.recipe;
        return text;
    };
    for (const double value : {1e3, -1e300}) {
        const std::string text = far(value);
        QVERIFY2(text.find("row 41 alone makes most of the variance") != std::string::npos &&
                     text.ends_with("clip(method=iqr, threshold=10)"),
                 text.c_str());
        QCOMPARE(text.find("float32") != std::string::npos, value < -1e38);
    }
    QCOMPARE(far(2), std::string());
    const auto recipe = withStep({"fill(method=linear)", "standardise"}, "clip(method=iqr, threshold=10)");
    QCOMPARE(recipe.size(), std::size_t{3});
    QVERIFY(recipe[1].starts_with("clip"));
    QCOMPARE(withStep(recipe, "fill(method=hold)").front(), std::string("fill(method=hold)"));
    QCOMPARE(withStep(recipe, "fill(method=hold)").size(), std::size_t{3});
}

/// What an eye sees and no count of missing values tells: a stretch that stands still, a row that jumps and comes back,
/// a level that shifts.
void TestRecipe::flatStretchesSpikesAndLevelShifts() {
    constexpr std::size_t rows = 2000;
    const auto found = [](const std::function<void(std::vector<double>&)>& spoil) {
        Series made;
        made.channels.push_back({"v", "", std::vector<double>(rows)});
        std::uint32_t state = 7;
        for (std::size_t r = 0; r < rows; ++r) {
            state = state * 1664525u + 1013904223u;
            made.channels[0].values.edit()[r] =
                std::sin(static_cast<double>(r) / 10) + 0.1 * static_cast<double>(state >> 8) / 16777216.0;
        }
        std::vector<double> values = made.channels[0].values.take();
        spoil(values);
        made.channels[0].values = std::move(values);
        std::string text;
        for (const DataFinding& finding : examine(made))
            text += finding.code + " " + std::to_string(finding.firstRow) + "-" + std::to_string(finding.lastRow) + " ";
        return text;
    };
    QCOMPARE(found([](auto&) {}), std::string());
    QCOMPARE(found([](auto& v) { std::fill(v.begin() + 700, v.begin() + 844, v[700]); }), std::string("flat 700-843 "));
    QCOMPARE(found([](auto& v) { std::fill(v.begin() + 700, v.begin() + 710, v[700]); }), std::string());
    QCOMPARE(found([](auto& v) { v[900] += 5; }), std::string("spike 900-900 "));
    // No single row
    QCOMPARE(found([](auto& v) {
                 for (std::size_t r = 896; r < 908; ++r) v[r] += 5;
             }),
             std::string());
    const std::string shifted = found([](auto& v) {
        for (std::size_t r = 1200; r < rows; ++r) v[r] += 6;
    });
    QVERIFY2(shifted.starts_with("level-shift 1"), shifted.c_str());
    const int at = std::stoi(shifted.substr(12));
    QVERIFY2(at >= 1190 && at <= 1210, shifted.c_str());
    // A trend is no shift, a switch stands still by its nature.
    QCOMPARE(found([](auto& v) {
                 for (std::size_t r = 0; r < rows; ++r) v[r] += 0.005 * static_cast<double>(r);
             }),
             std::string());
    QCOMPARE(found([](auto& v) {
                 for (std::size_t r = 0; r < rows; ++r) v[r] = (r / 190) % 2 ? 1 : 0;
             }),
             std::string());
}

void TestRecipe::foolishOrdersAreSaid() {
    const auto message = [](std::vector<std::string> recipe) {
        ExperimentConfig config;
        config.task = "forecast";
        config.recipe = std::move(recipe);
        std::string text;
        for (const ConfigFinding& finding : checkExperiment(config, DataFacts{}))
            if (finding.key == "recipe") text += finding.message.english();
        return QString::fromStdString(text);
    };
    QCOMPARE(message({"fill", "log", "difference", "standardise", "calendar"}), QString());
    QCOMPARE(message({"standardise", "log"}),
             QStringLiteral("\"Logarithm\" comes after \"Standardise\", where values are negative: move it up"));
    QCOMPARE(message({"standardise", "!log"}), QString());  // it is off
    QVERIFY(message({"smooth", "fill"}).contains(QStringLiteral("move it first")));
    QVERIFY(message({"standardise", "minmax"}).contains(QStringLiteral("scales twice")));
    QVERIFY(message({"robust", "detrend"}).contains(QStringLiteral("scale last")));
}

QTEST_APPLESS_MAIN(TestRecipe)
#include "tst_recipe.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that add inputs, the cubic fill, and the way back through every step: random data, to 1e-10. Holds
// core/data/recipe/step_features.cpp, core/data/recipe/step_known.cpp, core/data/recipe/step_time_features.cpp and
// core/data/recipe/step_fill.cpp.
#include "base/rng.h"
#include "config/config_io.h"
#include "data/recipe/known_ahead.h"
#include "data/recipe/recipe.h"
#include "data/recipe/saved_preparation.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace gatelab;

namespace {

constexpr std::int64_t kRows = 240;
constexpr std::int64_t kHour = INT64_C(3600) * 1'000'000;

SeriesPtr made(std::uint64_t seed, bool gaps = false) {
    auto series = std::make_shared<Series>();
    series->name = "made";
    Rng rng(seed, RandomPurpose::Test);
    for (const char* name : {"code", "b", "a"}) {
        Channel channel{name, "", {}};
        for (std::int64_t r = 0; r < kRows; ++r)
            channel.values.append(gaps && rng.below(9) == 0 ? std::nan("")
                                  : name[0] == 'c'          ? static_cast<double>(rng.below(3))
                                                   : 20 + std::sin(0.3 * static_cast<double>(r)) + rng.uniform());
        series->channels.push_back(std::move(channel));
    }
    series->time = {"time", {}, kHour};
    for (std::int64_t r = 0; r < kRows; ++r) series->time.values.push_back(r * kHour);
    return series;
}

ExperimentConfig configOf(std::vector<std::string> recipe) {
    ExperimentConfig config;
    config.lookback = 8;
    config.horizon = 4;
    config.recipe = std::move(recipe);
    return config;
}

PreparedPtr prepared(const SeriesPtr& series, std::vector<std::string> recipe) {
    auto result = prepareSeries(series, configOf(std::move(recipe)));
    if (!result.ok()) qFatal("%s", result.error().message.c_str());
    return *result;
}

const Table::Column& column(const PreparedSeries& series, const std::string& name) {
    const auto found = std::ranges::find(series.table.columns, name, &Table::Column::name);
    if (found == series.table.columns.end()) qFatal("no column %s", name.c_str());
    return *found;
}

std::string refusal(std::vector<std::string> recipe) {
    const auto result = prepareSeries(made(1), configOf(std::move(recipe)));
    return result.ok() ? std::string() : result.error().message;
}

}  // namespace

class TestRecipeFeatures : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    std::string holidays_;
private Q_SLOTS:
    void initTestCase();
    void lagsAndRolling();
    void oneHot();
    void formulas();
    void whatIsForecastIsNotKnownAhead();
    void wavesAndHolidays();
    void cubicFill();
    void everyStepInverts();
    void recipesAreJson();
};

void TestRecipeFeatures::initTestCase() {
    holidays_ = folder_.filePath(QStringLiteral("days.csv")).toStdString();
    std::ofstream(holidays_) << "date,name\n1970-01-03,a\n# none\n\n\"1970-01-05\";b\n";
}

void TestRecipeFeatures::lagsAndRolling() {
    const SeriesPtr series = made(1);
    const PreparedPtr one =
        prepared(series, {"lags(columns=a, lags=1|24)", "rolling(columns=b, window=5, statistic=max)"});
    const auto &a = series->channels[2].values, &b = series->channels[1].values;
    const auto &lag = column(*one, "a lag 24").values, &most = column(*one, "b max 5").values;
    for (std::size_t r = 0; r < static_cast<std::size_t>(kRows); ++r) {
        QVERIFY(r < 24 ? std::isnan(lag[r]) : lag[r] == a[r - 24]);
        if (r < 4)
            QVERIFY(std::isnan(most[r]));
        else
            QCOMPARE(most[r], *std::max_element(b.begin() + static_cast<std::ptrdiff_t>(r) - 4,
                                                b.begin() + static_cast<std::ptrdiff_t>(r) + 1));
    }
    QVERIFY(column(*one, "a lag 1").input && !column(*one, "a lag 1").target);
    QVERIFY(refusal({"lags(lags=0)"}).find("'0'") != std::string::npos);
    QVERIFY(refusal({"lags(columns=nosuch)"}).find("nosuch") != std::string::npos);
}

void TestRecipeFeatures::oneHot() {
    const SeriesPtr series = made(2);
    const PreparedPtr one = prepared(series, {"onehot(column=code)"});
    QVERIFY(!column(*one, "code").input);
    for (std::size_t r = 0; r < static_cast<std::size_t>(kRows); ++r)
        QCOMPARE(column(*one, "code = 2").values[r], series->channels[0].values[r] == 2 ? 1.0 : 0.0);
    QVERIFY(refusal({"onehot(column=b)"}).find("different values") != std::string::npos);
    QVERIFY(!refusal({"onehot"}).empty());
}

void TestRecipeFeatures::formulas() {
    const SeriesPtr series = made(3);
    const PreparedPtr one =
        prepared(series, {"formula(name=both, formula=max(a, b) * 2)", "formula(name=b, formula=b - 20)"});
    for (std::size_t r = 0; r < static_cast<std::size_t>(kRows); ++r) {
        const double a = series->channels[2].values[r], b = series->channels[1].values[r];
        QCOMPARE(column(*one, "both").values[r], 2 * std::max(a, b));
        QCOMPARE(column(*one, "b").values[r], b - 20);
    }
    QVERIFY(refusal({"formula(name=a, formula=a * 2)"}).find("target") != std::string::npos);
    QVERIFY(refusal({"formula(formula=a +)"}).find("character") != std::string::npos);
    QVERIFY(refusal({"formula(formula=nosuch)"}).find("nosuch") != std::string::npos);
    QVERIFY(!parseRecipeStep("formula(formula=max(a, b)").ok());
}

void TestRecipeFeatures::whatIsForecastIsNotKnownAhead() {
    QVERIFY(refusal({"known(columns=a)"}).find("'a' is a target") != std::string::npos);
    // By whatever steps it is made of it
    const std::vector<std::vector<std::string>> recipes{
        {"formula(name=z, formula=a*1)", "standardise", "known(columns=z)"},
        {"formula(name=b, formula=b + a)", "known(columns=b)"},
        {"formula(name=y, formula=b - a)", "formula(name=z, formula=y + b)", "known(columns=z)"},
        {"lags(columns=a, lags=1|2)", "known(columns=b|a lag 2)"},
        {"lags(lags=1)", "formula(name=z, formula='a lag 1' / 2)", "known(columns=z)"},
        {"rolling(columns=a, window=3, statistic=max)", "known(columns=a max 3)"},
        {"rolling(columns=a, window=3, statistic=max)", "known(columns=b)", "known(columns=a max 3)"}};
    for (const auto& recipe : recipes) {
        const std::string why = refusal(recipe);
        QVERIFY2(why.find("is made of 'a', which is a target") != std::string::npos, (recipe.front() + why).c_str());
    }
    QCOMPARE(refusal({"formula(name=z, formula=a*1)", "known(columns=b)"}), std::string());
    QCOMPARE(refusal({"formula(name=z, formula=a*1)", "!known(columns=z)"}), std::string());
    QCOMPARE(refusal({"formula(name=z, formula=b*2)", "known(columns=z)"}), std::string());
    QCOMPARE(refusal({"rolling(columns=b, window=3, statistic=max)", "known(columns=b max 3)"}), std::string());
    QCOMPARE(
        knownAheadSources({"formula(name=z, formula=b*code)", "lags(columns=z, lags=2)", "known(columns=z lag 2)"}),
        (std::vector<std::string>{"b", "code", "z", "z lag 2"}));
}

void TestRecipeFeatures::wavesAndHolidays() {
    const SeriesPtr series = made(4);
    const PreparedPtr one =
        prepared(series, {"fourier(period=12, order=2)", "holidays(file=" + holidays_ + ", after=1)"});
    const auto& wave = column(*one, "wave 12 / 2 sin");
    QVERIFY(wave.known && column(*one, "holiday").known);
    for (std::size_t r = 0; r < static_cast<std::size_t>(kRows); ++r) {
        QVERIFY(std::abs(wave.values[r] - std::sin(2 * M_PI * 2 * static_cast<double>(r) / 12)) < 1e-9);
        const std::size_t day = r / 24;  // 3 and 5 January and the days after them
        QCOMPARE(column(*one, "holiday").values[r], day == 2 || day == 3 || day == 4 || day == 5 ? 1.0 : 0.0);
    }
    QVERIFY(refusal({"holidays(file=/nonexistent/days)"}).find("days") != std::string::npos);
    std::ofstream(folder_.filePath(QStringLiteral("bad")).toStdString()) << "date\n1970-01-03\nsoon\n";
    QVERIFY(refusal({"holidays(file=" + folder_.filePath(QStringLiteral("bad")).toStdString() + ")"}).find("line 3") !=
            std::string::npos);
}

void TestRecipeFeatures::cubicFill() {
    auto series = std::make_shared<Series>(*made(5));
    const std::span<double> values = series->channels[2].values.edit();
    const auto cube = [](double x) { return 1e-4 * x * x * x - 0.01 * x * x + x; };
    for (std::size_t r = 0; r < values.size(); ++r) values[r] = cube(static_cast<double>(r));
    for (std::size_t r = 60; r < 64; ++r) values[r] = std::nan("");
    const PreparedPtr curve = prepared(series, {"fill(method=cubic)"}),
                      line = prepared(series, {"fill(method=linear)"});
    double worstCurve = 0, worstLine = 0;
    for (std::size_t r = 60; r < 64; ++r) {
        worstCurve = std::max(worstCurve, std::abs(column(*curve, "a").values[r] - cube(static_cast<double>(r))));
        worstLine = std::max(worstLine, std::abs(column(*line, "a").values[r] - cube(static_cast<double>(r))));
    }
    QVERIFY2(worstCurve < worstLine, qPrintable(QStringLiteral("%1 %2").arg(worstCurve).arg(worstLine)));
    // Two rows behind the gap were looked at, so no window ends before the second
    for (std::size_t r = 60; r <= 64; ++r) QCOMPARE(curve->table.knownAt[r], std::int64_t{65});
    QCOMPARE(line->table.knownAt[63], std::int64_t{64});
}

/// Single steps, and random pairs of those that change values.
void TestRecipeFeatures::everyStepInverts() {
    const std::map<std::string, std::string> given = {{"onehot", "onehot(column=code)"},
                                                      {"category", "category(column=code)"},
                                                      {"formula", "formula(formula=b * 2)"},
                                                      {"holidays", "holidays(file=" + holidays_ + ")"},
                                                      {"clip", "clip(threshold=50)"},
                                                      {"mask", "mask(columns=b, rows=3..4)"},
                                                      {"rescale", "rescale(columns=b, rows=3..4, times=3)"}};
    std::vector<std::string> steps;
    for (const RecipeStep& row : recipeSteps()) {
        const auto found = given.find(row.key);
        steps.push_back(found == given.end() ? row.key : found->second);
    }
    Rng rng(6, RandomPurpose::Test);
    std::vector<std::vector<std::string>> recipes;
    for (const std::string& step : steps) recipes.push_back({step});
    for (int i = 0; i < 300; ++i) recipes.push_back({steps[rng.below(steps.size())], steps[rng.below(steps.size())]});
    int tried = 0;
    for (std::size_t i = 0; i < recipes.size(); ++i) {
        const SeriesPtr series = made(100 + i);
        const auto one = prepareSeries(series, configOf(recipes[i]));
        if (!one.ok() && recipes[i].size() > 1) continue;  // not all go together
        QVERIFY2(one.ok(), recipes[i].front().c_str());
        const std::size_t target = (*one)->targets.front();
        for (const std::int64_t origin : {150, 190, 230}) {
            const auto& values = (*one)->table.columns[target].values;
            std::vector<double> forecast(values.begin() + origin + 1, values.begin() + origin + 5);
            if (std::ranges::any_of(forecast, [](double value) { return std::isnan(value); })) continue;
            (*one)->invert(0, origin, forecast);
            for (std::size_t k = 0; k < forecast.size(); ++k) {
                const double truth = series->channels[2].values[static_cast<std::size_t>(origin) + 1 + k];
                QVERIFY2(std::abs(forecast[k] - truth) <= 1e-10 * std::max(1.0, std::abs(truth)),
                         qPrintable(QStringLiteral("%1 %2: %3 for %4")
                                        .arg(QString::fromStdString(recipes[i].front()),
                                             QString::fromStdString(recipes[i].back()))
                                        .arg(forecast[k], 0, 'g', 17)
                                        .arg(truth, 0, 'g', 17)));
            }
            ++tried;
        }
    }
    QVERIFY2(tried > 600, qPrintable(QString::number(tried)));
}

void TestRecipeFeatures::recipesAreJson() {
    const ExperimentConfig config =
        configOf({"lags(columns=a, lags=1|24)", "formula(formula=max(a, b) > 2 ? 1 : 0, name=x)", "fill(method=cubic)",
                  "fourier(order=3, period=168)"});
    const auto back = configFromJson(configToJson(config));
    QVERIFY(back.ok());
    QCOMPARE(back->config.recipe, config.recipe);
    for (const std::string& text : config.recipe) QCOMPARE(formatRecipeStep(*parseRecipeStep(text)), text);
    const Field& field = *findField("recipe");
    const auto flag = parseFieldValue(field, formatFieldValue(fieldValue(config, field)));
    QVERIFY(flag.ok());
    QCOMPARE(std::get<std::vector<std::string>>(*flag), config.recipe);
}

QTEST_GUILESS_MAIN(TestRecipeFeatures)
#include "tst_recipe_features.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Random recipes, splits and windows over random data: every value later than the allowed one is changed, and nothing
// earlier may change. GATELAB_TRIALS: configurations.
#include "base/rng.h"
#include "data/augmentation.h"
#include "data/leak_audit.h"

#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <cmath>
#include <fstream>

using namespace gatelab;

namespace {

int trials() {
    const int asked = qEnvironmentVariableIntValue("GATELAB_TRIALS");
    return asked > 0 ? asked : 120;
}

/// Two to four columns with gaps; times of hours or none.
SeriesPtr drawSeries(Rng& rng) {
    auto series = std::make_shared<Series>();
    series->name = "made";
    const auto rows = 120 + static_cast<std::int64_t>(rng.below(120));
    const std::uint64_t columns = 2 + rng.below(3);
    for (std::uint64_t c = 0; c < columns; ++c) {
        Channel channel{"c" + std::to_string(c), "", {}};
        const bool isCode = c == 0 && rng.below(2) == 0, hasGaps = rng.below(2) == 0;
        double level = 30;
        for (std::int64_t r = 0; r < rows; ++r) {
            level += 0.2 * rng.normal();
            const double value =
                isCode ? static_cast<double>(rng.below(4)) : level + std::sin(0.26 * static_cast<double>(r));
            channel.values.append(hasGaps && rng.below(25) == 0 ? std::nan("") : value);
        }
        series->channels.push_back(std::move(channel));
    }
    if (rng.below(3) > 0) {
        series->time = {"time", {}, INT64_C(3600) * 1'000'000};
        for (std::int64_t r = 0; r < rows; ++r) series->time.values.push_back(r * series->time.stepMicros);
    }
    return series;
}

std::string drawStep(const RecipeStep& row, const std::string& holidays, Rng& rng) {
    RecipeStepConfig step{row.key, {}, true};
    for (const RecipeParameter& parameter : row.parameters) {
        if (parameter.isText) continue;
        if (!parameter.choices.empty())
            step.parameters[parameter.key] = parameter.choices[rng.below(parameter.choices.size())].key;
        else if (rng.below(2) == 0)
            step.parameters[parameter.key] = std::to_string(std::llround(
                std::max(parameter.low, 1.0) + static_cast<double>(rng.below(static_cast<std::uint64_t>(
                                                   std::clamp(parameter.high - parameter.low, 1.0, 20.0))))));
    }
    const std::string key = row.key;
    if (key == "onehot" || key == "category") step.parameters["column"] = "c0";
    if (key == "formula") step.parameters["formula"] = "max(c0, c1) * 2 - c1", step.parameters["name"] = "made";
    if (key == "holidays") step.parameters["file"] = holidays;
    if (key == "lags") step.parameters["lags"] = "1|7";
    if (key == "mask" || key == "rescale") step.parameters["rows"] = "5..9";
    return formatRecipeStep(step);
}

ExperimentConfig drawConfig(const Series& series, const std::string& holidays, Rng& rng) {
    constexpr const char* kSplits[] = {"60%/20%/20%", "70%/15%/15%", "50%/25%/25%", "80%/20%/0%"};
    ExperimentConfig config;
    config.split = kSplits[rng.below(std::size(kSplits))];
    config.splitGap = static_cast<std::int64_t>(rng.below(4));
    config.lookback = 1 + static_cast<std::int64_t>(rng.below(10));
    config.horizon = 1 + static_cast<std::int64_t>(rng.below(4));
    config.stride = 1 + static_cast<std::int64_t>(rng.below(3));
    config.targets = {series.channels.back().name};
    config.recipe.clear();
    if (rng.below(4) > 0) config.recipe.push_back(drawStep(*findRecipeStep("fill"), holidays, rng));
    const auto kinds = recipeSteps();
    for (std::uint64_t k = rng.below(4); k > 0; --k)
        config.recipe.push_back(drawStep(kinds[rng.below(kinds.size())], holidays, rng));
    return config;
}

bool isSame(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

/// What a window of a held-out part reads must be the same when all values after its last input row are others; empty:
/// it is.
std::string lookAhead(const SeriesPtr& series, const ExperimentConfig& config, Rng& rng) {
    const auto own = prepareSeries(series, config);
    if (!own.ok()) return {};
    const auto windows = makeWindows(**own, config);
    if (!windows.ok()) return {};
    const WindowSet& part = windows->validation.size() > 0 ? windows->validation : windows->test;
    if (part.size() == 0) return {};
    const std::int64_t start = part.starts[rng.below(static_cast<std::uint64_t>(part.size()))],
                       after = start + config.lookback;
    auto other = std::make_shared<Series>(*series);
    for (Channel& channel : other->channels) {
        // How many rows wait for a forecast at the end is known before, as the number of rows is.
        std::size_t end = channel.values.size();
        while (end > static_cast<std::size_t>(after) && std::isnan(channel.values[end - 1])) --end;
        for (auto r = static_cast<std::size_t>(after); r < end; ++r)
            channel.values.edit()[r] = rng.below(6) == 0 && r + 1 < end ? std::nan("") : 1000 * rng.normal();
    }
    const auto theirs = prepareSeries(other, config);
    if (!theirs.ok()) return theirs.error().message;
    for (const std::size_t input : (*own)->inputs)
        for (std::int64_t r = start; r < after; ++r) {
            const auto row = static_cast<std::size_t>(r);
            if (!isSame((*own)->table.columns[input].values[row], (*theirs)->table.columns[input].values[row]))
                return "column " + (*own)->table.columns[input].name + ", row " + std::to_string(r) +
                       " of a window to " + std::to_string(after - 1);
        }
    return {};
}

std::string shown(const ExperimentConfig& config) {
    std::string text =
        config.split + " gap " + std::to_string(config.splitGap) + " lookback " + std::to_string(config.lookback);
    for (const std::string& step : config.recipe) text += ", " + step;
    return text;
}

}  // namespace

class TestRandomLeaks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingLooksAhead();
    void augmentationReadsTrainingAlone();
};

void TestRandomLeaks::nothingLooksAhead() {
    const QTemporaryDir folder;
    const std::string holidays = folder.filePath(QStringLiteral("days")).toStdString();
    std::ofstream(holidays) << "1970-01-03\n1970-01-06\n";
    Rng rng(17, RandomPurpose::Test);
    int audited = 0, refused = 0;
    while (audited < trials() && refused < 4 * trials() + 100) {
        const SeriesPtr series = drawSeries(rng);
        const ExperimentConfig config = drawConfig(*series, holidays, rng);
        const auto audit = auditByPerturbing(series, config);
        if (!audit.ok()) {
            ++refused;
            continue;
        }
        ++audited;
        QVERIFY2(audit->leaks.empty(),
                 (shown(config) + ": " + (audit->leaks.empty() ? "" : audit->leaks.front().what.english())).c_str());
        const std::string ahead = lookAhead(series, config, rng);
        QVERIFY2(ahead.empty(), (shown(config) + ": " + ahead).c_str());
    }
    qInfo("%d configurations without a leak, %d that cannot be used", audited, refused);
    QCOMPARE(audited, trials());
}

/// Whatever is drawn, it reads the training part and its own window.
void TestRandomLeaks::augmentationReadsTrainingAlone() {
    Rng rng(19, RandomPurpose::Test);
    int changed = 0;
    for (int i = 0; i < 10 * trials(); ++i) {
        ExperimentConfig config;
        config.seed = static_cast<std::int64_t>(rng.below(1000));
        for (double* const way : {&config.augmentJitter, &config.augmentScaling, &config.augmentTimeWarp,
                                  &config.augmentSlice, &config.augmentMixUp, &config.augmentStepDropout})
            *way = rng.below(2) == 0 ? 0 : rng.uniform(0, 0.5);
        const WindowShape shape{1 + static_cast<std::int64_t>(rng.below(40)),
                                1 + static_cast<std::int64_t>(rng.below(3)),
                                1 + static_cast<std::int64_t>(rng.below(50)), rng.below(2) == 0};
        const WindowChange change = drawChange(config, static_cast<std::int64_t>(rng.below(9)),
                                               static_cast<std::int64_t>(rng.below(50)), shape);
        changed += !change.isNone();
        QVERIFY(change.partner < shape.examples && change.partnerShare >= 0 && change.partnerShare <= 0.5);
        for (std::size_t step = 0; step < change.place.size(); ++step) {
            QVERIFY(change.place[step] >= 0 && change.place[step] <= static_cast<double>(shape.steps - 1));
            if (step > 0) QVERIFY(change.place[step] >= change.place[step - 1]);
        }
        // A forecast goes on from the end of its window
        if (shape.keepsEnd && !change.place.empty())
            QVERIFY(std::abs(change.place.back() - static_cast<double>(shape.steps - 1)) < 1e-9);
        if (!change.repeated.empty()) QVERIFY(change.repeated.front() == 0);
    }
    QVERIFY(changed > trials());
}

QTEST_GUILESS_MAIN(TestRandomLeaks)
#include "tst_random_leaks.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Values after a border are changed, and nothing before it may change: no step of the product leaks, and one that does
// is named. Holds core/data/rows_ahead.cpp.
#include "base/rng.h"
#include "data/leak_audit.h"
#include "data/many/many_series.h"
#include "data/prepared_windows.h"
#include "data/synthetic/synthetic.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

/// Looks one row ahead.
class Ahead : public FittedStep {
public:
    void apply(Table& table) const override {
        std::vector<double>& values = table.columns.back().values;
        for (std::size_t r = 0; r + 1 < values.size(); ++r) values[r] = (values[r] + values[r + 1]) / 2;
    }
    void invert(std::size_t, std::span<const double>, std::span<double>) const override {}
    [[nodiscard]] std::string state() const override { return "{}"; }
};

/// The product's steps, "smooth" apart: it looks ahead.
std::vector<RecipeStep> withLeak() {
    std::vector<RecipeStep> steps(recipeSteps().begin(), recipeSteps().end());
    for (RecipeStep& step : steps)
        if (std::string_view(step.key) == "smooth")
            step.fit = [](const TrainView&, const RecipeStepConfig&) -> Result<std::unique_ptr<FittedStep>> {
                return std::unique_ptr<FittedStep>(std::make_unique<Ahead>());
            };
    return steps;
}

SeriesPtr twoColumns() {
    auto series = std::make_shared<Series>();
    series->name = "made";
    Rng rng(5, RandomPurpose::Test);
    for (const char* name : {"a", "b"}) {
        Channel channel;
        channel.name = name;
        for (int r = 0; r < 300; ++r)
            channel.values.append(r % 41 == 7 ? std::nan("") : 20 + std::sin(0.3 * r) + 0.1 * rng.normal());
        series->channels.push_back(std::move(channel));
    }
    return series;
}

/// Series of 90, 70 and 81 rows with gaps, of which the last 14 of `y` wait for a forecast and `promo` is given there.
SeriesPtr waitingSeries() {
    auto series = std::make_shared<Series>();
    series->name = "made";
    series->channels = {{kSeriesNumber, "", {}}, {"y", "", {}}, {"promo", "", {}}};
    Rng rng(6, RandomPurpose::Test);
    int number = 0;
    for (const int rows : {90, 70, 81}) {
        for (int r = 0; r < rows; ++r) {
            const bool isThere = r % 23 != 5 && r < rows - 14;
            series->channels[0].values.append(number);
            series->channels[1].values.append(isThere ? 20 + std::sin(0.3 * r) + 0.1 * rng.normal() : std::nan(""));
            series->channels[2].values.append(r % 5 == 0 ? 1 : 0.2 * rng.normal());
        }
        ++number;
    }
    nameMembers(*series, {"a", "b", "c"});
    return series;
}

ExperimentConfig configOf(std::vector<std::string> recipe) {
    ExperimentConfig config;
    config.lookback = 8;
    config.horizon = 2;
    config.split = "60%/20%/20%";
    config.recipe = std::move(recipe);
    return config;
}

}  // namespace

class TestLeakAudit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noStepLeaks() {
        int audited = 0;
        for (const RecipeStep& step : recipeSteps()) {
            for (const std::string first : {"fill(method=linear)", "fill(method=hold)"}) {
                const auto audit = auditByPerturbing(twoColumns(), configOf({first, step.key, "standardise"}));
                if (!audit.ok()) continue;  // two need times, three the name of a column: tst_random_leaks
                ++audited;
                QVERIFY2(audit->leaks.empty(), audit->leaks.empty() ? "" : audit->leaks.front().what.english().c_str());
                QCOMPARE(audit->borders.size(), std::size_t{2});
                QCOMPARE(audit->preparations, std::int64_t{2});
            }
        }
        QCOMPARE(audited, 2 * (static_cast<int>(recipeSteps().size()) - 5));
    }

    /// What is made of a column that is known ahead is no leak; too large a series is not said to be looked at.
    void whatIsKnownAheadIsNoLeak() {
        const ExperimentConfig config =
            configOf({"fill(method=hold)", "formula(name=z, formula=a * 2)", "known(columns=z)"});
        const auto audit = auditByPerturbing(twoColumns(), config);
        QVERIFY2(audit.ok(), audit.ok() ? "" : audit.error().message.c_str());
        QVERIFY2(audit->leaks.empty(), audit->leaks.empty() ? "" : audit->leaks.front().what.english().c_str());
        LeakAudit counted;
        QVERIFY(addPerturbed(twoColumns(), config, 600, counted));
        QVERIFY(counted.clean);
        QVERIFY(!addPerturbed(twoColumns(), config, 599, counted));
    }

    void aStepThatLooksAheadIsNamed() {
        const auto audit =
            auditByPerturbing(twoColumns(), configOf({"fill(method=hold)", "smooth", "standardise"}), {}, withLeak());
        QVERIFY2(audit.ok(), audit.ok() ? "" : audit.error().message.c_str());
        QCOMPARE(audit->leaks.size(), std::size_t{2});  // at either border
        const Leak& leak = audit->leaks.front();
        QCOMPARE(leak.step, 1);
        QVERIFY(leak.stepText.starts_with("smooth"));
        QCOMPARE(leak.column, std::string("b"));
        QCOMPARE(leak.changed, std::string("b"));
        QCOMPARE(leak.border, std::int64_t{180});
        QCOMPARE(leak.row, std::int64_t{179});
        QVERIFY2(leak.what.english().find("step 2 of the recipe, smooth") != std::string::npos,
                 leak.what.english().c_str());
    }

    void itCanBeCancelled() {
        const auto audit =
            auditByPerturbing(twoColumns(), configOf({"fill(method=hold)"}), [](double) { return false; });
        QVERIFY(!audit.ok() && audit.error().code == ErrorCode::Cancelled);
    }

    void sequences() {
        const auto data = makeBuiltin("adding", 60, 1);
        ExperimentConfig config;
        config.task = "regression";
        const auto audit = auditByPerturbing(*data->sequences, config);
        QVERIFY(audit.ok() && audit->leaks.empty() && audit->preparations == 1);
    }

    void originsSeeNothingLater() {
        const SeriesPtr series = twoColumns();
        const ExperimentConfig clean = configOf({"fill(method=linear)", "standardise"});
        const auto own = prepareSeries(series, clean);
        QVERIFY(own.ok());
        for (std::int64_t border = 180; border < 300; border += 7) {  // gaps that are filled from both sides among them
            const auto leak = auditOrigin(**own, clean, border);
            QVERIFY(leak.ok() && !*leak);
        }
        // An origin in the training part: the scaling has seen what follows
        const auto fitted = auditOrigin(**own, clean, 100);
        QVERIFY(fitted.ok() && *fitted);
        QCOMPARE((*fitted)->kind, Leak::Kind::Fit);
        const auto steps = withLeak();
        const ExperimentConfig leaking = configOf({"fill(method=linear)", "smooth(span=5)"});
        const auto ahead = prepareSeries(series, leaking, steps);
        QVERIFY2(ahead.ok(), ahead.ok() ? "" : ahead.error().message.c_str());
        const auto found = auditOrigin(**ahead, leaking, 250, steps);
        QVERIFY(found.ok() && *found);
        QCOMPARE((*found)->row, std::int64_t(249));
        QCOMPARE((*found)->column, std::string("b"));
    }

    /// Rows at the end that wait for a forecast are in no part, and an origin among them sees nothing later: a gap that
    /// no value ends is held. A step that looks ahead is found in many series of unequal lengths, too.
    void rowsThatWaitAreNoLeak() {
        const SeriesPtr series = waitingSeries();
        ExperimentConfig config = configOf({"fill(method=linear)", "standardise"});
        config.targets = {"y"};
        const auto own = prepareSeries(series, config);
        QVERIFY2(own.ok(), own.ok() ? "" : own.error().message.c_str());
        const auto windows = makeWindows(**own, config);
        QVERIFY(windows.ok());
        const auto steps = withLeak();
        ExperimentConfig leaking = configOf({"fill(method=linear)", "smooth(span=5)"});
        leaking.targets = {"y"};
        const auto ahead = prepareSeries(series, leaking, steps);
        QVERIFY2(ahead.ok(), ahead.ok() ? "" : ahead.error().message.c_str());
        for (const SeriesMember& member : membersOf(*series)) {
            const std::int64_t observed = member.end - 14, trained = member.begin + (member.rows() - 14) * 6 / 10;
            for (std::int64_t border = trained; border < member.end; ++border) {
                const auto leak = auditOrigin(**own, config, border);
                QVERIFY(leak.ok());
                QVERIFY2(!*leak, *leak ? (*leak)->what.english().c_str() : "");
            }
            for (const WindowSet* set : {&windows->validation, &windows->test})
                for (const std::int64_t start : set->starts)
                    if (start >= member.begin && start < member.end) QVERIFY(start + 8 + 2 <= observed);
            const auto found = auditOrigin(**ahead, leaking, observed - 3, steps);
            QVERIFY(found.ok() && *found);
            QCOMPARE((*found)->row, observed - 4);
            QCOMPARE((*found)->column, std::string("promo"));
        }
        const auto audit = auditByPerturbing(series, config);
        QVERIFY2(audit.ok() && audit->leaks.empty(),
                 audit.ok() && !audit->leaks.empty() ? audit->leaks.front().what.english().c_str() : "");
        QVERIFY(!auditByPerturbing(series, leaking, {}, steps)->leaks.empty());
    }

    /// The same of one series: what waits changes no border.
    void oneSeriesThatWaits() {
        Series one = *twoColumns();
        for (std::size_t row = 280; row < 300; ++row) one.channels[1].values.edit()[row] = std::nan("");
        ExperimentConfig config = configOf({"fill(method=linear)", "standardise"});
        config.targets = {"b"};
        const auto series = std::make_shared<const Series>(std::move(one));
        const auto own = prepareSeries(series, config);
        QVERIFY(own.ok());
        QCOMPARE((*own)->split.train.end, std::int64_t{168});
        QCOMPARE((*own)->split.test.end, std::int64_t{280});
        const auto audit = auditByPerturbing(series, config);
        QVERIFY(audit.ok() && audit->leaks.empty());
        for (std::int64_t border = 168; border < 300; ++border) {
            const auto leak = auditOrigin(**own, config, border);
            QVERIFY(leak.ok() && !*leak);
        }
        // Numbers of rows are those that were written.
        config.split = "200/50/50";
        QCOMPARE((*prepareSeries(series, config))->split.test.end, std::int64_t{300});
    }
};

QTEST_APPLESS_MAIN(TestLeakAudit)
#include "tst_leak_audit.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Values after a border are changed, and nothing before it may change: no step of the product leaks, and one that does
// is named.
#include "base/rng.h"
#include "data/leak_audit.h"
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
};

QTEST_APPLESS_MAIN(TestLeakAudit)
#include "tst_leak_audit.moc"

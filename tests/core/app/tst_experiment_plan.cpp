// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of an experiment: one line per choice, what was changed since, and no figure that was not measured.
#include "app/experiment_plan.h"
#include "data/readers.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

std::vector<Suggestion> suggestionsFor(const ExperimentConfig& config) {
    const auto data = loadDataset(config);
    return data.ok() ? suggestSettings(*data, config, {}) : std::vector<Suggestion>();
}

const PlanLine* lineOf(const std::vector<PlanLine>& plan, std::string_view key) {
    const auto line = std::ranges::find_if(
        plan, [&](const PlanLine& one) { return key == one.suggested.settings.back().field->key; });
    return line == plan.end() ? nullptr : &*line;
}

}  // namespace

class TestExperimentPlan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// "3 of 4": a column of words is one, however many words it has.
    void aColumnOfWordsIsOne() {
        auto series = std::make_shared<Series>();
        for (const char* name : {"kind=a", "kind=b", "kind=c", "load", "price"})
            series->channels.push_back({name, "", {0, 1, 0}});
        series->report.columns = {{.name = "kind", .kind = ReadColumn::Kind::Text, .role = ReadColumn::Role::Value}};
        QCOMPARE(planColumns({series, nullptr}), std::size_t{3});
        series->channels.resize(1);
        series->channels.front().name = "load";
        QCOMPARE(planColumns({series, nullptr}), std::size_t{1});
        QCOMPARE(planColumns({}), std::size_t{0});
    }

    void everyChoiceIsALineAndTheStartIsOne() {
        const ExperimentConfig fresh;
        const auto suggestions = suggestionsFor(fresh);
        const ExperimentConfig config = withSuggestions(fresh, suggestions);
        const auto plan = experimentPlan(config, suggestions, 1);
        QCOMPARE(plan.size(), suggestions.size() - 1);
        QCOMPARE(ownChoices(plan), std::size_t{0});
        const PlanLine* start = lineOf(plan, "initialisation");
        QVERIFY(start != nullptr && start->suggested.settings.size() == 2 && start->other.settings.size() == 2);
        QCOMPARE(start->suggested.text.english(), std::string("drawn"));
        QCOMPARE(start->other.text.english(), std::string("linear map"));
        QVERIFY(std::isfinite(start->otherError) && start->price.english().starts_with("error at the start "));
        QVERIFY(start->priceNote.english().starts_with("Linear forecast against the last value"));
        for (const PlanLine& line : plan) QVERIFY(!line.reason.empty());
    }

    void changesAreSeenByTheirOption() {
        const ExperimentConfig fresh;
        const auto suggestions = suggestionsFor(fresh);
        ExperimentConfig config = withSuggestions(fresh, suggestions);
        config.linearPath = true, config.initialisation = "least-squares", config.hiddenSize = 7;
        const auto plan = experimentPlan(config, suggestions, 1);
        QVERIFY(lineOf(plan, "initialisation")->state == PlanLine::State::Other);
        QVERIFY(lineOf(plan, "hidden_size")->state == PlanLine::State::Own);
        QCOMPARE(ownChoices(plan), std::size_t{2});
        config.linearPath = false;  // half of an option is neither
        QVERIFY(lineOf(experimentPlan(config, suggestions, 1), "initialisation")->state == PlanLine::State::Own);
    }

    void recipesAreCalledByWhatDiffers() {
        const Field* recipe = findField("recipe");
        const ExperimentConfig fresh;
        auto known = fresh.recipe;
        known.emplace_back("known(columns=promo)");
        Suggestion one{recipe, known, {}};
        one.other = {{recipe, fresh.recipe}};
        const auto plan = experimentPlan(fresh, std::vector{one}, 2);
        QCOMPARE(plan.front().suggested.text.english(), std::string("promo known ahead"));
        QCOMPARE(plan.front().other.text.english(), std::string("as it is"));
    }

    // What changes training windows is seen, although nothing suggests it.
    void augmentationIsListed() {
        const ExperimentConfig fresh;
        const auto suggestions = suggestionsFor(fresh);
        ExperimentConfig config = withSuggestions(fresh, suggestions);
        config.augmentJitter = 0.5;
        const auto plan = experimentPlan(config, suggestions, 1);
        QCOMPARE(ownChoices(plan), std::size_t{1});
        const PlanLine* jitter = lineOf(plan, "augment_jitter");
        QVERIFY(jitter != nullptr && jitter->state == PlanLine::State::Own);
        QVERIFY(jitter->suggested.settings.front().value == FieldValue(0.0));
        QVERIFY(experimentPlan(config, {}, 1).empty());
    }

    // What a column costs is known for the target that it was measured with.
    void aColumnHasItsPriceForItsTarget() {
        Suggestion inputs{findField("inputs"), std::vector<std::string>{"c"}, Phrase("why")};
        inputs.columnErrors = {{"a", 0.014}, {"b", -0.02}};
        const std::vector<std::string> columns{"a", "b", "c"};
        ExperimentConfig config;
        const auto prices = [&] { return inputPrices(config, std::span(&inputs, 1), columns); };
        QCOMPARE(prices()[0], 0.014);  // the target is the last column
        QCOMPARE(prices()[1], -0.02);
        QVERIFY(std::isnan(prices()[2]));
        config.targets = {"c"};
        QCOMPARE(prices()[0], 0.014);
        config.targets = {"a"};
        QVERIFY(std::isnan(prices()[0]) && std::isnan(prices()[1]));
        config.targets = {"c", "a"};
        QVERIFY(std::isnan(prices()[0]));
        QVERIFY(std::isnan(inputPrices({}, {}, columns)[0]));
    }

    void pricesAreSaidAsTheyWereMeasured() {
        Suggestion one{
            findField("lookback"), std::int64_t{96}, Phrase("why"), {{findField("lookback"), std::int64_t{192}}}};
        const auto price = [&](double error, double time) {
            one.otherError = error, one.otherTime = time;
            return experimentPlan({}, std::span(&one, 1), 3).front().price.english();
        };
        QCOMPARE(price(0.031, NAN), std::string("error +3.1 %"));
        QCOMPARE(price(-0.004, 2), std::string("error -0.4 %, 2 times the work"));
        QCOMPARE(price(0.21, 3.94), std::string("error +21 %, 3.9 times the work"));
        QCOMPARE(price(0.0001, NAN), std::string("error 0 %"));
        QCOMPARE(price(NAN, 3), std::string("3 times the work"));
        QCOMPARE(price(NAN, NAN), std::string("not measured"));
        one.otherTime = NAN;
        QVERIFY(experimentPlan({}, std::span(&one, 1), 3).front().priceNote.empty());
        one.otherError = 0.1;
        QCOMPARE(experimentPlan({}, std::span(&one, 1), 3).front().priceNote.english(),
                 std::string("Error of a linear forecast on training rows, not of the network."));
        one.other.clear();
        QVERIFY(experimentPlan({}, std::span(&one, 1), 3).front().price.empty());
    }

    // More work is counted and said to be; once an epoch was timed it is told in time, as an estimate with its spread.
    void workIsAnEstimateOfTime() {
        Suggestion one{
            findField("lookback"), std::int64_t{96}, Phrase("why"), {{findField("lookback"), std::int64_t{192}}}};
        one.otherTime = 2;
        ExperimentConfig config;
        config.lookback = 96;
        const auto line = [&](double seconds) {
            return experimentPlan(config, std::span(&one, 1), 3, seconds).front();
        };
        QCOMPARE(line(NAN).priceNote.english(),
                 std::string("The work is counted in operations, not timed on this machine."));
        QCOMPARE(line(0.6).price.english(), std::string("2 times the work, about 1.2 s an epoch"));
        QVERIFY2(line(0.6).priceNote.english().ends_with("600 ms to 2.4 s."), line(0.6).priceNote.english().c_str());
        one.otherError = 0.031;
        QCOMPARE(line(30).price.english(), std::string("error +3.1 %, 2 times the work, about 1:00 an epoch"));
        QVERIFY(line(30).priceNote.english().starts_with("Error of a linear forecast"));
        // With the other option chosen it is that one that was timed.
        config.lookback = 192;
        QCOMPARE(line(30).price.english(), std::string("error +3.1 %, 2 times the work"));
    }

    void theStartIsPricedAgainstTheLastValue() {
        Suggestion start{findField("initialisation"),
                         std::string("uniform"),
                         Phrase("why"),
                         {{findField("initialisation"), std::string("least-squares")}}};
        const auto price = [&](double error) {
            start.otherError = error;
            return experimentPlan({}, std::span(&start, 1), 1).front().price.english();
        };
        QCOMPARE(price(-0.24), std::string("error at the start -24 %"));
        QCOMPARE(price(0.32), std::string("error at the start +32 %"));
        QCOMPARE(price(999), std::string("error at the start 1000 times as large"));
        QCOMPARE(price(NAN), std::string("not measured"));
    }

    // The stop costs time, as long as all epochs take at most.
    void theStopIsPricedByMeasuredTime() {
        const Suggestion stop{
            findField("early_stop"), std::int64_t{12}, Phrase("why"), {{findField("early_stop"), std::int64_t{0}}}};
        ExperimentConfig config;
        config.epochs = 60;
        const auto price = [&](double seconds) {
            return experimentPlan(config, std::span(&stop, 1), 1, seconds).front().price.english();
        };
        QCOMPARE(price(0.15), std::string("60 epochs, up to 9 s"));
        QCOMPARE(price(6.5), std::string("60 epochs, up to 6.5 min"));
        QCOMPARE(price(NAN), std::string("not measured"));
    }

    void columnsAreCounted() {
        const Suggestion all{findField("inputs"),
                             std::vector<std::string>{"a", "b"},
                             Phrase("why"),
                             {{findField("inputs"), std::vector<std::string>()}}};
        const PlanLine line = experimentPlan({}, std::span(&all, 1), 7).front();
        QCOMPARE(line.suggested.text.english(), std::string("2 of 7"));
        QCOMPARE(line.other.text.english(), std::string("all 7"));
        QVERIFY(line.state == PlanLine::State::Other);  // a fresh experiment takes them all
        QVERIFY(experimentPlan({}, {}, 7).empty());
    }
};

QTEST_APPLESS_MAIN(TestExperimentPlan)
#include "tst_experiment_plan.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Points and the experiments at them; settings without effect; what a study must have.
#include "search/search_space.h"
#include "search/study.h"

#include <QtTest>

#include <cmath>
#include <string>
#include <vector>

using namespace gatelab;

namespace {

SearchSpace spaceOf(const std::vector<std::string>& texts, const ExperimentConfig& base = {}) {
    std::vector<SweepAxis> axes;
    for (const std::string& text : texts) axes.push_back(*parseSweepAxis(text));
    return {base, std::move(axes)};
}

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace

class TestSearchSpace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPointIsAnExperiment() {
        const SearchSpace space = spaceOf(
            {"learning_rate=1e-4..1e-2:log", "hidden_size=16..128", "cell=lstm,gru", "bidirectional=true,false"});
        SearchPoint point{0.00123456, 33.4, 1, 0};
        const ExperimentConfig config = space.at(point);
        QCOMPARE(config.learningRate, 0.001235);  // as it would be written
        QCOMPARE(config.hiddenSize, std::int64_t{33});
        QCOMPARE(config.cell, std::string("gru"));
        QVERIFY(config.bidirectional);
        QCOMPARE(point, (SearchPoint{0.001235, 33, 1, 0}));
        QVERIFY(space.pointOf(config) == point);
        QCOMPARE(space.valueText(0, point), std::string("0.001235"));
        QCOMPARE(space.valueText(2, point), std::string("gru"));
        QCOMPARE(space.count(), 0.0);
        QCOMPARE(spaceOf({"hidden_size=16..19", "cell=lstm,gru"}).count(), 8.0);
    }

    void otherExperimentsAreNoPoints() {
        const SearchSpace space = spaceOf({"learning_rate=1e-4..1e-2:log", "cell=lstm,gru"});
        ExperimentConfig config = space.base();
        config.learningRate = 0.001;
        QVERIFY(space.pointOf(config));
        config.name = "another name", config.notes = "x", config.checkpointSeconds = 7;
        QVERIFY(space.pointOf(config));
        ExperimentConfig other = config;
        other.learningRate = 0.5;
        QVERIFY(!space.pointOf(other));
        other = config, other.cell = "rnn";
        QVERIFY(!space.pointOf(other));
        other = config, other.seed += 1;
        QVERIFY(!space.pointOf(other));
        other = config, other.hiddenSize += 1;
        QVERIFY(!space.pointOf(other));
    }

    void whatHasNoEffectDoesNotVary() {
        // Only the Huber loss has a delta.
        ExperimentConfig base;
        base.loss = "mse";
        const SearchSpace space = spaceOf({"loss=mse,huber", "huber_delta=0.1..2"}, base);
        SearchPoint point{0, 1.5};
        const ExperimentConfig squared = space.at(point);
        QVERIFY(std::isnan(point[1]));
        QCOMPARE(squared.huberDelta, base.huberDelta);
        QVERIFY(std::isnan(space.pointOf(squared)->at(1)));
        QCOMPARE(space.valueText(1, point), std::string());
        point = {1, 1.5};
        QCOMPARE(space.at(point).huberDelta, 1.5);
        QCOMPARE(point[1], 1.5);
        QVERIFY(space.pointOf(space.at(point)) == point);
        // Back from a point that was made normal.
        point = {0, kNone};
        QCOMPARE(space.at(point), squared);
    }

    void wholeNumbersAreEquallyLikely() {
        const SearchDimension plain{8, 11, false, true}, log{1, 4, true, true};
        QCOMPARE(plain.scaledLow(), 7.5);
        QCOMPARE(plain.value(7.6), 8.0);
        QCOMPARE(plain.value(11.5), 11.0);
        QCOMPARE(log.value(log.scaledLow()), 1.0);
        QCOMPARE(log.value(log.scaledHigh()), 4.0);
        QCOMPARE(log.count(), 4.0);
    }

    void aGridIsCountedThrough() {
        const SearchSpace space = spaceOf({"cell=lstm,gru", "hidden_size=4,8,16"});
        QCOMPARE(space.gridPoint(0), (SearchPoint{0, 0}));
        QCOMPARE(space.gridPoint(1), (SearchPoint{0, 1}));
        QCOMPARE(space.gridPoint(3), (SearchPoint{1, 0}));
        QCOMPARE(space.gridPoint(5), (SearchPoint{1, 2}));
    }

    void methods() {
        QCOMPARE(searchMethodOf("asha").value(), SearchMethod::Asha);
        const auto wrong = searchMethodOf("bayes");
        QVERIFY(!wrong.ok());
        QCOMPARE(wrong.error().message, std::string("there is no search 'bayes'; there are grid, random, tpe, asha"));
        for (const SearchMethodRow& row : searchMethods()) QCOMPARE(searchMethodOf(row.key).value(), row.method);
    }

    void whatAStudyMustHave() {
        Study study{spaceOf({"cell=lstm,gru"}), SearchMethod::Tpe, {10}};
        QVERIFY(checkStudy(study).ok());
        study.budget = {};
        QVERIFY(QString::fromStdString(checkStudy(study).error().message).contains("budget"));
        study.budget = {.epochs = 5};
        QVERIFY(checkStudy(study).ok());
        study.method = SearchMethod::Grid;
        QVERIFY(checkStudy(study).ok());
        study.space = spaceOf({"learning_rate=1e-4..1e-2:log"});
        QCOMPARE(checkStudy(study).error().field, std::string("learning_rate"));
        study.method = SearchMethod::Random;
        QVERIFY(checkStudy(study).ok());
        study.method = SearchMethod::Asha;
        study.space = spaceOf({});
        QVERIFY(!checkStudy(study).ok());
        study.space = spaceOf({"cell=lstm,gru", "cell=gru,lstm"});
        QCOMPARE(checkStudy(study).error().field, std::string("cell"));
        ExperimentConfig unjudged;
        unjudged.split = "0.8/0/0.2";
        study.space = spaceOf({"cell=lstm,gru"}, unjudged);
        QVERIFY(QString::fromStdString(checkStudy(study).error().message).contains("validation"));
        QVERIFY(!study.isSameSpace({spaceOf({"cell=lstm,gru"}), SearchMethod::Tpe, {7}}));
        QVERIFY(study.isSameSpace({spaceOf({"cell=lstm,gru"}, unjudged), SearchMethod::Tpe, {7}}));
        QVERIFY(!study.isSameSpace({spaceOf({"cell=gru,lstm"}, unjudged), SearchMethod::Tpe, {7}}));
    }

    void aRangeHasTwoEnds() {
        for (const char* text : {"learning_rate=0.1..", "learning_rate=..0.1", "learning_rate=..", "layers=1..:log"}) {
            const auto axis = parseSweepAxis(text);
            QVERIFY(!axis.ok());
            QVERIFY2(axis.error().message.find("two ends") != std::string::npos, axis.error().message.c_str());
        }
    }

    void theBestIsOneThatCameToItsEnd() {
        std::vector<StudyTrial> trials(3);
        QVERIFY(!bestTrial(trials));
        trials[1].value = 0.2, trials[1].state = TrialState::Stopped;
        QCOMPARE(bestTrial(trials), std::optional<std::size_t>(1));
        trials[2].value = 0.3, trials[2].state = TrialState::Complete;
        QCOMPARE(bestTrial(trials), std::optional<std::size_t>(2));
    }

    void epochsAreTheLowestSoFar() {
        StudyTrial trial;
        noteEpoch(trial, 1, kNone);
        noteEpoch(trial, 2, 0.5);
        noteEpoch(trial, 3, 0.7);
        noteEpoch(trial, 2, 0.1);  // repeated after a resume
        noteEpoch(trial, 5, 0.4);  // the record of epoch 4 is lost
        QVERIFY(std::isnan(trial.byEpoch[0]));
        QCOMPARE((std::vector<double>(trial.byEpoch.begin() + 1, trial.byEpoch.end())),
                 (std::vector<double>{0.5, 0.5, 0.5, 0.4}));
        QCOMPARE(trial.epochs, std::int64_t{5});
    }
};

QTEST_APPLESS_MAIN(TestSearchSpace)
#include "tst_search_space.moc"

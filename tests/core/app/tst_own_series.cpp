// SPDX-License-Identifier: GPL-3.0-or-later
// Every lesson on a series of the learner's own: its network without a linear path, small and short; what makes no
// sense there is refused.
#include "app/own_series.h"

#include "config/config_check.h"
#include "lesson/lesson_figures.h"
#include "lesson/lesson_file.h"
#include "support/places.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

const LessonCatalogue& shelf() {
    static const LessonCatalogue all = [] {
        const std::filesystem::path source(gatelab::testing::kSourceFolder);
        auto glossary = readGlossary(source / "resources/glossary.json");
        return readLessons(source / "resources/lessons", glossary.ok() ? *glossary : Glossary{});
    }();
    return all;
}

ExperimentConfig station() {
    ExperimentConfig data;
    data.dataPath = std::string(gatelab::testing::kSourceFolder) + "/datasets/station7.csv";
    data.targets = {"load_mw"};
    data.inputs = {"load_mw"};
    data.lookback = 168;
    data.horizon = 24;
    data.linearPath = true;
    data.hiddenSize = 256;
    return data;
}

}  // namespace

class TestOwnSeries : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theBeltTakesTheTarget() {
        Series series;
        const auto column = [](const char* name, double step) {
            Channel one{name, {}, {}};
            for (int i = 0; i < 400; ++i) one.values.append(std::sin(step * i));
            return one;
        };
        series.channels = {column("a", 0.1), column("b", 0.3)};
        ExperimentConfig data;
        const auto last = beltOnSeries(series, data);
        QVERIFY(last.ok() && last->series == series.channels[1].values && !last->isHourly);
        data.targets = {"a"};
        series.time.values.assign(400, 0);
        series.time.stepMicros = 3'600'000'000;
        const auto target = beltOnSeries(series, data);
        QVERIFY(target.ok() && target->series == series.channels[0].values && target->isHourly);
        for (Channel& channel : series.channels)
            channel.values = std::vector(channel.values.begin(), channel.values.begin() + 150);
        const auto tooShort = beltOnSeries(series, data);
        QVERIFY(!tooShort.ok());
        QCOMPARE(tooShort.error().message, std::string("150 numbers are too few for the belt: it needs 200"));
        QVERIFY(!beltOnSeries(Series{}, data).ok());
        const auto station =
            beltOnFile(std::filesystem::path(gatelab::testing::kSourceFolder) / "datasets/station7.csv");
        QVERIFY2(station.ok(), station.ok() ? "" : station.error().message.c_str());
        QVERIFY(station->isHourly && station->series.size() > 600);
        QVERIFY(!beltOnFile(std::filesystem::path(gatelab::testing::kSourceFolder) / "datasets/Gestures_TEST.ts").ok());
        QVERIFY(!beltOnFile("/nowhere.csv").ok());
    }

    void everyLessonIsOneOnTheOwnSeries() {
        const Lesson* scenes = shelf().find(kOwnScenes);
        QVERIFY(scenes != nullptr);
        int played = 0;
        for (const Lesson& lesson : shelf().lessons) {
            const auto own = ownSeriesLesson(lesson, *scenes, station(), 4000);
            if (lesson.ownRun.empty()) {
                QVERIFY(!own.ok());
                continue;
            }
            QVERIFY2(own.ok(), own.ok() ? "" : (lesson.key + ": " + own.error().message).c_str());
            ++played;
            QCOMPARE(own->ownSeries, std::string("station7.csv"));
            QCOMPARE(own->runs.size(), std::size_t(1));
            const ExperimentConfig& config = own->runs[0].config;
            QCOMPARE(config.dataPath, station().dataPath);
            QVERIFY(!config.linearPath && config.epochs <= 40 && config.stride == 2);
            QVERIFY(config.lookback <= 96 && config.horizon <= 24);
            const bool saysUnits = std::ranges::find(lesson.ownSettings, "hidden_size") != lesson.ownSettings.end();
            QCOMPARE(config.hiddenSize, saysUnits ? lesson.findRun(lesson.ownRun)->config.hiddenSize : 8);
            for (const ConfigFinding& finding : checkConfig(config)) QVERIFY(finding.severity != Severity::Error);
            // The unit is chosen of the gate that is shown, and the gate is one of this cell.
            const LessonRow& ring = own->picture.rows[own->picture.ringed()];
            QCOMPARE(ring.unit, "moves(own, " + ring.quantity + ")");
            QVERIFY(shippedFile(*own) != shippedFile(lesson));
        }
        QVERIFY(played > 10);
    }

    void theGateIsTheLessonsWhereTheCellHasIt() {
        const Lesson& scenes = *shelf().find(kOwnScenes);
        const auto gateOf = [&](const char* key) {
            const auto own = ownSeriesLesson(*shelf().find(key), scenes, station(), 0);
            return own.ok() ? own->picture.rows[own->picture.ringed()].quantity : std::string();
        };
        QCOMPARE(gateOf("gate"), std::string("i"));
        QCOMPARE(gateOf("output-gate"), std::string("o"));
        QCOMPARE(gateOf("conveyor"), std::string("f"));
        QCOMPARE(gateOf("gru"), std::string("z"));
        QCOMPARE(gateOf("one-cell"), std::string("h"));  // an RNN has no gate
    }

    void anotherSeriesIsAnotherLesson() {
        const Lesson& scenes = *shelf().find(kOwnScenes);
        ExperimentConfig other = station();
        other.horizon = 12;
        const auto one = ownSeriesLesson(*shelf().find("gate"), scenes, station(), 0),
                   two = ownSeriesLesson(*shelf().find("gate"), scenes, other, 0);
        QVERIFY(one.ok() && two.ok() && one->file != two->file && one->key == two->key);
        other.task = "classify";
        QVERIFY(!ownSeriesLesson(*shelf().find("gate"), scenes, other, 0).ok());
    }

    /// A network that learned nothing is praised for nothing: its case tells no gap.
    void whatLearnedNothingIsToldSo() {
        const Lesson& scenes = *shelf().find(kOwnScenes);
        const LessonCard& gap = *scenes.find(LessonCard::Kind::Gap);
        const auto caseOf = [&](double before, double now, double rmse, double linear) {
            LessonOutcomes outcomes;
            outcomes["own@0"].figures = {{"validation", before}, {"rmse", 9.0}};
            outcomes["own"].figures = {{"validation", now}, {"rmse", rmse}, {"baseline,linear,rmse", linear}};
            const auto right = rightChoice(gap, figureSource(outcomes));
            return right.ok() ? *right : gap.choices.size();
        };
        QCOMPARE(caseOf(1.0, 0.99, 1, 2), std::size_t(0));
        QVERIFY(gap.choices[0].isSilent && !gap.choices[1].isSilent && !gap.choices[2].isSilent);
        QCOMPARE(caseOf(1.0, 0.2, 1, 2), std::size_t(1));
        QCOMPARE(caseOf(1.0, 0.2, 3, 2), std::size_t(2));
    }

    /// The first of the measured reasons that is out of line, each with its figure.
    void whyItFailsIsMeasured() {
        const Lesson& scenes = *shelf().find(kOwnScenes);
        const auto& cards = scenes.cards;
        const auto why = std::find_if(cards.rbegin(), cards.rend(),
                                      [](const LessonCard& one) { return one.kind == LessonCard::Kind::Gap; });
        QVERIFY(why->gap.as.empty());
        const auto toldOf = [&](double level, double spread, double windows, double reach) {
            LessonOutcomes outcomes;
            outcomes["own"].figures = {{"validation", 0.2},   {"rmse", 3.0},           {"baseline,linear,rmse", 2.0},
                                       {"test_level", level}, {"test_spread", spread}, {"training_windows", windows},
                                       {"reach", reach}};
            const auto right = rightChoice(*why, figureSource(outcomes));
            return right.ok() ? why->choices[*right].text.en : std::string("none");
        };
        const std::pair<std::string, const char*> told[] = {{toldOf(-1.4, 1, 2000, 40), "test_level"},
                                                            {toldOf(0.2, 2.1, 2000, 40), "test_spread"},
                                                            {toldOf(0.2, 1, 120, 40), "training_windows"},
                                                            {toldOf(0.2, 1, 2000, 5), "reach"},
                                                            {toldOf(0.2, 1, 2000, 40), "None of these"}};
        for (const auto& [text, word] : told) QVERIFY2(text.find(word) != std::string::npos, text.c_str());
    }

    /// Changes are of the learner's run, on the learner's data; what its cell does not have is not offered.
    void changesAreOfTheOwnRun() {
        const Lesson& scenes = *shelf().find(kOwnScenes);
        QVERIFY(scenes.tries.size() >= 3);
        ExperimentConfig data = station();
        data.recipe = {"fill(method=linear)", "minmax"};
        const auto own = ownSeriesLesson(scenes, scenes, data, 4000);
        QVERIFY(own.ok());
        QCOMPARE(own->tries.size(), scenes.tries.size());
        for (const LessonTry& change : own->tries) {
            QCOMPARE(change.config.dataPath, data.dataPath);
            QCOMPARE(change.config.lookback, own->runs[0].config.lookback);
        }
        const std::vector<std::string> expected{"fill(method=linear)", "difference", "minmax"};
        QVERIFY(own->tries[0].config.recipe == expected);
        QCOMPARE(own->tries[1].config.forgetBias, 4.0);
        const auto gru = ownSeriesLesson(*shelf().find("gru"), scenes, data, 4000);
        QVERIFY(gru.ok());
        QCOMPARE(gru->tries.size(), scenes.tries.size() - 1);
    }
};

QTEST_GUILESS_MAIN(TestOwnSeries)
#include "tst_own_series.moc"

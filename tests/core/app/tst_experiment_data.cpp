// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiment_data.h"
#include "io/file_io.h"

#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

/// What an edit asks of the data of an experiment, and what reading and preparing them yields.
class TestExperimentData : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEditAsksForNoMoreThanItNeeds() {
        const ExperimentConfig before;
        ExperimentConfig after = before;
        QCOMPARE(dataWorkOf(before, after), DataWork::None);
        after.learningRate *= 2;
        QCOMPARE(dataWorkOf(before, after), DataWork::None);
        after.lookback += 1;
        QCOMPARE(dataWorkOf(before, after), DataWork::Prepare);
        after.dataPath = "/a.csv";
        QCOMPARE(dataWorkOf(before, after), DataWork::Load);
        // The size of a table is told with its column.
        ExperimentConfig small, large;
        small.recipe = {"category(as=embedding, column=a, size=2)"};
        large.recipe = {"category(as=embedding, column=a, size=3)"};
        QCOMPARE(dataWorkOf(small, large), DataWork::Load);
        QCOMPARE(dataWorkOf(small, small), DataWork::None);
    }

    void onlyTheAskedGroupsAreCopied() {
        ExperimentConfig from, to;
        from.dataPath = "/a.csv", from.targets = {"x"}, from.lookback = 7;
        copyDataFields(from, to, FieldGroup::Source, FieldGroup::Import);
        QCOMPARE(to.dataPath, from.dataPath);
        QVERIFY(to.targets.empty() && to.lookback != 7);
        copyDataFields(from, to, FieldGroup::Source);
        QCOMPARE(to.targets, from.targets);
    }

    void suggestionsLeaveAloneWhatWasEdited() {
        ExperimentConfig config;
        config.builtin = "mackey-glass";
        const auto keys = [](const LoadedData& loaded) {
            std::set<std::string> all;
            for (const Suggestion& one : loaded.suggestions.experiment) all.insert(one.field->key);
            return all;
        };
        const auto all = keys(loadData(config, FieldKeys(), {}));
        QVERIFY(!all.empty());
        auto rest = all;
        rest.erase(all.begin()->c_str());
        QCOMPARE(keys(loadData(config, FieldKeys{*all.begin()}, {})), rest);
    }

    /// A long table is read twice, the second time as what it is: who stops that gets no table of another shape.
    void whoStopsItGetsNothing() {
        const QTemporaryDir folder;
        ExperimentConfig config;
        config.dataPath = folder.filePath("long.csv").toStdString();
        std::string text = "unique_id,ds,y\n";
        for (const char* id : {"a", "b", "c"})
            for (int day = 1; day <= 28; ++day)
                text += std::string(id) + ",2024-02-" + (day < 10 ? "0" : "") + std::to_string(day) + "," +
                        std::to_string(day * day % 17) + "\n";
        QVERIFY(writeNewFile(config.dataPath, text).ok());
        std::size_t count = 0;
        const LoadedData whole = loadData(config, FieldKeys(), [&](double) { return ++count > 0; });
        QVERIFY(whole.data.ok() && whole.data->series);
        QCOMPARE(whole.data->series->channels.size(), std::size_t{3});  // a column of each
        QVERIFY2(count > 4, std::to_string(count).c_str());
        for (std::size_t at = 0; at < count; ++at) {
            std::size_t asked = 0;
            const LoadedData stopped = loadData(config, FieldKeys(), [&](double) { return asked++ < at; });
            QVERIFY2(!stopped.data.ok() && stopped.data.error().code == ErrorCode::Cancelled,
                     std::to_string(at).c_str());
            QCOMPARE(asked, at + 1);
        }
    }

    // What is opened again is compared with what a fresh experiment would get, whatever it has.
    void anExperimentThatIsThereIsSuggestedForAnew() {
        ExperimentConfig config;
        config.builtin = "mackey-glass";
        const auto fresh = loadData(config, FieldKeys(), {}).suggestions;
        config.lookback = 5, config.anchor = "mean", config.epochs = 3, config.goal = "forecast";
        const auto again = loadData(config, std::nullopt, {}).suggestions;
        QCOMPARE(again.forecast.size(), fresh.forecast.size());
        for (std::size_t i = 0; i < fresh.forecast.size(); ++i) {
            QCOMPARE(again.forecast[i].field->key, fresh.forecast[i].field->key);
            QVERIFY2(again.forecast[i].value == fresh.forecast[i].value, fresh.forecast[i].field->key);
        }
    }

    void whatWasSuggestedIsNotHeld() {
        const Field &lookback = *findField("lookback"), &horizon = *findField("horizon");
        const std::vector<Suggestion> suggestions{{&lookback, std::int64_t{7}, {}}, {&horizon, std::int64_t{3}, {}}};
        ExperimentConfig config;
        config.lookback = 7, config.horizon = 4, config.epochs = 11;
        const FieldKeys held = heldKeys(config, suggestions, FieldKeys{"seed"});
        for (const char* key : {"targets", "horizon", "epochs", "seed"}) QVERIFY2(held.contains(key), key);
        for (const char* key : {"lookback", "learning_rate", "inputs"}) QVERIFY2(!held.contains(key), key);
        const ExperimentConfig back = withoutSuggestions(config, suggestions, held);
        QCOMPARE(back.lookback, ExperimentConfig().lookback);
        QCOMPARE(back.horizon, std::int64_t{4});
        QCOMPARE(back.epochs, std::int64_t{11});
    }

    void dataOfAnotherTaskBeginAnew() {
        const QTemporaryDir folder;
        const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "a.ts";
        QVERIFY(writeFileDurably(file,
                                 "@problemName a\n@univariate true\n@classLabel true x y\n@data\n1,2,3:x\n"
                                 "3,2,1:y\n1,2,2:x\n3,3,1:y\n")
                    .ok());
        ExperimentConfig config;
        config.dataPath = file.string();
        config.hiddenSize = 77;
        FieldKeys edited{"hidden_size", "name"};
        const LoadedData loaded = loadData(config, edited, {});
        QVERIFY2(loaded.data.ok(), loaded.data.ok() ? "" : loaded.data.error().message.c_str());
        forgetOtherTask(*loaded.data, config, edited);
        QCOMPARE(config.hiddenSize, ExperimentConfig().hiddenSize);
        QCOMPARE(edited, FieldKeys{"name"});
        // Of its own task they stay.
        config.task = "classification";
        config.hiddenSize = 77;
        forgetOtherTask(*loaded.data, config, edited);
        QCOMPARE(config.hiddenSize, std::int64_t{77});
    }

    void aFileThatIsNotThereIsAnError() {
        ExperimentConfig config;
        config.dataPath = "/none/at all.csv";
        const LoadedData loaded = loadData(config, FieldKeys(), {});
        QVERIFY(!loaded.data.ok() && loaded.suggestions.experiment.empty() && loaded.findings.empty());
    }

    void whatCannotBePreparedNamesItsSetting() {
        ExperimentConfig config;
        config.builtin = "mackey-glass";
        const LoadedData loaded = loadData(config, std::nullopt, {});
        QVERIFY(loaded.data.ok());
        const auto prepared = prepareAudited(loaded.data->series, config);
        QVERIFY(prepared.ok() && prepared->audit.clean && prepared->prepared);
        config.lookback = 1000000;
        const auto failed = prepareAudited(loaded.data->series, config);
        QVERIFY(!failed.ok());
        QCOMPARE(failed.error().field, std::string("lookback"));
    }
};

QTEST_APPLESS_MAIN(TestExperimentData)
#include "tst_experiment_data.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/database.h"
#include "run/run_change.h"
#include "store/workspace.h"
#include "support/change_marker.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QTest>

using namespace gatelab;

/// What was changed while a run went on, beside the settings that it began with.
class TestRunChange : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRunKeepsTheSettingsItBeganWith() {
        const QuickFolder folder;
        const ExperimentConfig began;
        auto workspace = testing::take(Workspace::open(folder.path()));
        auto record = testing::take(workspace->createRun(began, "", ""));
        const auto notify = [&](std::int64_t step, const char* key, const std::string& value) {
            QVERIFY(record->addEvent(testing::changeMarker(step, key, value)));
        };
        notify(5, "learning_rate", "0.02");
        notify(9, "learning_rate", "0.03");
        // What a person may write is no change.
        QVERIFY(record->addEvent({RunMarker{"learning_rate = 0.5"}, 9}));
        const std::int64_t longer = began.epochs + 3;
        QVERIFY(record->setEpochs(longer));
        notify(9, "epochs", std::to_string(longer));
        const std::string id = record->id();
        const auto check = [&](const Result<RunSummary>& run, std::size_t changes) {
            QVERIFY(run);
            QCOMPARE(run->changes.size(), changes);
            QCOMPARE(run->config->learningRate, began.learningRate);
            QCOMPARE(describeRunChange(run->changes[0]),
                     "learning_rate " + formatFieldValue(began.learningRate) + " -> 0.02 at step 5");
            if (changes < 3) return;
            QVERIFY(describeRunChange(run->changes[1]).ends_with("0.02 -> 0.03 at step 9"));
            QVERIFY(run->changes[2].what.from == FieldValue(began.epochs));
            QCOMPARE(run->config->epochs, longer);
        };
        check(workspace->run(id), 3);
        QVERIFY(workspace->refresh(id));
        check(workspace->run(id), 3);
        QVERIFY(record->truncateAfter(5));
        check(workspace->run(id), 1);
        QVERIFY(!workspace->run(id)->dataName.empty());  // from the settings
    }

    void aRecordOfAnOlderProgramTellsItsChangesByWords() {
        const QuickFolder folder;
        auto workspace = testing::take(Workspace::open(folder.path()));
        std::string id;
        {
            auto record = testing::take(workspace->createRun({}, "", ""));
            id = record->id();
            QVERIFY(record->addEvent(testing::changeMarker(5, "learning_rate", "0.02")) &&
                    record->addEvent(testing::changeMarker(9, "epochs", "23")));
        }
        auto database =
            testing::take(Database::open(folder.path() / "runs" / id / "run.sqlite", Database::Mode::ReadWrite));
        QVERIFY(
            database.execute("UPDATE events SET json = json_remove(json, '$.change');"
                             "DELETE FROM meta WHERE key LIKE 'checksum_%' OR key = 'config_sha256'"));
        QVERIFY(workspace->refresh(id));
        const auto run = testing::take(workspace->run(id));
        QVERIFY2(run.problem.empty(), run.problem.english().c_str());
        QCOMPARE(run.changes.size(), std::size_t{2});
        QVERIFY(describeRunChange(run.changes[0]).ends_with("-> 0.02 at step 5"));
        QVERIFY(run.changes[1].what.from == FieldValue(ExperimentConfig().epochs));
        QCOMPARE(run.config->epochs, std::int64_t{23});
    }

    void changesSurviveTheIndex() {
        const Field *rate = findField("learning_rate"), *epochs = findField("epochs");
        const std::vector<RunChange> changes = {{{rate, 0.001, 3e-4}, 1459},
                                                {{epochs, std::int64_t{20}, std::int64_t{23}}, 2625, 20}};
        const auto back = unpackRunChanges(packRunChanges(changes));
        QCOMPARE(back.size(), std::size_t{2});
        QVERIFY(back[0].what.field == rate && back[0].what.to == FieldValue(3e-4) &&
                back[1].what.from == FieldValue(std::int64_t{20}) && back[1].step == 2625 && back[1].epoch == 20);
        QVERIFY(packRunChanges({}).empty() && unpackRunChanges({}).empty() && unpackRunChanges("[[1,2]]").empty() &&
                unpackRunChanges("damaged").empty());
        QCOMPARE(settingsAfter({}, changes).learningRate, 3e-4);
        QVERIFY(describeRunChange(changes[0]).ends_with("-> 3e-04 at step 1459"));
    }
};

QTEST_APPLESS_MAIN(TestRunChange)
#include "tst_run_change.moc"

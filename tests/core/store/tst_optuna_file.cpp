// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/store/optuna_file.cpp. That Optuna itself opens the file was tried with Optuna 4.9.
#include "io/database.h"
#include "store/optuna_file.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace gatelab;

class TestOptunaFile : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    static QStringList rowsOf(Database& database, const std::string& sql, int columns) {
        QStringList rows;
        auto statement = database.prepare(sql);
        (void)statement
            ->query({},
                    [&](const DatabaseRow& row) {
                        QStringList one;
                        for (int i = 0; i < columns; ++i) one << QString::fromStdString(row.text(i));
                        rows << one.join(QLatin1Char(' '));
                        return Result<>();
                    })
            .ok();
        return rows;
    }

private Q_SLOTS:
    void aStudyInItsTables() {
        std::vector<SweepAxis> axes;
        for (const char* text :
             {"learning_rate=1e-4..0.01:log", "hidden_size=16..128", "cell=lstm,gru", "bidirectional=true,false"})
            axes.push_back(*parseSweepAxis(text));
        const Study study{SearchSpace({}, std::move(axes)), SearchMethod::Asha, {4}};
        const double none = std::numeric_limits<double>::quiet_NaN();
        std::vector<StudyTrial> trials(4);
        trials[0] = {{0.001, 32, 1, 0}, TrialState::Complete, 0.25,   {0.5, 0.25}, 2, 1,
                     1764380000.5,      1764380001,           "run-a"};
        trials[1] = {{0.01, 16, 0, none}, TrialState::Stopped, 0.5, {none, 0.5}, 2, 1, 1764380002, 1764380003, "run-b"};
        trials[2] = {{0.01, 17, 0, 1}, TrialState::Diverged, none, {}, 1, 1, 1764380002, 1764380003, "run-c"};
        trials[3] = {{0.01, 18, 0, 1}, TrialState::Training, 0.4, {}, 1, 1, 1764380002, 0, "run-d"};
        const std::filesystem::path file = folder_.filePath("study.db").toStdString();
        QVERIFY(writeOptunaFile(file, "a study", study, trials).ok());
        QVERIFY(!std::filesystem::exists(file.string() + "-wal"));
        auto database = Database::open(file, Database::Mode::ReadOnly);
        QVERIFY(database.ok());
        QCOMPARE(rowsOf(*database, "SELECT schema_version FROM version_info", 1), QStringList{"12"});
        QCOMPARE(rowsOf(*database, "SELECT study_name, direction FROM studies JOIN study_directions", 2),
                 QStringList{"a study MINIMIZE"});
        QCOMPARE(rowsOf(*database, "SELECT number, state, datetime_complete IS NULL FROM trials", 3),
                 (QStringList{"0 COMPLETE 0", "1 PRUNED 0", "2 COMPLETE 0", "3 RUNNING 1"}));
        QCOMPARE(rowsOf(*database,
                        "SELECT param_name, param_value FROM trial_params WHERE trial_id = 1 ORDER BY param_id", 2),
                 (QStringList{"learning_rate 0.001", "hidden_size 32.0", "cell 1.0", "bidirectional 0.0"}));
        // Without effect: no parameter.
        QCOMPARE(rowsOf(*database, "SELECT COUNT(*) FROM trial_params WHERE trial_id = 2", 1), QStringList{"3"});
        QCOMPARE(
            rowsOf(*database, "SELECT distribution_json FROM trial_params WHERE trial_id = 1 ORDER BY param_id", 1),
            (QStringList{
                R"({"name":"FloatDistribution","attributes":{"step":null,"low":0.0001,"high":0.01,"log":true}})",
                R"({"name":"IntDistribution","attributes":{"log":false,"step":1,"low":16,"high":128}})",
                R"({"name":"CategoricalDistribution","attributes":{"choices":["lstm","gru"]}})",
                R"({"name":"CategoricalDistribution","attributes":{"choices":[true,false]}})"}));
        QCOMPARE(rowsOf(*database, "SELECT trial_id, value, value_type FROM trial_values", 3),
                 (QStringList{"1 0.25 FINITE", "2 0.5 FINITE", "3  INF_POS"}));
        QCOMPARE(rowsOf(*database,
                        "SELECT trial_id, step, intermediate_value, intermediate_value_type FROM "
                        "trial_intermediate_values ORDER BY trial_intermediate_value_id",
                        4),
                 (QStringList{"1 1 0.5 FINITE", "1 2 0.25 FINITE", "2 1  NAN", "2 2 0.5 FINITE"}));
        QCOMPARE(rowsOf(*database, "SELECT value_json FROM trial_user_attributes WHERE trial_id = 4", 1),
                 QStringList{"\"run-d\""});
        // What is there is not written over.
        const auto again = writeOptunaFile(file, "a study", study, trials);
        QVERIFY(!again.ok());
        QVERIFY(again.error().message.find("is there already") != std::string::npos);
        const auto nowhere = writeOptunaFile("/no/such/folder/study.db", "a study", study, trials);
        QVERIFY(!nowhere.ok());
    }
};

QTEST_APPLESS_MAIN(TestOptunaFile)
#include "tst_optuna_file.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_difference.h"

#include "base/rng.h"

#include <QProcess>
#include <QTest>

using namespace gatelab;

class TestConfigDifference : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Of a file the built-in series that was open before is no setting.
    void aCommandNamesOneKindOfData() {
        ExperimentConfig config;
        config.builtin = "mackey-glass";
        QVERIFY(reproduceCommand(config).find("--builtin") != std::string::npos);
        config.builtinSeed = 3;
        config.dataPath = "ETTh1.csv";
        const std::string command = reproduceCommand(config);
        QVERIFY2(
            command.find("--data ETTh1.csv") != std::string::npos && command.find("--builtin") == std::string::npos,
            command.c_str());
    }

    void childIsParentPlusDifference() {
        Rng rng(1, RandomPurpose::Test);
        ExperimentConfig parent;
        for (int generation = 0; generation < 200; ++generation) {
            ExperimentConfig child = parent;
            for (int edit = 0; edit < 3; ++edit) {
                const Field& field = fields()[rng.below(fields().size())];
                FieldValue value = fieldValue(child, field);
                if (auto* whole = std::get_if<std::int64_t>(&value)) *whole += 1;
                if (auto* real = std::get_if<double>(&value)) *real = *real / 2 + 1e-3;
                if (auto* on = std::get_if<bool>(&value)) *on = !*on;
                if (auto* text = std::get_if<std::string>(&value)) *text += "x";
                if (auto* list = std::get_if<std::vector<std::string>>(&value)) list->push_back("y,z");
                QVERIFY(setFieldValue(child, field, value).ok());
            }
            const auto changes = configChanges(parent, child);
            QVERIFY(applyChanges(parent, changes) == child);
            QVERIFY(!describeChanges(changes).empty());
            parent = child;
        }
        QVERIFY(configChanges(parent, parent).empty());
    }

    void oneLine() {
        ExperimentConfig parent, child;
        child.seed = 2;
        child.hiddenSize = 64;
        child.dropout = 0.1;
        QCOMPARE(describeChanges(configChanges(parent, child)),
                 std::string("hidden_size 32 -> 64, dropout 0 -> 0.1, seed 1 -> 2"));
        QCOMPARE(describeChanges(configChanges(parent, child), 1), std::string("hidden_size 32 -> 64 and 2 more"));
        QCOMPARE(describeChanges({}), std::string("the same settings"));
    }

    void reproduceCommandSurvivesAShell() {
        ExperimentConfig config;
        config.dataPath = "/tmp/it's a \"file\" $HOME 数据.csv";
        config.targets = {"a,b", "c d"};
        const std::string rest = reproduceCommand(config).substr(std::string("gatelab-worker").size());
        QProcess shell;
        shell.start("sh", {"-c", QString::fromStdString("worker() { printf '%s\\n' \"$@\"; }; worker" + rest)});
        QVERIFY(shell.waitForFinished());
        const QStringList words = QString::fromUtf8(shell.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(words.value(0), QString("train"));
        const auto data = words.indexOf("--data");
        QVERIFY(data > 0);
        QCOMPARE(words.value(data + 1), QString::fromStdString(config.dataPath));
        const auto targets =
            parseFieldValue(*findField("targets"), words.value(words.indexOf("--targets") + 1).toStdString());
        QVERIFY(targets.ok());
        QVERIFY(std::get<std::vector<std::string>>(*targets) == config.targets);
    }
};

QTEST_GUILESS_MAIN(TestConfigDifference)
#include "tst_config_difference.moc"

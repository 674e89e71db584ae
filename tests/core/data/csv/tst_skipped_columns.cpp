// SPDX-License-Identifier: GPL-3.0-or-later
// What a table's text columns, an absent part of the split and schedules longer than the run say about an experiment,
// and files of unknown formats.
#include "data/experiment_check.h"
#include "data/readers.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace gatelab;

class TestSkippedColumns : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    Result<Dataset> read(const char* name, const QByteArray& text) {
        QFile file(folder_.filePath(QLatin1String(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("no file");
        file.close();
        return readFile(file.fileName().toStdString(), {});
    }
    static QByteArray table(const char* head, const std::function<QByteArray(int)>& row) {
        QByteArray text = QByteArray(head) + '\n';
        for (int i = 0; i < 200; ++i) text += row(i) + '\n';
        return text;
    }
    static std::string message(const ExperimentConfig& config, const Dataset* data, const char* key,
                               Severity severity) {
        for (const ConfigFinding& finding : checkExperiment(config, data))
            if (finding.key == key && finding.severity == severity) return finding.message.english();
        return {};
    }
    static ExperimentConfig small() {
        ExperimentConfig config;
        config.dataPath = "a file";
        config.lookback = 8;
        config.horizon = 2;
        return config;
    }

private Q_SLOTS:
    void aTargetOfTextIsTold() {
        const auto data =
            read("text.csv",
                 table("x,y", [](int i) { return QByteArray::number(i * i % 17) + ",abc" + QByteArray::number(i); }));
        QVERIFY(data.ok());
        ExperimentConfig config = small();
        const std::string moved = message(config, &*data, "targets", Severity::Warning);
        QVERIFY2(moved == "column 'y' holds text (first 'abc0', line 2) and was left out; the target is 'x'",
                 moved.c_str());
        config.targets = {"y"};
        const std::string refused = message(config, &*data, "targets", Severity::Error);
        QVERIFY2(refused == "column 'y' holds text (first 'abc0', line 2) and was left out; there are x",
                 refused.c_str());
        config.targets = {"x"};
        QVERIFY(message(config, &*data, "targets", Severity::Warning).empty());
    }

    void aTargetWithoutAValueIsTold() {
        const auto data =
            read("empty.csv", table("x,y", [](int i) { return QByteArray::number(i * i % 17) + ",NaN"; }));
        QVERIFY(data.ok());
        const std::string moved = message(small(), &*data, "targets", Severity::Warning);
        QVERIFY2(moved == "column 'y' has no value and was left out; the target is 'x'", moved.c_str());
    }

    void aSecondTimeColumnIsNoText() {
        const auto data = read("times.csv", table("time,x,clock", [](int i) {
                                   return QByteArray("2024-01-01 0%1:%2:00,%3,0%1:%2")
                                       .replace("%1", QByteArray::number(i / 60))
                                       .replace("%2", QByteArray::number(100 + i % 60).mid(1))
                                       .replace("%3", QByteArray::number(i * i % 17));
                               }));
        QVERIFY2(data.ok(), data.ok() ? "" : data.error().message.c_str());
        const auto& left = data->series->report.skippedColumns;
        QVERIFY(left.size() == 1 && left[0].name == "clock" && left[0].reason == SkippedColumn::Reason::Time);
        const std::string moved = message(small(), &*data, "targets", Severity::Warning);
        QVERIFY2(
            moved == "column 'clock' holds dates or times, which are no values, and was left out; the target is 'x'",
            moved.c_str());
    }

    void textBeforeTheTargetIsNoNews() {
        const auto data = read("before.csv", table("y,x", [](int i) {
                                   return "abc" + QByteArray::number(i) + "," + QByteArray::number(i * i % 17);
                               }));
        QVERIFY(data.ok());
        QVERIFY(message(small(), &*data, "targets", Severity::Warning).empty());
    }

    void absentPartsAndLongSchedulesAreTold() {
        const auto data = read("long.csv", table("x", [](int i) { return QByteArray::number(i * i % 17); }));
        QVERIFY(data.ok());
        ExperimentConfig config = small();
        config.batchSize = 10;
        config.epochs = 2;
        config.split = "60%/20%/20%";  // 120 rows: 111 windows, 12 steps an epoch
        QVERIFY(message(config, &*data, "split", Severity::Info).empty());
        config.schedule = "step";
        config.scheduleSteps = 23;
        config.warmupSteps = 23;
        QVERIFY(message(config, &*data, "schedule_steps", Severity::Warning).empty() &&
                message(config, &*data, "warmup_steps", Severity::Warning).empty());
        config.scheduleSteps = config.warmupSteps = 24;
        QVERIFY(!message(config, &*data, "schedule_steps", Severity::Warning).empty());
        QVERIFY(message(config, &*data, "warmup_steps", Severity::Warning).find("24 steps") != std::string::npos);
        config = small();
        config.split = "60%/40%/0%";
        QVERIFY(message(config, &*data, "split", Severity::Info).find("no test part") != std::string::npos);
        config.schedule = "plateau";
        QVERIFY(message(config, &*data, "schedule", Severity::Warning).empty());
        config.split = "80% / 0% / 20%";
        QVERIFY(message(config, &*data, "schedule", Severity::Warning).find("needs a validation part") !=
                std::string::npos);
    }

    void anUnknownFormatNamesTheKnownOnes() {
        const auto data = read("made.prn2", "alpha beta\ngamma delta\nalpha gamma\n");
        QVERIFY(!data.ok());
        const std::string why = data.error().message;
        QVERIFY2(why.find("'.prn2' is not among the formats that are read (.csv, ") != std::string::npos, why.c_str());
    }
};

QTEST_APPLESS_MAIN(TestSkippedColumns)
#include "tst_skipped_columns.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Every task on every kind of data: the fitting one passes, all others are refused at the task, with what is needed,
// what is there and which task would fit.
#include "core/data_support.h"

#include "config/choices.h"
#include "data/experiment_check.h"
#include "data/synthetic/synthetic.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace gatelab;

class TestTaskData : public QObject {
    Q_OBJECT
    datatest::Folder folder_;

    Dataset made(const std::string& name) {
        if (findChoice(builtinChoices(), name)) {
            auto data = makeBuiltin(name, 400, 1);
            return data.ok() ? *data : Dataset{};
        }
        std::string rows = "a,b\n";
        for (int i = 0; i < 400; ++i) rows += std::to_string(i) + "," + std::to_string(i % 7) + "\n";
        const std::string text =
            name == "series.csv" ? rows
            : name == "classes.ts"
                ? "@problemName x\n@classLabel true left right\n@data\n1,2,3:left\n4,5,6:right\n7,8,9:left\n"
            : name == "numbers.ts"   ? "@problemName x\n@targetLabel true\n@data\n1,2,3:0.5\n4,5,6:-1.5\n7,8,9:0\n"
            : name == "no answer.ts" ? "@problemName x\n@classLabel false\n@data\n1,2,3\n4,5,6\n7,8,9\n"
                                     : "@relation x\n@attribute t1 numeric\n@attribute t2 numeric\n@attribute c "
                                       "{1,2}\n@data\n1,2,1\n3,4,2\n5,6,1\n";
        auto data = readFile(folder_.put(name.c_str(), text), {});
        return data.ok() ? *data : Dataset{};
    }

private Q_SLOTS:
    void everyPair_data() {
        QTest::addColumn<QString>("data");
        QTest::addColumn<QString>("fitting");
        for (const Builtin& builtin : builtins())
            if (!builtin.sequences) QTest::newRow(builtin.key) << builtin.key << "forecast";
        QTest::newRow("series.csv") << "series.csv"
                                    << "forecast";
        for (const char* classes : {"temporal-order", "grammar", "classes.ts", "classes.arff"})
            QTest::newRow(classes) << classes << "classification";
        for (const char* numbers : {"adding", "numbers.ts"}) QTest::newRow(numbers) << numbers << "regression";
        QTest::newRow("copy") << "copy"
                              << "labelling";
        QTest::newRow("no answer.ts") << "no answer.ts"
                                      << "";
    }
    void everyPair() {
        QFETCH(QString, data);
        QFETCH(QString, fitting);
        const Dataset dataset = made(data.toStdString());
        QVERIFY(dataset.series || dataset.sequences);
        for (const Choice& task : taskChoices()) {
            const ExperimentConfig config = withTask({}, task.key);
            const Result<> usable = firstError(checkExperiment(config, &dataset));
            QVERIFY2(usable.ok() == (fitting == QLatin1String(task.key)), task.key);
            if (usable.ok()) continue;
            const std::string& message = usable.error().message;
            QVERIFY2(message.starts_with("Task: " + std::string(task.label.source) + " needs "), message.c_str());
            const Choice* right = findChoice(taskChoices(), fitting.toStdString());
            QVERIFY2(right ? message.find("choose the task " + std::string(right->label.source)) != std::string::npos
                           : message.find("choose other data") != std::string::npos,
                     message.c_str());
        }
    }

    void everyTaskHasItsData() {
        std::set<std::string> tasks;
        for (const DataKind kind : {DataKind::Series, DataKind::Numbers, DataKind::Classes, DataKind::StepClasses})
            tasks.insert(fittingTask(kind));
        QCOMPARE(tasks.size(), taskChoices().size());
        for (const Choice& task : taskChoices()) QVERIFY(tasks.contains(task.key));
        QVERIFY(!fittingTask(DataKind::Unknown) && !fittingTask(DataKind::Unlabelled));
    }

    void dataThatAreNotReadYetFitEveryTask() {
        for (const Choice& task : taskChoices()) QVERIFY(!hasErrors(checkExperiment(withTask({}, task.key), nullptr)));
    }
};

QTEST_APPLESS_MAIN(TestTaskData)
#include "tst_task_data.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Choices of the form that cannot run the present model on this machine: greyed with the reason, and an error where one
// is chosen.
#include "common/theme.h"
#include "form/field_form.h"
#include "form/field_row.h"
#include "runs/experiment_model.h"
#include "runs/preflight.h"
#include "runs/run_actions.h"

#include <QComboBox>
#include <QStandardItemModel>
#include <QtTest>

#include <algorithm>

using namespace gatelab;

namespace {

EngineInfo processorOnly() {
    EngineInfo info;
    info.threads = 2;
    info.devices = {{"cpu", "processor", 0, 0, 0}};
    return info;
}

const QStandardItem* itemOf(const FieldForm& form, const std::string& key) {
    FieldRow* row = form.row("implementation");
    const auto* combo = row->control().findChild<QComboBox*>();
    const auto choices = row->field().choices;
    const auto at =
        std::ranges::find_if(choices, [&](const Choice& choice) { return key == choice.key; }) - choices.begin();
    return qobject_cast<QStandardItemModel*>(combo->model())->item(static_cast<int>(at));
}

}  // namespace

class TestFormObstacles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatCannotRunHereIsGreyedWithTheReason() {
        Theme theme;
        ExperimentModel experiment;
        FieldForm form(experiment, theme, {findField("implementation")->group});
        QVERIFY(itemOf(form, "cudnn-tuned")->isEnabled());  // nothing is known of the machine yet
        experiment.setEngine(processorOnly());
        QVERIFY(!itemOf(form, "cudnn-tuned")->isEnabled());
        QVERIFY(itemOf(form, "cudnn-tuned")->text().contains(QStringLiteral("GPU")));
        QVERIFY(itemOf(form, "library")->isEnabled());
        experiment.set("peephole", FieldValue(true));
        QVERIFY(!itemOf(form, "library")->isEnabled());
        QVERIFY(itemOf(form, "library")->text().contains(QStringLiteral("peepholes")));
        experiment.set("peephole", FieldValue(false));
        QVERIFY(itemOf(form, "library")->isEnabled());
        QVERIFY(!itemOf(form, "library")->text().contains(QStringLiteral("peepholes")));
    }

    // "auto" is the device that the engine has found: settings of the other kind have no effect.
    void theDeviceThatAutoMeansDecidesWhatCounts() {
        Theme theme;
        ExperimentModel experiment;
        ExperimentConfig isolated;
        isolated.isolated = true;
        experiment.replace(isolated, QStringLiteral("test"));
        QCOMPARE(experiment.config().device, std::string("auto"));
        FieldForm form(experiment, theme,
                       {findField("threads")->group, findField("memory_limit")->group, findField("cuda_graph")->group,
                        findField("graph_steps")->group});
        const auto greyed = [&form](const char* key) { return !form.row(key)->control().isEnabled(); };
        // Nothing is known of the machine yet
        for (const char* key : {"threads", "memory_limit", "cuda_graph", "graph_steps"}) QVERIFY2(!greyed(key), key);
        experiment.setEngine(processorOnly());
        for (const char* key : {"cuda_graph", "graph_steps"}) QVERIFY2(greyed(key), key);
        for (const char* key : {"threads", "memory_limit"}) QVERIFY2(!greyed(key), key);
        EngineInfo gpu = processorOnly();
        gpu.devices.push_back({"cuda:0", "NVIDIA A", 8e9, 8e9, 90});
        experiment.setEngine(gpu);
        for (const char* key : {"cuda_graph", "graph_steps"}) QVERIFY2(!greyed(key), key);
        for (const char* key : {"threads", "memory_limit"}) QVERIFY2(greyed(key), key);
        QVERIFY(form.row("memory_limit")->message().contains(QStringLiteral("CUDA")));
        experiment.set("device", FieldValue(std::string("cpu")));
        for (const char* key : {"cuda_graph", "graph_steps"}) QVERIFY2(greyed(key), key);
        for (const char* key : {"threads", "memory_limit"}) QVERIFY2(!greyed(key), key);
    }

    void whatIsChosenAllTheSameKeepsARunFromStarting() {
        ExperimentModel experiment;
        experiment.setEngine(processorOnly());
        QVERIFY(startObstacle(experiment).isEmpty());
        experiment.set("implementation", FieldValue(std::string("cudnn-tuned")));
        QVERIFY(startObstacle(experiment).contains(QStringLiteral("GPU")));
        QVERIFY(hasErrors(experiment));
        QVERIFY(std::ranges::any_of(preflightChecks(experiment), [](const PreflightCheck& check) {
            return check.kind == PreflightCheck::Kind::Error && check.key == QLatin1String("implementation");
        }));
        experiment.set("implementation", FieldValue(std::string("auto")));
        QVERIFY(startObstacle(experiment).isEmpty());
    }
};

QTEST_MAIN(TestFormObstacles)
#include "tst_form_obstacles.moc"

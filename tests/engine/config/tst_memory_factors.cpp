// SPDX-License-Identifier: GPL-3.0-or-later
// The memory study with the engine: a tiny experiment on the processor.
// Holds core/app/lab_machine.cpp.
#include "app/lab_machine.h"
#include "data/model_shape.h"
#include "data/readers.h"
#include "engine/session_support.h"
#include "lab/memory_study_report.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

class TestMemoryFactors : public QObject {
    Q_OBJECT

    std::shared_ptr<Engine> engine_;
    std::shared_ptr<const Dataset> data_;

    [[nodiscard]] MemoryStudy plan(std::set<std::string> factors) const {
        ExperimentConfig config = smallConfig();
        config.implementation = "cell";
        config.batchSize = 256;  // training, not the evaluation, has the peak
        return planMemoryStudy(studySubject(config, data_, modelShape(config, *data_), engine_->info()),
                               std::move(factors));
    }

private Q_SLOTS:
    void initTestCase() {
        engine_ = take(openEngine());
        data_ = std::make_shared<const Dataset>(take(loadDataset(smallConfig())));
    }

    void measuresByCauseAndPhase() {
        EngineLabMachine machine(engine_, data_, {});
        const MemoryStudy study =
            take(runMemoryStudy(plan({"hidden_size", kStudyRows, "implementation"}), machine, {}));
        QVERIFY(!study.device.empty());
        for (const StudyRow& row : study.rows) {
            QVERIFY2(row.supported() == (row.problem.empty() && std::isfinite(row.peak.measured)),
                     row.problem.english().c_str());
            if (!row.supported()) continue;
            double sum = 0, phase = 0;
            for (const MetricId cause : studyCauses()) {
                QVERIFY(row.measuredOf(cause) >= 0 && row.forecastOf(cause) >= 0);
                sum += row.measuredOf(cause);
            }
            for (const MetricId part : studyPhases()) phase = std::max(phase, row.measuredOf(part));
            QVERIFY(std::abs(sum - row.peak.measured) < 1e-6);
            QVERIFY(phase > 0 && phase <= row.peak.measured);
            // A run this short is seen by the monitor all the same.
            QVERIFY(row.measuredOf(MetricId::ProcessMemory) > 0);
        }
        // More units and more data need more.
        QVERIFY(study.rows.front().peak.measured < study.rows[2].peak.measured);
        const auto rows = std::ranges::find(study.rows, std::string(kStudyRows), &StudyRow::factor);
        QVERIFY(rows != study.rows.end());
        QVERIFY(rows->measuredOf(MetricId::MemoryData) < (rows + 2)->measuredOf(MetricId::MemoryData));
        // cuDNN is not there on the processor.
        QVERIFY(std::ranges::any_of(study.rows, [](const StudyRow& row) {
            return row.value == FieldValue(std::string("cudnn-tuned")) && !row.supported();
        }));
        QVERIFY(!studyFindings(study).empty());
    }

    // Of what lasts from the first step to the last, formula and allocator tell the same.
    void whatLastsIsForecast() {
        EngineLabMachine machine(engine_, data_, {});
        const MemoryStudy study = take(runMemoryStudy(plan({"optimiser", "hidden_size"}), machine, {}));
        QVERIFY(study.rows.size() >= 5);
        for (const StudyRow& row : study.rows)
            for (const MetricId cause :
                 {MetricId::MemoryWeights, MetricId::MemoryGradients, MetricId::MemoryOptimiser}) {
                const double forecast = row.forecastOf(cause), measured = row.measuredOf(cause);
                QVERIFY2(std::abs(forecast / measured - 1) <= 0.1,
                         qPrintable(QStringLiteral("%1 %2: %3 and %4 MiB")
                                        .arg(QString::fromStdString(row.factor), QString::fromLatin1(metric(cause).key))
                                        .arg(forecast)
                                        .arg(measured)));
            }
    }

    // Each cause by itself, in every precision: a total that is right may be made of causes that are not.
    void causesAreForecast() {
        EngineLabMachine machine(engine_, data_, {});
        ExperimentConfig config = smallConfig();
        config.implementation = "auto";
        config.batchSize = 256;
        config.hiddenSize = 24;
        const MemoryStudy planned = planMemoryStudy(
            studySubject(config, data_, modelShape(config, *data_), engine_->info()), {"precision", "device_data"});
        const MemoryStudy study = take(runMemoryStudy(planned, machine, {}));
        for (const StudyRow& row : study.rows) {
            if (!row.supported()) continue;
            QVERIFY2(row.problem.empty(), row.problem.english().c_str());
            for (const MetricId cause : studyCauses()) {
                const double off = row.forecastOf(cause) - row.measuredOf(cause);
                QVERIFY2(std::abs(off) <= 0.1 * row.peak.measured,
                         qPrintable(QStringLiteral("%1 %2: %3 and %4 MiB")
                                        .arg(QString::fromStdString(formatFieldValue(row.value)),
                                             QString::fromLatin1(metric(cause).key))
                                        .arg(row.forecastOf(cause))
                                        .arg(row.measuredOf(cause))));
            }
        }
    }

    void aRunIsLeftWhenTheStudyIsStopped() {
        EngineLabMachine machine(engine_, data_, {});
        const auto stopped =
            runMemoryStudy(plan({}), machine, [calls = 0](const MemoryStudy&) mutable { return ++calls < 2; });
        QVERIFY(!stopped.ok());
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestMemoryFactors)
#include "tst_memory_factors.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/lab/memory_study_report.cpp.
#include "data/model_shape.h"
#include "data/synthetic/synthetic.h"
#include "lab/memory_study_json.h"
#include "lab/memory_study_report.h"
#include "support/known_memory.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace gatelab;
using gatelab::test::KnownMemory;

namespace {

ExperimentConfig smallConfig() {
    ExperimentConfig config;
    config.builtinLength = 400;
    config.lookback = 96;
    config.horizon = 4;
    config.hiddenSize = 32;
    config.batchSize = 64;
    config.implementation = "library";
    config.device = "cpu";
    return config;
}

StudySubject subjectOf(const ExperimentConfig& config) {
    const auto data = std::make_shared<const Dataset>(*makeBuiltin(config.builtin, config.builtinLength, 1));
    StudySubject subject = studySubject(config, data, modelShape(config, *data), {});
    subject.room = {64e9, false};
    return subject;
}

std::vector<const StudyRow*> rowsOf(const MemoryStudy& study, const std::string& factor) {
    std::vector<const StudyRow*> rows;
    for (const StudyRow& row : study.rows)
        if (row.factor == factor) rows.push_back(&row);
    return rows;
}

const StudyRow* find(const MemoryStudy& study, const std::string& factor, const std::string& value) {
    for (const StudyRow* row : rowsOf(study, factor))
        if (formatFieldValue(row->value) == value) return row;
    return nullptr;
}

}  // namespace

/// The memory study against a machine whose answers are known.
class TestMemoryStudy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyFactorStandsOnThePresentExperiment() {
        const MemoryStudy study = planMemoryStudy(subjectOf(smallConfig()));
        for (const std::string& factor : studyFactors()) {
            const auto rows = rowsOf(study, factor);
            QVERIFY2(rows.size() >= 2, factor.c_str());
            QCOMPARE(std::ranges::count_if(rows, &StudyRow::present), 1);
            // Nothing else is changed.
            for (const StudyRow* row : rows) {
                ExperimentConfig config = row->config;
                if (const Field* field = findField(factor))
                    QVERIFY(setFieldValue(config, *field, fieldValue(study.subject.base, *field)).ok());
                QCOMPARE(config, study.subject.base);
            }
        }
        QCOMPARE(find(study, "batch_size", "128")->scale, 2.0);
        QCOMPARE(find(study, "recompute_chunk", "24")->scale, 0.25);
        QCOMPARE(find(study, kStudyRows, "200")->rows, std::int64_t{200});
        QVERIFY(find(study, "batch_size", "128")->peak.forecast > find(study, "batch_size", "64")->peak.forecast);
        QVERIFY(find(study, "batch_size", "64")->forecastOf(MetricId::MemoryActivations) > 0);
    }

    void whatCannotRunSaysWhy() {
        ExperimentConfig config = smallConfig();
        config.builtinLength = 180;  // twice the window does not fit in
        config.split = "90/45/45";
        const MemoryStudy study = planMemoryStudy(subjectOf(config));
        const auto says = [&](const std::string& factor, const std::string& value, const std::string& word) {
            const StudyRow* row = find(study, factor, value);
            return row && !row->supported() && row->reason.english().find(word) != std::string::npos;
        };
        QVERIFY(says("implementation", "cudnn-tuned", "GPU"));
        QVERIFY(says("precision", "tf32", "GPU"));
        QVERIFY(says("lookback", "192", "rows"));
        QVERIFY(says(kStudyRows, "90", "rows"));
        QVERIFY(find(study, "precision", "fp64")->supported());
        KnownMemory machine;
        const auto measured = runMemoryStudy(study, machine, {});
        QVERIFY(measured.ok());
        QVERIFY(std::isnan(find(*measured, "precision", "tf32")->peak.measured));
    }

    void aSplitInRowsFollowsTheRows() {
        ExperimentConfig config = smallConfig();
        config.builtinLength = 2000;
        config.split = "1500/300/200";
        const MemoryStudy study = planMemoryStudy(subjectOf(config), {kStudyRows});
        for (const auto& [rows, split] :
             {std::pair("1000", "750/150/100"), std::pair("2000", "1500/300/200"), std::pair("4000", "3000/600/400")}) {
            const StudyRow* row = find(study, kStudyRows, rows);
            QVERIFY2(row && row->supported(), rows);
            QCOMPARE(row->config.split, std::string(split));
        }
    }

    void whatWouldNotFitIsNotTried() {
        StudySubject subject = subjectOf(smallConfig());
        const double now = planMemoryStudy(subject).present()->forecast.total();
        subject.room.bytes = now * 1.001;
        const MemoryStudy study = planMemoryStudy(subject);
        QVERIFY(study.present()->supported());
        QVERIFY(!find(study, "batch_size", "128")->supported());
        subject.room.bytes = now / 2;
        KnownMemory machine;
        const auto refused = runMemoryStudy(planMemoryStudy(subject), machine, {});
        QVERIFY(!refused.ok() && refused.error().code == ErrorCode::Unsupported);
        QCOMPARE(machine.runs, 0);
    }

    void measuresEachRowOnceAndThePresentOneOnlyOnce() {
        KnownMemory machine;
        int reported = -1;
        const auto study =
            runMemoryStudy(planMemoryStudy(subjectOf(smallConfig())), machine, [&](const MemoryStudy& soFar) {
                reported = soFar.done;
                // The time is told from the first run on.
                return std::isfinite(soFar.secondsLeft) == (soFar.done > 0) && !(soFar.secondsLeft < 0);
            });
        QVERIFY(study.ok());
        QCOMPARE(machine.runs, study->total);
        QCOMPARE(reported, study->total);
        QCOMPARE(study->secondsLeft, 0.0);
        for (const StudyRow& row : study->rows) QCOMPARE(std::isfinite(row.peak.measured), row.supported());
        // 64 x 96 x 32 / 4096 = 48 MiB of activations.
        const StudyRow& now = *study->present();
        QCOMPARE(now.peak.measured, 54.0);
        QCOMPARE(now.peak.forecast, 53.0);
        QCOMPARE(find(*study, "batch_size", "128")->measuredOf(MetricId::MemoryActivations), 96.0);
        QCOMPARE(find(*study, "hidden_size", "16")->peak.measured, 30.0);
        // The data that were to be half and twice as long were.
        for (const std::int64_t rows : {200, 400, 800})
            QVERIFY(std::ranges::find(machine.rows, rows) != machine.rows.end());
        const auto findings = studyFindings(*study);
        QVERIFY(findings.front().english().find("54.0 MiB") != std::string::npos);
        QVERIFY(findings.front().english().find(
                    "The peak is in the backward pass; the largest part of it is activations with 89 %") !=
                std::string::npos);
        const auto tells = [&](const char* words) {
            return std::ranges::any_of(
                findings, [&](const Phrase& one) { return one.english().find(words) != std::string::npos; });
        };
        QVERIFY(tells("Least: Hidden size 16 with 30.0 MiB, 56 % of it."));
        QVERIFY(tells("with 102 MiB, 189 % of it."));
    }

    void whatAutoStandsForIsNotMeasuredTwice() {
        ExperimentConfig config = smallConfig();
        config.implementation = "auto";
        KnownMemory machine;
        machine.automatic = "library";
        const auto study = runMemoryStudy(planMemoryStudy(subjectOf(config), {"implementation"}), machine, {});
        QVERIFY(study.ok());
        QCOMPARE(machine.runs, 5);  // auto, naive, cell, native, whole
        QCOMPARE(study->done, study->total);
        const StudyRow *automatic = find(*study, "implementation", "auto"),
                       *library = find(*study, "implementation", "library");
        QVERIFY(automatic->present && !library->present);
        QCOMPARE(library->peak.measured, automatic->peak.measured);
        QCOMPARE(library->measured, automatic->measured);
    }

    void whatRanOtherwiseSaysSo() {
        ExperimentConfig config = smallConfig();
        config.implementation = "auto";
        KnownMemory machine;
        machine.automatic = "library";
        machine.automaticHalf = "cell";
        const auto study =
            runMemoryStudy(planMemoryStudy(subjectOf(config), {"implementation", "precision"}), machine, {});
        QVERIFY(study.ok());
        for (const StudyRow& row : study->rows)
            QCOMPARE(row.instead, std::string(formatFieldValue(row.value) == "fp16" ? "cell" : ""));
        QVERIFY(studyText(*study).find("fp16 (cell)") != std::string::npos);
        QVERIFY(studyCsv(*study).find("run by cell") != std::string::npos);
        QVERIFY(studyJson(*study).find("\"implementation\":\"cell\"") != std::string::npos);
    }

    void onlyTheWantedFactors() {
        KnownMemory machine;
        const auto study =
            runMemoryStudy(planMemoryStudy(subjectOf(smallConfig()), {"batch_size", "lookback"}), machine, {});
        QVERIFY(study.ok());
        QCOMPARE(study->rows.size(), std::size_t{6});
        QCOMPARE(machine.runs, 5);
        const std::string command = studyCommand(*study);
        QVERIFY2(command.starts_with("gatelab-worker study memory --builtin sine-mix --only batch_size,lookback "),
                 command.c_str());
        QVERIFY(command.find("--builtin-length 400") != std::string::npos);
    }

    void aRunThatFailsIsNamed() {
        KnownMemory machine;
        machine.failing = "sgd";
        const auto study = runMemoryStudy(planMemoryStudy(subjectOf(smallConfig())), machine, {});
        QVERIFY(study.ok());
        const StudyRow* failed = find(*study, "optimiser", "sgd");
        QCOMPARE(failed->problem.english(), std::string("not enough memory"));
        QVERIFY(std::isnan(failed->peak.measured));
        QCOMPARE(study->done, study->total);
        QVERIFY(studyCsv(*study).find("failed: not enough memory") != std::string::npos);
    }

    void canBeStopped() {
        KnownMemory machine;
        const auto stopped = runMemoryStudy(planMemoryStudy(subjectOf(smallConfig())), machine,
                                            [&](const MemoryStudy& soFar) { return soFar.done < 3; });
        QVERIFY(!stopped.ok());
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
        QCOMPARE(machine.runs, 3);
    }

    void onAGpuTheHostsFiguresAreNotShown() {
        KnownMemory machine;
        machine.gpu = true;
        const auto study = runMemoryStudy(planMemoryStudy(subjectOf(smallConfig()), {"batch_size"}), machine, {});
        QVERIFY(study.ok());
        QCOMPARE(study->present()->peak.measured, 148.0);
        QVERIFY(std::isnan(study->present()->measuredOf(MetricId::MemoryActivations)));
        QVERIFY(std::isnan(study->present()->measuredOf(MetricId::PeakForward)));
        QCOMPARE(study->present()->measuredOf(MetricId::GpuPeak), 148.0);
    }

    void theRowsSayWhereThePeakLies() {
        StudyRow row;
        QVERIFY(studyPeak(row).empty());
        row.measured = {{MetricId::PeakData, 2},
                        {MetricId::PeakForward, 8},
                        {MetricId::PeakBackward, 8.89},
                        {MetricId::PeakOptimiser, 3}};
        row.peak.measured = 8.89;
        QCOMPARE(studyPeak(row).english(), std::string("the backward pass"));
        row.peak.measured = 16.84;  // more than any phase of a step
        QCOMPARE(studyPeak(row).english(), std::string("the evaluation"));
        for (const MetricId id : studyCauses()) row.measured[id] = id == MetricId::MemoryActivations ? 10 : 1;
        QCOMPARE(studyPeak(row).english(), std::string("the evaluation: 59 % activations"));
        row = *planMemoryStudy(subjectOf(smallConfig())).present();
        QVERIFY(studyPeak(row).english().ends_with(" % activations"));  // as forecast
    }

    void exportsEveryRow() {
        KnownMemory machine;
        const auto study = runMemoryStudy(planMemoryStudy(subjectOf(smallConfig())), machine, {});
        QVERIFY(study.ok());
        const std::string csv = studyCsv(*study), text = studyText(*study);
        QCOMPARE(static_cast<std::size_t>(std::ranges::count(csv, '\n')), study->rows.size() + 1);
        QVERIFY(csv.find("batch_size,128,2,no,101,102,") != std::string::npos);
        QVERIFY(text.find("cudnn-tuned") != std::string::npos);
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(studyJson(*study))).object();
        const auto rows = json["rows"].toArray();
        QCOMPARE(static_cast<std::size_t>(rows.size()), study->rows.size());
        QCOMPARE(rows.first()["peak_phase"].toString(), QStringLiteral("backward"));
        QVERIFY(text.find("peak in") != std::string::npos && text.find("backward\n") != std::string::npos &&
                csv.find(",backward,") != std::string::npos);
        QCOMPARE(rows.first()["measured_tensors_mib"].toDouble(), study->rows.front().peak.measured);
        QVERIFY(json["command"].toString().startsWith("gatelab-worker study memory"));
    }
};

QTEST_APPLESS_MAIN(TestMemoryStudy)
#include "tst_memory_study.moc"

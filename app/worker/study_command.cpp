// SPDX-License-Identifier: GPL-3.0-or-later
// "study memory": what model, batch, length, storage of activations and data cost in memory, one factor at a time;
// forecast beside measured.
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"
#include "worker/standard_shapes.h"

#include "app/lab_machine.h"
#include "data/model_shape.h"
#include "io/file_io.h"
#include "lab/memory_study_json.h"
#include "lab/memory_study_report.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace gatelab::worker {

namespace {

constexpr std::int64_t kRows = 6000;
constexpr const char* kStandard = "B";

struct StudyOptions {
    ExperimentOptions experiment;
    std::string shape, csv;
    std::vector<std::string> only;
    bool json = false;
};

/// The experiment that was given, or a standard shape on one thread of the processor.
Result<StudySubject> makeSubject(const StudyOptions& options, Engine& engine) {
    ExperimentConfig base;
    std::shared_ptr<const Dataset> data;
    if (options.experiment.given()) {
        auto config = options.experiment.config();
        if (!config.ok()) return config.error();
        auto read = options.experiment.data(*config);
        if (!read.ok()) return read.error();
        base = std::move(*config);
        data = std::move(*read);
    } else {
        const StandardShape& shape = *findShape(options.shape.empty() ? kStandard : options.shape);
        base = standardConfig(shape);
        base.device = "cpu";
        base.threads = 1;
        data = standardData(shape.inputs, kRows);
    }
    const ModelShape shape = modelShape(base, *data);
    return studySubject(std::move(base), std::move(data), shape, engine.info());
}

/// The file is written as asked for; what cannot be written is an error after the table was printed.
int show(const StudyOptions& options, const MemoryStudy& study) {
    if (options.json) {
        std::printf("%s\n", studyJson(study).c_str());
    } else {
        std::printf("%s\n", studyText(study).c_str());
        if (study.finished())
            for (const Phrase& finding : studyFindings(study)) std::printf("%s\n", plainText(finding).c_str());
        if (options.experiment.given()) std::printf("\n%s\n", studyCommand(study).c_str());
    }
    if (options.csv.empty()) return kDone;
    const auto written = writeFileDurably(options.csv, studyCsv(study));
    return written.ok() ? static_cast<int>(kDone) : fail(written.error(), options.json);
}

int studyMemory(const StudyOptions& options) {
    if (options.experiment.given() && !options.shape.empty())
        return fail(
            {ErrorCode::InvalidInput, "--shape is a standard shape; leave it out to study an experiment of your own"},
            options.json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    auto subject = makeSubject(options, **engine);
    if (!subject.ok()) return fail(subject.error(), options.json);
    installSignals();
    EngineLabMachine machine(*engine, subject->data, {});
    ProgressLine progress(options.json);
    MemoryStudy soFar;
    const auto study = runMemoryStudy(
        planMemoryStudy(std::move(*subject), {options.only.begin(), options.only.end()}), machine,
        [&](const MemoryStudy& now) {
            if (now.done != soFar.done) soFar = now;
            progress.show(std::to_string(now.done) + " of " + std::to_string(now.total) + " runs", 0, now.secondsLeft);
            return signalCount == 0;
        });
    progress.end();
    if (study.ok()) return show(options, *study);
    if (signalCount == 0) return fail(study.error(), options.json);
    if (isStopReported(soFar.done, options.json)) (void)show(options, soFar);
    return kInterrupted;
}

}  // namespace

CommandAction setStudy(CLI::App& app) {
    const auto options = std::make_shared<StudyOptions>();
    app.require_subcommand(1);
    auto* memory = app.add_subcommand(
        "memory",
        "Forecast and measured memory by cause: model, batch, length, storage of activations, data, at the moment of "
        "the peak, which the causes add up to. Without an experiment: of a standard shape");
    options->experiment.addTo(*memory);
    std::vector<std::string> shapes;
    for (const StandardShape& shape : standardShapes()) shapes.emplace_back(shape.key);
    memory
        ->add_option("--shape", options->shape,
                     std::string("A standard shape instead of an experiment (") + kStandard + ")")
        ->check(CLI::IsMember(shapes));
    memory
        ->add_option("--only", options->only,
                     "Factors that are varied, separated by commas: " + CLI::detail::join(studyFactors(), ", "))
        ->delimiter(',')
        ->check(CLI::IsMember(studyFactors()));
    memory->add_option("--csv", options->csv, "Also writes the table to this file");
    memory->add_flag("--json", options->json, "One JSON object");
    return [options] { return studyMemory(*options); };
}

}  // namespace gatelab::worker

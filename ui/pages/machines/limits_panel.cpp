// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/machines/limits_panel.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "runs/run_controller.h"
#include "session/confined_job.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

namespace gatelab {

namespace {
constexpr int kMostMiB = 1 << 24, kMostProcesses = 1 << 20, kMemoryStep = 256;
constexpr double kMostProcessors = 4096;
}  // namespace

LimitsPanel::LimitsPanel(RunController& runs, QWidget* parent)
    : QWidget(parent),
      runs_(runs),
      memory_(new QSpinBox),
      processes_(new QSpinBox),
      processors_(new QDoubleSpinBox),
      sandbox_(new QCheckBox(tr("In a sandbox"))),
      problem_(new QLabel),
      means_(new WrappedLabel("note")),
      readJob_(new BackgroundJob(this)),
      keepJob_(new BackgroundJob(this)) {
    auto* about = new WrappedLabel("note");
    about->setFullText(
        tr("Each job of the queue that trains beside others, and each run in a process of its own, keeps within this. "
           "A change is for those that begin after it."));
    memory_->setRange(0, kMostMiB);
    memory_->setSingleStep(kMemoryStep);
    memory_->setSuffix(tr(" MiB"));
    processors_->setRange(0, kMostProcessors);
    processors_->setDecimals(1);
    processes_->setRange(0, kMostProcesses);
    sandbox_->setToolTip(
        tr("Under bubblewrap: all files to be read, only the workspace to be written, and no network"));
    problem_->setProperty("role", "error");
    auto* form = new QFormLayout;
    const auto add = [form](const QString& name, QAbstractSpinBox* box) {
        box->setSpecialValueText(tr("no limit"));
        box->setKeyboardTracking(false);
        box->setAccessibleName(name);
        form->addRow(name, box);
    };
    add(tr("Memory"), memory_);
    add(tr("Processors"), processors_);
    add(tr("Processes and threads"), processes_);
    form->addRow(QString(), sandbox_);
    makeColumn(this, {}, 8, {about, form, problem_, means_, spring()});
    for (QSpinBox* box : {memory_, processes_}) connect(box, &QSpinBox::valueChanged, this, &LimitsPanel::keep);
    connect(processors_, &QDoubleSpinBox::valueChanged, this, &LimitsPanel::keep);
    connect(sandbox_, &QCheckBox::toggled, this, &LimitsPanel::keep);
    connect(&runs_, &RunController::workspaceChanged, this, &LimitsPanel::read);
    means_->setFullText(tr("Kept by: %1.").arg(translated(confinementHere())));
    showLimits({});
    read();
}

LimitsPanel::~LimitsPanel() = default;

void LimitsPanel::read() {
    const auto workspace = runs_.workspace();
    setEnabled(workspace != nullptr);
    if (!workspace) return;
    readJob_->run<Result<JobLimits>>([workspace](const Progress&) { return readLimits(workspace->folder()); },
                                     [this, workspace](const Result<JobLimits>& limits) {
                                         if (workspace != runs_.workspace()) return;
                                         problem_->setText(limits.ok() ? QString() : translated(limits.error()));
                                         showLimits(limits.ok() ? *limits : JobLimits());
                                     });
}

void LimitsPanel::showLimits(const JobLimits& limits) {
    known_ = limits;
    const QSignalBlocker memory(memory_), processors(processors_), processes(processes_), sandbox(sandbox_);
    memory_->setValue(static_cast<int>(limits.memoryMiB));
    processors_->setValue(limits.processors);
    processes_->setValue(static_cast<int>(limits.processes));
    sandbox_->setChecked(limits.isSandboxed);
}

JobLimits LimitsPanel::edited() const {
    return {memory_->value(), processors_->value(), processes_->value(), sandbox_->isChecked()};
}

void LimitsPanel::keep() {
    const auto workspace = runs_.workspace();
    const JobLimits wanted = edited();
    const auto usable = checkLimits(wanted);
    problem_->setText(usable.ok() ? QString() : translated(usable.error()));
    if (!workspace || !usable.ok() || wanted == known_ || keepJob_->running()) return;
    known_ = wanted;
    keepJob_->run<Result<>>([workspace, wanted](const Progress&) { return keepLimits(workspace->folder(), wanted); },
                            [this](const Result<>& kept) {
                                if (!kept.ok()) runs_.reportProblem(translated(kept.error()));
                                if (known_ != edited()) keep();
                            });
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/export_dialog.h"

#include "common/background_job.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "runs/run_controller.h"
#include "store/record/run_folder.h"
#include "widgets/button.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"
#include "widgets/thin_progress.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QRadioButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {
constexpr int kWidth = 560, kSteps = 1000, kIndent = 24;
}

ExportDialog::ExportDialog(Theme& theme, RunController& runs, const QString& runId, QWidget* parent, Export work)
    : QDialog(parent),
      runs_(&runs),
      run_(runId),
      work_(work ? std::move(work) : Export(exportRun)),
      job_(new BackgroundJob(this)),
      int8_(new QCheckBox(tr("Weights in bytes (INT8): a third of the size, with an error that is told"))),
      progress_(new ThinProgress),
      result_(new WrappedLabel("note")) {
    const RunSummary* run = runs.findRun(runId);
    setWindowTitle(run ? tr("Export %1").arg(fromUtf8(run->name)) : tr("Export"));
    auto* column = makeColumn(this, {16, 16, 16, 16}, 4);
    for (const ExportKindRow& row : exportKinds()) {
        auto* kind = new QRadioButton(translated(row.label));
        auto* help = new WrappedLabel("note");
        help->setFullText(translated(row.help));
        help->setContentsMargins(kIndent, 0, 0, 4);
        kind->setAccessibleDescription(help->fullText());
        connect(kind, &QRadioButton::toggled, this, &ExportDialog::refresh);
        kinds_.push_back(kind);
        column->addWidget(kind);
        column->addWidget(help);
        if (row.kind != ExportKind::C) continue;
        auto* indented = new QHBoxLayout;
        indented->setContentsMargins(kIndent, 0, 0, 4);
        indented->addWidget(int8_);
        column->addLayout(indented);
    }
    progress_->setRange(0, kSteps);
    result_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addSpacing(8);
    column->addWidget(progress_);
    column->addWidget(result_);
    stop_ = makeButton({}, tr("Stop"), this, [this] { stop(); });
    auto* leave = makeButton({}, tr("Close"), this, &QDialog::reject);
    export_ = makeButton({}, tr("Export..."), this, [this] { askPath(); });
    export_->setProperty("primary", true);
    for (QPushButton* button : {stop_, leave}) button->setAutoDefault(false);
    column->addLayout(makeRow({spring(), stop_, leave, export_}));
    connect(job_, &BackgroundJob::progressed, this, [this](double share) {
        if (share >= 0) progress_->setValue(static_cast<int>(std::lround(share * kSteps)));
    });
    // Before the first refresh: a window with a parent begins 100 wide, and so narrow every line is long.
    resize(qRound(kWidth * theme.textScale()), 0);
    kinds_.front()->setChecked(true);
    refresh();
}

void ExportDialog::open(Theme& theme, RunController& runs, const QString& runId, QWidget* parent, ExportKind kind) {
    if (!runs.findRun(runId)) return;
    auto* dialog = new ExportDialog(theme, runs, runId, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->choose(kind);
    dialog->open();
}

void ExportDialog::choose(ExportKind kind) {
    kinds_[static_cast<std::size_t>(kind)]->setChecked(true);
    kinds_[static_cast<std::size_t>(kind)]->setFocus(Qt::OtherFocusReason);
}

ExportKind ExportDialog::chosen() const {
    const auto found = std::ranges::find_if(kinds_, [](const QRadioButton* one) { return one->isChecked(); });
    return static_cast<ExportKind>(found == kinds_.end() ? 0 : found - kinds_.begin());
}

bool ExportDialog::running() const { return job_->running(); }
QString ExportDialog::result() const { return result_->fullText(); }
void ExportDialog::stop() { job_->cancel(), refresh(); }

void ExportDialog::askPath() {
    const ExportKindRow& row = exportKind(chosen());
    const QString suffix = QString::fromLatin1(row.suffix), title = tr("Export as %1").arg(translated(row.label));
    const QString path =
        suffix.isEmpty() ? QFileDialog::getExistingDirectory(this, title)
                         : QFileDialog::getSaveFileName(this, title, run_ + suffix,
                                                        QStringLiteral("%1 (*%2)").arg(translated(row.label), suffix));
    if (!path.isEmpty()) exportTo(path);
}

void ExportDialog::exportTo(const QString& path) {
    const auto workspace = runs_->workspace();
    if (running() || !workspace) return;
    RunExportRequest request;
    request.runFolder = runFolderIn(workspace->folder(), run_.toStdString());
    request.kind = chosen();
    request.path = toPath(path);
    request.int8 = request.kind == ExportKind::C && int8_->isChecked();
    // Each kind of folder in one of its own: the chosen one may hold other things.
    if (*exportKind(request.kind).suffix == '\0')
        request.path /= run_.toStdString() + "-" + exportKind(request.kind).key;
    result_->setFullText({});
    progress_->setValue(0);
    job_->run<Result<RunExport>>(
        [request, work = work_, engine = runs_->sharedEngine()](const Progress& progress) {
            const OpenEngine open = [engine]() -> Result<std::shared_ptr<Engine>> {
                if (engine) return engine;
                return openEngine();
            };
            return work(request, open, progress);
        },
        [this](const Result<RunExport>& made) { finish(made); });
    refresh();
}

void ExportDialog::finish(const Result<RunExport>& made) {
    QStringList lines;
    if (!made.ok()) {
        lines << translated(made.error());
    } else {
        for (const auto& file : made->files) lines << savedText(fromPath(file));
        if (made->check) lines << translated(exportCheckPhrase(*made->check));
        for (const Phrase& note : made->notes) lines << translated(note);
    }
    result_->setFullText(lines.join(QLatin1Char('\n')));
    setStyleProperty(result_, "role", made.ok() ? "note" : "error");
    refresh();
}

void ExportDialog::refresh() {
    int8_->setEnabled(!running() && chosen() == ExportKind::C);
    for (QRadioButton* kind : kinds_) kind->setEnabled(!running());
    progress_->setVisible(running());
    stop_->setVisible(running());
    export_->setEnabled(!running());
    result_->setVisible(!result_->fullText().isEmpty());
    // Wrapped labels are higher than their hint says.
    setMinimumHeight(layout()->totalHeightForWidth(width()));
}

}  // namespace gatelab

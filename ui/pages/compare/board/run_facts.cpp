// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/run_facts.h"

#include "base/overloaded.h"
#include "common/background_job.h"
#include "common/field_text.h"
#include "common/responder.h"
#include "common/texts.h"
#include "config/field_use.h"
#include "config/tasks/driven_system.h"
#include "models/run_columns.h"
#include "models/run_figures.h"
#include "pages/compare/board/run_identity.h"
#include "run/curves/further_metrics.h"
#include "runs/lineage.h"
#include "runs/run_controller.h"
#include "store/checkpoint.h"
#include "store/imported_run.h"
#include "store/record/run_folder.h"
#include "store/run_command.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/fold_button.h"
#include "widgets/labels/wrapped_label.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace gatelab {

/// What only the disk knows of a run.
struct RunFacts::Folder {
    QString path;
    std::vector<std::pair<QString, qint64>> files;  ///< name in the folder, bytes
    std::vector<CheckpointInfo> checkpoints;
    QString problem;  ///< why it could not be read fully; empty: fine
};

namespace {

constexpr int kLogHeight = 120;

QString orDash(const std::string& text) { return text.empty() ? QStringLiteral("-") : fromUtf8(text); }
QString moment(double wall) { return wall > 0 ? formatMoment(wall) : QStringLiteral("-"); }

/// Empty: nothing that belongs in a log.
QString eventText(const RunEvent& event) {
    return std::visit(
        overloaded{
            [&](const EpochEnd& end) {
                return std::isnan(end.validationLoss)
                           ? RunFacts::tr("epoch %1 ended").arg(event.epoch)
                           : RunFacts::tr("epoch %1 ended, validation loss %2")
                                 .arg(QString::number(event.epoch), formatNumber(end.validationLoss));
            },
            [](const NewBest& best) {
                return RunFacts::tr("best validation loss so far: %1").arg(formatNumber(best.validationLoss));
            },
            [](const SavedCheckpoint& saved) { return RunFacts::tr("checkpoint %1").arg(fromUtf8(saved.folder)); },
            [](const RunEnd& end) {
                return end.why.empty() ? RunFacts::tr("ended") : RunFacts::tr("ended: %1").arg(translated(end.why));
            },
            [](const RunMarker& marker) { return markerText(marker); },
            [](const RunWarning& warning) { return translated(warning.text); },
            [](const DisturbedTiming& timing) { return translated(timing.cause); },
            [](const auto&) { return QString(); }},
        event.what);
}

/// Lines from the events of a run, oldest first: "0:12, step 40: ...".
QString logOf(const RunView& run) {
    QStringList lines;
    for (const RunEvent& event : run.events)
        if (const QString what = eventText(event); !what.isEmpty())
            lines << RunFacts::tr("%1, step %2: %3").arg(formatDuration(event.seconds), formatCount(event.step), what);
    return lines.join(QLatin1Char('\n'));
}

/// Of a run that another program tracked: what is known of it, and what is not.
KeyValueList::Rows importedFacts(const RunView& run, const QString& state) {
    const RunSummary& summary = run.summary;
    const ImportedRun& from = importedFrom(summary);
    KeyValueList::Rows rows{
        {RunFacts::tr("State"), state},
        {RunFacts::tr("Imported from"), fromUtf8(from.tool)},
        {RunFacts::tr("Project"), orDash(from.project)},
        {RunFacts::tr("Id there"), orDash(from.key)},
        {RunFacts::tr("Read from"), orDash(from.source)},
        {RunFacts::tr("Started"), moment(summary.created)},
        {RunFacts::tr("Ended"), moment(summary.ended)},
        {RunFacts::tr("Training time"), formatDuration(summary.seconds)},
        {RunFacts::tr("Epochs"),
         from.hasEpochs ? formatCount(summary.epoch) : RunFacts::tr("not known: steps stand in their place")}};
    if (summary.bestEpoch >= 0)
        rows.emplace_back(RunFacts::tr("Best validation loss"), formatNumber(summary.bestValidation));
    for (const auto& [key, value] : *summary.lastValues) {
        const auto channel = findChannel(key);
        if (!channel) continue;
        const QString name = channel->metric == kFurtherMetric ? fromUtf8(furtherName(channel->layer))
                                                               : translated(metric(channel->metric).label);
        rows.emplace_back(RunFacts::tr("Last %1").arg(name), formatNumber(value));
    }
    for (const auto& [name, value] : from.tags)
        rows.emplace_back(RunFacts::tr("Tag %1").arg(fromUtf8(name)), fromUtf8(value));
    if (!summary.note.empty()) rows.emplace_back(RunFacts::tr("Note"), fromUtf8(summary.note));
    return rows;
}

void addScores(const RunView& run, KeyValueList::Rows& rows) {
    const BestFigure best = bestFigure(run);
    const bool isMeasured = std::isfinite(best.value) || hasValidation(*run.summary.config);
    const SelectionScore judged = selectionScore(run.summary.config);
    rows.emplace_back(judged.curve == MetricId::ValidationLoss
                          ? RunFacts::tr("Best validation %1").arg(bestValidationName(run.summary.config))
                          : RunFacts::tr("Best validation loss"),
                      !isMeasured           ? best.label
                      : best.when.isEmpty() ? formatNumber(best.value)
                                            : RunFacts::tr("%1, %2").arg(formatNumber(best.value), best.when));
    if (const QString verdict = baselineVerdict(run); !verdict.isEmpty())
        rows.emplace_back(RunFacts::tr("Against the baselines"), verdict);
    const bool isDriven = isDrivenSystem(run.summary.config);
    for (const TestScore& score : run.scores)
        if (const Score* row = findScore(score.metric);
            row && score.method == "model" && !(row->isShare && score.scale == "standardised"))
            rows.emplace_back(RunFacts::tr("Test %1").arg(isDriven && score.metric == "r2"
                                                              ? QStringLiteral("NSE")
                                                              : scoreName(*row, score.scale, run.plan.unit)),
                              formatNumber(score.value));
}

/// Memory and time per epoch, forecast and measured.
void addForecasts(const RunView& run, KeyValueList::Rows& rows) {
    for (const MemoryRow& row : memoryRows(run))
        rows.emplace_back(row.name, row.note.isEmpty() ? row.value : row.value + QLatin1Char('\n') + row.note);
    const RunForecastScores forecasts = forecastScores(run);
    QStringList epoch{forecastText(forecasts.epoch,
                                   [](double seconds) { return RunFacts::tr("%1 s").arg(formatNumber(seconds, 3)); })};
    for (const Phrase& note : epochForecastNotes(forecasts)) epoch << translated(note);
    rows.emplace_back(RunFacts::tr("Time per epoch"), epoch.join(QLatin1Char('\n')));
}

KeyValueList::Rows factsOf(const RunView& run, const QString& state) {
    const RunSummary& summary = run.summary;
    KeyValueList::Rows rows{{RunFacts::tr("State"), state}};
    if (const QString problem = runProblem(run); !problem.isEmpty())
        rows.emplace_back(RunFacts::tr("Problem"), problem);
    addScores(run, rows);
    if (!summary.changes.empty())
        rows.emplace_back(RunFacts::tr("Changed while it ran"), runChangesLines(summary.changes));
    rows.emplace_back(RunFacts::tr("Started"), moment(summary.created));
    rows.emplace_back(RunFacts::tr("Training time"), formatDuration(summary.seconds));
    rows.emplace_back(RunFacts::tr("Timing"), disturbanceText(run));
    addForecasts(run, rows);
    if (!summary.parent.empty())
        rows.emplace_back(RunFacts::tr("Parent"),
                          summary.branchStep >= 0 ? RunFacts::tr("%1, branched at its step %2")
                                                        .arg(fromUtf8(summary.parent), formatCount(summary.branchStep))
                                                  : fromUtf8(summary.parent));
    rows.emplace_back(RunFacts::tr("Seed"), QString::number(summary.config->seed));
    rows.emplace_back(RunFacts::tr("Data"), orDash(summary.dataName));
    rows.emplace_back(RunFacts::tr("Data file"), orDash(summary.config->dataPath));
    for (auto& row : identityRows(run)) rows.push_back(std::move(row));
    rows.emplace_back(RunFacts::tr("Windows: train, validation, test"),
                      run.plan.totalSteps > 0
                          ? RunFacts::tr("%1, %2, %3")
                                .arg(formatCount(run.plan.trainWindows), formatCount(run.plan.validationWindows),
                                     formatCount(run.plan.testWindows))
                          : QStringLiteral("-"));
    if (!summary.tags.empty()) rows.emplace_back(RunFacts::tr("Tags"), fromUtf8(summary.tags));
    if (!summary.note.empty()) rows.emplace_back(RunFacts::tr("Note"), fromUtf8(summary.note));
    return rows;
}

KeyValueList::Rows machineOf(const RunView& run) {
    const RunPlanInfo& plan = run.plan;
    KeyValueList::Rows rows{{RunFacts::tr("Device"), orDash(plan.device)},
                            {RunFacts::tr("Why this device"),
                             plan.deviceReason.empty() ? QStringLiteral("-") : translated(plan.deviceReason)},
                            {RunFacts::tr("Implementation"), layerText(run)},
                            {RunFacts::tr("Precision"), orDash(plan.precision)},
                            {RunFacts::tr("Threads"), formatCount(plan.threads)},
                            {RunFacts::tr("Parameters"), formatCount(plan.parameters)},
                            {RunFacts::tr("Engine"), orDash(plan.engine)}};
    for (auto& row : environmentRows(run)) rows.push_back(std::move(row));
    return rows;
}

}  // namespace

/// Names and sizes only. Blocks; for a job.
RunFacts::Folder RunFacts::readFolder(const std::string& runFolder) {
    const std::filesystem::path path(runFolder);
    Folder folder;
    folder.path = fromPath(path);
    std::error_code error;
    std::filesystem::recursive_directory_iterator entry(path, error);
    for (const std::filesystem::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
        std::error_code gone;  // a run that goes on makes and takes files
        const auto bytes = entry->is_regular_file(gone) ? entry->file_size(gone) : 0;
        if (!gone && entry->is_regular_file(gone))
            folder.files.emplace_back(fromPath(entry->path().lexically_relative(path)), static_cast<qint64>(bytes));
    }
    if (error) folder.problem = fromUtf8(error.message());
    std::ranges::sort(folder.files);
    folder.checkpoints = CheckpointStore(path).list();
    return folder;
}

RunFacts::RunFacts(Theme& theme, RunController& runs, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      runs_(&runs),
      job_(new BackgroundJob(this)),
      fold_(new FoldButton(theme, tr("Facts"))),
      content_(new QWidget),
      column_(new QVBoxLayout(content_)) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(4);
    connect(fold_, &QToolButton::toggled, this, &RunFacts::unfold);
    outer->addWidget(fold_, 0, Qt::AlignLeft);
    outer->addWidget(content_);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(4);
    facts_ = addList(tr("Result and data"));
    settings_ = addList(tr("Settings"));
    settingsNote_ = makeLabel({}, "note");
    settingsNote_->setWordWrap(true);
    column_->addWidget(settingsNote_);
    machine_ = addList(tr("Machine"));
    checkpoints_ = new QWidget;
    auto* checkpointsTitle = makeLabel(tr("Checkpoints"), "section");
    column_->addWidget(checkpointsTitle);
    (new QVBoxLayout(checkpoints_))->setContentsMargins(0, 0, 0, 0);
    column_->addWidget(checkpoints_);
    files_ = addList(tr("Files"));
    folder_ = new WrappedLabel("mono");
    column_->addWidget(folder_);
    column_->addWidget(makeLabel(tr("Log"), "section"));
    log_ = new QPlainTextEdit;
    log_->setReadOnly(true);
    log_->setAccessibleName(tr("Log of the run"));
    log_->setFixedHeight(qRound(kLogHeight * theme.textScale()));
    column_->addWidget(log_);
    auto* head = new QHBoxLayout;
    auto* commandTitle = makeLabel(tr("Made again by"), "section");
    head->addWidget(commandTitle, 1);
    auto* copy = makeButton(theme.icon(QStringLiteral("copy")), tr("Copy"), this,
                            [this] { QApplication::clipboard()->setText(command()); });
    copy->setProperty("compact", true);
    head->addWidget(copy);
    column_->addLayout(head);
    command_ = new WrappedLabel("mono");
    command_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    folder_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column_->addWidget(command_);
    ownParts_ = {machine_, checkpointsTitle, checkpoints_, commandTitle, copy, command_};
    unfold(false);
}

KeyValueList* RunFacts::addList(const QString& title) {
    column_->addWidget(makeLabel(title, "section"));
    auto* list = new KeyValueList;
    list->setAccessibleName(title);
    column_->addWidget(list);
    return list;
}

bool RunFacts::isOpen() const { return fold_->isChecked(); }

void RunFacts::setOpen(bool on) { fold_->setChecked(on); }

void RunFacts::unfold(bool on) {
    content_->setVisible(on);
    fill();
}

void RunFacts::showRun(std::shared_ptr<const RunView> run, const QString& state) {
    run_ = std::move(run);
    state_ = state;
    setVisible(run_ != nullptr);
    fill();
}

void RunFacts::fill() {
    if (!isOpen() || !run_) return;
    const bool isOwn = hasSettings(run_->summary);
    facts_->setRows(isOwn ? factsOf(*run_, state_) : importedFacts(*run_, state_));
    machine_->setRows(isOwn ? machineOf(*run_) : KeyValueList::Rows());
    for (QWidget* part : ownParts_) part->setVisible(isOwn);
    fillSettings();
    fillText();
    readFolderOfRun();
}

void RunFacts::fillSettings() {
    const ExperimentConfig& config = run_->summary.config;
    KeyValueList::Rows rows;
    if (!hasSettings(run_->summary)) {
        for (const auto& [name, value] : importedFrom(run_->summary).parameters)
            rows.emplace_back(fromUtf8(name), fromUtf8(value));
        settings_->setRows(rows);
        settingsNote_->setText(tr("Not known. These are the parameters of %1, as they are there.")
                                   .arg(fromUtf8(importedFrom(run_->summary).tool)));
        return;
    }
    for (const Field& field : fields()) {
        const FieldValue value = fieldValue(config, field), usual = defaultValue(field);
        if (value == usual) continue;
        rows.emplace_back(translated(field.label),
                          tr("%1 (default %2)").arg(displayValue(field, value), displayValue(field, usual)));
    }
    settings_->setRows(rows);
    settingsNote_->setText(
        tr("%1 of %2 differ from the default").arg(static_cast<int>(rows.size())).arg(fields().size()));
}

void RunFacts::fillText() {
    const RunSummary* parent = runs_->findRun(fromUtf8(run_->summary.parent));
    const auto workspace = runs_->workspace();
    // The same text again would lose the place where a person reads.
    if (const QString log = logOf(*run_); log_->toPlainText() != log) log_->setPlainText(log);
    if (!hasSettings(run_->summary)) return;
    QStringList lines{fromUtf8(reproduceCommand(
        run_->summary, parent, workspace ? workspace->folder() : std::filesystem::path(), &run_->plan))};
    for (const Phrase& caveat : commandCaveats(run_->summary, parent))
        lines << QStringLiteral("# ") + translated(caveat);
    command_->setFullText(lines.join(QLatin1Char('\n')));
}

/// Anew where the run is another one or has come on.
void RunFacts::readFolderOfRun() {
    const auto workspace = runs_->workspace();
    if (!workspace || (readId_ == run_->id && readStep_ == run_->summary.step) || job_->running()) return;
    if (readId_ != run_->id) showFolder({});
    readId_ = run_->id, readStep_ = run_->summary.step;
    const std::string path = runFolderIn(workspace->folder(), readId_.toStdString()).string();
    job_->run<Folder>([path](const Progress&) { return readFolder(path); },
                      [this, id = readId_](const Folder& folder) {
                          if (run_ && run_->id == id) return showFolder(folder);
                          readId_.clear();
                          fill();
                      });
}

void RunFacts::showFolder(const Folder& folder) {
    folder_->setFullText(folder.problem.isEmpty() ? folder.path : tr("%1: %2").arg(folder.path, folder.problem));
    KeyValueList::Rows rows;
    for (const auto& [name, bytes] : folder.files) rows.emplace_back(name, formatBytes(static_cast<double>(bytes)));
    files_->setRows(rows);
    qDeleteAll(checkpoints_->findChildren<QPushButton*>(Qt::FindDirectChildrenOnly));
    for (const CheckpointInfo& info : folder.checkpoints) {
        const QString reason = !info.problem.empty() ? translated(info.problem)
                               : info.best ? tr("%1, best").arg(translated(checkpointReasonLabel(info.reason)))
                                           : translated(checkpointReasonLabel(info.reason));
        const QString place = tr("step %1, epoch %2").arg(formatCount(info.step), formatCount(info.epoch));
        auto* button = makeButton({}, tr("%1: %2").arg(place, reason), this, [this, step = info.step] {
            responderOf(*this).ask(Command(QStringLiteral("again"), readId_, QString::number(step)));
        });
        button->setProperty("link", true);
        button->setEnabled(info.problem.empty());
        button->setToolTip(
            tr("Train again from it\nCheckpoint %1, saved %2, %3")
                .arg(formatCount(info.generation), moment(info.wall), formatBytes(static_cast<double>(info.bytes))));
        checkpoints_->layout()->addWidget(button);
        checkpoints_->layout()->setAlignment(button, Qt::AlignLeft);
    }
}

QString RunFacts::command() const { return command_->fullText(); }

QString RunFacts::value(const QString& name) const {
    for (const KeyValueList* list : {facts_, settings_, machine_, files_})
        if (const QString found = list->value(name); !found.isEmpty()) return found;
    return {};
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/run_details.h"

#include "base/overloaded.h"
#include "common/background_job.h"
#include "common/field_text.h"
#include "common/responder.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "config/field_use.h"
#include "models/run_columns.h"
#include "models/run_figures.h"
#include "pages/train/chart_grid.h"
#include "pages/train/run_identity.h"
#include "runs/lineage.h"
#include "runs/run_controller.h"
#include "runs/run_loader.h"
#include "store/record/run_folder.h"
#include "store/run_command.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/empty_state.h"
#include "widgets/key_values.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/tables/table_style.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDateTime>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <system_error>

namespace gatelab {

namespace {

constexpr int kTableHeight = 220, kTextHeight = 120;

QTableWidget* makeTable(const QStringList& heads, const QString& name) {
    auto* table = new QTableWidget(0, static_cast<int>(heads.size()));
    table->setHorizontalHeaderLabels(heads);
    table->setAccessibleName(name);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setMinimumHeight(kTableHeight);
    styleTable(*table);
    return table;
}

void addRow(QTableWidget& table, const QStringList& texts) {
    const int row = table.rowCount();
    table.insertRow(row);
    for (int column = 0; column < texts.size(); ++column) {
        table.setItem(row, column, new QTableWidgetItem(texts[column]));
        table.item(row, column)->setToolTip(texts[column]);
    }
}

QPlainTextEdit* makeText(const QString& name) {
    auto* text = new QPlainTextEdit;
    text->setReadOnly(true);
    text->setAccessibleName(name);
    text->setMinimumHeight(kTextHeight);
    return text;
}

/// With a comment on what it does not repeat.
QString commandOf(const RunSummary& run, const RunSummary* parent, const std::filesystem::path& workspace,
                  const RunPlanInfo& plan) {
    QString command = fromUtf8(reproduceCommand(run, parent, workspace, &plan));
    for (const Phrase& caveat : commandCaveats(run, parent)) command += QStringLiteral("\n# ") + translated(caveat);
    return command;
}

QString clock(double wall) {
    return wall > 0 ? QDateTime::fromSecsSinceEpoch(static_cast<qint64>(wall))
                          .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))
                    : QStringLiteral("-");
}

}  // namespace

RunFolderFacts readRunFolder(const std::filesystem::path& folder) {
    RunFolderFacts facts;
    facts.folder = fromPath(folder);
    std::error_code error;
    std::filesystem::recursive_directory_iterator entry(folder, error);
    for (const std::filesystem::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
        std::error_code gone;  // a run that goes on makes and takes files
        const auto bytes = entry->is_regular_file(gone) ? entry->file_size(gone) : 0;
        if (!gone && entry->is_regular_file(gone))
            facts.files.push_back({fromPath(entry->path().lexically_relative(folder)), static_cast<qint64>(bytes)});
    }
    if (error) facts.problem = fromUtf8(error.message());
    std::sort(facts.files.begin(), facts.files.end(),
              [](const RunFile& a, const RunFile& b) { return a.name < b.name; });
    facts.checkpoints = CheckpointStore(folder).list();
    return facts;
}

namespace {

/// Empty: nothing that belongs in a log.
QString logText(const RunEvent& event) {
    return std::visit(
        overloaded{
            [&](const EpochEnd& end) {
                return std::isnan(end.validationLoss) ? RunDetails::tr("epoch %1 ended").arg(event.epoch)
                                                      : RunDetails::tr("epoch %1 ended, validation loss %2")
                                                            .arg(event.epoch)
                                                            .arg(formatNumber(end.validationLoss));
            },
            [](const NewBest& best) {
                return RunDetails::tr("best validation loss so far: %1").arg(formatNumber(best.validationLoss));
            },
            [](const SavedCheckpoint& saved) { return RunDetails::tr("checkpoint %1").arg(fromUtf8(saved.folder)); },
            [](const RunEnd& end) {
                return end.why.empty() ? RunDetails::tr("ended") : RunDetails::tr("ended: %1").arg(translated(end.why));
            },
            [](const RunMarker& marker) { return markerText(marker); },
            [](const RunWarning& warning) { return translated(warning.text); },
            [](const DisturbedTiming& timing) { return translated(timing.cause); },
            [](const auto&) { return QString(); }},
        event.what);
}

}  // namespace

QStringList runLog(const RunView& run) {
    QStringList lines;
    for (const RunEvent& event : run.events)
        if (const QString what = logText(event); !what.isEmpty())
            lines
                << RunDetails::tr("%1, step %2: %3").arg(formatDuration(event.seconds), formatCount(event.step), what);
    return lines;
}

RunDetails::RunDetails(Theme& theme, RunController& runs, QWidget* parent)
    : ComparePanel(parent),
      theme_(&theme),
      runs_(&runs),
      loader_(new RunLoader(runs, this)),
      folderJob_(new BackgroundJob(this)),
      content_(new QWidget),
      choice_(new QComboBox),
      charts_(new ChartGrid(theme)),
      settings_(makeTable({tr("Setting"), tr("Value"), tr("Default")}, tr("Settings"))),
      checkpoints_(makeTable({tr("Checkpoint"), tr("Step"), tr("Epoch"), tr("Saved"), tr("Reason"), tr("Size")},
                             tr("Checkpoints"))),
      files_(makeTable({tr("File"), tr("Size")}, tr("Files"))),
      facts_(new KeyValueList),
      machine_(new KeyValueList),
      folder_(new WrappedLabel("mono")),
      settingsNote_(makeLabel({}, "unit")),
      log_(makeText(tr("Log of the run"))),
      command_(makeText(tr("Command that repeats the run"))) {
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    empty_ = new EmptyState(theme, QStringLiteral("compare"),
                            tr("No runs yet. Press Play on the Train page; every run is kept and listed here."));
    page->addWidget(empty_);
    page->addWidget(content_);
    empty_->addButton(tr("Open the Train page"), QStringLiteral("play"), this,
                      [this] { responderOf(*this).ask(Command::show({QStringLiteral("train")})); });
    auto* outer = new QVBoxLayout(content_);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(12);
    choice_->setAccessibleName(tr("Run"));
    choice_->setMinimumWidth(320);
    auto* head = new QHBoxLayout;
    head->addWidget(makeLabel(tr("Run"), "muted"));
    head->addWidget(choice_);
    head->addStretch();
    outer->addLayout(head);
    auto* content = new QWidget;
    auto* columns = new QHBoxLayout(content);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(12);
    columns->addWidget(makeLeft(), 3);
    columns->addWidget(makeRight(), 2);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(content);
    content->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false);
    outer->addWidget(scroll, 1);
    connect(choice_, &QComboBox::activated, this, [this] { choose(choice_->currentData().toString()); });
    connect(runs_, &RunController::runsChanged, this, &RunDetails::refresh);
    connect(runs_, &RunController::ticked, this, [this] {
        if (shown_) charts_->refresh(true);
    });
    connect(loader_, &RunLoader::loaded, this, &RunDetails::refresh);
    connect(loader_, &RunLoader::failed, this,
            [this](const QString& message) { responderOf(*this).reportProblem(message); });
}

QWidget* RunDetails::makeLeft() {
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    Dashboard dashboard;
    for (const char* key : {"loss", "throughput", "memory", "gradient"}) dashboard.show(QString::fromLatin1(key), true);
    dashboard.columns = 1;  // then each has a height of its own
    charts_->setDashboard(dashboard);
    column->addWidget(charts_);
    auto* settings = new Card(tr("Settings"));
    settings->addHeaderWidget(settingsNote_);
    settings->setBodyPadding(0);
    settings_->setMinimumHeight(360);
    settings->body()->addWidget(settings_);
    column->addWidget(settings);
    auto* log = new Card(tr("Log"));
    log->body()->addWidget(log_);
    column->addWidget(log);
    column->addStretch();
    return left;
}

QWidget* RunDetails::makeRight() {
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    const auto add = [column](const QString& title, QWidget* widget, int padding = 12) {
        auto* card = new Card(title);
        card->setBodyPadding(padding);
        card->body()->addWidget(widget);
        column->addWidget(card);
        return card;
    };
    add(tr("Result and data"), facts_);
    add(tr("Machine"), machine_);
    auto* repeat = add(tr("Repeat it on the command line"), command_);
    auto* copy = makeButton(theme_->icon(QStringLiteral("copy")), tr("Copy"), this,
                            [this] { QApplication::clipboard()->setText(command()); });
    copy->setProperty("compact", true);
    repeat->addHeaderWidget(copy);
    auto* kept = add(tr("Checkpoints"), checkpoints_, 0);
    auto* more = new QPushButton(theme_->icon(QStringLiteral("plus")), tr("Train more epochs..."));
    more->setProperty("compact", true);
    connect(more, &QPushButton::clicked, this, [this, more] { Q_EMIT moreAsked(id_, more); });
    kept->addHeaderWidget(more);
    auto* again = new QPushButton(theme_->icon(QStringLiteral("branch")), tr("Run again..."));
    again->setProperty("compact", true);
    again->setToolTip(tr("From the checkpoint that is chosen below, from another one or from the start"));
    connect(again, &QPushButton::clicked, this, [this] {
        const auto* step = checkpoints_->item(checkpoints_->currentRow(), 1);
        responderOf(*this).ask(
            Command(QStringLiteral("again"), id_, step ? step->data(Qt::UserRole).toString() : QString()));
    });
    kept->addHeaderWidget(again);
    auto* files = add(tr("Files"), files_, 0);
    folder_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    folder_->setContentsMargins(12, 4, 12, 8);
    files->body()->addWidget(folder_);
    column->addStretch();
    return right;
}

std::optional<PopoverAnchor> RunDetails::anchor() const { return choice_; }

QString RunDetails::command() const { return command_->toPlainText(); }

void RunDetails::setShown(bool shown) {
    shown_ = shown;
    refresh();
}

void RunDetails::choose(const QString& runId) {
    id_ = runId;
    refresh();
    Q_EMIT findingsChanged();
    Q_EMIT runChosen(true);
}

void RunDetails::showPlace(const Place& place) {
    if (!place.run.isEmpty()) choose(place.run);
}

void RunDetails::fillChoice() {
    QStringList ids;
    for (int i = 0; i < choice_->count(); ++i) ids << choice_->itemData(i).toString();
    QStringList now;
    for (const RunSummary& run : runs_->runs()) now << fromUtf8(run.id);
    if (ids != now) {
        choice_->clear();
        for (const RunSummary& run : runs_->runs()) choice_->addItem(shownRunName(run), fromUtf8(run.id));
    }
    // They may be called otherwise now
    for (int i = 0; i < choice_->count(); ++i)
        if (const RunSummary* run = runs_->findRun(now[i])) choice_->setItemText(i, shownRunName(*run));
    const bool gone = !runs_->findRun(id_);
    if (gone) id_ = now.value(0);
    choice_->setCurrentIndex(static_cast<int>(now.indexOf(id_)));
    if (!gone) return;
    Q_EMIT findingsChanged();
    Q_EMIT runChosen(false);
}

void RunDetails::refresh() {
    if (!shown_) return;
    fillChoice();
    empty_->setVisible(id_.isEmpty());
    content_->setVisible(!id_.isEmpty());
    if (id_.isEmpty()) return;
    loader_->want({id_});
    if (const auto view = loader_->view(id_)) showView(view);
}

void RunDetails::showView(const std::shared_ptr<RunView>& run) {
    if (shownId_ != id_) charts_->setRun(run);
    shownId_ = id_;
    charts_->refresh(true);
    showSettings(run->summary.config);
    showFacts(*run);
    // The same text again would lose the place where a person reads.
    const auto workspace = runs_->workspace();
    const QString command = commandOf(run->summary, runs_->findRun(fromUtf8(run->summary.parent)),
                                      workspace ? workspace->folder() : std::filesystem::path(), run->plan);
    for (const auto& [box, text] : {std::pair(log_, runLog(*run).join('\n')), std::pair(command_, command)})
        if (box->toPlainText() != text) box->setPlainText(text);
    if (workspace)
        folderJob_->run<RunFolderFacts>([folder = runFolderIn(workspace->folder(), id_.toStdString())](
                                            const Progress&) { return readRunFolder(folder); },
                                        [this](const RunFolderFacts& facts) { showFolder(facts); });
}

/// Changed ones first, in bold.
void RunDetails::showSettings(const ExperimentConfig& config) {
    if (settings_->rowCount() > 0 && config == shownConfig_) return;
    shownConfig_ = config;
    settings_->setRowCount(0);
    int changed = 0;
    for (const bool wanted : {true, false})
        for (const Field& field : fields()) {
            const FieldValue value = fieldValue(config, field), usual = defaultValue(field);
            if ((value != usual) != wanted) continue;
            addRow(*settings_, {translated(field.label), displayValue(field, value),
                                wanted ? displayValue(field, usual) : QString()});
            settings_->item(settings_->rowCount() - 1, 0)->setToolTip(translated(field.help));
            if (!wanted) continue;
            ++changed;
            for (int column = 0; column < 2; ++column) {
                settings_->item(settings_->rowCount() - 1, column)->setFont(theme_->font(13, 600));
                settings_->item(settings_->rowCount() - 1, column)->setBackground(theme_->palette().infoTint);
            }
        }
    settingsNote_->setText(tr("%1 of %2 differ from the default").arg(changed).arg(fields().size()));
    fitColumns(*settings_);
}

void RunDetails::showFacts(const RunView& run) {
    const RunSummary& summary = run.summary;
    const auto or_ = [](const std::string& text) { return text.empty() ? QStringLiteral("-") : fromUtf8(text); };
    KeyValueList::Rows rows;
    const BestFigure best = bestFigure(run);
    rows.emplace_back(tr("State"), runStateText(summary));
    if (const QString problem = runProblem(run); !problem.isEmpty()) rows.emplace_back(tr("Problem"), problem);
    rows.emplace_back(tr("Best validation loss"),
                      !std::isfinite(best.value) && !hasValidation(*summary.config) ? best.label
                      : best.when.isEmpty()                                         ? formatNumber(best.value)
                                            : tr("%1, %2").arg(formatNumber(best.value), best.when));
    for (const TestScore& score : run.scores)
        if (const Score* row = findScore(score.metric);
            row && score.method == "model" && !(row->isShare && score.scale == "standardised"))
            rows.emplace_back(tr("Test %1").arg(scoreName(*row, score.scale, run.plan.unit)),
                              formatNumber(score.value));
    if (!summary.changes.empty()) rows.emplace_back(tr("Changed while it ran"), runChangesLines(summary.changes));
    rows.emplace_back(tr("Started"), clock(summary.created));
    rows.emplace_back(tr("Training time"), formatDuration(summary.seconds));
    rows.emplace_back(tr("Timing"), disturbanceText(run));
    const RunForecastScores forecasts = forecastScores(run);
    for (const MemoryRow& row : memoryRows(run))
        rows.emplace_back(row.name, row.note.isEmpty() ? row.value : row.value + QLatin1Char('\n') + row.note);
    QStringList epoch{
        forecastText(forecasts.epoch, [](double seconds) { return tr("%1 s").arg(formatNumber(seconds, 3)); })};
    for (const Phrase& note : epochForecastNotes(forecasts)) epoch << translated(note);
    rows.emplace_back(tr("Time per epoch"), epoch.join(QLatin1Char('\n')));
    rows.emplace_back(
        tr("Parent"),
        summary.branchStep >= 0
            ? tr("%1, branched at its step %2").arg(fromUtf8(summary.parent), formatCount(summary.branchStep))
            : or_(summary.parent));
    rows.emplace_back(tr("Data"), or_(summary.dataName));
    rows.emplace_back(tr("Data file"), or_(summary.config->dataPath));
    for (auto& row : identityRows(run)) rows.push_back(std::move(row));
    rows.emplace_back(tr("Windows: train, validation, test"),
                      run.plan.totalSteps > 0
                          ? tr("%1, %2, %3")
                                .arg(formatCount(run.plan.trainWindows), formatCount(run.plan.validationWindows),
                                     formatCount(run.plan.testWindows))
                          : QStringLiteral("-"));
    rows.emplace_back(tr("Tags"), or_(summary.tags));
    rows.emplace_back(tr("Note"), or_(summary.note));
    facts_->setRows(rows);
    const RunPlanInfo& plan = run.plan;
    rows = {{tr("Device"), or_(plan.device)},
            {tr("Why this device"), plan.deviceReason.empty() ? QStringLiteral("-") : translated(plan.deviceReason)},
            {tr("Implementation"), layerText(run)},
            {tr("Precision"), or_(plan.precision)},
            {tr("Threads"), formatCount(plan.threads)},
            {tr("Parameters"), formatCount(plan.parameters)},
            {tr("Seed"), QString::number(summary.config->seed)},
            {tr("Engine"), or_(plan.engine)}};
    for (auto& row : environmentRows(run)) rows.push_back(std::move(row));
    machine_->setRows(rows);
}

void RunDetails::showFolder(const RunFolderFacts& facts) {
    folder_->setFullText(facts.problem.isEmpty() ? facts.folder : tr("%1: %2").arg(facts.folder, facts.problem));
    files_->setRowCount(0);
    for (const RunFile& file : facts.files) addRow(*files_, {file.name, formatBytes(static_cast<double>(file.bytes))});
    checkpoints_->setRowCount(0);
    for (const CheckpointInfo& info : facts.checkpoints) {
        const QString reason = info.problem.empty()
                                   ? (info.best ? tr("%1, best").arg(translated(checkpointReasonLabel(info.reason)))
                                                : translated(checkpointReasonLabel(info.reason)))
                                   : translated(info.problem);
        const int row = checkpoints_->rowCount();
        addRow(*checkpoints_, {QString::number(info.generation), formatCount(info.step), formatCount(info.epoch),
                               clock(info.wall), reason, formatBytes(static_cast<double>(info.bytes))});
        checkpoints_->item(row, 1)->setData(Qt::UserRole, QString::number(info.step));
    }
    for (QTableWidget* table : {files_, checkpoints_}) fitColumns(*table);
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/project_dock.h"

#include "common/command_shortcuts.h"
#include "common/responder.h"
#include "common/texts.h"
#include "common/theme.h"
#include "config/choices.h"
#include "config/same_source.h"
#include "form/form_section.h"
#include "models/run_columns.h"
#include "models/run_delegate.h"
#include "models/run_figures.h"
#include "models/runs_model.h"
#include "pages/run_edit_menu.h"
#include "runs/experiment_model.h"
#include "runs/run_actions.h"
#include "runs/run_commands.h"
#include "runs/run_controller.h"
#include "runs/run_loader.h"
#include "verdict/run_groups.h"
#include "widgets/button.h"
#include "widgets/find_line.h"
#include "widgets/labels/elided_label.h"
#include "widgets/layouts.h"
#include "window/window_actions.h"

#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include <algorithm>
#include <span>

namespace gatelab {

namespace {

constexpr int kMargin = 12, kNameGap = 8, kMinName = 24, kMinRows = 3;
constexpr std::size_t kMaxAsked = 200;

/// Of thousands of runs the settings are read one by one: no more are asked than are looked at.
std::span<const RunSummary> newestRuns(const RunController& runs) {
    return std::span(runs.runs()).first(std::min(runs.runs().size(), kMaxAsked));
}

QString dataTitle(const ExperimentModel& experiment) {
    const auto& config = experiment.config();
    if (!config.dataPath.empty()) return QFileInfo(fromUtf8(config.dataPath)).fileName();
    const Choice* choice = findChoice(builtinChoices(), config.builtin);
    return choice ? translated(choice->label) : fromUtf8(config.builtin);
}

QString dataSize(const ExperimentModel& experiment) {
    const auto data = experiment.dataset();
    if (experiment.loading()) return ProjectDock::tr("reading");
    if (!data) return QStringLiteral("-");
    if (data->series)
        return QStringLiteral("%1 × %2").arg(formatCount(data->series->rows()),
                                             formatCount(static_cast<qint64>(data->series->channels.size())));
    return ProjectDock::tr("%1 sequences").arg(formatCount(static_cast<qint64>(data->sequences->items.size())));
}

}  // namespace

ProjectDock::ProjectDock(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      experiment_(experiment),
      runs_(runs),
      model_(new RunsModel(runs, this)),
      loader_(new RunLoader(runs, this)),
      filter_(new QSortFilterProxyModel(this)) {
    auto* layout = makeColumn(this, {0, 8, 0, 8}, 4);
    auto* title = new QLabel(tr("Project"), this);
    title->setProperty("role", "title");
    title->setContentsMargins(12, 0, 12, 4);
    layout->addWidget(title);
    addDataSection(layout);
    addRunsSection(layout);
    addBaselineSection(layout);
    layout->addStretch(1);

    for (const auto signal : {&ExperimentModel::dataChanged, &ExperimentModel::dataLoading})
        connect(&experiment_, signal, this, &ProjectDock::showData);
    for (const auto signal :
         {&RunController::runsChanged, &RunController::workspaceChanged, &RunController::currentChanged})
        connect(&runs_, signal, this, &ProjectDock::showRuns);
    connect(&experiment_, &ExperimentModel::configChanged, this, &ProjectDock::showBaselines);
    connect(&experiment_, &ExperimentModel::dataChanged, this, &ProjectDock::showBaselines);
    for (const auto signal : {&RunController::currentChanged, &RunController::runsChanged})
        connect(&runs_, signal, this, &ProjectDock::showBaselines);
    connect(loader_, &RunLoader::loaded, this, &ProjectDock::showBaselines);
    connect(&runs_, &RunController::ticked, this, [this, shown = std::pair<QString, std::size_t>()]() mutable {
        const auto current = runs_.current();
        // The next run of a queue has as many
        const std::pair now(current ? current->id : QString(), current ? current->baselines.size() : 0);
        if (now != std::exchange(shown, now)) showBaselines();
    });
    showData();
    showRuns();
    showBaselines();
}

QLabel* ProjectDock::sectionHead(const QString& text) {
    auto* head = new QLabel(this);
    head->setProperty("role", "section");
    head->setContentsMargins(12, 10, 12, 2);
    head->setTextFormat(Qt::RichText);
    setSectionHead(*head, text, {});
    return head;
}

void ProjectDock::setSectionHead(QLabel& head, const QString& text, const QString& right) const {
    head.setText(right.isEmpty()
                     ? text.toHtmlEscaped()
                     : QStringLiteral("<table width='100%'><tr><td>%1</td><td align='right'>%2</td></tr></table>")
                           .arg(text.toHtmlEscaped(), right.toHtmlEscaped()));
    head.setAccessibleName(right.isEmpty() ? text : tr("%1: %2").arg(text, right));
}

void ProjectDock::addDataSection(QVBoxLayout* layout) {
    layout->addWidget(sectionHead(tr("Data")));
    data_ = makeButton(
        {}, {}, this, [this] { responderOf(*this).ask(Command::show({QStringLiteral("data")})); }, this);
    data_->setFlat(true);
    data_->setProperty("link", true);
    dataRows_ = new QLabel(this);
    dataRows_->setProperty("role", "muted");
    layout->addLayout(makeRow(nullptr, {kMargin, 0, kMargin, 0}, -1, {{data_, 0, Qt::AlignLeft}, spring(), dataRows_}));
}

void ProjectDock::addRunsSection(QVBoxLayout* layout) {
    layout->addWidget(runsHead_ = sectionHead(tr("Runs")));
    search_ = new QLineEdit(this);
    search_->setPlaceholderText(tr("Filter runs"));
    search_->setProperty(kFindLine, true);
    search_->setClearButtonEnabled(true);
    search_->addAction(theme_.icon(QStringLiteral("search"), theme_.palette().muted), QLineEdit::LeadingPosition);
    layout->addLayout(makeRow(nullptr, {12, 0, 12, 4}, -1, {search_}));

    filter_->setSourceModel(model_);
    filter_->setFilterCaseSensitivity(Qt::CaseInsensitive);
    list_ = new QListView(this);
    list_->setModel(filter_);
    list_->setItemDelegate(new RunDelegate(theme_, list_));
    list_->setUniformItemSizes(true);
    list_->setMouseTracking(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setProperty("dock", true);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setContextMenuPolicy(Qt::CustomContextMenu);
    list_->setAccessibleName(tr("Runs"));
    layout->addWidget(list_, 1000);
    archived_ = new QPushButton(this);
    archived_->setFlat(true);
    archived_->setProperty("link", true);
    archived_->setCheckable(true);
    layout->addLayout(makeRow(nullptr, {12, 0, 12, 0}, -1, {archived_, spring()}));
    empty_ = new QLabel(tr("Runs are listed here. Press Play to make the first one."), this);
    empty_->setProperty("role", "small");
    empty_->setWordWrap(true);
    empty_->setContentsMargins(12, 4, 12, 4);
    empty_->setAlignment(Qt::AlignTop);
    layout->addWidget(empty_);

    connect(search_, &QLineEdit::textChanged, filter_, &QSortFilterProxyModel::setFilterFixedString);
    connect(model_, &RunsModel::renameAsked, this,
            [this](const QString& id, const QString& name) { renameRun(experiment_.undoStack(), runs_, id, name); });
    connect(archived_, &QPushButton::toggled, this, [this](bool on) {
        model_->setArchivedShown(on);
        showRuns();
    });
    const auto opened = [this](const QModelIndex& index) {
        Q_EMIT runOpened(index.data(RunsModel::IdRole).toString());
    };
    connect(list_, &QListView::clicked, this, opened);
    connect(list_, &QListView::activated, this, opened);
    connect(list_, &QListView::pressed, this, [this] { Q_EMIT runSelected(true); });
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this] { Q_EMIT runSelected(list_->hasFocus() && !following_); });
    auto* remove = new QShortcut(QKeySequence::Delete, list_);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, [this] {
        Q_EMIT runSelected(true);
        responderOf(*this).ask(QStringLiteral("delete-run"));
    });
    connect(list_, &QListView::customContextMenuRequested, this, &ProjectDock::showMenu);
}

/// Folded away, it leaves its room to the runs.
void ProjectDock::addBaselineSection(QVBoxLayout* layout) {
    auto* section = new FormSection(theme_, tr("Baselines"), this);
    section->setObjectName(QStringLiteral("baselines"));
    baselines_ = new QWidget(section);
    makeColumn(baselines_, {kMargin, 0, kMargin, 0}, 4);
    section->addContent(baselines_);
    layout->addWidget(section);
}

void ProjectDock::showData() {
    const auto& config = experiment_.config();
    data_->setIcon(theme_.icon(config.dataPath.empty() ? QStringLiteral("series") : QStringLiteral("table"),
                               theme_.palette().muted));
    data_->setToolTip(config.dataPath.empty() ? dataTitle(experiment_) : fromUtf8(config.dataPath));
    dataRows_->setText(dataSize(experiment_));
    showDataName();
}

/// Cut by what the figures leave of the width.
void ProjectDock::showDataName() {
    data_->ensurePolished();
    dataRows_->ensurePolished();
    const int around =
        data_->sizeHint().width() - data_->fontMetrics().size(Qt::TextShowMnemonic, data_->text()).width();
    const int room = width() - 2 * kMargin - dataRows_->sizeHint().width() - around - kNameGap;
    data_->setText(data_->fontMetrics().elidedText(dataTitle(experiment_), Qt::ElideMiddle, std::max(room, kMinName)));
}

void ProjectDock::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showDataName();
}

void ProjectDock::showRuns() {
    const bool none = runs_.runs().empty();
    const auto isTest = [](const RunSummary& run) { return shortResult(run).isTest; };
    const bool isTested = std::ranges::any_of(newestRuns(runs_), isTest);
    setSectionHead(*runsHead_, tr("Runs"), isTested ? tr("best validation or test") : tr("best validation"));
    list_->setVisible(!none);
    search_->setVisible(!none);
    empty_->setVisible(none);
    archived_->setVisible(model_->archivedCount() > 0);
    archived_->setText(archived_->isChecked()
                           ? tr("Hide archived runs")
                           : tr("Show archived runs (%1)").arg(formatCount(model_->archivedCount())));
    list_->setMinimumHeight(qMin(kMinRows, filter_->rowCount()) * list_->sizeHintForRow(0));
    list_->setMaximumHeight(qMax(1, filter_->rowCount()) * list_->sizeHintForRow(0) + 4);
    if (const QString chosen = runs_.chosenId(); !chosen.isEmpty())
        select(chosen);
    else
        list_->clearSelection();
}

void ProjectDock::select(const QString& runId) {
    const auto row = filter_->mapFromSource(model_->indexOf(runId));
    following_ = true;
    if (row.isValid() && row != list_->currentIndex()) list_->setCurrentIndex(row);
    following_ = false;
}

bool ProjectDock::isOfOpenData(const RunSummary& run) const {
    return sameSource(run.config, experiment_.config()) && run.config->task == experiment_.config().task;
}

std::shared_ptr<const RunView> ProjectDock::runWithBaselines() const {
    const auto current = runs_.current();
    if (current && isOfOpenData(current->summary) && !baselineFigures(*current).empty()) return current;
    const auto listed = newestRuns(runs_);
    const auto newest = std::ranges::find_if(listed, [this](const RunSummary& run) {
        return run.state == RunState::Finished && !run.isUnread && sameMeasure(run.config, experiment_.config());
    });
    const QStringList wanted = newest == listed.end() ? QStringList() : QStringList(fromUtf8(newest->id));
    loader_->want(wanted);
    return wanted.isEmpty() ? nullptr : loader_->view(wanted.front());
}

void ProjectDock::showBaselines() {
    const auto run = runWithBaselines();
    const std::vector<BaselineFigure> figures = run ? baselineFigures(*run) : std::vector<BaselineFigure>{};
    ShownBaselines now{experiment_.config().task, run ? run->id : QString(), figures.size()};
    if (shown_ == now) return;
    shown_ = std::move(now);
    auto* layout = static_cast<QVBoxLayout*>(baselines_->layout());
    while (QLayoutItem* item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const BaselineName& baseline : baselinesOf(shown_.task)) {
        const auto found = std::ranges::find(figures, baseline.method, &BaselineFigure::method);
        auto* row = new QWidget(baselines_);
        auto* cells = makeRow(row, {0, 2, 0, 2}, 4);
        auto* dash = new QLabel(QStringLiteral("--"), row);
        dash->setProperty("role", "muted");
        auto* name = new ElidedLabel(baseline.label, Qt::ElideRight, row);
        row->setToolTip(baseline.help);
        auto* figure = new QLabel(found == figures.end() ? QStringLiteral("-") : formatNumber(found->value), row);
        figure->setProperty("role", "muted");
        cells->addWidget(dash);
        cells->addWidget(name, 1);
        cells->addWidget(figure);
        layout->addWidget(row);
    }
}

QString ProjectDock::selectedRun() const { return list_->currentIndex().data(RunsModel::IdRole).toString(); }

PopoverAnchor ProjectDock::runAnchor() const { return {list_->viewport(), list_->visualRect(list_->currentIndex())}; }

void ProjectDock::editSelectedName() {
    if (list_->currentIndex().isValid()) list_->edit(list_->currentIndex());
}

void ProjectDock::showMenu(const QPoint& position) {
    const QModelIndex index = list_->indexAt(position);
    if (!index.isValid()) return;
    list_->setCurrentIndex(index);
    Q_EMIT runSelected(true);
    const auto state = static_cast<RunState>(index.data(RunsModel::StateRole).toInt());
    QMenu menu(this);
    const auto add = [&](const QString& text, const char* key, bool enabled = true) {
        auto* action = menu.addAction(text, this, [this, key] { responderOf(*this).ask(QString::fromLatin1(key)); });
        action->setEnabled(enabled);
        action->setShortcut(commandShortcut(QString::fromLatin1(key)));
    };
    add(tr("Continue"), "continue", state == RunState::Interrupted && !runs_.active());
    const bool trains = runs_.live() && runs_.live()->id == index.data(RunsModel::IdRole).toString();
    add(tr("Train more epochs..."), "more", trains || !runs_.active());
    add(tr("Run again..."), "again");
    add(tr("Use these settings"), "use-settings");
    menu.addSeparator();
    RunEditMenu(theme_, runs_, experiment_.undoStack())
        .fill(menu, {index.data(RunsModel::IdRole).toString()}, runAnchor());
    menu.addSeparator();
    add(tr("Rename"), "rename-run");
    add(tr("Delete"), "delete-run", !trains);
    menu.exec(list_->viewport()->mapToGlobal(position));
}

}  // namespace gatelab

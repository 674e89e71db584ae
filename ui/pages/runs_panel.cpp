// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs_panel.h"

#include "charts/line_chart.h"
#include "charts/metric_lines.h"
#include "experiment_model.h"
#include "models/difference_model.h"
#include "models/run_table_model.h"
#include "pages/run_loader.h"
#include "preferences.h"
#include "run_commands.h"
#include "texts.h"
#include "widgets/card.h"
#include "widgets/empty_state.h"
#include "widgets/segments.h"
#include "widgets/table_style.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

namespace {

/// More curves at once are a heap, not a comparison.
constexpr int kMostCurves = 10;
constexpr int kFirstChecked = 3;
constexpr int kNameWidth = 220;
constexpr MetricId kMetrics[] = {MetricId::ValidationLoss, MetricId::TrainLoss, MetricId::SamplesPerSecond};
constexpr XAxis kAxes[] = {XAxis::Epoch, XAxis::Step, XAxis::Seconds};

}  // namespace

RunsPanel::RunsPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, Preferences& preferences, QWidget* parent)
    : QWidget(parent), theme_(&theme), experiment_(&experiment), runs_(&runs), preferences_(&preferences), loader_(new RunLoader(runs, this)),
      model_(new RunTableModel(theme, runs, this)), filter_(new RunTableFilter(this)), differences_(new DifferenceModel(theme, this)),
      empty_(new EmptyState(theme, QStringLiteral("compare"), tr("No runs yet. Press Play on the Train page; every run is kept and listed here."))),
      content_(new QWidget) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(empty_);
    column->addWidget(content_);
    auto* parts = new QVBoxLayout(content_);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(12);
    parts->addWidget(makeTable(), 4);
    parts->addWidget(makeChart(), 5);
    parts->addWidget(makeDifferences(), 3);
    addActions();
    connect(model_, &RunTableModel::checkedChanged, this, &RunsPanel::showChecked);
    connect(model_, &RunTableModel::renameAsked, this, [this](const QString& id, const QString& name) { renameRun(experiment_->undoStack(), *runs_, id, name); });
    connect(runs_, &RunController::runsChanged, this, &RunsPanel::showChecked);
    connect(runs_, &RunController::ticked, this, &RunsPanel::redraw);
    connect(loader_, &RunLoader::loaded, this, &RunsPanel::redraw);
    connect(loader_, &RunLoader::failed, this, &RunsPanel::failed);
    model_->setChecked(preferences.window(QStringLiteral("compare/checked")).toStringList());
    showChecked();
}

QWidget* RunsPanel::makeTable() {
    auto* card = new Card(tr("Runs"));
    card->setBodyPadding(0);
    search_ = new QLineEdit;
    search_->setPlaceholderText(tr("Filter runs"));
    search_->setAccessibleName(tr("Filter runs"));
    search_->setClearButtonEnabled(true);
    search_->setProperty("compact", true);
    search_->setFixedWidth(200);
    card->addHeaderWidget(search_);
    filter_->setSourceModel(model_);
    filter_->setDynamicSortFilter(true);
    connect(search_, &QLineEdit::textChanged, filter_, &RunTableFilter::setWords);
    table_ = new QTableView;
    table_->setModel(filter_);
    styleTable(*table_);
    table_->setAccessibleName(tr("Runs"));
    table_->setSortingEnabled(true);
    table_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    table_->horizontalHeader()->setSectionsMovable(true);
    const QByteArray state = preferences_->window(QStringLiteral("compare/columns")).toByteArray();
    if (state.isEmpty() || !table_->horizontalHeader()->restoreState(state)) {
        table_->sortByColumn(RunTableModel::Created, Qt::DescendingOrder);
        table_->setColumnWidth(RunTableModel::Name, kNameWidth);
    }
    const auto keep = [this] {
        // Sizes that the program chose are not the user's.
        if (!table_->isVisible() || !QApplication::mouseButtons().testFlag(Qt::LeftButton)) return;
        preferences_->setWindow(QStringLiteral("compare/columns"), table_->horizontalHeader()->saveState());
    };
    connect(table_->horizontalHeader(), &QHeaderView::sectionResized, this, keep);
    connect(table_->horizontalHeader(), &QHeaderView::sectionMoved, this, keep);
    connect(table_->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, keep);
    connect(table_, &QTableView::customContextMenuRequested, this, &RunsPanel::contextMenu);
    connect(table_, &QTableView::doubleClicked, this, [this] { Q_EMIT openWanted(currentId()); });
    card->body()->addWidget(table_);
    return card;
}

QWidget* RunsPanel::makeChart() {
    chart_ = new LineChart(*theme_, tr("Validation loss"), tr("prepared scale"));
    chart_->setLogY(true);
    chart_->setEmptyText(tr("Tick runs in the table to see their curves together."));
    metric_ = new Segments({tr("Validation"), tr("Training"), tr("Samples/s")});
    axis_ = new Segments({tr("Epoch"), tr("Step"), tr("Seconds")});
    for (Segments* segments : {metric_, axis_}) {
        segments->setCompact(true);
        chart_->addHeaderWidget(segments);
        connect(segments, &Segments::chosen, this, [this] {
            const QString titles[] = {tr("Validation loss"), tr("Training loss"), tr("Samples/s")};
            chart_->setTitle(titles[metric_->current()], metric_->current() == 2 ? QString() : tr("prepared scale"));
            chart_->setYFromZero(metric_->current() == 2);
            chart_->setLogY(metric_->current() != 2);
            const QString axes[] = {tr("epoch"), tr("step"), tr("seconds")};
            chart_->setXLabel(axes[axis_->current()]);
            chart_->fit();
            redraw();
        });
    }
    chart_->setXLabel(tr("epoch"));
    chart_->setSource([this](double low, double high, int pixels) {
        std::vector<ChartLine> lines;
        const QStringList ids = checked();
        for (const QString& id : ids.mid(0, kMostCurves)) {
            const auto view = loader_->view(id);
            if (!view) continue;
            const MetricSeries& series = view->metrics.series(kMetrics[metric_->current()]);
            if (series.size() == 0) continue;
            // Steps are many and noisy, epochs few: only the former are smoothed.
            const bool smooth = metric_->current() != 0;
            ChartLine line = metricLine(series, kAxes[axis_->current()], low, high, pixels, smooth);
            line.style = ChartLine::Style::Smooth;
            line.slot = view->summary.colour;
            line.colour = theme_->runColour(line.slot);
            line.name = fromUtf8(view->summary.name);
            lines.push_back(std::move(line));
        }
        return lines;
    });
    connect(chart_, &LineChart::failed, this, &RunsPanel::failed);
    connect(chart_, &LineChart::exported, this, &RunsPanel::exported);
    return chart_;
}

QWidget* RunsPanel::makeDifferences() {
    auto* card = new Card(tr("Settings that differ"));
    card->setBodyPadding(0);
    differenceNote_ = makeLabel({}, "unit");
    card->addHeaderWidget(differenceNote_);
    auto* hide = new QCheckBox(tr("Hide identical"));
    hide->setChecked(true);
    card->addHeaderWidget(hide);
    connect(hide, &QCheckBox::toggled, this, [this](bool on) {
        differences_->setHideIdentical(on);
        showDifferences();
    });
    differenceTable_ = new QTableView;
    differenceTable_->setModel(differences_);
    styleTable(*differenceTable_);
    differenceTable_->setAccessibleName(tr("Settings that differ"));
    card->body()->addWidget(differenceTable_);
    return card;
}

void RunsPanel::addActions() {
    const auto add = [this](const QString& text, const QKeySequence& key, auto act) {
        auto* action = new QAction(text, table_);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, [this, act] {
            if (const QString id = currentId(); !id.isEmpty()) act(id);
        });
        table_->addAction(action);
    };
    add(tr("Open"), QKeySequence(Qt::Key_Return), [this](const QString& id) { Q_EMIT openWanted(id); });
    add(tr("Repeat with these settings"), {}, [this](const QString& id) { Q_EMIT repeatWanted(id); });
    add(tr("Rename"), QKeySequence(Qt::Key_F2), [this](const QString&) {
        const QModelIndex current = table_->currentIndex();
        table_->edit(current.siblingAtColumn(RunTableModel::Name));
    });
    add(tr("Use as base of the comparison"), {}, [this](const QString& id) {
        preferences_->setWindow(QStringLiteral("compare/base"), id);
        showDifferences();
    });
    add(tr("Delete"), QKeySequence::Delete, [this](const QString& id) { deleteRun(experiment_->undoStack(), *runs_, id); });
}

QString RunsPanel::currentId() const { return table_->currentIndex().data(RunTableModel::IdRole).toString(); }

void RunsPanel::contextMenu(const QPoint& position) {
    if (currentId().isEmpty()) return;
    QMenu menu(this);
    menu.addActions(table_->actions());
    menu.exec(table_->viewport()->mapToGlobal(position));
}

QStringList RunsPanel::checked() const { return model_->checked(); }

void RunsPanel::setShown(bool shown) {
    shown_ = shown;
    if (shown) showChecked();
}

void RunsPanel::setCompact(bool compact) {
    for (const int column : {RunTableModel::Seed, RunTableModel::Created, RunTableModel::Tags}) table_->setColumnHidden(column, compact);
}

void RunsPanel::showChecked() {
    const bool any = model_->rowCount() > 0;
    empty_->setVisible(!any);
    content_->setVisible(any);
    if (any && !preferences_->window(QStringLiteral("compare/checked")).isValid()) {
        // The first look compares something.
        QStringList newest;
        for (int row = 0; row < std::min(model_->rowCount(), kFirstChecked); ++row) newest << model_->idAt(row);
        preferences_->setWindow(QStringLiteral("compare/checked"), newest);
        return model_->setChecked(newest);
    }
    if (any && preferences_->window(QStringLiteral("compare/columns")).isNull()) {
        table_->resizeColumnsToContents();
        table_->setColumnWidth(RunTableModel::Name, kNameWidth);
    }
    const QStringList ids = checked();
    if (any) preferences_->setWindow(QStringLiteral("compare/checked"), ids);
    if (shown_) loader_->want(ids.mid(0, kMostCurves));
    showDifferences();
    redraw();
    Q_EMIT checkedChanged();
}

void RunsPanel::showDifferences() {
    std::vector<DifferenceModel::Run> runs;
    const QString base = preferences_->window(QStringLiteral("compare/base")).toString();
    for (const QString& id : checked()) {
        const RunSummary* run = runs_->findRun(id);
        if (!run) continue;
        const DifferenceModel::Run entry{fromUtf8(run->name), run->config};
        if (id == base) runs.insert(runs.begin(), entry);
        else runs.push_back(entry);
    }
    const bool compared = runs.size() > 1;
    differences_->setRuns(compared ? std::move(runs) : std::vector<DifferenceModel::Run>{});
    differenceNote_->setText(compared ? tr("%1 of %2").arg(differences_->differing()).arg(fields().size()) : tr("Tick two runs or more."));
    if (compared) differenceTable_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    differenceTable_->horizontalHeader()->setVisible(compared);
}

void RunsPanel::redraw() {
    if (shown_) chart_->refresh();
}

}  // namespace gatelab

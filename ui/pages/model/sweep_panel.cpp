// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/model/sweep_panel.h"

#include "base/number_text.h"
#include "common/start_guard.h"
#include "common/texts.h"
#include "config/architecture.h"
#include "data/experiment_check.h"
#include "device/monitor.h"
#include "models/run_board.h"
#include "pages/model/sweep_row.h"
#include "runs/experiment_model.h"
#include "runs/machines.h"
#include "runs/preflight.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_commands.h"
#include "runs/run_controller.h"
#include "runs/sweep_controller.h"
#include "search/asha.h"
#include "search/tpe.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/layouts.h"
#include "widgets/list_box.h"
#include "widgets/segments.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kWidth = 620, kMaxCombinations = 10000, kMaxSeeds = 1000;
constexpr std::size_t kChecked = 200;  // combinations that are looked at while somebody types
constexpr const char* kFirst = "learning_rate";
/// Offered one after the other as rows are added.
constexpr const char* kUsual[] = {kFirst, "hidden_size", "batch_size", "dropout", "lookback"};

/// What a budget is counted in, in the order of its box: one of it, and what is offered first.
enum BudgetUnit { Trials, Minutes, Epochs };
constexpr std::array kBudgets = {64, 30, 1000};
constexpr int kMaxBudget = 1000000;

QString bytes(double size) { return fromUtf8(bytesText(size)); }

/// Of its plan that a trial trains on the average, where each rung lets a third go on.
double ashaShare(std::int64_t epochs) {
    double sum = 0, going = 1;
    std::int64_t before = 0;
    const Asha asha(epochs);
    for (const std::int64_t rung : asha.rungs()) {
        sum += going * static_cast<double>(rung - before);
        going /= static_cast<double>(Asha::kEta);
        before = rung;
    }
    return (sum + going * static_cast<double>(epochs - before)) /
           static_cast<double>(std::max<std::int64_t>(1, epochs));
}

}  // namespace

SweepPanel::SweepPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
                       QWidget* parent)
    : QDialog(parent),
      theme_(&theme),
      experiment_(&experiment),
      runs_(&runs),
      queue_(&queue),
      list_(new QVBoxLayout),
      add_(new QPushButton(theme.icon(QStringLiteral("plus")), tr("Add a setting"))),
      run_(makeButton({}, {}, this, &SweepPanel::act)),
      way_(new Segments),
      count_(new QSpinBox),
      budget_(new QSpinBox),
      seeds_(new QSpinBox),
      budgetUnit_(new ListBox),
      together_(new QCheckBox(tr("Train them together"))),
      again_(new QCheckBox(tr("Train those again"))),
      limit_(new QCheckBox(tr("Budget"))),
      data_(makeLabel({}, "note")),
      help_(makeLabel({}, "note")),
      number_(makeLabel({}, "title")),
      known_(makeLabel({}, "note")),
      needs_(makeLabel({}, "note")),
      problem_(makeLabel({}, "error")) {
    setWindowTitle(tr("Sweep and seeds"));
    setMinimumWidth(qRound(kWidth * theme.textScale()));
    auto* column =
        makeColumn(this, {12, 12, 12, 12}, 12,
                   {makeLabel(tr("Several values of settings; each combination and seed is a run."), "note"), data_});
    list_->setSpacing(6);
    column->addLayout(list_);
    column->addLayout(makeRow({add_, spring()}));
    column->addLayout(makeWays());
    column->addWidget(number_);
    column->addLayout(makeKnown());
    for (QLabel* label : {needs_, problem_}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
    }
    column->addStretch();
    column->addLayout(makeFoot());
    connectControls();
    connectSources();
    trained_ = TrainedSeeds(groupRuns(runs_->runs()));
    addRow(kFirst);
}

QLayout* SweepPanel::makeWays() {
    for (const SearchMethodRow& row : searchMethods()) way_->add(translated(row.label), {}, translated(row.help));
    way_->setFolding();
    way_->setCurrent(0);
    way_->setAccessibleName(tr("Which combinations"));
    count_->setRange(1, kMaxCombinations);
    count_->setValue(20);
    count_->setSuffix(tr(" combinations"));
    count_->setAccessibleName(tr("Combinations"));
    budget_->setRange(1, kMaxBudget);
    budget_->setValue(kBudgets[Trials]);
    named(budget_, tr("Budget"), tr("Then no more trials begin; those that train end"));
    budgetUnit_->addItems({tr("trials"), tr("minutes"), tr("epochs")});
    budgetUnit_->setAccessibleName(tr("Counted in"));
    seeds_->setRange(1, kMaxSeeds);
    seeds_->setValue(1);
    seeds_->setPrefix(tr("Seeds "));
    seeds_->setAccessibleName(tr("Seeds of each"));
    seeds_->setToolTip(tr("This seed and those that follow; one says little"));
    limit_->setToolTip(
        tr("Trains now, one seed each, until the budget is used up; without it the runs wait in the queue"));
    together_->setChecked(true);
    together_->setToolTip(tr("As many at once as cores and memory allow; same numbers."));
    return makeColumn(nullptr, {}, 6,
                      {makeRow({way_, spring()}), help_,
                       makeRow({count_, limit_, budget_, budgetUnit_, seeds_, spring(), together_})});
}

QLayout* SweepPanel::makeKnown() {
    auto* known = new QHBoxLayout;
    known->addWidget(known_);
    again_->setToolTip(tr("Same settings and seed give the same numbers on this machine."));
    known->addWidget(again_);
    known->addStretch();
    return known;
}

QLayout* SweepPanel::makeFoot() {
    auto* foot = makeRow({spring()});
    auto* close = makeButton({}, tr("Close"), this, &QDialog::close);
    close->setAutoDefault(false);
    run_->setProperty("primary", true);
    run_->setDefault(true);
    foot->addWidget(close);
    foot->addWidget(run_);
    return foot;
}

void SweepPanel::connectControls() {
    connect(add_, &QPushButton::clicked, this, &SweepPanel::addNext);
    add_->setAutoDefault(false);
    connect(way_, &Segments::chosen, this, [this] {
        for (SweepRow* row : rows_) row->setDrawn(method().method != SearchMethod::Grid);
        refresh();
    });
    connect(budgetUnit_, &QComboBox::activated, this,
            [this](int unit) { budget_->setValue(kBudgets[static_cast<std::size_t>(unit)]); });
    connect(budgetUnit_, &QComboBox::activated, this, &SweepPanel::refresh);
    for (QSpinBox* box : {count_, budget_, seeds_}) connect(box, &QSpinBox::valueChanged, this, &SweepPanel::refresh);
    for (QCheckBox* box : {together_, again_, limit_}) connect(box, &QCheckBox::toggled, this, &SweepPanel::refresh);
}

void SweepPanel::connectSources() {
    connect(experiment_, &ExperimentModel::configChanged, this, &SweepPanel::refresh);
    connect(experiment_, &ExperimentModel::findingsChanged, this, &SweepPanel::refresh);
    connect(runs_, &RunController::engineReady, this, &SweepPanel::refresh);
    connect(queue_, &QueueController::placeChanged, this, &SweepPanel::refresh);
    connect(&queue_->sweep(), &SweepController::changed, this, [this] {
        if (isStudy()) refresh();
    });
    connect(runs_, &RunController::runsChanged, this, [this] {
        trained_ = TrainedSeeds(groupRuns(runs_->runs()));
        refresh();
    });
}

void SweepPanel::addNext() {
    const auto isFree = [this](const char* key) {
        return std::ranges::find(rows_, key, &SweepRow::key) == rows_.end();
    };
    const auto next = std::ranges::find_if(kUsual, isFree);
    addRow(next == std::end(kUsual) ? kFirst : *next);
    rows_.back()->setFocus();
}

void SweepPanel::addRow(const char* key) {
    auto* row = new SweepRow(*theme_, *experiment_, key);
    row->setDrawn(method().method != SearchMethod::Grid);
    list_->addWidget(row);
    rows_.push_back(row);
    connect(row, &SweepRow::changed, this, &SweepPanel::refresh);
    connect(row, &SweepRow::dropped, this, [this, row] { dropRow(row); });
    refresh();
}

void SweepPanel::dropRow(SweepRow* row) {
    std::erase(rows_, row);
    row->deleteLater();
    add_->setFocus(Qt::OtherFocusReason);
    refresh();
}

const SearchMethodRow& SweepPanel::method() const {
    return searchMethods()[static_cast<std::size_t>(std::max(0, way_->current()))];
}

bool SweepPanel::isStudy() const { return method().learns || (limit_->isChecked() && !rows_.empty()); }

bool SweepPanel::isForCluster() const {
    return queue_->place().kind == PlaceChoice::Kind::Cluster && !queue_->place().profile.isEmpty();
}

Result<std::vector<SweepAxis>> SweepPanel::axes() const {
    std::vector<SweepAxis> axes;
    for (const SweepRow* row : rows_) {
        auto axis = row->axis();
        if (!axis.ok()) return axis.error();
        axes.push_back(std::move(*axis));
    }
    return axes;
}

Result<SweepRuns> SweepPanel::runs() const {
    SweepPlan plan;
    plan.random = method().method == SearchMethod::Random ? count_->value() : 0;
    plan.seeds = seeds_->value();
    const ExperimentConfig base = experiment_->config();
    auto given = axes();
    if (!given.ok()) return given.error();
    plan.axes = std::move(*given);
    Result<SweepRuns> all = SweepRuns{};
    if (!plan.axes.empty())
        all = sweepRuns(base, plan);
    else
        for (std::int64_t seed = 0; seed < plan.seeds; ++seed) {  // the experiment itself, several times
            all->configs.push_back(base);
            all->configs.back().seed += seed;
            all->settings = 1;
        }
    if (!all.ok()) return all;
    const DataFacts facts = dataFacts(experiment_->dataset().get());
    for (std::size_t i = 0; i < std::min(all->configs.size(), kChecked); ++i)
        if (auto usable = firstError(checkExperiment(all->configs[i], facts)); !usable.ok()) return usable.error();
    return all;
}

Result<Study> SweepPanel::study() const {
    auto given = axes();
    if (!given.ok()) return given.error();
    Study study;
    study.space = SearchSpace(experiment_->config(), std::move(*given));
    study.method = method().method;
    switch (budgetUnit_->currentIndex()) {
        case Minutes:
            study.budget.seconds = 60.0 * budget_->value();
            break;
        case Epochs:
            study.budget.epochs = budget_->value();
            break;
        default:
            study.budget.trials = budget_->value();
    }
    if (auto checked = checkStudy(study); !checked.ok()) return checked.error();
    // A budget above all there is would never be reached.
    if (const double all = study.space.count(); all > 0 && all < static_cast<double>(study.budget.trials))
        study.budget.trials = static_cast<std::int64_t>(all);
    const DataFacts facts = dataFacts(experiment_->dataset().get());
    for (std::size_t draw = 0; draw < kChecked; ++draw) {
        SearchPoint point = randomPoint(study.space.dimensions(), study.drawSeed, draw);
        if (auto usable = firstError(checkExperiment(study.space.at(point), facts)); !usable.ok())
            return usable.error();
    }
    return study;
}

void SweepPanel::showProblem(const QString& problem, const std::string& setting) {
    const auto blamed = std::ranges::find(rows_, setting, &SweepRow::key);
    for (SweepRow* row : rows_) row->setProblem(blamed != rows_.end() && row == *blamed ? problem : QString());
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty() && blamed == rows_.end());
    const bool ok = problem.isEmpty();
    for (QWidget* widget : std::initializer_list<QWidget*>{number_, needs_}) widget->setVisible(ok);
    run_->setEnabled(ok);
    if (ok) return;
    run_->setText(isStudy() ? tr("Search") : tr("Add to the queue"));
    for (QWidget* widget : std::initializer_list<QWidget*>{known_, again_}) widget->hide();
}

void SweepPanel::refresh() {
    data_->setText(
        tr("Trains on %1.").arg(RunBoard::scopeOf(dataName(experiment_->config()), experiment_->config()).label));
    const bool learns = method().learns, study = isStudy();
    help_->setText(translated(method().help));
    count_->setVisible(method().method == SearchMethod::Random && !study);
    limit_->setVisible(!learns);
    limit_->setEnabled(!rows_.empty());
    for (QWidget* widget : std::initializer_list<QWidget*>{budget_, budgetUnit_}) widget->setVisible(study);
    for (QWidget* widget : std::initializer_list<QWidget*>{seeds_, together_}) widget->setVisible(!study);
    way_->setEnabled(!rows_.empty() || learns);
    if (const QString obstacle = startObstacle(*experiment_); !obstacle.isEmpty()) return showProblem(obstacle);
    if (study)
        refreshStudy();
    else
        refreshRuns();
}

void SweepPanel::refreshRuns() {
    const auto all = runs();
    if (!all.ok()) return showProblem(translated(all.error()), all.error().field);
    showProblem({});
    const auto left = static_cast<std::int64_t>(untrained(*all).size());
    run_->setText(left == 0   ? tr("Show what they came to")
                  : left == 1 ? tr("Add 1 run to the queue")
                              : tr("Add %1 runs to the queue").arg(formatCount(left)));
    showKnown(*all, left);
    const auto count = static_cast<std::int64_t>(all->configs.size());
    const QString settings = all->settings == 1 ? tr("1 setting") : tr("%1 settings").arg(formatCount(all->settings));
    const QString seeds = seeds_->value() == 1 ? tr("1 seed each") : tr("%1 seeds each").arg(seeds_->value());
    number_->setText(
        tr("%1: %2, %3").arg(count == 1 ? tr("1 run") : tr("%1 runs").arg(formatCount(count)), settings, seeds));
    showNeeds(left, together_->isChecked());
}

void SweepPanel::refreshStudy() {
    const SweepController& sweep = queue_->sweep();
    if (sweep.isSearching()) return showProblem(tr("A search goes on; stop it first (Compare page)."));
    const auto wanted = study();
    if (!wanted.ok()) return showProblem(translated(wanted.error()), wanted.error().field);
    const bool isKnown = sweep.sweep().study && sweep.sweep().study->isSameSpace(*wanted);
    const auto known = isKnown ? static_cast<std::int64_t>(sweep.told().ended) : 0;
    const double all = wanted->space.count();
    if (all > 0 && static_cast<double>(known) >= all) return showProblem(tr("Every combination is trained already."));
    if (wanted->budget.trials > 0 && known >= wanted->budget.trials)
        return showProblem(tr("%n trial(s) are trained already; take more.", nullptr, static_cast<int>(known)));
    showProblem({});
    again_->hide();
    known_->setText(tr("%n trial(s) of it are trained already and count.", nullptr, static_cast<int>(known)));
    known_->setVisible(known > 0);
    run_->setText(isForCluster() ? tr("Search at cluster '%1'").arg(queue_->place().profile)
                  : known > 0    ? tr("Search on")
                                 : tr("Search"));
    const SearchBudget& budget = wanted->budget;
    number_->setText(budget.trials > 0   ? tr("%n trial(s), one seed each", nullptr, static_cast<int>(budget.trials))
                     : budget.epochs > 0 ? tr("%1 epochs in all").arg(formatCount(budget.epochs))
                                         : tr("%1 of training").arg(formatDuration(budget.seconds)));
    const double plan = static_cast<double>(std::max<std::int64_t>(1, experiment_->config().epochs));
    const double share = wanted->method == SearchMethod::Asha ? ashaShare(experiment_->config().epochs) : 1;
    const double runs = budget.trials > 0   ? static_cast<double>(budget.trials - known) * share
                        : budget.epochs > 0 ? static_cast<double>(budget.epochs) / plan
                                            : 0;
    showNeeds(runs, true);
}

std::vector<ExperimentConfig> SweepPanel::untrained(const SweepRuns& runs) const {
    std::vector<ExperimentConfig> left = runs.configs;
    if (!again_->isChecked())
        std::erase_if(left, [this](const ExperimentConfig& config) { return trained_.contains(config); });
    return left;
}

void SweepPanel::showKnown(const SweepRuns& runs, std::int64_t left) {
    const auto count = static_cast<std::int64_t>(runs.configs.size());
    const std::int64_t known =
        again_->isChecked()
            ? std::ranges::count_if(runs.configs, [this](const auto& config) { return trained_.contains(config); })
            : count - left;
    known_->setText(
        again_->isChecked()
            ? tr("%1 of %2 are already trained.").arg(formatCount(known), formatCount(count))
            : tr("%1 of %2 are already trained and count as they are.").arg(formatCount(known), formatCount(count)));
    for (QWidget* widget : std::initializer_list<QWidget*>{known_, again_}) widget->setVisible(known > 0);
}

void SweepPanel::showNeeds(double runs, bool together) {
    needs_->setVisible(runs > 0);
    if (runs <= 0) return;
    QueuedRun one;
    one.config = experiment_->config();
    one.together = together;
    const bool fits = queue_->trainsTogether(one);
    const std::int64_t atOnce = fits ? std::clamp<std::int64_t>(std::llround(runs), 1, std::max(1, usableCores())) : 1;
    const MemoryForecast memory = experiment_->memoryForecast();
    const double size =
        memory.total() + static_cast<double>(atOnce - 1) * (memory.tensors() - memory.data + memory.spare);
    const double seconds = planSeconds(*experiment_, runs_->runs()) * runs / static_cast<double>(atOnce);
    QStringList sentences;
    sentences << (atOnce == 1 ? tr("One after the other.") : tr("%1 at a time.").arg(atOnce));
    if (together && !fits) sentences << tr("Not together: runs on a GPU or with a process of their own.");
    sentences << (seconds > 0 ? tr("About %1 of training, at the pace of these settings.").arg(formatDuration(seconds))
                              : tr("Time not known yet; the Model page measures it."));
    sentences << tr("About %1 of memory, as these settings need.").arg(bytes(size));
    needs_->setText(sentences.join(QLatin1Char(' ')));
}

void SweepPanel::act() {
    guardStart(*this, experiment_->config(), [this] {
        if (isStudy())
            beginStudy();
        else
            queueAll();
    });
}

void SweepPanel::beginStudy() {
    const auto wanted = study();
    if (!wanted.ok() || !run_->isEnabled()) return refresh();
    if (isForCluster())
        queue_->machines().submitSearch(*wanted, queue_->place().profile);
    else
        queue_->sweep().begin(*wanted);
    SavedSweep sweep;
    sweep.study = *wanted;
    Q_EMIT queued(0, sweep);
    close();
}

void SweepPanel::queueAll() {
    const auto all = runs();
    if (!all.ok() || !run_->isEnabled()) return refresh();
    const std::string parent = parentOf(*experiment_, *runs_).toStdString();
    const double seconds = planSeconds(*experiment_, runs_->runs());
    std::vector<QueuedRun> waiting;
    for (const ExperimentConfig& config : untrained(*all)) {
        QueuedRun run;
        run.config = config;
        run.parent = parent;
        run.seconds = seconds;
        run.why = "sweep";
        run.together = together_->isChecked();
        waiting.push_back(std::move(run));
    }
    SavedSweep sweep;
    sweep.seeds = seeds_->value();
    if (all->settings > 1)
        for (std::size_t i = 0; i < all->configs.size(); i += static_cast<std::size_t>(sweep.seeds))
            sweep.settings.push_back(all->configs[i]);
    const auto count = static_cast<int>(waiting.size());
    if (!waiting.empty()) queueRuns(experiment_->undoStack(), *queue_, std::move(waiting));
    Q_EMIT queued(count, sweep);
    close();
}

}  // namespace gatelab

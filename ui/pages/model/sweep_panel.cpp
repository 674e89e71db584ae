// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/model/sweep_panel.h"

#include "base/number_text.h"
#include "common/field_text.h"
#include "common/texts.h"
#include "config/architecture.h"
#include "data/experiment_check.h"
#include "device/monitor.h"
#include "models/run_board.h"
#include "runs/experiment_model.h"
#include "runs/preflight.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_commands.h"
#include "runs/run_controller.h"
#include "store/run_name.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kWidth = 620, kSettingWidth = 200, kMaxCombinations = 10000, kMaxSeeds = 1000;
constexpr std::size_t kChecked = 200;  // combinations that are looked at while somebody types
constexpr const char* kFirst = "learning_rate";
/// Offered one after the other as rows are added.
constexpr const char* kUsual[] = {kFirst, "hidden_size", "batch_size", "dropout", "lookback"};

double numberOf(const FieldValue& value) {
    return std::holds_alternative<std::int64_t>(value) ? static_cast<double>(std::get<std::int64_t>(value))
                                                       : std::get<double>(value);
}

QString bytes(double size) { return fromUtf8(bytesText(size)); }

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
      run_(makeButton({}, {}, this, &SweepPanel::queueAll)),
      way_(new Segments({tr("Every combination"), tr("At random")})),
      count_(new QSpinBox),
      seeds_(new QSpinBox),
      together_(new QCheckBox(tr("Train them together"))),
      again_(new QCheckBox(tr("Train those again"))),
      data_(makeLabel({}, "note")),
      number_(makeLabel({}, "title")),
      known_(makeLabel({}, "note")),
      needs_(makeLabel({}, "note")),
      problem_(makeLabel({}, "note")) {
    setWindowTitle(tr("Sweep and seeds"));
    setMinimumWidth(qRound(kWidth * theme.textScale()));
    auto* column =
        makeColumn(this, {12, 12, 12, 12}, 12,
                   {makeLabel(tr("Several values of settings; each combination and seed is a run."), "note"), data_});
    list_->setSpacing(6);
    column->addLayout(list_);
    column->addLayout(makeMore());
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

QLayout* SweepPanel::makeMore() {
    auto* more = new QHBoxLayout;
    add_->setAutoDefault(false);
    more->addWidget(add_);
    more->addWidget(makeLabel(
        tr("Values: 0.001, 0.003 · range: 16..128 · log scale: 1e-4..1e-2:log · five points: 1e-4..1e-2:log:5"),
        "muted"));
    more->addStretch();
    return more;
}

QLayout* SweepPanel::makeWays() {
    auto* how = makeRow({way_});
    way_->setCurrent(0);
    way_->setAccessibleName(tr("Which combinations"));
    count_->setRange(1, kMaxCombinations);
    count_->setValue(20);
    count_->setSuffix(tr(" combinations"));
    count_->setAccessibleName(tr("Combinations"));
    how->addWidget(count_);
    seeds_->setRange(1, kMaxSeeds);
    seeds_->setValue(1);
    seeds_->setPrefix(tr("Seeds "));
    seeds_->setAccessibleName(tr("Seeds of each"));
    seeds_->setToolTip(tr("This seed and those that follow; one says little"));
    how->addWidget(seeds_);
    how->addStretch();
    together_->setChecked(true);
    together_->setToolTip(tr("As many at once as cores and memory allow; same numbers."));
    how->addWidget(together_);
    return how;
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
    connect(way_, &Segments::chosen, this, &SweepPanel::refresh);
    for (QSpinBox* box : {count_, seeds_}) connect(box, &QSpinBox::valueChanged, this, &SweepPanel::refresh);
    for (QCheckBox* box : {together_, again_}) connect(box, &QCheckBox::toggled, this, &SweepPanel::refresh);
}

void SweepPanel::connectSources() {
    connect(experiment_, &ExperimentModel::configChanged, this, &SweepPanel::refresh);
    connect(experiment_, &ExperimentModel::findingsChanged, this, &SweepPanel::refresh);
    connect(runs_, &RunController::engineReady, this, &SweepPanel::refresh);
    connect(runs_, &RunController::runsChanged, this, [this] {
        trained_ = TrainedSeeds(groupRuns(runs_->runs()));
        refresh();
    });
}

void SweepPanel::addNext() {
    const auto isFree = [this](const char* key) {
        return std::ranges::none_of(
            rows_, [key](const Row& row) { return row.setting->currentData().toString() == QLatin1String(key); });
    };
    const auto next = std::ranges::find_if(kUsual, isFree);
    addRow(next == std::end(kUsual) ? kFirst : *next);
    rows_.back().values->setFocus();
}

/// Some values around the present one, as a start.
QString SweepPanel::offer(const Field& field) const {
    const FieldValue now = fieldValue(experiment_->config(), field);
    if (!isNumber(field)) {
        QStringList keys;
        for (const Choice& choice : field.choices) keys << QString::fromLatin1(choice.key);
        if (std::holds_alternative<bool>(now)) keys = QStringList{QStringLiteral("true"), QStringLiteral("false")};
        return keys.isEmpty() ? editableText(now) : keys.join(QStringLiteral(", "));
    }
    const double value = numberOf(now);
    if (value <= 0) return editableText(now);
    const bool isWhole = std::holds_alternative<std::int64_t>(now);
    const double factor = isWhole ? 2 : std::sqrt(10.0);
    QStringList texts;
    for (const double one : {value / factor, value, value * factor}) {
        const double within = std::clamp(one, field.range.low, field.range.high);
        const QString text = isWhole ? QString::number(std::llround(within)) : QString::number(within, 'g', 2);
        if (!texts.contains(text)) texts << text;
    }
    return texts.join(QStringLiteral(", "));
}

void SweepPanel::addRow(const char* key) {
    Row row{new QWidget, new QComboBox, new QLineEdit};
    auto* line = new QHBoxLayout(row.box);
    line->setContentsMargins(0, 0, 0, 0);
    for (const Field& field : fields())
        if (isSwept(field)) row.setting->addItem(translated(field.label), QString::fromLatin1(field.key));
    row.setting->setMinimumWidth(qRound(kSettingWidth * theme_->textScale()));
    row.setting->setAccessibleName(tr("Setting"));
    row.setting->setCurrentIndex(row.setting->findData(QString::fromLatin1(key)));
    row.values->setAccessibleName(tr("Values"));
    row.values->setText(offer(*findField(key)));
    auto* drop = makeButton(theme_->icon(QStringLiteral("trash")), {}, this, [this, box = row.box] { dropRow(box); });
    drop->setAutoDefault(false);
    named(drop, tr("Leaves this setting as it is"));
    line->addWidget(row.setting);
    line->addWidget(row.values, 1);
    line->addWidget(drop);
    list_->addWidget(row.box);
    connect(row.setting, &QComboBox::activated, this, [this, setting = row.setting, values = row.values] {
        values->setText(offer(*findField(setting->currentData().toString().toStdString())));
        refresh();
    });
    connect(row.values, &QLineEdit::textChanged, this, &SweepPanel::refresh);
    rows_.push_back(row);
    refresh();
}

void SweepPanel::dropRow(QWidget* box) {
    std::erase_if(rows_, [box](const Row& row) { return row.box == box; });
    box->deleteLater();
    add_->setFocus(Qt::OtherFocusReason);
    refresh();
}

Result<SweepRuns> SweepPanel::runs() const {
    SweepPlan plan;
    plan.random = way_->current() == 1 ? count_->value() : 0;
    plan.seeds = seeds_->value();
    const ExperimentConfig base = experiment_->config();
    for (const Row& row : rows_) {
        auto axis = parseSweepAxis(row.setting->currentData().toString().toStdString() + "=" +
                                   row.values->text().toStdString());
        if (!axis.ok()) return axis.error();
        plan.axes.push_back(std::move(*axis));
    }
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

void SweepPanel::refresh() {
    data_->setText(
        tr("Trains on %1.").arg(RunBoard::scopeOf(dataName(experiment_->config()), experiment_->config()).label));
    count_->setVisible(way_->current() == 1);
    way_->setEnabled(!rows_.empty());
    const QString obstacle = startObstacle(*experiment_);
    const auto all = obstacle.isEmpty() ? runs() : Result<SweepRuns>(Error{});
    const bool ok = obstacle.isEmpty() && all.ok();
    problem_->setText(!obstacle.isEmpty() ? obstacle : all.ok() ? QString() : translated(all.error()));
    problem_->setVisible(!ok);
    number_->setVisible(ok);
    needs_->setVisible(ok);
    run_->setEnabled(ok);
    run_->setText(tr("Add to the queue"));
    if (!ok) {
        for (QWidget* widget : std::initializer_list<QWidget*>{known_, again_}) widget->hide();
        return;
    }
    const auto left = static_cast<std::int64_t>(untrained(*all).size());
    run_->setText(left == 0   ? tr("Show what they came to")
                  : left == 1 ? tr("Add 1 run to the queue")
                              : tr("Add %1 runs to the queue").arg(formatCount(left)));
    showKnown(*all, left);
    showNeeds(*all, left);
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

void SweepPanel::showNeeds(const SweepRuns& all, std::int64_t left) {
    const auto count = static_cast<std::int64_t>(all.configs.size());
    const QString settings = all.settings == 1 ? tr("1 setting") : tr("%1 settings").arg(formatCount(all.settings));
    const QString seeds = seeds_->value() == 1 ? tr("1 seed each") : tr("%1 seeds each").arg(seeds_->value());
    number_->setText(
        tr("%1: %2, %3").arg(count == 1 ? tr("1 run") : tr("%1 runs").arg(formatCount(count)), settings, seeds));
    needs_->setVisible(left > 0);
    if (left == 0) return;
    QueuedRun one;
    one.config = experiment_->config();
    one.together = together_->isChecked();
    const bool fits = queue_->trainsTogether(one);
    const std::int64_t atOnce = fits ? std::min<std::int64_t>(left, std::max(1, usableCores())) : 1;
    const MemoryForecast memory = experiment_->memoryForecast();
    const double size =
        memory.total() + static_cast<double>(atOnce - 1) * (memory.tensors() - memory.data + memory.spare);
    const double seconds =
        planSeconds(*experiment_, runs_->runs()) * static_cast<double>(left) / static_cast<double>(atOnce);
    QStringList sentences;
    sentences << (atOnce == 1 ? tr("One after the other.") : tr("%1 at a time.").arg(atOnce));
    if (together_->isChecked() && !fits) sentences << tr("Not together: runs on a GPU or with a process of their own.");
    sentences << (seconds > 0 ? tr("About %1 of training, at the pace of these settings.").arg(formatDuration(seconds))
                              : tr("Time not known yet; the Model page measures it."));
    sentences << tr("About %1 of memory, as these settings need.").arg(bytes(size));
    needs_->setText(sentences.join(QLatin1Char(' ')));
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
    close();
    Q_EMIT queued(count, sweep);
}

}  // namespace gatelab

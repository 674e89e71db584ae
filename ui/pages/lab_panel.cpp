// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lab_panel.h"

#include "background_job.h"
#include "charts/line_chart.h"
#include "config/field.h"
#include "device/switch_machine.h"
#include "experiment_model.h"
#include "io/file_io.h"
#include "models/lab_model.h"
#include "pages/run_actions.h"
#include "queue_controller.h"
#include "run_controller.h"
#include "session/lab_machine.h"
#include "texts.h"
#include "widgets/card.h"
#include "widgets/segments.h"
#include "widgets/table_style.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>

#include <atomic>
#include <cmath>
#include <mutex>

namespace gatelab {

namespace {

constexpr int kLookEveryMs = 200, kRowHeight = 40, kRungWidth = 250;
/// By LabModel::Column; the first one takes what is left.
constexpr int kWidths[] = {kRungWidth, 118, 82, 116, 90, 82, 100, 104, 100, 150};
static_assert(std::size(kWidths) == LabModel::ColumnCount);
/// Where there is no room these go first.
constexpr LabModel::Column kLeastNeeded[] = {LabModel::Interval, LabModel::EqualTime, LabModel::Difference, LabModel::Limit, LabModel::Validation};
constexpr int kRepeats = 5, kMostRepeats = 50;

}  // namespace

/// Between the measuring thread and the window.
struct LabPanel::Shared {
    std::mutex mutex;
    LabReport report;
    bool fresh = false;
    std::atomic<bool> stop{false}, training{false};
};

LabPanel::LabPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue, QWidget* parent)
    : QWidget(parent), theme_(&theme), experiment_(&experiment), runs_(&runs), queue_(&queue), mode_(new Segments({tr("Cumulative"), tr("One at a time off"), tr("A against B")})), first_(new QComboBox),
      second_(new QComboBox), repeats_(new QSpinBox), run_(new QPushButton), export_(new QPushButton(theme.icon(QStringLiteral("export")), tr("Export"))),
      copy_(new QPushButton(theme.icon(QStringLiteral("copy")), tr("Copy command"))), use_(new QPushButton(theme.icon(QStringLiteral("check")), tr("Use the fastest"))), state_(makeLabel({}, "note")), explanation_(makeLabel({}, "note")), table_(new QTableView),
      model_(new LabModel(theme, this)), chart_(new LineChart(theme, tr("Speed against memory"), tr("samples/s"))), job_(new BackgroundJob(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(makeBar());
    auto* card = new Card(tr("Optimisation lab"), tr("the present experiment on this machine"));
    card->setBodyPadding(0);
    card->addHeaderWidget(state_);
    card->body()->addWidget(table_);
    card->body()->addWidget(explanation_);
    explanation_->setWordWrap(true);
    explanation_->setContentsMargins(12, 4, 12, 8);
    explanation_->hide();
    column->addWidget(card, 3);
    column->addWidget(chart_, 2);
    table_->setModel(model_);
    styleTable(*table_);
    table_->setItemDelegate(new LabDelegate(theme, table_));
    table_->setAccessibleName(tr("Optimisation lab"));
    table_->verticalHeader()->setDefaultSectionSize(qRound(kRowHeight * theme.textScale()));
    table_->horizontalHeader()->setStretchLastSection(false);
    for (int i = 0; i < LabModel::ColumnCount; ++i) table_->setColumnWidth(i, qRound(kWidths[i] * theme.textScale()));
    table_->horizontalHeader()->setSectionResizeMode(LabModel::Rung, QHeaderView::Stretch);
    chart_->setXLabel(tr("peak MiB"));
    chart_->setYFromZero(true);
    chart_->setEmptyText(tr("Run the lab to see what each switch costs in memory and gives in speed."));
    timer_.setInterval(kLookEveryMs);
    connect(&timer_, &QTimer::timeout, this, &LabPanel::look);
    connect(mode_, &Segments::chosen, this, &LabPanel::plan);
    connect(repeats_, &QSpinBox::valueChanged, this, &LabPanel::showState);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &LabPanel::showExplanation);
    connect(model_, &LabModel::toggled, this, [this](const QString& key, bool wanted) {
        if (wanted) leftOut_.erase(key.toStdString());
        else leftOut_.insert(key.toStdString());
        plan();
    });
    for (QComboBox* box : {first_, second_}) connect(box, &QComboBox::activated, this, &LabPanel::plan);
    connect(run_, &QPushButton::clicked, this, [this] { running() ? stop() : start(); });
    connect(export_, &QPushButton::clicked, this, &LabPanel::exportTable);
    connect(use_, &QPushButton::clicked, this, &LabPanel::useBest);
    connect(copy_, &QPushButton::clicked, this, [this] {
        const auto planned = makePlan();
        if (planned.ok()) QGuiApplication::clipboard()->setText(fromUtf8(labCommand(*planned, finished_ ? base_ : experiment_->config())));
    });
    // What was measured stays until the next plan: it says what it is about.
    connect(experiment_, &ExperimentModel::configChanged, this, [this] {
        if (!finished_) plan();
        else showState();
    });
    connect(runs_, &RunController::engineReady, this, [this] {
        if (!finished_) plan();
    });
    connect(runs_, &RunController::stateChanged, this, [this] {
        noteTraining();
        showState();
    });
    connect(chart_, &LineChart::failed, this, &LabPanel::failed);
    connect(chart_, &LineChart::exported, this, &LabPanel::exported);
    showState();
}

LabPanel::~LabPanel() {
    if (!shared_) return;
    shared_->stop = true;
    queue_->hold(false);
}

QWidget* LabPanel::makeBar() {
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    repeats_->setRange(1, kMostRepeats);
    repeats_->setValue(kRepeats);
    repeats_->setPrefix(tr("Repeats "));
    repeats_->setToolTip(tr("How often each line is measured, in shuffled order. One repeat has no interval, so nothing can be claimed from it."));
    for (const char* name : {"baseline", "all", "current"}) {
        const QString title = QLatin1String(name) == QLatin1String("baseline") ? tr("The plain loop") : QLatin1String(name) == QLatin1String("all") ? tr("All switches") : tr("As it is now");
        for (QComboBox* box : {first_, second_}) box->addItem(title, QString::fromLatin1(name));
    }
    for (const Switch& row2 : switches())
        for (const char* without : {"", "no-"})
            for (QComboBox* box : {first_, second_})
                box->addItem(*without ? tr("Without: %1").arg(translated(row2.title)) : tr("With: %1").arg(translated(row2.title)), QString::fromLatin1(without) + QString::fromLatin1(row2.key));
    second_->setCurrentIndex(1);
    first_->setAccessibleName(tr("A"));
    second_->setAccessibleName(tr("B"));
    row->addWidget(mode_);
    for (QComboBox* box : {first_, second_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(16);
        row->addWidget(box);
    }
    row->addStretch();
    for (QWidget* widget : std::initializer_list<QWidget*>{repeats_, copy_, export_, use_, run_}) row->addWidget(widget);
    run_->setProperty("primary", true);
    return bar;
}

void LabPanel::setShown(bool shown) {
    shown_ = shown;
    if (!shown) return;
    if (!finished_) plan();
    showState();
}

bool LabPanel::running() const { return shared_ != nullptr; }

Result<LabPlan> LabPanel::makePlan() const {
    LabPlan plan;
    plan.repeats = repeats_->value();
    const ExperimentConfig& config = experiment_->config();
    const SwitchMachine machine = runs_->engine() ? switchMachine(runs_->engine()->info(), config.device) : SwitchMachine{};
    if (mode_->current() == 2) {
        plan.mode = LabMode::Pair;
        auto rungs = pairRungs(config, machine, first_->currentData().toString().toStdString(), second_->currentData().toString().toStdString());
        if (!rungs.ok()) return rungs.error();
        plan.rungs = std::move(*rungs);
    } else {
        plan.mode = mode_->current() == 0 ? LabMode::Ladder : LabMode::OneOff;
        plan.rungs = mode_->current() == 0 ? ladderRungs(config, machine, leftOut_) : oneOffRungs(config, machine, leftOut_);
    }
    return plan;
}

/// The lines before anything was measured: what would run here, and what would not and why.
void LabPanel::plan() {
    for (QComboBox* box : {first_, second_}) box->setVisible(mode_->current() == 2);
    if (running() || !shown_) return;
    LabReport empty;
    const auto planned = makePlan();
    if (planned.ok()) empty.plan = *planned;
    else state_->setText(translated(planned.error()));
    finished_ = false;
    show(empty);
    if (planned.ok()) showState();
}

void LabPanel::start() {
    auto planned = makePlan();
    const QString obstacle = startObstacle(*experiment_);
    if (!planned.ok() || !obstacle.isEmpty()) {
        Q_EMIT failed(planned.ok() ? obstacle : translated(planned.error()));
        return;
    }
    if (!runs_->engine() || runs_->active() || !experiment_->dataset()) return;
    if (base_ != experiment_->config()) seconds_.clear();
    base_ = experiment_->config();
    finished_ = false;
    shared_ = std::make_shared<Shared>();
    queue_->hold(true);
    LabReport empty;
    empty.plan = *planned;
    show(empty);
    job_->run<Result<LabReport>>(
        [shared = shared_, plan = *planned, engine = runs_->sharedEngine(), data = experiment_->dataset()](const Progress& progress) {
            const QTemporaryDir scratch;
            EngineLabMachine machine(engine, data, toPath(scratch.path()), [shared] { return shared->training.load(); });
            return runLab(plan, machine, [&](const LabReport& soFar) {
                const std::lock_guard lock(shared->mutex);
                if (shared->report.done != soFar.done || soFar.done == 0) {
                    shared->report = soFar;
                    shared->fresh = true;
                }
                return !shared->stop && report(progress, -1);
            });
        },
        [this](Result<LabReport> result) {
            timer_.stop();
            shared_.reset();
            queue_->hold(false);
            finished_ = result.ok();
            if (result.ok()) show(*result);
            else if (result.error().code != ErrorCode::Cancelled) Q_EMIT failed(translated(result.error()));
            showState();
        });
    timer_.start();
    showState();
}

void LabPanel::stop() {
    if (shared_) shared_->stop = true;
    showState();
}

void LabPanel::look() {
    if (!shared_) return;
    LabReport report;
    {
        const std::lock_guard lock(shared_->mutex);
        if (!std::exchange(shared_->fresh, false)) return;
        report = shared_->report;
    }
    show(report);
    showState();
}

/// While it measures; a run that waits does not disturb.
void LabPanel::noteTraining() {
    if (!shared_) return;
    const bool trains = runs_->active() && runs_->state() != RunState::Paused;
    if (trains == shared_->training.exchange(trains) || !trains) return;
    Q_EMIT runs_->warned(tr("The lab is measuring; this training disturbs its figures, and they are marked as disturbed."));
}

double LabPanel::expectedSeconds() const {
    const LabPlan& plan = model_->report().plan;
    if (plan.rungs.empty() || base_ != experiment_->config()) return kNotMeasured;
    double sum = 0;
    for (const LabRung& rung : plan.rungs) {
        if (!rung.wanted()) continue;
        const auto known = seconds_.find(rung.key), first = seconds_.find(plan.rungs.front().key);
        if (known == seconds_.end() || first == seconds_.end()) return kNotMeasured;
        // In equal time each takes as long as the first line.
        sum += repeats_->value() * known->second + (plan.equalTime ? first->second : 0);
    }
    return sum;
}

void LabPanel::showExplanation() {
    const QModelIndex current = table_->currentIndex();
    explanation_->setText(current.isValid() ? model_->explanation(current.row()) : QString());
    explanation_->setVisible(current.isValid());
}

void LabPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitColumns();
}

/// Names are never cut to make room for figures of less weight.
void LabPanel::fitColumns() {
    double room = width() - table_->style()->pixelMetric(QStyle::PM_ScrollBarExtent), needed = 0;
    for (int i = 0; i < LabModel::ColumnCount; ++i) needed += kWidths[i] * theme_->textScale();
    for (const LabModel::Column column : kLeastNeeded) {
        table_->setColumnHidden(column, needed > room);
        if (needed > room) needed -= kWidths[column] * theme_->textScale();
    }
}

void LabPanel::show(const LabReport& report) {
    model_->setReport(report);
    // A reason stands where the figures would be.
    table_->clearSpans();
    for (int row = 0; row < model_->rowCount(); ++row)
        if (!model_->note(row).isEmpty()) table_->setSpan(row, 0, 1, LabModel::ColumnCount);
    for (std::size_t i = 0; i < report.figures.size(); ++i)
        if (std::isfinite(report.figures[i].runSeconds)) seconds_[report.plan.rungs[i].key] = report.figures[i].runSeconds;
    showExplanation();
    showPoints(report);
    Q_EMIT findingsChanged();
}

void LabPanel::showPoints(const LabReport& report) {
    std::vector<ChartLine> lines(3);
    std::vector<ChartPoint> points;
    const QString names[] = {tr("same numbers"), tr("other precision"), tr("time for something else")};
    for (std::size_t group = 0; group < lines.size(); ++group) {
        lines[group].name = names[group];
        lines[group].slot = group == 0 ? 0 : group == 1 ? 1 : 5;
        lines[group].colour = theme_->runColour(lines[group].slot);
        lines[group].style = ChartLine::Style::Dots;
    }
    for (std::size_t i = 0; i < report.figures.size(); ++i) {
        const LabFigures& f = report.figures[i];
        if (!std::isfinite(f.peakMiB) || !std::isfinite(f.samplesPerSecond)) continue;
        ChartLine& line = lines[static_cast<std::size_t>(report.plan.rungs[i].group)];
        line.x.push_back(f.peakMiB);
        line.y.push_back(f.samplesPerSecond);
        points.push_back({f.peakMiB, f.samplesPerSecond, translated(report.plan.rungs[i].title), line.colour});
    }
    std::erase_if(lines, [](const ChartLine& line) { return line.x.empty(); });
    chart_->setLines(std::move(lines));
    chart_->setPoints(std::move(points));
}

void LabPanel::showState() {
    const LabReport& report = model_->report();
    const bool busy = runs_->active() && !running();
    const double seconds = expectedSeconds();
    model_->setLocked(running());
    run_->setText(running() ? tr("Stop") : std::isfinite(seconds) ? tr("Run the lab, about %1").arg(formatDuration(seconds)) : tr("Run the lab"));
    run_->setIcon(theme_->icon(running() ? QStringLiteral("stop") : QStringLiteral("play"), Ink::OnFill));
    run_->setEnabled(running() ? !shared_->stop : runs_->engine() && !busy);
    run_->setToolTip(busy ? tr("A run is training: it and the lab would disturb each other.") : tr("Trains each line for some hundred steps, several times."));
    for (QWidget* widget : std::initializer_list<QWidget*>{mode_, first_, second_, repeats_}) widget->setEnabled(!running());
    export_->setEnabled(finished_);
    use_->setEnabled(finished_ && report.plan.mode != LabMode::OneOff && labBest(report) > 0);
    use_->setToolTip(tr("The fastest line with the same numbers whose switch is shown to help."));
    int disturbed = 0;
    for (const LabFigures& f : report.figures) disturbed += f.disturbed();
    const QString progress = report.total == 0 ? QString() : std::isfinite(report.secondsLeft) ? tr("%1 of %2 runs, about %3 left").arg(report.done).arg(report.total).arg(formatDuration(report.secondsLeft)) : tr("%1 of %2 runs").arg(report.done).arg(report.total);
    const QString state = running() ? progress : finished_ ? tr("%1 runs on %2").arg(report.done).arg(fromUtf8(report.device)) : QString();
    state_->setText(disturbed > 0 ? tr("%1; %2 measurements disturbed").arg(state).arg(disturbed) : state);
}

QStringList LabPanel::findings() const {
    QStringList lines;
    if (!finished_) return lines;
    for (const LabFinding& finding : labFindings(model_->report())) {
        QString line = translated(finding.text);
        for (std::size_t i = 0; i < finding.words.size(); ++i)
            line.replace(QStringLiteral("%%1").arg(i + 1), finding.words[i].value.empty() ? translated(finding.words[i].text) : fromUtf8(finding.words[i].value));
        lines << line;
    }
    return lines;
}

void LabPanel::exportTable() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the lab's table"), QStringLiteral("lab.md"), tr("Markdown (*.md);;CSV (*.csv);;JSON (*.json)"));
    if (path.isEmpty()) return;
    const LabReport& report = model_->report();
    const QString kind = QFileInfo(path).suffix().toLower();
    const std::string text = kind == QLatin1String("csv") ? labCsv(report) : kind == QLatin1String("json") ? labJson(report) : labMarkdown(report) + "\n    " + labCommand(report.plan, base_) + "\n";
    const auto written = writeFileDurably(toPath(path), text);
    if (written.ok()) Q_EMIT exported(path);
    else Q_EMIT failed(translated(written.error()));
}

void LabPanel::useBest() {
    const LabReport& report = model_->report();
    const std::size_t best = labBest(report);
    ExperimentConfig config = experiment_->config();
    for (const Switch& row : switches())
        if (const Field* field = findField(row.field)) (void)setFieldValue(config, *field, fieldValue(report.plan.rungs[best].config, *field));
    experiment_->replace(config, tr("use the lab's fastest switches"));
}

}  // namespace gatelab

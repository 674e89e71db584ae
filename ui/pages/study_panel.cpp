// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/study_panel.h"

#include "background_job.h"
#include "charts/line_chart.h"
#include "experiment_model.h"
#include "io/file_io.h"
#include "lab/memory_study_report.h"
#include "models/lab_model.h"
#include "models/study_model.h"
#include "pages/run_actions.h"
#include "queue_controller.h"
#include "run_controller.h"
#include "session/lab_machine.h"
#include "texts.h"
#include "widgets/card.h"
#include "widgets/empty_state.h"
#include "widgets/segments.h"
#include "widgets/table_style.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <mutex>

namespace gatelab {

namespace {

/// By StudyModel::Column, then those of the figures.
constexpr int kWidths[] = {150, 132, 100, 148, 70}, kFigureWidth = 124;
static_assert(std::size(kWidths) == StudyModel::FixedColumns);

}  // namespace

/// Between the measuring thread and the window.
struct StudyPanel::Shared {
    std::mutex mutex;
    MemoryStudy study;
    bool fresh = false;
    bool disturbs = false;  ///< a training, which is told once; GUI thread
};

StudyPanel::StudyPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue, QWidget* parent, MakeMachine makeMachine)
    : QWidget(parent), theme_(&theme), experiment_(&experiment), runs_(&runs), queue_(&queue), makeMachine_(std::move(makeMachine)), state_(makeLabel({}, "note")),
      empty_(new EmptyState(theme, QStringLiteral("chip"), {})), table_(new QTableView), model_(new StudyModel(theme, this)), chart_(new LineChart(theme, tr("Peak of the tensors"), tr("MiB"))),
      figures_(new Segments({tr("By cause"), tr("By phase"), tr("Device")})), run_(new QPushButton), export_(new QPushButton(theme.icon(QStringLiteral("export")), tr("Export"))),
      copy_(new QPushButton(theme.icon(QStringLiteral("copy")), tr("Copy command"))), factors_(new QPushButton(tr("Factors"))), job_(new BackgroundJob(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(makeBar());
    auto* card = new Card(tr("Memory study"), tr("the present experiment, one factor at a time"));
    card->setBodyPadding(0);
    card->addHeaderWidget(state_);
    card->body()->addWidget(empty_);
    card->body()->addWidget(table_);
    column->addWidget(card, 3);
    column->addWidget(chart_, 2);
    table_->setModel(model_);
    styleTable(*table_);
    table_->setItemDelegateForColumn(StudyModel::Measured, new LabDelegate(theme, table_));
    table_->setAccessibleName(tr("Memory study"));
    table_->horizontalHeader()->setStretchLastSection(false);
    chart_->setXLabel(tr("times the present value"));
    chart_->setLogX(true);
    chart_->setYFromZero(true);
    chart_->setEmptyText(tr("The study shows here how the memory grows with each factor."));
    connect(job_, &BackgroundJob::progressed, this, [this] {
        if (!running()) return;
        MemoryStudy study;
        {
            const std::lock_guard lock(shared_->mutex);
            if (!std::exchange(shared_->fresh, false)) return;
            study = shared_->study;
        }
        showStudy(study);
    });
    connect(experiment_, &ExperimentModel::configChanged, this, &StudyPanel::replan);
    connect(experiment_, &ExperimentModel::dataChanged, this, &StudyPanel::replan);
    connect(experiment_, &ExperimentModel::preparedChanged, this, &StudyPanel::replan);
    connect(runs_, &RunController::engineReady, this, &StudyPanel::replan);
    connect(runs_, &RunController::stateChanged, this, &StudyPanel::stopForTraining);
    connect(queue_, &QueueController::heldChanged, this, &StudyPanel::showState);
    connect(chart_, &LineChart::failed, this, &StudyPanel::failed);
    connect(chart_, &LineChart::exported, this, &StudyPanel::exported);
    showStudy({});
}

StudyPanel::~StudyPanel() {
    if (running()) queue_->hold(false);
}

QWidget* StudyPanel::makeBar() {
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    figures_->setAccessibleName(tr("Figures of the table"));
    auto* menu = new QMenu(factors_);
    fillFactors(*menu);
    factors_->setMenu(menu);
    factors_->setToolTip(tr("Which factors are varied"));
    run_->setProperty("primary", true);
    copy_->setToolTip(tr("The command that measures this again without the window"));
    row->addWidget(figures_);
    row->addWidget(factors_);
    row->addStretch();
    for (QWidget* widget : {copy_, export_, run_}) row->addWidget(widget);
    connect(figures_, &Segments::chosen, this, [this](int index) {
        model_->setFigures(static_cast<StudyModel::Figures>(index));
        showStudy(MemoryStudy(model_->study()));
    });
    connect(run_, &QPushButton::clicked, this, [this] { running() ? job_->cancel() : start(); });
    connect(export_, &QPushButton::clicked, this, &StudyPanel::exportTable);
    connect(copy_, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(fromUtf8(studyCommand(model_->study()))); });
    return bar;
}

void StudyPanel::fillFactors(QMenu& menu) {
    for (const std::string& factor : studyFactors()) {
        QAction* action = menu.addAction(translated(studyFactorTitle(factor)));
        action->setCheckable(true);
        action->setChecked(true);
        connect(action, &QAction::toggled, this, [this, factor](bool on) {
            if (on) leftOut_.erase(factor);
            else leftOut_.insert(factor);
            replan();
        });
    }
}

void StudyPanel::setShown(bool shown) {
    shown_ = shown;
    if (shown) replan();
}

bool StudyPanel::running() const { return job_->running(); }

std::shared_ptr<LabMachine> StudyPanel::machine() const {
    if (makeMachine_) return makeMachine_();
    if (!runs_->engine() || !experiment_->dataset()) return nullptr;
    return std::make_shared<EngineLabMachine>(runs_->sharedEngine(), experiment_->dataset(), std::filesystem::path());
}

/// Empty: all.
std::set<std::string> StudyPanel::wantedFactors() const {
    std::set<std::string> wanted;
    for (const std::string& factor : studyFactors())
        if (!leftOut_.empty() && !leftOut_.contains(factor)) wanted.insert(factor);
    return wanted;
}

MemoryStudy StudyPanel::planned() const {
    if (leftOut_.size() == studyFactors().size() || !experiment_->dataset()) return {};
    const EngineInfo info = runs_->engine() ? runs_->engine()->info() : EngineInfo{};
    return planMemoryStudy(studySubject(experiment_->config(), experiment_->dataset(), experiment_->shape(), info), wantedFactors());
}

/// The rows before anything was measured: what is forecast, and what cannot run here and why. What was measured stays until it is measured again: the
/// state says what it is about.
void StudyPanel::replan() {
    if (shown_ && !running() && !model_->study().measured()) showStudy(planned());
    else showState();
}

void StudyPanel::start() {
    const QString obstacle = startObstacle(*experiment_);
    if (!obstacle.isEmpty()) {
        Q_EMIT failed(obstacle);
        return;
    }
    const auto measuring = machine();
    if (!measuring || runs_->active() || queue_->held()) return;
    const MemoryStudy study = planned();
    showStudy(study);
    if (study.rows.empty()) return;
    shared_ = std::make_shared<Shared>();
    queue_->hold(true);
    job_->run<Result<MemoryStudy>>(
        [shared = shared_, study, measuring](const Progress& progress) {
            return runMemoryStudy(study, *measuring, [&, told = 0](const MemoryStudy& soFar) mutable {
                if (std::exchange(told, soFar.done) != soFar.done) {
                    const std::lock_guard lock(shared->mutex);
                    shared->study = soFar;
                    shared->fresh = true;
                }
                return report(progress, static_cast<double>(soFar.done) / std::max(1, soFar.total));
            });
        },
        [this](const Result<MemoryStudy>& result) {
            queue_->hold(false);
            // A stopped study keeps what it has.
            showStudy(result.ok() ? *result : shared_->fresh ? MemoryStudy(shared_->study) : MemoryStudy(model_->study()));
            if (!result.ok() && result.error().code != ErrorCode::Cancelled) Q_EMIT failed(translated(result.error()));
        });
    showState();
}

void StudyPanel::stopForTraining() {
    if (running() && runs_->active() && runs_->state() != RunState::Paused) {
        job_->cancel();
        if (!std::exchange(shared_->disturbs, true)) Q_EMIT runs_->warned(tr("The memory study was stopped so that it does not disturb this training. What it measured stays."));
    }
    showState();
}

void StudyPanel::showStudy(const MemoryStudy& study) {
    model_->setStudy(study);
    table_->clearSpans();
    for (int row = 0; row < model_->rowCount(); ++row)
        if (!model_->note(row).isEmpty()) table_->setSpan(row, StudyModel::Forecast, 1, model_->columnCount() - StudyModel::Forecast);
    for (int i = 0; i < model_->columnCount(); ++i)
        table_->setColumnWidth(i, qRound((i < StudyModel::FixedColumns ? kWidths[i] : kFigureWidth) * theme_->textScale()));
    table_->setVisible(model_->rowCount() > 0);
    empty_->setVisible(model_->rowCount() == 0);
    showLines();
    showState();
    Q_EMIT findingsChanged();
}

void StudyPanel::showLines() {
    std::vector<ChartLine> lines;
    const auto& rows = model_->study().rows;
    bool measured = false;
    for (std::size_t from = 0, to = 0; from < rows.size(); from = to) {
        std::vector<const StudyRow*> points;
        for (to = from; to < rows.size() && rows[to].factor == rows[from].factor; ++to)
            if (std::isfinite(rows[to].scale)) points.push_back(&rows[to]);
        if (points.size() < 2) continue;
        std::ranges::sort(points, {}, &StudyRow::scale);
        ChartLine forecast, marks;
        forecast.slot = marks.slot = model_->slot(static_cast<int>(from));
        forecast.colour = marks.colour = theme_->runColour(marks.slot);
        marks.style = ChartLine::Style::Dots;
        for (const StudyRow* row : points) {
            forecast.x.push_back(row->scale);
            forecast.y.push_back(row->peak.forecast);
            if (!std::isfinite(row->peak.measured)) continue;
            marks.x.push_back(row->scale);
            marks.y.push_back(row->peak.measured);
        }
        const QString name = StudyModel::factorName(rows[from]);
        (marks.x.empty() ? forecast : marks).name = name;
        forecast.column = tr("%1, forecast").arg(name);
        measured = measured || !marks.x.empty();
        lines.push_back(std::move(forecast));
        if (!marks.x.empty()) lines.push_back(std::move(marks));
    }
    chart_->setTitle(tr("Peak of the tensors"), measured ? tr("MiB; marks: measured, lines: forecast") : tr("MiB, forecast"));
    chart_->setLines(std::move(lines));
}

void StudyPanel::showState() {
    const bool busy = runs_->active() || (queue_->held() && !running());
    const bool ready = experiment_->dataset() && machine();
    run_->setText(running() ? tr("Stop") : tr("Run the study"));
    run_->setIcon(theme_->icon(running() ? QStringLiteral("stop") : QStringLiteral("play"), Ink::OnFill));
    run_->setEnabled(running() || (ready && !busy && leftOut_.size() < studyFactors().size()));
    run_->setToolTip(busy ? tr("Something trains or measures: the study would disturb it. Start it when that has ended.") : tr("Trains each line for a few steps and validates it."));
    factors_->setEnabled(!running());
    copy_->setEnabled(model_->rowCount() > 0);
    export_->setEnabled(model_->study().measured() && !running());
    empty_->setSentence(!experiment_->dataset() ? tr("Load data on the Data page: the study needs to know how long and wide they are.") : tr("Choose at least one factor."));
    state_->setText(stateText());
}

QString StudyPanel::stateText() const {
    const MemoryStudy& study = model_->study();
    if (running()) return tr("%1 of %2 runs").arg(study.done).arg(study.total);
    if (!study.measured()) return study.rows.empty() ? QString() : tr("forecast; run the study to measure it");
    const QString done = tr("%1 runs on %2").arg(study.done).arg(fromUtf8(study.device));
    return study.subject.base == experiment_->config() && study.factors == wantedFactors() ? done : tr("%1; the settings have changed since").arg(done);
}

QStringList StudyPanel::findings() const {
    QStringList lines;
    for (const Phrase& finding : studyFindings(model_->study())) lines << translated(finding);
    return lines;
}

void StudyPanel::exportTable() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the study's table"), QStringLiteral("memory.csv"), tr("CSV (*.csv);;JSON (*.json)"));
    if (path.isEmpty()) return;
    const bool json = QFileInfo(path).suffix().compare(QLatin1String("json"), Qt::CaseInsensitive) == 0;
    const auto written = writeFileDurably(toPath(path), json ? studyJson(model_->study()) : studyCsv(model_->study()));
    if (written.ok()) Q_EMIT exported(path);
    else Q_EMIT failed(translated(written.error()));
}

}  // namespace gatelab

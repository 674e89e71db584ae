// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/run_inspector.h"

#include "common/field_text.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "form/field_row.h"
#include "form/form_section.h"
#include "models/baseline_levels.h"
#include "models/run_board.h"
#include "models/run_columns.h"
#include "pages/train/advice_card.h"
#include "pages/train/chosen_row_note.h"
#include "runs/machines.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "verdict/run_groups.h"
#include "widgets/badge.h"
#include "widgets/bar_list.h"
#include "widgets/card.h"
#include "widgets/key_values.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"

#include <QLabel>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace gatelab {

namespace {

constexpr int kLabelWidth = 88;  ///< leaves room for a figure and its unit in the narrow column of small windows
constexpr std::size_t kMostChanges = 5;

Tone stateTone(RunState state) {
    switch (state) {
        case RunState::Finished:
            return Tone::Success;
        case RunState::Failed:
            return Tone::Error;
        case RunState::Interrupted:
            return Tone::Warning;
        case RunState::Paused:
        case RunState::Queued:
            return Tone::Neutral;
        default:
            return Tone::Info;
    }
}

/// "AMD Ryzen 7 5800X" of "AMD Ryzen 7 5800X 8-Core Processor": what the line has room for.
QString shortDevice(const std::string& name) {
    static const QRegularExpression kMarks(QStringLiteral("\\((?:R|TM)\\)|^NVIDIA ")),
        kTail(QStringLiteral("\\s+(?:@|CPU\\b|\\d+-Core|Processor).*$"));
    return fromUtf8(name).remove(kMarks).remove(kTail);
}

/// The rate that the schedule of a run starts from by now.
double peakRate(const RunSummary& run) {
    for (auto change = run.changes.rbegin(); change != run.changes.rend(); ++change)
        if (change->what.field && std::string_view(change->what.field->key) == "learning_rate")
            if (const auto* rate = std::get_if<double>(&change->what.to)) return *rate;
    return run.config->learningRate;
}

}  // namespace

RunInspector::RunInspector(Theme& theme, RunController& runs, RunBoard& board, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      runs_(&runs),
      board_(&board),
      advice_(new AdviceCard(theme, runs)),
      content_(new QWidget),
      settings_(new QWidget),
      against_(new QWidget),
      empty_(makeLabel(tr("No run is open. Train one, or open one from Compare."), "muted")),
      marker_(new QLabel),
      figure_(makeLabel({}, "figure")),
      verdict_(makeLabel({}, "")),
      warning_(makeLabel({}, "warning")),
      baseMarker_(new QLabel),
      equal_(makeLabel({}, "note")),
      name_(new WrappedLabel("question")),
      position_(new WrappedLabel("note")),
      figureNote_(new WrappedLabel("note")),
      barsTitle_(new WrappedLabel("note")),
      baseName_(new WrappedLabel("note")),
      badge_(new Badge(theme, {})),
      bars_(new BarList(theme)),
      changes_(new KeyValueList),
      machine_(new FormSection(theme, tr("Machine"))),
      facts_(new KeyValueList),
      chosen_(new ChosenRowNote) {
    empty_->setWordWrap(true);
    // Never higher than it needs
    makeColumn(this, {12, 8, 12, 12}, -1, {empty_, {content_, 0, Qt::AlignTop}, spring()});
    auto* column =
        makeColumn(content_, {}, 6,
                   {makeRow({marker_, {name_, 1}, {badge_, 0, Qt::AlignTop}}), position_,
                    makeRow({figure_, {figureNote_, 1, Qt::AlignBottom}}), barsTitle_, bars_, verdict_, warning_});
    for (QLabel* label : {verdict_, warning_}) label->setWordWrap(true);
    addLiveSettings();
    addBase();
    machine_->setObjectName(QStringLiteral("machine"));
    machine_->addContent(facts_);
    machine_->addContent(chosen_);
    machine_->setOpen(false);
    // The advice comes and goes: what one clicks stands above it.
    for (QWidget* part : std::initializer_list<QWidget*>{settings_, advice_, against_}) column->addWidget(part);
    column->addWidget(makeLine());
    column->addWidget(machine_);
    for (const auto signal :
         {&RunController::currentChanged, &RunController::stateChanged, &RunController::runsChanged})
        connect(runs_, signal, this, &RunInspector::showRun);
    connect(runs_, &RunController::engineReady, this, &RunInspector::showMachine);
    for (const auto signal : {&RunBoard::boardChanged, &RunBoard::selectionChanged})
        connect(board_, signal, this, &RunInspector::showBase);
    showRun();
}

void RunInspector::addLiveSettings() {
    auto* note = makeLabel(tr("acts at the next step"), "note");
    note->setToolTip(tr("Press Enter to apply. The charts mark the change."));
    auto* more = new FormSection(*theme_, tr("More settings"));
    more->setObjectName(QStringLiteral("more"));
    auto* list =
        makeColumn(settings_, {}, 0,
                   {makeLine(), gap(6), makeRow(nullptr, {}, 8, {makeLabel(tr("Change now"), "title"), {note, 1}})});
    for (const Field& field : fields()) {
        if (field.live != FieldLive::Yes) continue;
        const std::string_view key = field.key;
        auto* row = new FieldRow(field, *theme_);
        if (key == "learning_rate") row->setLabel(tr("Rate")), rate_ = row;
        if (key == "early_stop") row->setLabel(tr("Patience"));
        row->control().setCommitOnEnter(true);
        row->setResettable(false);
        row->setLabelWidth(qRound(kLabelWidth * theme_->textScale()));
        connect(row, &FieldRow::edited, this, [this, &field](const FieldValue& value) {
            const auto run = runs_->current();
            if (!run || !run->live) return;
            runs_->change({field.key, value});
        });
        if (field.level == FieldLevel::Basic)
            list->addWidget(row);
        else
            more->add(row);
        rows_.push_back(row);
    }
    more->setOpen(false);
    list->addWidget(more);
}

void RunInspector::addBase() {
    makeColumn(
        against_, {}, 4,
        {makeLine(), makeRow({makeLabel(tr("Against base"), "title"), baseMarker_, {baseName_, 1}}), changes_, equal_});
}

void RunInspector::setCompact(bool compact) {
    isCompact_ = compact;
    refresh();
    showBase();
}

void RunInspector::showRun() {
    const auto run = runs_->current();
    empty_->setVisible(!run);
    content_->setVisible(run != nullptr);
    if (!run) return;
    marker_->setPixmap(theme_->marker(run->summary.colour));
    name_->setFullText(shownRunName(run->summary));
    // A badge is a word; the segment of the run says where.
    const bool isAtCluster = !run->live && !clusterStateOf(run->summary.id).isEmpty();
    badge_->set(isAtCluster ? tr("at a cluster") : board_->stateText(run->summary),
                isAtCluster ? Tone::Info : stateTone(board_->stateOf(run->summary)));
    settings_->setVisible(run->live);
    const ExperimentConfig now = settingsAfter(run->summary.config, run->summary.changes);
    for (FieldRow* row : rows_) row->show(fieldValue(now, row->field()));
    refresh();
    showBase();
    showMachine();
}

void RunInspector::refresh() {
    const auto run = runs_->current();
    if (!run) return;
    position_->setFullText(tr("epoch %1 of %2, step %3")
                               .arg(formatCount(epochOf(*run, run->summary.step)),
                                    formatCount(run->summary.config->epochs), formatCount(run->summary.step)));
    showFigure(*run);
    advice_->showRun(run.get());
    const double now = lastValue(*run, MetricId::LearningRate), peak = peakRate(run->summary);
    // What is typed is the peak: the schedule goes on below it.
    const bool isBelow = std::isfinite(now) && std::abs(now - peak) > 1e-3 * std::abs(peak);
    rate_->control().setUnitNote(!isBelow     ? QString()
                                 : isCompact_ ? tr("now %1").arg(formatNumber(now, 2))
                                              : tr("peak, now %1").arg(formatNumber(now, 2)));
    if (facts_->value(tr("Device")).isEmpty() && !run->plan.device.empty()) showMachine();  // it is planned by now
}

void RunInspector::showFigure(const RunView& run) {
    const BestFigure best = bestFigure(run);
    // Without a validation part the test part has the last word.
    const bool tested = !std::isfinite(best.value) && comparedPart(run) == ComparedPart::Test;
    figure_->setText(formatNumber(tested ? comparedValue(run) : best.value));
    figureNote_->setFullText(
        tested            ? comparedTitle(run)
        : best.epoch <= 0 ? best.label
        : isCompact_
            ? tr("best validation, epoch %1").arg(formatCount(best.epoch))
            : tr("best validation %1, epoch %2").arg(bestValidationName(run.summary.config), formatCount(best.epoch)));
    std::vector<BarList::Row> rows{{tr("this run"), comparedValue(run), theme_->runColour(run.summary.colour), {}}};
    for (const BaselineFigure& baseline : shownBaselines(run))
        rows.push_back({baseline.label, baseline.value, QColor(), {}});
    bars_->setVisible(rows.size() > 1);
    // Of another score than the figure above them
    barsTitle_->setFullText(comparedTitle(run));
    barsTitle_->setVisible(rows.size() > 1 && !tested && rows.front().value != best.value);
    if (rows.size() > 1) bars_->setRows(std::move(rows));
    const QString verdict = baselineVerdict(run), problem = runProblem(run);
    verdict_->setText(verdict);
    verdict_->setVisible(!verdict.isEmpty());
    warning_->setText(problem);
    warning_->setVisible(!problem.isEmpty());
}

void RunInspector::showBase() {
    const auto run = runs_->current();
    const BoardRow* base = board_->base();
    const bool isShown =
        run && base && !isCompact_ && !base->has(run->summary.id) && board_->scopeOf(run->summary) == board_->scope();
    against_->setVisible(isShown);
    if (!isShown) return;
    baseMarker_->setPixmap(theme_->marker(board_->slotOf(*base)));
    baseName_->setFullText(board_->nameOf(*base));
    const std::vector<ConfigChange> changes =
        changesBetween(base->group.config, settingsAfter(run->summary.config, run->summary.changes));
    KeyValueList::Rows rows;
    for (const ConfigChange& change : changes) {
        if (rows.size() == kMostChanges) {
            rows.emplace_back(tr("%n more differ", nullptr, static_cast<int>(changes.size() - kMostChanges)),
                              QString());
            break;
        }
        QString word = settingWord(*change.field);
        if (!word.isEmpty()) word[0] = word[0].toUpper();
        rows.emplace_back(word, QStringLiteral("%1 → %2").arg(displayValue(*change.field, change.from),
                                                              displayValue(*change.field, change.to)));
    }
    changes_->setRows(rows);
    changes_->setVisible(!rows.empty());
    const auto all = std::ranges::count_if(fields(), [](const Field& field) { return !isFree(field); });
    const int others = static_cast<int>(all - std::ssize(changes));
    equal_->setText(rows.empty() ? tr("The same settings.") : tr("%n other settings are equal", nullptr, others));
}

void RunInspector::showMachine() {
    const auto run = runs_->current();
    if (!run) return;
    const RunPlanInfo& plan = run->plan;
    const RunReport report = reportOf(*run, RunSection::Machine);
    KeyValueList::Rows rows;
    const auto add = [&](const QString& label, const QString& value) {
        if (!value.isEmpty()) rows.emplace_back(label, value);
    };
    add(tr("Device"), fromUtf8(plan.device));
    if (Engine* engine = runs_->engine())
        for (const TrainingDevice& device : engine->info().devices)
            if (device.name == plan.device && device.totalBytes > 0 && rows.size() == 1)
                add(tr("Memory"), formatBytes(device.totalBytes));
    if (plan.forecastBytes > 0) add(tr("Estimated use"), formatBytes(plan.forecastBytes));
    add(tr("Layer"), translated(valueOf(report, "implementation")));
    add(tr("Precision"), translated(valueOf(report, "precision")));
    const auto ranks = static_cast<int>(run->summary.config->ranks);
    if (ranks > 1) {
        add(tr("Trains in"), tr("%n ranks, each a process", nullptr, ranks));
    } else {
        add(tr("Threads"), translated(valueOf(report, "threads")));
        add(tr("Trains in"), run->summary.config->isolated ? tr("a process of its own") : tr("a background thread"));
    }
    facts_->setRows(rows);
    facts_->setToolTip(translated(plan.deviceReason));
    chosen_->showRun(*run);
    machine_->setNote(plan.device.empty()
                          ? QString()
                          : tr("%1 · %2").arg(shortDevice(plan.device),
                                              ranks > 1 ? tr("%n ranks", nullptr, ranks)
                                                        : tr("%n threads", nullptr, static_cast<int>(plan.threads))));
}

}  // namespace gatelab

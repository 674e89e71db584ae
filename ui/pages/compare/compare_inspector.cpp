// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/compare_inspector.h"

#include "common/responder.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "models/run_figures.h"
#include "pages/compare/sweep/sweep_card.h"
#include "pages/compare/verdict/verdict_panel.h"
#include "pages/train/advice_card.h"
#include "runs/lineage.h"
#include "runs/run_controller.h"
#include "runs/run_loader.h"
#include "verdict/run_groups.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>
#include <limits>

namespace gatelab {

namespace {

/// Most runs whose origin is told.
constexpr qsizetype kMaxReported = 5;

}  // namespace

CompareInspector::CompareInspector(Theme& theme, RunController& runs, QueueController& queue, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      runs_(&runs),
      advice_(new AdviceCard(theme, runs)),
      loader_(new RunLoader(runs, this)),
      sweep_(new SweepCard(theme, runs, queue)),
      verdict_(new VerdictPanel(theme, runs, queue)),
      headline_(makeLabel({}, "figure")),
      text_(new WrappedLabel),
      lineage_(new WrappedLabel("note")),
      bars_(new BarList(theme)),
      again_(makeButton(theme.icon(QStringLiteral("branch")), tr("Run again..."), this,
                        [this] { responderOf(*this).ask(Command(QStringLiteral("again"), best_)); })) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 12);
    column->setSpacing(8);
    headline_->setWordWrap(true);
    for (WrappedLabel* label : {text_, lineage_}) label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (QWidget* widget : std::initializer_list<QWidget*>{advice_, headline_, text_, bars_, sweep_, verdict_})
        column->addWidget(widget);
    column->addWidget(makeLine());
    column->addWidget(lineage_);
    column->addWidget(again_, 0, Qt::AlignLeft);
    column->addStretch();
    connect(loader_, &RunLoader::loaded, this, [this] {
        if (about_ == About::Run) fillRun();
    });
    connect(runs_, &RunController::runsChanged, this, &CompareInspector::refresh);
    showRuns();
}

void CompareInspector::showOnly(About about) {
    about_ = about;
    verdict_->setVisible(about == About::Runs);
    sweep_->setWanted(about == About::Runs);
    for (QWidget* widget : std::initializer_list<QWidget*>{lineage_, again_})
        widget->setVisible(about == About::Runs || about == About::Run);
    if (about != About::Run) advice_->hide(), loader_->want({});
    for (QWidget* widget : std::initializer_list<QWidget*>{headline_, text_}) widget->setVisible(about != About::Runs);
    bars_->setVisible(about == About::Forecast);
}

void CompareInspector::setRuns(const QStringList& ids) {
    const bool other = ids != ids_ || ids.isEmpty();
    ids_ = ids;
    if (other) verdict_->propose(ids);
    refresh();
}

void CompareInspector::showRuns() {
    showOnly(About::Runs);
    refresh();
}

void CompareInspector::showRun(const QString& runId) {
    one_ = runId;
    showOnly(About::Run);
    fillRun();
}

void CompareInspector::fillRun() {
    const RunSummary* run = one_.isEmpty() ? nullptr : runs_->findRun(one_);
    loader_->want(run ? QStringList(one_) : QStringList());
    const auto view = run ? loader_->view(one_) : nullptr;
    advice_->showRun(view.get());
    const BestFigure best = view ? bestFigure(*view) : BestFigure{std::numeric_limits<double>::quiet_NaN(), 0, {}, {}};
    headline_->setText(std::isfinite(best.value) ? formatNumber(best.value) : QString());
    headline_->setVisible(!headline_->text().isEmpty());
    QStringList lines;
    if (run) lines << shownRunName(*run);
    if (std::isfinite(best.value))
        lines << (best.when.isEmpty() ? best.label : tr("%1, %2").arg(best.label, best.when));
    if (const QString verdict = view ? baselineVerdict(*view) : QString(); !verdict.isEmpty()) lines << verdict;
    if (const QString problem = view ? runProblem(*view) : QString(); !problem.isEmpty()) lines << problem;
    text_->setFullText(run ? lines.join(QLatin1Char('\n')) : tr("No run is chosen."));
    best_ = run ? one_ : QString();
    lineage_->setFullText(run ? originOf(*run, true) : QString());
    lineage_->setVisible(!lineage_->fullText().isEmpty());
    again_->setVisible(run != nullptr);
}

void CompareInspector::showForecast(const QString& title, const QString& verdict, std::vector<BarList::Row> bars) {
    showOnly(About::Forecast);
    headline_->setText(bars.empty() ? tr("No scores yet") : title);
    text_->setFullText(verdict);
    bars_->setVisible(!bars.empty());
    bars_->setRows(std::move(bars));
}

void CompareInspector::showFindings(const QStringList& findings, const QString& headline, const QString& before) {
    showOnly(About::Lab);
    headline_->setText(!headline.isEmpty() || !findings.isEmpty() ? headline : tr("Not measured yet"));
    headline_->setVisible(!headline_->text().isEmpty());
    text_->setFullText(findings.isEmpty() ? before : findings.join(QStringLiteral("\n\n")));
}

void CompareInspector::showLab(const QString& headline, const QStringList& findings) {
    showFindings(findings, headline,
                 tr("The lab trains each line for some hundred steps, several times in shuffled order, and tells what "
                    "each switch is worth for this "
                    "experiment on this machine. A number is only claimed where its interval, at 95 % for all lines "
                    "together, leaves 1 out."));
}

void CompareInspector::showMemory(const QStringList& findings) {
    showFindings(
        findings, findings.isEmpty() ? QString() : tr("What the study shows"),
        tr("The study changes one factor of the present experiment at a time, trains each line for a few steps and "
           "puts the highest memory beside its forecast. A line that would not fit into the free memory is not "
           "tried."));
}

QString CompareInspector::originOf(const RunSummary& run, bool alone) const {
    const RunSummary* parent = run.parent.empty() ? nullptr : runs_->findRun(fromUtf8(run.parent));
    const bool isSeed = parent && run.branchStep < 0 && sameSetting(parent->config, run.config);
    if ((!parent || isSeed) && !alone) return {};
    return parent ? tr("%1 comes from %2: %3")
                        .arg(shownRunName(run), shownRunName(*parent), lineageText(parent->config, run.config))
                  : tr("%1 has no parent.").arg(shownRunName(run));
}

/// Where the ticked runs come from, and which is the best of those that can be held against the newest of them.
void CompareInspector::refresh() {
    if (about_ == About::Run) return fillRun();
    if (about_ != About::Runs) return;
    QStringList lines;
    best_.clear();
    double lowest = std::numeric_limits<double>::infinity();
    const RunSummary* first = nullptr;
    for (const QString& id : ids_) {
        const RunSummary* run = runs_->findRun(id);
        if (!run) continue;
        if (!first && run->bestEpoch >= 0) first = run;
        if (run->bestEpoch >= 0 && run->bestValidation < lowest && sameMeasure(first->config, run->config)) {
            lowest = run->bestValidation;
            best_ = id;
        }
        if (lines.size() == kMaxReported) continue;
        if (const QString origin = originOf(*run, ids_.size() == 1); !origin.isEmpty()) lines << origin;
    }
    lineage_->setFullText(lines.join(QLatin1Char('\n')));
    lineage_->setVisible(!lines.isEmpty());
    again_->setVisible(!best_.isEmpty());
}

}  // namespace gatelab

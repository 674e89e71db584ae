// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/sweep/sweep_card.h"

#include "common/background_job.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "verdict/verdict_words.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

SweepCard::SweepCard(Theme& theme, RunController& runs, QueueController& queue, QWidget* parent)
    : QWidget(parent),
      runs_(&runs),
      queue_(&queue),
      job_(new BackgroundJob(this)),
      text_(new WrappedLabel),
      fresh_(makeButton(theme.icon(QStringLiteral("dice")), {}, this, &SweepCard::runFresh)),
      compare_(new QPushButton(tr("Tick the best two"))),
      away_(makeButton({}, tr("Dismiss"), this, &SweepCard::putAway)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(makeLabel(tr("Sweep"), "title"));
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(text_);
    fresh_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // never wider than the column
    fresh_->setToolTip(
        tr("Seeds that the sweep has not seen: the best of many settings is also the luckiest, and only fresh seeds "
           "show how much of its advantage remains."));
    column->addWidget(fresh_);
    auto* row = new QHBoxLayout;
    compare_->setToolTip(
        tr("Ticks all runs of the best two settings, so that their curves and differences are shown."));
    away_->setToolTip(tr("Hides this result; all runs of the sweep stay."));
    row->addWidget(compare_);
    row->addWidget(away_);
    row->addStretch();
    column->addLayout(row);
    column->addWidget(makeLine());
    connect(compare_, &QPushButton::clicked, this, [this] {
        QStringList ids;
        for (std::size_t i = 0; i < result_.fresh.size(); ++i)
            for (const std::string& id : result_.ranked[i].group.ids) ids << fromUtf8(id);
        Q_EMIT compareRequested(ids);
    });
    connect(runs_, &RunController::workspaceChanged, this, [this] {
        follows_ = false;
        reload();
    });
    connect(runs_, &RunController::runsChanged, this, &SweepCard::judge);
    connect(queue_, &QueueController::changed, this, [this] {
        if (sweep_) show(std::move(result_));
    });
    hide();
    reload();
}

void SweepCard::setWanted(bool wanted) {
    wanted_ = wanted;
    setVisible(wanted_ && sweep_);
}

void SweepCard::follow() {
    follows_ = true;
    counted_.clear();
    reload();
}

void SweepCard::reload() {
    sweep_.reset();
    hide();
    if (!runs_->workspace()) return;
    const int asked = ++asked_;
    job_->run<Result<SavedSweep>>(
        [folder = runs_->workspace()->folder()](const Progress&) { return savedSweep(folder); },
        [this, asked](Result<SavedSweep> sweep) {
            if (asked != asked_) return;
            if (!sweep.ok()) return Q_EMIT runs_->problem(translated(sweep.error()), {});
            if (sweep->settings.empty()) return;
            sweep_ = std::make_shared<const SavedSweep>(std::move(*sweep));
            judge();
        });
}

void SweepCard::judge() {
    if (!sweep_) return;
    const int asked = ++asked_;
    job_->run<SweepResult>(
        [sweep = sweep_, runs = runs_->runs()](const Progress&) { return sweepResult(*sweep, groupRuns(runs)); },
        [this, asked](SweepResult result) {
            if (asked == asked_) show(std::move(result));
        },
        [](const Error&) { return SweepResult(); });
}

QString SweepCard::nameOf(std::size_t rank) const { return shownRunName(result_.ranked[rank].group); }

QStringList SweepCard::sentences() const {
    QStringList sentences;
    const auto settings = static_cast<qint64>(sweep_->settings.size());
    sentences << tr("%1 settings, %2 seeds each: %3 of %4 runs have ended.")
                     .arg(formatCount(settings), formatCount(sweep_->seeds), formatCount(result_.ended),
                          formatCount(result_.runs));
    if (result_.ranked.empty()) return sentences;
    const auto equal = std::ranges::count(result_.ranked, result_.before, &SweepSetting::mean);
    if (equal > 1)
        return sentences << tr("%1 settings share the lowest validation loss, %2: none of them is the best.")
                                .arg(formatCount(equal), formatNumber(result_.before, 4));
    sentences << tr("Best so far: %1, validation loss %2.").arg(nameOf(0), formatNumber(result_.before, 4));
    if (result_.ranked.size() < 2) return sentences;
    if (!std::isfinite(result_.after))
        return sentences
               << tr("The best of %1 settings is also the luckiest: fresh seeds show how much of its advantage "
                     "remains.")
                      .arg(formatCount(static_cast<qint64>(result_.ranked.size())));
    const auto seeds = static_cast<qint64>(result_.fresh.front().scores.size());
    const QString after = formatNumber(result_.after, 4), percent = formatNumber(100 * std::abs(result_.shrank()), 2);
    sentences
        << (result_.shrank() > 0
                ? tr("On %1 fresh seeds its validation loss is %2, %3 % higher: that much of the best of %4 settings "
                     "was luck.")
                      .arg(formatCount(seeds), after, percent, formatCount(static_cast<qint64>(result_.ranked.size())))
                : tr("On %1 fresh seeds its validation loss is %2, %3 % lower: it was not luck.")
                      .arg(formatCount(seeds), after, percent));
    const Verdict& v = result_.verdict;
    const QString against = v.answer == VerdictAnswer::Better  ? tr("It is better than the second, %1.")
                            : v.answer == VerdictAnswer::Worse ? tr("It is worse than the second, %1.")
                            : v.answer == VerdictAnswer::PracticallyEqual
                                ? tr("It and the second, %1, are practically equal.")
                                : tr("It cannot be decided whether it is better than the second, %1.");
    if (v.pairs > 0) sentences << against.arg(nameOf(1));
    for (const Phrase& sentence : verdictSentences(v, VerdictScore::Validation, result_.fresh[1],
                                                   nameOf(0).toStdString(), nameOf(1).toStdString()))
        sentences << translated(sentence);
    return sentences;
}

void SweepCard::show(SweepResult result) {
    result_ = std::move(result);
    text_->setFullText(sentences().join(QLatin1Char(' ')));
    const bool waits = std::ranges::any_of(
        queue_->state().runs, [](const QueuedRun& run) { return run.why == "sweep" || run.why == "verdict"; });
    const int seeds = result_.verdict.nextLook - result_.verdict.pairsGiven;
    fresh_->setText(tr("Run %1 fresh seeds of the best two").arg(seeds));
    fresh_->setVisible(!result_.missing.empty());
    fresh_->setEnabled(!waits);
    compare_->setEnabled(result_.fresh.size() == 2);
    setVisible(wanted_);
    if (!follows_) return;
    QStringList fresh;
    for (const SweepSetting& setting : result_.ranked)
        for (const std::string& id : setting.group.ids)
            if (const QString run = fromUtf8(id); !counted_.contains(run)) fresh << run;
    counted_ += fresh;
    if (!fresh.isEmpty()) Q_EMIT counted(fresh);
}

void SweepCard::runFresh() {
    std::vector<QueuedRun> queued;
    for (const ExperimentConfig& config : result_.missing) {
        QueuedRun run;
        run.config = config;
        const RunGroup& group = sameSetting(config, result_.fresh[0].config) ? result_.fresh[0] : result_.fresh[1];
        run.parent = group.ids.front();
        run.seconds = group.seconds;
        run.why = "verdict";
        run.together = true;
        queued.push_back(std::move(run));
    }
    compare_->setFocus(Qt::OtherFocusReason);  // the button is disabled while they wait
    queue_->add(std::move(queued));
}

void SweepCard::putAway() {
    sweep_.reset();
    hide();
    if (!runs_->workspace()) return;
    job_->run<Result<>>([folder = runs_->workspace()->folder()](const Progress&) { return keepSweep(folder, {}); },
                        [this](Result<> done) {
                            if (!done.ok()) Q_EMIT runs_->problem(translated(done.error()), {});
                        });
}

}  // namespace gatelab

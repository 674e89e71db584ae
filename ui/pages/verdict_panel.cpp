// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/verdict_panel.h"

#include "lineage.h"
#include "queue_controller.h"
#include "run_controller.h"
#include "texts.h"
#include "widgets/card.h"
#include "widgets/interval_bar.h"
#include "widgets/key_values.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

/// Settings are offered from so many of the newest runs, and from the proposed ones.
constexpr std::size_t kMostRuns = 200;

}  // namespace

VerdictPanel::VerdictPanel(Theme& theme, RunController& runs, QueueController& queue, QWidget* parent)
    : QWidget(parent), theme_(&theme), runs_(&runs), queue_(&queue), challenger_(new QComboBox), base_(new QComboBox), answer_(makeLabel({}, "figure")), text_(new QLabel),
      differ_(makeLabel({}, "note")), interval_(new IntervalBar(theme)), facts_(new KeyValueList), more_(new QPushButton(theme.icon(QStringLiteral("dice")), {})) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    for (QLabel* label : {answer_, text_, differ_}) label->setWordWrap(true);
    const auto choose = [&](const QString& words, QComboBox* box) {
        auto* label = makeLabel(words, "muted");
        label->setBuddy(box);
        box->setAccessibleName(words);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(12);
        column->addWidget(label);
        column->addWidget(box);
        connect(box, &QComboBox::activated, this, &VerdictPanel::judge);
    };
    choose(tr("Is"), challenger_);
    choose(tr("better than"), base_);
    for (QWidget* widget : std::initializer_list<QWidget*>{answer_, text_, interval_, facts_, more_, differ_}) column->addWidget(widget);
    column->setAlignment(more_, Qt::AlignLeft);
    connect(more_, &QPushButton::clicked, this, &VerdictPanel::runSeeds);
    connect(runs_, &RunController::runsChanged, this, &VerdictPanel::reload);
    connect(queue_, &QueueController::changed, this, &VerdictPanel::judge);
    reload();
}

QString VerdictPanel::titleOf(const RunGroup& group) {
    const QString name = fromUtf8(group.name);
    return group.scores.size() == 1 ? tr("%1 · 1 seed").arg(name) : tr("%1 · %2 seeds").arg(name).arg(group.scores.size());
}

int VerdictPanel::groupOf(const QString& runId) const {
    for (std::size_t i = 0; i < groups_.size(); ++i)
        if (std::ranges::find(groups_[i].ids, runId.toStdString()) != groups_[i].ids.end()) return static_cast<int>(i);
    return -1;
}

void VerdictPanel::propose(const QStringList& runIds) {
    const bool isNew = runIds != proposed_;
    proposed_ = runIds;
    if (isNew && runs_->runs().size() > kMostRuns) reload();
    std::vector<int> wanted;
    for (const QString& id : runIds)
        if (const int group = groupOf(id); group >= 0 && std::ranges::find(wanted, group) == wanted.end()) wanted.push_back(group);
    if (wanted.size() < 2) return judge();
    challenger_->setCurrentIndex(wanted[0]);
    base_->setCurrentIndex(wanted[1]);
    judge();
}

/// The list of runs is new: the chosen settings stay chosen.
void VerdictPanel::reload() {
    const auto idOf = [](const QComboBox* box) { return box->currentData().toString(); };
    const QString first = idOf(challenger_), second = idOf(base_);
    std::vector<RunSummary> some;
    for (const RunSummary& run : runs_->runs())
        if (some.size() < kMostRuns || proposed_.contains(fromUtf8(run.id))) some.push_back(run);
    groups_ = groupRuns(some);
    const QSignalBlocker quiet1(challenger_), quiet2(base_);
    for (QComboBox* box : {challenger_, base_}) {
        box->clear();
        for (const RunGroup& group : groups_) box->addItem(titleOf(group), fromUtf8(group.ids.back()));
    }
    challenger_->setCurrentIndex(first.isEmpty() ? (groups_.empty() ? -1 : 0) : groupOf(first));
    base_->setCurrentIndex(second.isEmpty() ? (groups_.size() > 1 ? 1 : -1) : groupOf(second));
    judge();
}

void VerdictPanel::judge() {
    const int a = challenger_->currentIndex(), b = base_->currentIndex();
    const bool two = a >= 0 && b >= 0 && a != b;
    for (QWidget* widget : std::initializer_list<QWidget*>{facts_, differ_, more_}) widget->setVisible(two);
    interval_->setVisible(false);
    if (!two) {
        verdict_ = {};
        answer_->setText(tr("Nothing to compare"));
        text_->setText(groups_.size() < 2 ? tr("Two different settings are needed. Change one on the Model page and train again.") : tr("Choose two different settings."));
        return;
    }
    const RunGroup &first = groups_[static_cast<std::size_t>(a)], &second = groups_[static_cast<std::size_t>(b)];
    const PairedScores pairs = pairScores(first, second);
    verdict_ = decideVerdict(pairs.a, pairs.b);
    showAnswer(first, second);
    showFacts(first, second);
    showButton(first, second);
    const auto keys = settingsBetween(second.config, first.config);
    differ_->setText(keys.size() == 1 ? tr("They differ in one setting: %1.").arg(fieldNames(keys))
                                      : tr("They differ in %1 settings: %2. The verdict is about all of them together, not about one.").arg(keys.size()).arg(fieldNames(keys)));
}

void VerdictPanel::showAnswer(const RunGroup& a, const RunGroup&) {
    const Verdict& v = verdict_;
    interval_->setVisible(v.pairs > 0);
    interval_->set(v.low, v.effect, v.high, theme_->runColour(a.colour));
    const QString size = formatNumber(std::abs(v.effect), 3);
    switch (v.answer) {
    case VerdictAnswer::Better:
        answer_->setText(tr("Yes, better"));
        text_->setText(tr("Its validation loss is lower by %1. The 98.5 % interval of the difference leaves out zero.").arg(size));
        return;
    case VerdictAnswer::Worse:
        answer_->setText(tr("No, worse"));
        text_->setText(tr("Its validation loss is higher by %1. The 98.5 % interval of the difference leaves out zero.").arg(size));
        return;
    case VerdictAnswer::PracticallyEqual:
        answer_->setText(tr("Practically equal"));
        text_->setText(tr("The difference lies within a tenth of what the seeds vary by themselves."));
        return;
    case VerdictAnswer::CannotTell: break;
    }
    answer_->setText(tr("Cannot tell"));
    if (v.pairs == 0) {
        text_->setText(tr("%1 of %2 pairs of seeds are there. A pair is one seed in both: the same split, start weights and order.").arg(v.pairsGiven).arg(v.nextLook));
        return;
    }
    QString text = v.testsDisagree ? tr("The t-test and the sign-flip test disagree.") : tr("The difference is %1, but its interval holds zero.").arg(formatNumber(v.effect, 3));
    if (v.nextLook == 0) text += QLatin1Char(' ') + tr("This was the last look, at %1 pairs.").arg(v.pairs);
    else text += QLatin1Char(' ') + tr("The next look is at %1 pairs, %2 seeds from here.").arg(v.nextLook).arg(v.nextLook - v.pairsGiven);
    if (v.nextLook > 0 && v.pairsEstimate > kVerdictLooks.back()) text += QLatin1Char(' ') + tr("A difference of this size needs more seeds than the last look, at %1 pairs, has.").arg(kVerdictLooks.back());
    else if (const int look = settlingLook(v); look > 0) text += QLatin1Char(' ') + tr("The look at %1 pairs would probably settle a difference of this size.").arg(look);
    text_->setText(text);
}

void VerdictPanel::showFacts(const RunGroup& a, const RunGroup& b) {
    const Verdict& v = verdict_;
    KeyValueList::Rows rows = {{tr("Test"), tr("paired t-test, by seed")}, {tr("Looks"), tr("at 6, 12 and 24 pairs")}, {tr("Pairs"), formatCount(v.pairs > 0 ? v.pairs : v.pairsGiven)}};
    if (v.pairs > 0) {
        rows.emplace_back(tr("98.5 % interval"), tr("%1 to %2").arg(formatNumber(v.low, 3), formatNumber(v.high, 3)));
        rows.emplace_back(tr("p"), formatNumber(v.p, 2));
        rows.emplace_back(tr("Sign-flip, as a check"), v.signFlipP >= 0 ? tr("p = %1").arg(formatNumber(v.signFlipP, 2)) : tr("from 8 pairs on"));
        if (v.divergedA + v.divergedB > 0) rows.emplace_back(tr("Diverged, counted as worst"), tr("%1 and %2").arg(v.divergedA).arg(v.divergedB));
    }
    if (a.stopped + b.stopped > 0) rows.emplace_back(tr("Stopped by hand"), tr("%1 and %2 left out").arg(a.stopped).arg(b.stopped));
    if (a.changed + b.changed > 0) rows.emplace_back(tr("Changed in a run"), tr("%1 and %2 left out").arg(a.changed).arg(b.changed));
    facts_->setRows(rows);
}

void VerdictPanel::showButton(const RunGroup& a, const RunGroup& b) {
    const int waiting = static_cast<int>(std::ranges::count(queue_->state().runs, std::string("verdict"), &QueuedRun::why));
    more_->setVisible(verdict_.nextLook > 0);
    const auto missing = missingRuns(a, b, verdict_.nextLook);
    double seconds = 0;
    for (const ExperimentConfig& config : missing) seconds += sameSetting(config, a.config) ? a.seconds : b.seconds;
    const QString text = tr("Run %1 paired seeds").arg(verdict_.nextLook - verdict_.pairsGiven);
    more_->setText(waiting > 0 ? tr("%1 runs wait").arg(waiting) : seconds > 0 ? tr("%1, %2").arg(text, formatDuration(seconds)) : text);
    more_->setEnabled(waiting == 0 && !missing.empty());
    more_->setToolTip(tr("Queues the %1 runs that are missing until the next look, at %2 pairs.").arg(missing.size()).arg(verdict_.nextLook));
}

void VerdictPanel::runSeeds() {
    const int a = challenger_->currentIndex(), b = base_->currentIndex();
    if (a < 0 || b < 0 || a == b) return;
    const RunGroup &first = groups_[static_cast<std::size_t>(a)], &second = groups_[static_cast<std::size_t>(b)];
    std::vector<QueuedRun> queued;
    for (ExperimentConfig& config : missingRuns(first, second, verdict_.nextLook)) {
        QueuedRun run;
        run.parent = sameSetting(config, first.config) ? first.ids.front() : second.ids.front();
        run.config = std::move(config);
        run.why = "verdict";
        queued.push_back(std::move(run));
    }
    // The button is disabled while runs wait; the next one in the order of tabs would start another run.
    challenger_->setFocus(Qt::OtherFocusReason);
    queue_->add(std::move(queued));
}

}  // namespace gatelab

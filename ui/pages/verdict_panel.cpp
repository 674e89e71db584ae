// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/verdict_panel.h"

#include "background_job.h"
#include "lineage.h"
#include "queue_controller.h"
#include "run_controller.h"
#include "texts.h"
#include "widgets/card.h"
#include "widgets/interval_bar.h"
#include "widgets/key_values.h"
#include "widgets/wrapped_label.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace gatelab {

namespace {

/// Settings are offered of so many of the newest runs, and of the proposed ones.
constexpr std::size_t kMostRuns = 200;
constexpr int kMostTold = 5, kAll = 1000, kMostNamed = 3;

}  // namespace

VerdictPanel::VerdictPanel(Theme& theme, RunController& runs, QueueController& queue, QWidget* parent)
    : QWidget(parent), theme_(&theme), runs_(&runs), queue_(&queue), job_(new BackgroundJob(this)), challenger_(new QComboBox), base_(new QComboBox), answer_(makeLabel({}, "figure")), text_(new WrappedLabel),
      differ_(new WrappedLabel), interval_(new IntervalBar(theme)), facts_(new KeyValueList), more_(new QPushButton(theme.icon(QStringLiteral("dice")), {})) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    answer_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    differ_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    const auto addBox = [&](const QString& words, QComboBox* box) {
        auto* label = makeLabel(words, "muted");
        label->setBuddy(box);
        box->setAccessibleName(words);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(12);
        column->addWidget(label);
        column->addWidget(box);
        connect(box, &QComboBox::activated, this, [this] {
            choosing_ = false;  // what a person chose is not overruled by what was proposed before
            judge();
        });
    };
    addBox(tr("Is"), challenger_);
    addBox(tr("better than"), base_);
    for (QWidget* widget : std::initializer_list<QWidget*>{differ_, answer_, text_, interval_, facts_, more_}) column->addWidget(widget);
    column->setAlignment(more_, Qt::AlignLeft);
    connect(more_, &QPushButton::clicked, this, &VerdictPanel::runSeeds);
    connect(runs_, &RunController::runsChanged, this, &VerdictPanel::reload);
    connect(queue_, &QueueController::changed, this, &VerdictPanel::judge);
    reload();
}

QString VerdictPanel::titleOf(std::size_t at) const {
    const RunGroup& group = groups_[at];
    QString name = fromUtf8(group.name);
    const auto same = std::ranges::find(groups_, group.name, &RunGroup::name);
    if (&*same != &group) name += QStringLiteral(" · ") + changesText(changesBetween(same->config, group.config), 2);
    return group.scores.size() == 1 ? tr("%1 · 1 seed").arg(name) : tr("%1 · %2 seeds").arg(name, QString::number(group.scores.size()));
}

int VerdictPanel::groupOf(const QString& runId) const {
    for (std::size_t i = 0; i < groups_.size(); ++i)
        if (std::ranges::find(groups_[i].ids, runId.toStdString()) != groups_[i].ids.end()) return static_cast<int>(i);
    return -1;
}

void VerdictPanel::propose(const QStringList& runIds) {
    const bool isNew = runIds != proposed_;
    proposed_ = runIds;
    choosing_ = true;
    if (isNew && runs_->runs().size() > kMostRuns) return reload();
    chooseProposed();
    judge();
}

const RunGroup* VerdictPanel::chosen(const QComboBox& box) const {
    const int at = box.currentIndex();
    return at < 0 ? nullptr : &groups_[static_cast<std::size_t>(at)];
}

/// Until the list has them: a run may be proposed before it is listed here.
void VerdictPanel::chooseProposed() {
    if (!choosing_) return;
    std::vector<int> wanted;
    for (const QString& id : proposed_)
        if (const int group = groupOf(id); group >= 0 && std::ranges::find(wanted, group) == wanted.end()) wanted.push_back(group);
    if (wanted.size() < 2) return;
    choosing_ = false;
    choose(wanted[0], wanted[1]);
}

void VerdictPanel::choose(int challenger, int base) {
    const int count = static_cast<int>(groups_.size());
    const auto newestBut = [count](int other) { return other == 0 ? (count > 1 ? 1 : -1) : count > 0 ? 0 : -1; };
    // The newest is held against the one before; a single one waits for its challenger.
    if (challenger < 0 && base < 0) base = std::min(1, count - 1);
    if (challenger < 0) challenger = newestBut(base);
    if (base < 0) base = newestBut(challenger);
    challenger_->setCurrentIndex(challenger);
    base_->setCurrentIndex(base);
}

/// All runs of a setting belong to it, however old: of thousands, they are found off the GUI thread.
void VerdictPanel::reload() {
    const int asked = ++asked_;
    if (runs_->runs().size() <= kMostRuns) return adopt(groupRuns(runs_->runs()));
    std::set<std::string> wanted;
    for (const QString& id : proposed_) wanted.insert(id.toStdString());
    for (const QComboBox* box : {challenger_, base_})
        if (const RunGroup* group = chosen(*box)) wanted.insert(group->ids.begin(), group->ids.end());
    job_->run<std::vector<RunGroup>>([runs = runs_->runs(), wanted](const Progress&) { return groupRuns(runs, kMostRuns, wanted); },
                                     [this, asked](std::vector<RunGroup> groups) {
                                         if (asked == asked_) adopt(std::move(groups));
                                     });
}

/// The list of runs is new: the chosen settings stay chosen, whichever of their runs are left.
void VerdictPanel::adopt(std::vector<RunGroup> groups) {
    const RunGroup *first = chosen(*challenger_), *second = chosen(*base_);
    const RunGroup challenger = first ? *first : RunGroup(), base = second ? *second : RunGroup();
    groups_ = std::move(groups);
    const auto again = [this](const RunGroup& known) {
        int found = -1;
        for (const std::string& id : known.ids) {
            const int place = groupOf(fromUtf8(id));
            if (place < 0) continue;
            if (sameSetting(groups_[static_cast<std::size_t>(place)].config, known.config)) return place;
            found = place;  // its plan was made longer
        }
        return found;
    };
    const QSignalBlocker quiet1(challenger_), quiet2(base_);
    for (QComboBox* box : {challenger_, base_}) {
        box->clear();
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            box->addItem(titleOf(i));
            box->setItemData(static_cast<int>(i), box->itemText(static_cast<int>(i)), Qt::ToolTipRole);
        }
    }
    choose(again(challenger), again(base));
    chooseProposed();
    judge();
}

void VerdictPanel::judge() {
    const RunGroup *a = chosen(*challenger_), *b = chosen(*base_);
    const bool two = a && b && a != b;
    for (QWidget* widget : std::initializer_list<QWidget*>{facts_, differ_, more_}) widget->setVisible(two);
    interval_->setVisible(false);
    if (!two) {
        verdict_ = {};
        answer_->setText(tr("Nothing to compare"));
        text_->setFullText(groups_.size() < 2 ? tr("Two different settings are needed. Change one on the Model page and train again.") : tr("Choose two different settings."));
        return;
    }
    showDifference(*a, *b);
    if (refuse(*a, *b)) return;
    const PairedScores pairs = pairScores(*a, *b);
    verdict_ = decideVerdict(pairs.a, pairs.b);
    showAnswer(*a, *b);
    showFacts(*a, *b);
    showButton(*a, *b);
}

bool VerdictPanel::refuse(const RunGroup& a, const RunGroup& b) {
    std::vector<std::string> otherScore;
    for (const ConfigChange& change : changesBetween(b.config, a.config))
        if (changesScore(*change.field)) otherScore.emplace_back(change.field->key);
    if (otherScore.empty()) return false;
    verdict_ = {};
    for (QWidget* widget : std::initializer_list<QWidget*>{facts_, more_}) widget->hide();
    answer_->setText(tr("Cannot tell"));
    text_->setFullText(tr("They measure different things (%1), so the lower validation loss need not be the better.").arg(fieldNames(otherScore)));
    return true;
}

void VerdictPanel::showDifference(const RunGroup& a, const RunGroup& b) {
    const std::vector<ConfigChange> changes = changesBetween(b.config, a.config);
    const QString told = changesText(changes, kMostTold);
    const QString text = changes.size() == 1 ? tr("They differ in one setting: %1.").arg(told)
                                       : tr("They differ in %1 settings: %2. The verdict is about all of them together, not about one.").arg(changes.size()).arg(told);
    setStyleProperty(differ_, "role", changes.size() > 1 ? "warning" : "note");
    differ_->setFullText(text);
    differ_->setToolTip(changes.size() > kMostTold ? changesText(changes, kAll) : QString());
}

void VerdictPanel::showAnswer(const RunGroup& a, const RunGroup&) {
    const Verdict& v = verdict_;
    interval_->setVisible(v.pairs > 0);
    interval_->set(v.low, v.effect, v.high, theme_->runColour(a.colour));
    const QString size = formatNumber(std::abs(v.effect), 3);
    switch (v.answer) {
    case VerdictAnswer::Better:
        answer_->setText(tr("Yes, better"));
        text_->setFullText(tr("Its validation loss is lower by %1. The 98.5 % interval of the difference leaves out zero.").arg(size));
        return;
    case VerdictAnswer::Worse:
        answer_->setText(tr("No, worse"));
        text_->setFullText(tr("Its validation loss is higher by %1. The 98.5 % interval of the difference leaves out zero.").arg(size));
        return;
    case VerdictAnswer::PracticallyEqual:
        answer_->setText(tr("Practically equal"));
        text_->setFullText(tr("The difference lies within a tenth of what the seeds vary by themselves."));
        return;
    case VerdictAnswer::CannotTell: break;
    }
    answer_->setText(tr("Cannot tell"));
    if (v.pairs == 0) {
        text_->setFullText(tr("%1 of %2 pairs of seeds are there. A pair is one seed in both: the same split, start weights and order.").arg(v.pairsGiven).arg(v.nextLook));
        return;
    }
    QString text = v.testsDisagree ? tr("The t-test and the sign-flip test disagree.") : tr("The difference is %1, but its interval holds zero.").arg(formatNumber(v.effect, 3));
    if (v.nextLook == 0) text += QLatin1Char(' ') + tr("This was the last look, at %1 pairs.").arg(v.pairs);
    else text += QLatin1Char(' ') + tr("The next look is at %1 pairs, %2 seeds from here.").arg(v.nextLook).arg(v.nextLook - v.pairsGiven);
    if (v.nextLook > 0 && v.pairsEstimate > kVerdictLooks.back()) text += QLatin1Char(' ') + tr("A difference of this size needs more seeds than the last look, at %1 pairs, has.").arg(kVerdictLooks.back());
    else if (const int look = settlingLook(v); look > 0) text += QLatin1Char(' ') + tr("The look at %1 pairs would probably settle a difference of this size.").arg(look);
    text_->setFullText(text);
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
    QStringList unfinished;
    for (const RunGroup* group : {&a, &b})
        for (const std::string& name : group->unfinished) unfinished << fromUtf8(name);
    if (const qsizetype more = unfinished.size() - kMostNamed; more > 0) unfinished = unfinished.mid(0, kMostNamed) << tr("%1 more").arg(more);
    if (!unfinished.isEmpty()) rows.emplace_back(tr("Not finished, left out"), unfinished.join(tr(", ")));
    facts_->setRows(rows);
}

void VerdictPanel::showButton(const RunGroup& a, const RunGroup& b) {
    const int waiting = static_cast<int>(std::ranges::count(queue_->state().runs, std::string("verdict"), &QueuedRun::why));
    more_->setVisible(verdict_.nextLook > 0);
    const auto missing = missingRuns(a, b, verdict_.nextLook);
    double seconds = 0;
    for (const ExperimentConfig& config : missing) seconds += sameSetting(config, a.config) ? a.seconds : b.seconds;
    const QString text = tr("Run %1 paired seeds").arg(verdict_.nextLook - verdict_.pairsGiven);
    more_->setText(waiting == 1 ? tr("1 run waits") : waiting > 0 ? tr("%1 runs wait").arg(waiting) : seconds > 0 ? tr("%1, %2").arg(text, formatDuration(seconds)) : text);
    more_->setEnabled(waiting == 0 && !missing.empty());
    more_->setToolTip(tr("Queues the %1 runs that are missing until the next look, at %2 pairs.").arg(missing.size()).arg(verdict_.nextLook));
}

void VerdictPanel::runSeeds() {
    const RunGroup *first = chosen(*challenger_), *second = chosen(*base_);
    if (!first || !second || first == second) return;
    std::vector<QueuedRun> queued;
    for (ExperimentConfig& config : missingRuns(*first, *second, verdict_.nextLook)) {
        QueuedRun run;
        run.parent = sameSetting(config, first->config) ? first->ids.front() : second->ids.front();
        run.config = std::move(config);
        run.why = "verdict";
        queued.push_back(std::move(run));
    }
    // The button is disabled while runs wait; the next one in the order of tabs would start another run.
    challenger_->setFocus(Qt::OtherFocusReason);
    queue_->add(std::move(queued));
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/verdict_panel.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "pages/compare/verdict_pairs.h"
#include "pages/compare/verdict_text.h"
#include "pages/model/setting_offer.h"
#include "runs/lineage.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "runs/run_names.h"
#include "store/run_name.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/interval_bar.h"
#include "widgets/key_values.h"
#include "widgets/segments.h"
#include "widgets/wide_list_box.h"
#include "widgets/wrapped_label.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace gatelab {

namespace {

/// Settings are offered of so many of the newest runs, and of the proposed ones.
constexpr std::size_t kMostRuns = 200;
constexpr int kMostReported = 5, kAll = 1000;
const QString kByPerson = QStringLiteral("person"), kByTicks = QStringLiteral("ticks");

bool isUnvalidated(const RunGroup& group) {
    return std::ranges::any_of(group.scores, [](const auto& score) { return !score.second.isValidated; });
}

/// Until a person chooses.
VerdictScore usualScore(const RunGroup& a, const RunGroup& b) {
    return isUnvalidated(a) || isUnvalidated(b) ? VerdictScore::Test : VerdictScore::Validation;
}

}  // namespace

VerdictPanel::VerdictPanel(Theme& theme, RunController& runs, QueueController& queue, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      runs_(&runs),
      queue_(&queue),
      job_(new BackgroundJob(this)),
      challenger_(new WideListBox),
      base_(new WideListBox),
      score_(new Segments({tr("Validation"), tr("Test"), tr("Time"), tr("Peak memory")})),
      icon_(new QLabel),
      answer_(makeLabel({}, "figure")),
      by_(makeLabel({}, "muted")),
      text_(new WrappedLabel),
      differ_(new WrappedLabel),
      time_(new WrappedLabel("note")),
      interval_(new IntervalBar(theme)),
      facts_(new KeyValueList),
      more_(makeButton(theme.icon(QStringLiteral("dice")), {}, this, &VerdictPanel::runSeeds)) {
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
            restarted_.reset();
            remembered_.clear();
            chosenBy_ = ChosenBy::Person;
            choose(challenger_->currentIndex(), base_->currentIndex());
            judge();
            reportCounted({});
        });
    };
    addBox(tr("Is"), challenger_);
    addBox(tr("better than"), base_);
    score_->setCompact(true);
    score_->setFolding();
    score_->setAccessibleName(tr("Compared by"));
    auto* scoreLabel = makeLabel(tr("by"), "muted");
    scoreLabel->setBuddy(score_);
    column->addWidget(scoreLabel);
    column->addWidget(score_);
    connect(score_, &Segments::chosen, this, [this](int index) {
        const RunGroup *a = chosen(*challenger_), *b = chosen(*base_);
        if (!a || !b || a == b) return;
        const QString key = pairKey(*a, *b) + QLatin1Char('=');
        scores_.removeIf([&key](const QString& kept) { return kept.startsWith(key); });
        const VerdictScore wanted = kVerdictScores[static_cast<std::size_t>(index)];
        if (wanted != usualScore(*a, *b)) scores_ << key + QLatin1String(verdictScoreKey(wanted));
        Q_EMIT scoresChanged(scores_);
        judge();
    });
    auto* head = new QHBoxLayout;
    head->addWidget(icon_);
    head->addWidget(answer_, 1);
    column->addLayout(head);
    column->addWidget(by_);
    // The answer first; what it is about stands where more of it is asked for.
    for (QWidget* widget : std::initializer_list<QWidget*>{text_, interval_, facts_, differ_, more_, time_})
        column->addWidget(widget);
    column->setAlignment(more_, Qt::AlignLeft);
    more_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // the panel is never wider than its column
    connect(runs_, &RunController::runsChanged, this, &VerdictPanel::reload);
    connect(&RunNames::of(runs), &RunNames::changed, this, &VerdictPanel::reload);
    connect(queue_, &QueueController::changed, this, &VerdictPanel::judge);
    connect(&theme, &Theme::changed, this, &VerdictPanel::judge);
    reload();
}

QString VerdictPanel::nameOf(const RunGroup& group) const {
    const RunNames& names = RunNames::of(*runs_);
    const QString name = names.groupName(group.name, group.config);
    QStringList parts{name};
    const auto same = std::ranges::find(groups_, group.name, &RunGroup::name);
    const bool isOther = same != groups_.end() && &*same != &group;
    if (isOther && !sameSetting(same->config, group.config) && names.groupName(same->name, same->config) == name)
        parts << changesText(changesBetween(same->config, group.config), 2);
    const RunSummary* run = runs_->findRun(fromUtf8(group.ids.front()));
    if (group.start.empty()) {
        if (std::ranges::any_of(groups_,
                                [&](const RunGroup& one) { return one.name == group.name && !one.start.empty(); }))
            parts << tr("from the start");
    } else if (isOther || !run || !saysBranch(group.name, run->branchStep)) {
        parts << tr("from %1").arg(startOf(group));
    }
    return parts.join(QStringLiteral(" · "));
}

QString VerdictPanel::startOf(const RunGroup& group) const {
    const RunSummary* run = runs_->findRun(fromUtf8(group.ids.front()));
    return run ? startText(*run, runs_->findRun(fromUtf8(run->parent))) : fromUtf8(group.start);
}

int VerdictPanel::groupOf(const QString& runId) const {
    for (std::size_t i = 0; i < groups_.size(); ++i)
        if (std::ranges::find(groups_[i].ids, runId.toStdString()) != groups_[i].ids.end()) return static_cast<int>(i);
    return -1;
}

void VerdictPanel::propose(const QStringList& runIds) {
    const bool isNew = runIds != proposed_;
    proposed_ = runIds;
    noneTicked_ = runIds.isEmpty();
    choosing_ = true;
    if (isUnasked())
        choose(-1, -1);
    else if (isNew && runs_->runs().size() > kMostRuns)
        return reload();
    chooseRemembered();
    chooseProposed();
    judge();
}

void VerdictPanel::followTicks() {
    if (proposed_.isEmpty()) return;
    if (chosenBy_ == ChosenBy::Person) chosenBy_ = ChosenBy::Ticks;
    choosing_ = true;
    chooseProposed();
    judge();
}

void VerdictPanel::holdAgainst(const QString& runId) {
    const int base = groupOf(runId), before = base_->currentIndex();
    if (base < 0 || base == before || isUnasked()) return;
    choosing_ = false;
    restarted_.reset();
    remembered_.clear();
    if (chosenBy_ == ChosenBy::Nobody) chosenBy_ = ChosenBy::Ticks;
    choose(base == challenger_->currentIndex() ? before : challenger_->currentIndex(), base);
    judge();
}

QStringList VerdictPanel::question() const {
    const RunGroup *a = chosen(*challenger_), *b = chosen(*base_);
    if (!a || !b || a == b || chosenBy_ == ChosenBy::Nobody) return {};
    // The oldest run of a setting: repeats come and go.
    return {fromUtf8(a->ids.back()), fromUtf8(b->ids.back()), chosenBy_ == ChosenBy::Person ? kByPerson : kByTicks};
}

void VerdictPanel::ask(const QStringList& question) {
    remembered_ = question.size() == 3 ? question : QStringList();
    question_ = remembered_;
    if (!remembered_.isEmpty()) reload();
}

/// Until the list has them. What ticks chose waits for the ticks.
void VerdictPanel::chooseRemembered() {
    if (remembered_.isEmpty()) return;
    const bool byPerson = remembered_[2] == kByPerson;
    const int challenger = groupOf(remembered_[0]), base = groupOf(remembered_[1]);
    if (challenger < 0 || base < 0 || challenger == base || (noneTicked_ && !byPerson)) return;
    remembered_.clear();
    chosenBy_ = byPerson ? ChosenBy::Person : ChosenBy::Ticks;
    choose(challenger, base);
}

const RunGroup* VerdictPanel::chosen(const QComboBox& box) const {
    const int at = box.currentIndex();
    return at < 0 ? nullptr : &groups_[static_cast<std::size_t>(at)];
}

std::vector<int> VerdictPanel::wantedGroups() const {
    std::vector<int> wanted;
    for (const QString& id : proposed_)
        if (const int group = groupOf(id); group >= 0 && std::ranges::find(wanted, group) == wanted.end())
            wanted.push_back(group);
    return wanted;
}

void VerdictPanel::leaveOtherData(const std::set<std::string>& known) {
    const RunGroup *a = chosen(*challenger_), *b = chosen(*base_);
    if (!a || !b || chosenBy_ == ChosenBy::Nobody) return;
    const std::vector<int> wanted = wantedGroups();
    const auto at = [this](int group) -> const RunGroup& { return groups_[static_cast<std::size_t>(group)]; };
    for (const QString& id : proposed_) {
        const int fresh = groupOf(id);
        if (fresh < 0 || known.contains(id.toStdString()) || sameMeasure(at(fresh).config, a->config) ||
            sameMeasure(at(fresh).config, b->config))
            continue;
        if (std::ranges::none_of(wanted, [&](int one) { return one != fresh && canBePaired(at(one), at(fresh)); }))
            continue;
        chosenBy_ = ChosenBy::Nobody;
        choosing_ = true;
        return;
    }
}

void VerdictPanel::reportCounted(const std::set<std::string>& known) {
    QStringList ids;
    const RunGroup *a = chosen(*challenger_), *b = chosen(*base_);
    if (!a || !b || a == b) return;
    for (const RunGroup* group : {a, b})
        for (const std::string& id : group->ids)
            if (!known.contains(id)) ids << fromUtf8(id);
    if (!ids.isEmpty()) Q_EMIT counted(ids);
}

/// Until the list has them: a run may be proposed before it is listed here.
void VerdictPanel::chooseProposed() {
    if (!choosing_) return;
    const std::vector<int> wanted = wantedGroups();
    if (wanted.size() < 2) return;
    choosing_ = false;
    const auto stays = [&](const QComboBox* box) {
        return chosenBy_ == ChosenBy::Person || std::ranges::find(wanted, box->currentIndex()) != wanted.end();
    };
    if (chosenBy_ != ChosenBy::Nobody && stays(challenger_) && stays(base_)) return;
    chosenBy_ = ChosenBy::Ticks;
    remembered_.clear();
    const auto [challenger, base] = pairOf(groups_, wanted);
    choose(challenger, base);
}

void VerdictPanel::chooseRestarted() {
    if (!restarted_) return;
    const auto find = [this](const ExperimentConfig& config) {
        const auto found = std::ranges::find_if(
            groups_, [&](const RunGroup& group) { return group.start.empty() && sameSetting(group.config, config); });
        return found == groups_.end() ? -1 : static_cast<int>(found - groups_.begin());
    };
    const int challenger = find((*restarted_)[0]), base = find((*restarted_)[1]);
    if (challenger < 0 || base < 0) return;
    restarted_.reset();
    chosenBy_ = ChosenBy::Person;
    choose(challenger, base);
}

void VerdictPanel::choose(int challenger, int base) {
    const std::span<const RunGroup> groups(groups_.data(), isUnasked() ? 0 : groups_.size());
    const int count = static_cast<int>(groups.size());
    // The newest is held against the one before; a single one waits for its challenger.
    if (challenger < 0 && base < 0) (count > 1 ? challenger : base) = count > 1 ? partnerOf(groups, -1) : count - 1;
    if (challenger < 0) challenger = partnerOf(groups, base);
    if (base < 0) base = partnerOf(groups, challenger);
    challenger_->setCurrentIndex(challenger);
    base_->setCurrentIndex(base);
}

/// All runs of a setting belong to it, however old: of thousands, they are found off the GUI thread.
void VerdictPanel::reload() {
    const int asked = ++asked_;
    if (runs_->runs().size() <= kMostRuns) return adopt(groupRuns(runs_->runs()));
    std::set<std::string> wanted;
    for (const QString& id : proposed_ + remembered_) wanted.insert(id.toStdString());
    for (const QComboBox* box : {challenger_, base_})
        if (const RunGroup* group = chosen(*box)) wanted.insert(group->ids.begin(), group->ids.end());
    job_->run<std::vector<RunGroup>>(
        [runs = runs_->runs(), wanted](const Progress&) { return groupRuns(runs, kMostRuns, wanted); },
        [this, asked](std::vector<RunGroup> groups) {
            if (asked == asked_) adopt(std::move(groups));
        });
}

/// The list of runs is new: the chosen settings stay chosen, whichever of their runs are left.
void VerdictPanel::adopt(std::vector<RunGroup> groups) {
    const RunGroup *first = chosen(*challenger_), *second = chosen(*base_);
    const RunGroup challenger = first ? *first : RunGroup(), base = second ? *second : RunGroup();
    std::set<std::string> known;
    for (const RunGroup& group : groups_) known.insert(group.ids.begin(), group.ids.end());
    groups_ = std::move(groups);
    const auto again = [this](const RunGroup& known) {
        int found = -1;
        for (const std::string& id : known.ids) {
            const int place = groupOf(fromUtf8(id));
            if (place < 0) continue;
            const RunGroup& now = groups_[static_cast<std::size_t>(place)];
            if (now.start == known.start && sameSetting(now.config, known.config)) return place;
            found = place;  // its plan was made longer
        }
        return found;
    };
    const QSignalBlocker quiet1(challenger_), quiet2(base_);
    for (QComboBox* box : {challenger_, base_}) {
        box->clear();
        box->setPlaceholderText(groups_.size() > 1 ? tr("Choose") : tr("One more run is needed"));
        for (const RunGroup& group : groups_)
            box->addItem(group.scores.size() == 1
                             ? tr("%1 · 1 seed").arg(nameOf(group))
                             : tr("%1 · %2 seeds").arg(nameOf(group), QString::number(group.scores.size())));
    }
    const int challengerAgain = again(challenger), baseAgain = again(base);
    if (challengerAgain < 0 || baseAgain < 0) chosenBy_ = ChosenBy::Nobody;
    choose(challengerAgain, baseAgain);
    chooseRemembered();
    chooseRestarted();
    if (!known.empty()) leaveOtherData(known);
    chooseProposed();
    judge();
    const bool isSame = challengerAgain >= 0 && baseAgain >= 0 && challenger_->currentIndex() == challengerAgain &&
                        base_->currentIndex() == baseAgain;
    if (isSame && chosenBy_ != ChosenBy::Nobody) reportCounted(known);
}

void VerdictPanel::judge() {
    for (QComboBox* box : {challenger_, base_}) offerSettings(*box, groups_, proposed_);
    const RunGroup *a = chosen(*challenger_), *b = chosen(*base_);
    const bool two = a && b && a != b;
    if (const QStringList now = question(); !now.isEmpty() && now != question_) Q_EMIT questionChanged(question_ = now);
    QStringList against;
    if (two)
        for (const std::string& id : b->ids) against << fromUtf8(id);
    if (against != reportedBase_) Q_EMIT baseChanged(reportedBase_ = against);
    for (QWidget* widget : std::initializer_list<QWidget*>{facts_, differ_, more_}) widget->setVisible(two);
    for (QWidget* widget : std::initializer_list<QWidget*>{time_, by_}) widget->hide();
    score_->setEnabled(two);
    score_->setCurrent(static_cast<int>(score()));
    interval_->setVisible(false);
    if (!two) {
        verdict_ = {};
        showLeftOut();
        answer(tr("Nothing to compare"), {}, Ink::Muted);
        text_->setFullText(
            groups_.size() < 2 ? tr("Two different settings are needed. Change one on the Model page and train again.")
            : isUnasked()      ? tr("Tick two runs of different settings in the table, or choose two settings above.")
                               : tr("Choose two different settings."));
        return;
    }
    showDifference(*a, *b);
    if (refuse(*a, *b) || refuseStart(*a, *b)) return;
    const PairedScores pairs = pairScores(*a, *b, score());
    verdict_ = decideVerdict(pairs.a, pairs.b, lowerIsBetter(score(), a->config.task));
    offerScores(a->config.task);
    showAnswer(*a, *b);
    showButton(*a, *b);
}

QString VerdictPanel::pairKey(const RunGroup& a, const RunGroup& b) const {
    QStringList oldest{fromUtf8(a.ids.back()), fromUtf8(b.ids.back())};
    oldest.sort();
    return oldest.join(QLatin1Char('+'));
}

VerdictScore VerdictPanel::score() const {
    const RunGroup *a = chosen(*challenger_), *b = chosen(*base_);
    if (!a || !b || a == b) return VerdictScore::Validation;
    const QString key = pairKey(*a, *b) + QLatin1Char('=');
    for (const QString& kept : scores_)
        if (kept.startsWith(key)) return verdictScoreOf(kept.mid(key.size()).toStdString());
    return usualScore(*a, *b);
}

void VerdictPanel::setScores(const QStringList& scores) {
    scores_ = scores;
    judge();
}

void VerdictPanel::offerScores(const std::string& task) {
    const bool wasSeen = verdict_.pairs > 0;
    for (const VerdictScore one : kVerdictScores)
        score_->setSegmentEnabled(static_cast<int>(one), !wasSeen || one == score(),
                                  tr("The score is chosen before the first interim analysis, at %1 pairs; afterwards "
                                     "one would choose the score that agrees.")
                                      .arg(kVerdictLooks.front()));
    if (isUnvalidated(*chosen(*challenger_)) || isUnvalidated(*chosen(*base_)))
        score_->setSegmentEnabled(static_cast<int>(VerdictScore::Validation), false,
                                  tr("These runs have no validation part."));
    by_->setText(tr("by %1").arg(scoreTitle(score(), task)));
    by_->show();
}

/// A single setting whose runs do not count: a second one, run alike, would not help.
void VerdictPanel::showLeftOut() {
    if (groups_.size() != 1) return;
    const std::array<const RunGroup*, 1> only{&groups_.front()};
    const KeyValueList::Rows leftOut = leftOutFacts(only);
    facts_->setRows(leftOut);
    facts_->setVisible(!leftOut.empty());
}

VerdictPanel::Plan VerdictPanel::planOf(const RunGroup& a, const RunGroup& b) const {
    Plan plan{fromTheStart(a, groups_), fromTheStart(b, groups_), {}, {}};
    const PairedScores pairs = pairScores(plan.a, plan.b, score());
    plan.verdict = decideVerdict(pairs.a, pairs.b, lowerIsBetter(score(), a.config.task));
    plan.missing = missingRuns(plan.a, plan.b, plan.verdict.nextLook);
    return plan;
}

void VerdictPanel::answer(const QString& words, const QString& icon, Ink ink) {
    answer_->setText(words);
    icon_->setVisible(!icon.isEmpty());
    if (!icon.isEmpty()) icon_->setPixmap(theme_->icon(icon, ink).pixmap(20, 20));
}

bool VerdictPanel::refuse(const RunGroup& a, const RunGroup& b) {
    std::vector<std::string> otherScore;
    for (const ConfigChange& change : changesBetween(b.config, a.config))
        if (changesScore(*change.field)) otherScore.emplace_back(change.field->key);
    if (otherScore.empty()) return false;
    verdict_ = {};
    for (QWidget* widget : std::initializer_list<QWidget*>{facts_, more_}) widget->hide();
    answer(tr("Cannot tell"), QStringLiteral("help"), Ink::Muted);
    text_->setFullText(tr("They measure different things (%1), so the lower validation loss need not be the better.")
                           .arg(fieldNames(otherScore)));
    return true;
}

bool VerdictPanel::refuseStart(const RunGroup& a, const RunGroup& b) {
    QStringList sentences;
    for (const RunGroup* group : {&a, &b})
        if (!group->start.empty())
            sentences
                << tr("%1 did not begin with weights drawn from its seed but with trained ones (%2), so it makes no "
                      "pair with any other run.")
                       .arg(RunNames::of(*runs_).groupName(group->name, group->config), startOf(*group));
    if (sentences.isEmpty()) return false;
    const bool canRepeat = !sameSetting(a.config, b.config);
    if (canRepeat) sentences << tr("Train the same settings from the start: those runs can be compared.");
    verdict_ = {};
    facts_->hide();
    answer(tr("Cannot tell"), QStringLiteral("help"), Ink::Muted);
    text_->setFullText(sentences.join(QLatin1Char(' ')));
    if (canRepeat)
        showButton(a, b);
    else
        more_->hide();
    return true;
}

void VerdictPanel::showDifference(const RunGroup& a, const RunGroup& b) {
    const std::vector<ConfigChange> changes = effectiveChanges(b.config, a.config);
    const QString sentences = changesText(changes, kMostReported), first = nameOf(a), second = nameOf(b);
    const QString text =
        changes.empty() ? tr("%1 and %2 have the same settings.").arg(first, second)
        : changes.size() == 1
            ? tr("%1 and %2 differ in one setting: %3.").arg(first, second, sentences)
            : tr("%1 and %2 differ in %3 settings: %4. The verdict is about all of them together, not about one.")
                  .arg(first, second)
                  .arg(changes.size())
                  .arg(sentences);
    setStyleProperty(differ_, "role", changes.size() > 1 ? "warning" : "note");
    differ_->setFullText(text);
    differ_->setToolTip(changes.size() > kMostReported ? changesText(changes, kAll) : QString());
}

void VerdictPanel::showAnswer(const RunGroup& a, const RunGroup& b) {
    const Verdict& v = verdict_;
    interval_->setVisible(v.hasSize());
    interval_->set(v.low, v.effect, v.high, theme_->runColour(a.colour));
    const QString sentences = verdictText(v, score(), b, nameOf(a), nameOf(b)),
                  note = otherScoreNote(v, score(), a, b, nameOf(a), nameOf(b));
    text_->setFullText(note.isEmpty() ? sentences : sentences + QLatin1Char(' ') + note);
    facts_->setRows(verdictFacts(v, a, b));
    switch (v.answer) {
        case VerdictAnswer::Better:
            return answer(tr("Yes, better"), QStringLiteral("done"), Ink::Success);
        case VerdictAnswer::Worse:
            return answer(tr("No, worse"), QStringLiteral("error"), Ink::Error);
        case VerdictAnswer::PracticallyEqual:
            return answer(tr("Practically equal"), QStringLiteral("info"), Ink::Muted);
        case VerdictAnswer::CannotTell:
            return answer(v.allDiverged() ? tr("Nothing can be compared") : tr("Cannot tell"), QStringLiteral("help"),
                          Ink::Muted);
    }
}

void VerdictPanel::showButton(const RunGroup& a, const RunGroup& b) {
    const int waiting =
        static_cast<int>(std::ranges::count(queue_->state().runs, std::string("verdict"), &QueuedRun::why));
    const Plan plan = planOf(a, b);
    const bool restarts = !a.start.empty() || !b.start.empty();
    more_->setVisible(restarts || plan.verdict.nextLook > 0);
    double seconds = 0;
    bool isWhole = true;
    for (const ExperimentConfig& config : plan.missing) {
        const double one = (sameSetting(config, plan.a.config) ? plan.a : plan.b).seconds;
        seconds += one;
        isWhole = isWhole && one > 0;
    }
    const int pairs = plan.verdict.nextLook - plan.verdict.pairsGiven;
    const QString text = !restarts ? (pairs == 1 ? tr("Run 1 paired seed") : tr("Run %1 paired seeds").arg(pairs))
                         : plan.missing.empty() ? tr("Compare from the start")
                                                : tr("Run %1 paired seeds from the start").arg(pairs);
    more_->setText(waiting == 1 ? tr("1 run waits") : waiting > 0 ? tr("%1 runs wait").arg(waiting) : text);
    time_->setFullText((isWhole ? tr("Takes %1.") : tr("Takes more than %1.")).arg(formatDuration(seconds)));
    time_->setVisible(waiting == 0 && seconds > 0 && !more_->isHidden());
    more_->setEnabled(waiting == 0 && (restarts || !plan.missing.empty()));
    more_->setToolTip(plan.missing.empty()
                          ? tr("Chooses the runs of the same settings that began from the start.")
                          : tr("Queues the %1 runs that are missing for the next interim analysis, at %2 pairs.")
                                .arg(plan.missing.size())
                                .arg(plan.verdict.nextLook));
}

void VerdictPanel::runSeeds() {
    const RunGroup *first = chosen(*challenger_), *second = chosen(*base_);
    if (!first || !second || first == second) return;
    const Plan plan = planOf(*first, *second);
    std::vector<QueuedRun> queued;
    for (const ExperimentConfig& config : plan.missing) {
        QueuedRun run;
        run.parent = sameSetting(config, first->config) ? first->ids.front() : second->ids.front();
        run.config = config;
        run.why = "verdict";
        run.together = true;  // where runs can
        queued.push_back(std::move(run));
    }
    // The button is disabled while runs wait; the next one in the order of tabs would start another run.
    challenger_->setFocus(Qt::OtherFocusReason);
    QStringList known;
    for (const RunGroup* group : {&plan.a, &plan.b})
        for (const std::string& id : group->ids) known << fromUtf8(id);
    restarted_ = {first->config, second->config};
    chooseRestarted();
    judge();
    if (!queued.empty()) queue_->add(std::move(queued));
    Q_EMIT seedsAsked(known);
}

}  // namespace gatelab

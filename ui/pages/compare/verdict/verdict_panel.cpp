// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/verdict/verdict_panel.h"

#include "common/background_job.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "pages/model/setting_offer.h"
#include "runs/lineage.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "verdict/verdict_words.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/interval_bar.h"
#include "widgets/key_values.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/list_box.h"
#include "widgets/segments.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace gatelab {

namespace {

/// Settings are offered of so many of the newest runs, and of the proposed ones.
constexpr std::size_t kMaxRuns = 200;
constexpr int kMaxReported = 5, kAll = 1000;
const QString kByPerson = QStringLiteral("person"), kByTicks = QStringLiteral("ticks");

KeyValueList::Rows rowsOf(const FactRows& facts) {
    KeyValueList::Rows rows;
    for (const auto& [what, value] : facts) rows.emplace_back(translated(what), translated(value));
    return rows;
}

QString listed(const std::vector<Phrase>& sentences) {
    QStringList texts;
    for (const Phrase& sentence : sentences) texts << translated(sentence);
    return texts.join(QLatin1Char(' '));
}

}  // namespace

VerdictPanel::VerdictPanel(Theme& theme, RunController& runs, QueueController& queue, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      runs_(&runs),
      queue_(&queue),
      job_(new BackgroundJob(this)),
      challenger_(new ListBox),
      base_(new ListBox),
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
        connect(box, &QComboBox::activated, this, &VerdictPanel::chooseByHand);
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
    connect(score_, &Segments::chosen, this,
            [this](int index) { chooseScore(kVerdictScores[static_cast<std::size_t>(index)]); });
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
    connect(queue_, &QueueController::changed, this, &VerdictPanel::judge);
    connect(&theme, &Theme::changed, this, &VerdictPanel::judge);
    reload();
}

QString VerdictPanel::nameOf(const RunGroup& group) const {
    const QString name = shownRunName(group);
    return group.start.empty() ? name : tr("%1, from %2").arg(name, startOf(group));
}

QString VerdictPanel::startOf(const RunGroup& group) const {
    const RunSummary* run = runs_->findRun(fromUtf8(group.ids.front()));
    return run ? startText(*run, runs_->findRun(fromUtf8(run->parent))) : fromUtf8(group.start);
}

void VerdictPanel::propose(const QStringList& runIds) {
    std::vector<std::string> ids = toStrings(runIds);
    const bool isNew = ids != question_.proposed();
    question_.propose(std::move(ids));
    if (isNew && !question_.isUnasked() && runs_->runs().size() > kMaxRuns) return reload();
    question_.chooseWaiting();
    judge();
}

void VerdictPanel::followTicks() {
    question_.followTicks();
    judge();
}

void VerdictPanel::holdAgainst(const QString& runId) {
    if (question_.holdAgainst(runId.toStdString())) judge();
}

void VerdictPanel::ask(const QStringList& question) {
    if (question.size() != 3) return;
    const bool byPerson = question[2] == kByPerson;
    question_.ask({question[0].toStdString(), question[1].toStdString(),
                   byPerson ? VerdictQuestion::ChosenBy::Person : VerdictQuestion::ChosenBy::Ticks});
    reportedQuestion_ = question;
    reload();
}

void VerdictPanel::setScores(const QStringList& scores) {
    question_.setScores(toStrings(scores));
    judge();
}

void VerdictPanel::chooseByHand() {
    question_.choosePair(challenger_->currentIndex(), base_->currentIndex());
    judge();
    if (question_.isPair()) Q_EMIT counted(toStringList(question_.runsOfPair()));
}

void VerdictPanel::chooseScore(VerdictScore score) {
    if (!question_.isPair()) return;
    question_.setScore(score);
    Q_EMIT scoresChanged(toStringList(question_.scores()));
    judge();
}

/// All runs of a setting belong to it, however old: of thousands, they are found off the GUI thread.
void VerdictPanel::reload() {
    const int asked = ++asked_;
    if (runs_->runs().size() <= kMaxRuns) return adopt(groupRuns(runs_->runs()));
    job_->run<std::vector<RunGroup>>([runs = runs_->runs(), needed = question_.runsNeeded()](
                                         const Progress&) { return groupRuns(runs, kMaxRuns, needed); },
                                     [this, asked](std::vector<RunGroup> groups) {
                                         if (asked == asked_) adopt(std::move(groups));
                                     });
}

void VerdictPanel::adopt(std::vector<RunGroup> groups) {
    const std::vector<std::string> fresh = question_.setGroups(std::move(groups));
    const QSignalBlocker quiet1(challenger_), quiet2(base_);
    for (QComboBox* box : {challenger_, base_}) {
        box->clear();
        box->setPlaceholderText(question_.groups().size() > 1 ? tr("Choose") : tr("One more run is needed"));
        for (const RunGroup& group : question_.groups())
            box->addItem(group.scores.size() == 1
                             ? tr("%1 · 1 seed").arg(nameOf(group))
                             : tr("%1 · %2 seeds").arg(nameOf(group), QString::number(group.scores.size())));
    }
    judge();
    if (!fresh.empty()) Q_EMIT counted(toStringList(fresh));
}

void VerdictPanel::showPair() {
    challenger_->setCurrentIndex(question_.challengerPlace());
    base_->setCurrentIndex(question_.basePlace());
    for (QComboBox* box : {challenger_, base_})
        offerSettings(*box, question_.groups(), toStringList(question_.proposed()));
}

void VerdictPanel::judge() {
    showPair();
    const bool two = question_.isPair();
    if (const auto kept = question_.kept()) {
        const QStringList now{fromUtf8(kept->challenger), fromUtf8(kept->base),
                              kept->by == VerdictQuestion::ChosenBy::Person ? kByPerson : kByTicks};
        if (now != reportedQuestion_) Q_EMIT questionChanged(reportedQuestion_ = now);
    }
    const QStringList against = two ? toStringList(question_.base()->ids) : QStringList();
    if (against != reportedBase_) Q_EMIT baseChanged(reportedBase_ = against);
    for (QWidget* widget : std::initializer_list<QWidget*>{facts_, differ_, more_}) widget->setVisible(two);
    for (QWidget* widget : std::initializer_list<QWidget*>{time_, by_}) widget->hide();
    score_->setEnabled(two);
    score_->setCurrent(static_cast<int>(score()));
    interval_->setVisible(false);
    verdict_ = {};
    if (!two) return showNothing();
    showDifference();
    if (refuse() || refuseStart()) return;
    verdict_ = question_.verdict();
    offerScores();
    showAnswer();
    showButton();
}

void VerdictPanel::showNothing() {
    const std::vector<RunGroup>& groups = question_.groups();
    if (groups.size() == 1) {  // its runs may not count: a second setting, run alike, would not help
        const std::array<const RunGroup*, 1> only{&groups.front()};
        const KeyValueList::Rows leftOut = rowsOf(leftOutFacts(only));
        facts_->setRows(leftOut);
        facts_->setVisible(!leftOut.empty());
    }
    answer(tr("Nothing to compare"), {}, Ink::Muted);
    text_->setFullText(
        groups.size() < 2       ? tr("Two different settings are needed. Change one on the Model page and train again.")
        : question_.isUnasked() ? tr("Tick two runs of different settings in the table, or choose two settings above.")
                                : tr("Choose two different settings."));
}

void VerdictPanel::offerScores() {
    const bool wasSeen = verdict_.pairs > 0;
    for (const VerdictScore one : kVerdictScores)
        score_->setSegmentEnabled(static_cast<int>(one), !wasSeen || one == score(),
                                  tr("The score is chosen before the first interim analysis, at %1 pairs; afterwards "
                                     "one would choose the score that agrees.")
                                      .arg(kVerdictLooks.front()));
    if (question_.lacksValidation())
        score_->setSegmentEnabled(static_cast<int>(VerdictScore::Validation), false,
                                  tr("These runs have no validation part."));
    by_->setText(tr("by %1").arg(translated(verdictScoreName(score(), question_.challenger()->config.task))));
    by_->show();
}

void VerdictPanel::answer(const QString& words, const QString& icon, Ink ink) {
    answer_->setText(words);
    icon_->setVisible(!icon.isEmpty());
    if (!icon.isEmpty()) icon_->setPixmap(theme_->icon(icon, ink).pixmap(20, 20));
}

bool VerdictPanel::refuse() {
    const std::vector<std::string> otherScore = question_.otherMeasures();
    if (otherScore.empty()) return false;
    for (QWidget* widget : std::initializer_list<QWidget*>{facts_, more_}) widget->hide();
    answer(tr("Cannot tell"), QStringLiteral("help"), Ink::Muted);
    text_->setFullText(tr("They measure different things (%1), so the lower validation loss need not be the better.")
                           .arg(fieldNames(otherScore)));
    return true;
}

bool VerdictPanel::refuseStart() {
    QStringList sentences;
    for (const RunGroup* group : question_.givenStarts())
        sentences << tr("%1 did not begin with weights drawn from its seed but with trained ones (%2), so it makes no "
                        "pair with any other run.")
                         .arg(shownRunName(*group), startOf(*group));
    if (sentences.isEmpty()) return false;
    const bool canRepeat = !sameSetting(question_.challenger()->config, question_.base()->config);
    if (canRepeat) sentences << tr("Train the same settings from the start: those runs can be compared.");
    facts_->hide();
    answer(tr("Cannot tell"), QStringLiteral("help"), Ink::Muted);
    text_->setFullText(sentences.join(QLatin1Char(' ')));
    if (canRepeat)
        showButton();
    else
        more_->hide();
    return true;
}

void VerdictPanel::showDifference() {
    const RunGroup &a = *question_.challenger(), &b = *question_.base();
    const std::vector<ConfigChange> changes = effectiveChanges(b.config, a.config);
    const QString sentences = changesText(changes, kMaxReported), first = nameOf(a), second = nameOf(b);
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
    differ_->setToolTip(changes.size() > kMaxReported ? changesText(changes, kAll) : QString());
}

void VerdictPanel::showAnswer() {
    const RunGroup &a = *question_.challenger(), &b = *question_.base();
    const std::string nameA = nameOf(a).toStdString(), nameB = nameOf(b).toStdString();
    interval_->setVisible(verdict_.hasInterval());
    interval_->set(verdict_.low, verdict_.effect, verdict_.high, theme_->runColour(a.colour));
    std::vector<Phrase> sentences = verdictSentences(verdict_, score(), b, nameA, nameB);
    if (Phrase note = otherScoreNote(verdict_, score(), a, b, nameA, nameB); !note.empty())
        sentences.push_back(std::move(note));
    text_->setFullText(listed(sentences));
    facts_->setRows(rowsOf(verdictFacts(verdict_, a, b)));
    static const std::map<VerdictAnswer, std::pair<QString, Ink>> kMarks{
        {VerdictAnswer::Better, {QStringLiteral("done"), Ink::Success}},
        {VerdictAnswer::Worse, {QStringLiteral("error"), Ink::Error}},
        {VerdictAnswer::PracticallyEqual, {QStringLiteral("info"), Ink::Muted}},
        {VerdictAnswer::CannotTell, {QStringLiteral("help"), Ink::Muted}}};
    const auto& [icon, ink] = kMarks.at(verdict_.answer);
    answer(translated(verdictAnswer(verdict_)), icon, ink);
}

void VerdictPanel::showButton() {
    const int waiting =
        static_cast<int>(std::ranges::count(queue_->state().runs, std::string("verdict"), &QueuedRun::why));
    const VerdictQuestion::Plan plan = question_.plan();
    const bool restarts = !question_.givenStarts().empty();
    more_->setVisible(restarts || plan.verdict.nextLook > 0);
    const int pairs = plan.verdict.nextLook - plan.verdict.pairsGiven;
    const QString text = !restarts ? (pairs == 1 ? tr("Run 1 paired seed") : tr("Run %1 paired seeds").arg(pairs))
                         : plan.missing.empty() ? tr("Compare from the start")
                                                : tr("Run %1 paired seeds from the start").arg(pairs);
    more_->setText(waiting == 1 ? tr("1 run waits") : waiting > 0 ? tr("%1 runs wait").arg(waiting) : text);
    time_->setFullText((plan.isWhole ? tr("Takes %1.") : tr("Takes more than %1.")).arg(formatDuration(plan.seconds)));
    time_->setVisible(waiting == 0 && plan.seconds > 0 && !more_->isHidden());
    more_->setEnabled(waiting == 0 && (restarts || !plan.missing.empty()));
    more_->setToolTip(plan.missing.empty()
                          ? tr("Chooses the runs of the same settings that began from the start.")
                          : tr("Queues the %1 runs that are missing for the next interim analysis, at %2 pairs.")
                                .arg(plan.missing.size())
                                .arg(plan.verdict.nextLook));
}

void VerdictPanel::runSeeds() {
    if (!question_.isPair()) return;
    const VerdictQuestion::Plan plan = question_.plan();
    const RunGroup &first = *question_.challenger(), &second = *question_.base();
    std::vector<QueuedRun> queued;
    for (const ExperimentConfig& config : plan.missing) {
        QueuedRun run;
        run.parent = (sameSetting(config, first.config) ? first : second).ids.front();
        run.config = config;
        run.why = "verdict";
        run.together = true;  // where runs can
        queued.push_back(std::move(run));
    }
    // The button is disabled while runs wait; the next one in the order of tabs would start another run.
    challenger_->setFocus(Qt::OtherFocusReason);
    const QStringList known = toStringList(plan.challenger.ids) + toStringList(plan.base.ids);
    question_.restart();
    judge();
    if (!queued.empty()) queue_->add(std::move(queued));
    Q_EMIT seedsAsked(known);
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/verdict_card.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "models/run_board.h"
#include "pages/compare/board/effect_bar.h"
#include "pages/compare/board/verdict_line.h"
#include "runs/lineage.h"
#include "widgets/button.h"
#include "widgets/labels/elided_label.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"
#include "widgets/list_box.h"
#include "widgets/popover.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kWidth = 312, kMinWidth = 272, kHeight = 320, kMinHeight = 236, kIcon = 16, kMark = 12;
/// Below this height the number of pairs stands beside the effect.
constexpr int kLowHeight = 300;
constexpr int kPadding = 12, kGap = 8;

int placeOf(VerdictScore score) {
    return static_cast<int>(std::ranges::find(kVerdictScores, score) - kVerdictScores.begin());
}

/// Of these words in one line of the label.
int widthOf(const QLabel& label, const QString& words) {
    label.ensurePolished();
    return QFontMetrics(label.font()).horizontalAdvance(words) + 2;
}

bool isUnvalidated(const BoardRow& row) {
    return std::ranges::any_of(row.group.scores, [](const auto& one) { return !one.second.isValidated; });
}

}  // namespace

VerdictCard::VerdictCard(Theme& theme, RunBoard& board, QWidget* parent)
    : Card(tr("Verdict"), {}, parent),
      theme_(&theme),
      board_(&board),
      job_(new BackgroundJob(this)),
      content_(new QWidget),
      score_(new ListBox),
      challengerMark_(new QLabel),
      baseMark_(new QLabel),
      effect_(makeLabel({}, "figure")),
      soFar_(makeLabel(tr("so far"), "unit")),
      brief_(makeLabel({}, "unit")),
      pairs_(makeLabel({}, "unit")),
      against_(makeLabel(tr("against"), "unit")),
      icon_(new QLabel),
      answer_(new QLabel),
      challenger_(new ElidedLabel),
      base_(new ElidedLabel),
      bar_(new EffectBar(theme)),
      luck_(new WrappedLabel("note")),
      button_(makeButton({}, {}, this, &VerdictCard::act)),
      line_(makeLine()) {
    build();
    connect(score_, &QComboBox::activated, this, &VerdictCard::chooseScore);
    connect(board_, &RunBoard::boardChanged, this, &VerdictCard::followBoard);
    connect(board_, &RunBoard::selectionChanged, this, &VerdictCard::refresh);
    connect(board_, &RunBoard::scopeChanged, this, [this] { wanted_.reset(); });
    connect(theme_, &Theme::changed, this, &VerdictCard::refresh);
    refresh();
}

VerdictCard::~VerdictCard() = default;

void VerdictCard::build() {
    for (const VerdictScore score : kVerdictScores) score_->addItem(VerdictTexts::score(score));
    score_->setProperty("compact", true);
    score_->setAccessibleName(tr("Compared by"));
    addHeaderWidget(score_);
    setBodyPadding(0);
    auto* area = makeScrolled(content_);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    content_->setProperty("page", true);
    body()->addWidget(area);
    auto* column = makeColumn(content_, {kPadding, 0, kPadding, kPadding}, 6);
    buildPair(column);
    column->addLayout(makeRow(nullptr, {}, kGap, {effect_, soFar_, {brief_, 1}, spring()}));
    pairs_->setWordWrap(true);
    pairs_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    brief_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    column->addWidget(pairs_);
    column->addWidget(bar_);
    // Bold and plain words in one paragraph.
    answer_->setTextFormat(Qt::RichText);
    answer_->setWordWrap(true);
    answer_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addLayout(makeRow(nullptr, {}, 6, {{icon_, 0, Qt::AlignTop}, {answer_, 1}}));
    luck_->setContentsMargins(kIcon + 6, 0, 0, 0);
    column->addWidget(luck_);
    button_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // the card is never wider than its column
    column->addWidget(button_);
    column->addWidget(line_);
    linesColumn_ = makeColumn(nullptr, {}, 0);
    column->addLayout(linesColumn_);
    partsColumn_ = makeColumn(nullptr, {}, 0);
    column->addLayout(partsColumn_);
    column->addStretch(1);
}

void VerdictCard::addPart(QWidget* part) { partsColumn_->addWidget(part); }

void VerdictCard::buildPair(QVBoxLayout* column) {
    for (QLabel* mark : {challengerMark_, baseMark_}) mark->setFixedSize(kMark, kMark);
    setStyleProperty(challenger_, "role", "name");
    setStyleProperty(base_, "role", "name");
    column->addLayout(makeRow(nullptr, {}, 6, {challengerMark_, challenger_, against_, baseMark_, base_, spring(1)}));
}

QSize VerdictCard::sizeHint() const {
    return QSize(qRound(kWidth * theme_->textScale()), qRound(kHeight * theme_->textScale()));
}

QSize VerdictCard::minimumSizeHint() const {
    return QSize(qRound(kMinWidth * theme_->textScale()), qRound(kMinHeight * theme_->textScale()));
}

void VerdictCard::resizeEvent(QResizeEvent* event) {
    Card::resizeEvent(event);
    fold();
}

void VerdictCard::fold() {
    const bool hasPairs = !effect_->isHidden(), isLow = height() < kLowHeight * theme_->textScale();
    const bool isSoFar = hasPairs && told_.answer == BoardAnswer::TooEarly;
    const int room = width() - 2 * kPadding, soFar = isSoFar ? kGap + widthOf(*soFar_, soFar_->text()) : 0;
    const QString brief = VerdictTexts::change(told_.effect), pairs = VerdictTexts::pairs(told_, false);
    const auto fits = [&](const QString& effect, int beside) { return widthOf(*effect_, effect) + beside <= room; };
    // Beside the effect the pairs stand whole or not at all; what it is of gives way to them.
    const int whole = soFar + kGap + widthOf(*brief_, brief_->text());
    const bool takesPairs = isLow && (fits(effectWords_, whole) || fits(brief, whole));
    const bool isWhole = takesPairs ? fits(effectWords_, whole) : fits(effectWords_, 0);
    effect_->setText(isWhole || !fits(brief, 0) ? effectWords_ : brief);
    effect_->setWordWrap(!fits(effect_->text(), 0));
    effect_->setToolTip(hasPairs ? pairs : QString());
    // Where "so far" has no place there it begins the next line.
    soFar_->setVisible(isSoFar && (takesPairs || fits(effect_->text(), soFar)));
    const bool isBelow = isSoFar && soFar_->isHidden();
    pairs_->setText(isBelow ? tr("so far, %1").arg(pairs) : pairs);
    brief_->setVisible(hasPairs && takesPairs);
    pairs_->setVisible(hasPairs && (isBelow || !isLow));
    fitButton();
}

/// Words that are too long for one line take two.
void VerdictCard::fitButton() {
    button_->setText(offerWords_);
    // Before its time: "Run 5 more seeds, 14 s".
    const qsizetype cut = std::max(offerWords_.lastIndexOf(QLatin1Char(',')), offerWords_.lastIndexOf(QChar(0xFF0C)));
    if (button_->sizeHint().width() <= width() - 2 * kPadding || cut < 0) return;
    button_->setText(offerWords_.left(cut + 1) + QLatin1Char('\n') + offerWords_.mid(cut + 1).trimmed());
}

void VerdictCard::setWaiting(std::vector<ExperimentConfig> waiting) {
    waiting_ = std::move(waiting);
    refresh();
}

void VerdictCard::setScore(VerdictScore score) {
    wanted_ = score;
    refresh();
}

std::optional<int> VerdictCard::slotOf(const BoardRow& row) const {
    return row.isBaseline() ? std::nullopt : std::optional(board_->slotOf(row));
}

VerdictTexts::Names VerdictCard::namesOf(const BoardRow& challenger, const BoardRow& base) const {
    return {board_->shortNameOf(challenger), board_->shortNameOf(base)};
}

void VerdictCard::refresh() {
    const BoardRow* base = board_->reference();
    const BoardRow* challenger = board_->challenger();
    // It speaks of what is chosen.
    if (!base) {
        wasEmpty_ = true;
        told_ = {};
        return hide();
    }
    if (std::exchange(wasEmpty_, false)) show();
    const Board& board = board_->board();
    const BoardRow* first = challenger ? challenger : base;
    if (challenger) {
        told_ = boardVerdict(board, *challenger, *base, wanted_, waiting_);
    } else {
        const BoardRow* best =
            board.bestBaseline < 0 ? nullptr : &board.rows[static_cast<std::size_t>(board.bestBaseline)];
        told_ = oneSettingVerdict(*base, best, wanted_.value_or(VerdictScore::Validation), waiting_);
        base = best;
    }
    challenger_->setFullText(board_->nameOf(*first));
    challengerMark_->setPixmap(rowMarker(*theme_, slotOf(*first)));
    showPair(*first, base ? *base : *first);
    showScore(*first, base ? *base : *first);
    showEffect(first->group.config);
    bar_->set(told_.effect, board_->slotOf(*first), told_.isSoFar());
    bar_->setAccessibleName(VerdictTexts::pairs(told_, false));
    showAnswer(*first, challenger ? *base : *first);
    showOffer(*first);
    showLines(challenger ? challenger : base, board_->reference());
    fold();
}

void VerdictCard::showPair(const BoardRow& challenger, const BoardRow& base) {
    const bool isPair = &challenger != &base;
    for (QWidget* part : std::initializer_list<QWidget*>{against_, baseMark_, base_}) part->setVisible(isPair);
    const QString name = board_->shortNameOf(base);
    base_->setFullText(&base == board_->base() ? tr("%1, base").arg(name) : name);
    baseMark_->setPixmap(rowMarker(*theme_, slotOf(base)));
    const QString differ =
        base.isBaseline() || !isPair ? QString() : lineageLines(base.group.config, challenger.group.config);
    for (QWidget* part : std::initializer_list<QWidget*>{challengerMark_, against_}) part->setToolTip(differ);
}

void VerdictCard::showScore(const BoardRow& challenger, const BoardRow& base) {
    const QSignalBlocker quiet(score_);
    const bool lacksValidation = isUnvalidated(challenger) || isUnvalidated(base);
    if (auto* model = qobject_cast<QStandardItemModel*>(score_->model())) {
        QStandardItem* item = model->item(placeOf(VerdictScore::Validation));
        item->setEnabled(!lacksValidation);
        item->setToolTip(lacksValidation ? tr("These runs have no validation part.") : QString());
    }
    score_->setCurrentIndex(placeOf(told_.score));
}

void VerdictCard::showEffect(const ExperimentConfig& config) {
    const bool isShown = told_.effect.hasSize();
    effectWords_ = VerdictTexts::effect(told_, config);
    setStyleProperty(effect_, "soFar", told_.isSoFar());
    effect_->setVisible(isShown);
    bar_->setVisible(isShown);
    brief_->setText(VerdictTexts::pairs(told_, true));
}

void VerdictCard::showAnswer(const BoardRow& challenger, const BoardRow& base) {
    const VerdictTexts::Names names = namesOf(challenger, base);
    const VerdictTexts::Answer said = VerdictTexts::answer(told_, names, challenger, base);
    icon_->setPixmap(theme_->icon(said.icon, said.ink).pixmap(kIcon, kIcon));
    answer_->setText(
        QStringLiteral("<span style=\"font-weight:600\">%1</span> %2").arg(toHtml(said.bold), toHtml(said.rest)));
    answer_->setAccessibleName(said.whole());
    answer_->setToolTip(VerdictTexts::method(told_, challenger.group, base.group, names));
    const auto luck = sweepLuck(swept_, challenger, base, told_);
    luck_->setVisible(luck.has_value());
    if (luck) luck_->setFullText(VerdictTexts::luck(*luck));
}

void VerdictCard::showOffer(const BoardRow& challenger) {
    offer_ = Offer::Nothing;
    QString text, icon;
    const BoardAnswer answer = told_.answer;
    if (answer == BoardAnswer::Better) {
        offer_ = Offer::Base;
        text = tr("Make %1 the base").arg(board_->shortNameOf(challenger));
        icon = QStringLiteral("pin");
    } else if ((answer == BoardAnswer::TooSmall || answer == BoardAnswer::Equal) && told_.score != VerdictScore::Time) {
        offer_ = Offer::ByTime;
        text = tr("Compare by time");
        icon = QStringLiteral("clock");
    } else if (const BoardRow* row = board_->board().find(told_.challengerInstead)) {
        offer_ = Offer::Instead;
        text = tr("Compare %1 instead").arg(board_->shortNameOf(*row));
        icon = QStringLiteral("compare");
    } else if (!told_.missing.empty()) {
        offer_ = Offer::Train;
        text = VerdictTexts::train(told_);
        icon = told_.missing.size() > 1 ? QStringLiteral("dice") : QStringLiteral("play");
    } else if (told_.waiting > 0) {
        text = told_.waiting == 1 ? tr("1 run is on its way") : tr("%1 runs are on their way").arg(told_.waiting);
        icon = QStringLiteral("clock");
    }
    const bool isFilled = offer_ == Offer::Train;
    button_->setVisible(!text.isEmpty());
    button_->setEnabled(offer_ != Offer::Nothing);
    offerWords_ = text;
    setStyleProperty(button_, "primary", isFilled);
    button_->setIcon(icon.isEmpty() ? QIcon() : theme_->icon(icon, isFilled ? Ink::OnFill : Ink::Text));
}

void VerdictCard::showLines(const BoardRow* challenger, const BoardRow* base) {
    lineKeys_.clear();
    std::size_t used = 0;
    const QString reference = base == board_->base() ? tr("base") : board_->shortNameOf(*base);
    for (const BoardRow* row : board_->chosen()) {
        if (row == challenger || row == base) continue;
        if (used == lines_.size()) {
            auto* line = new VerdictLine(*theme_, content_);
            linesColumn_->addWidget(line);
            connect(line, &QAbstractButton::clicked, this,
                    [this, used] { board_->setChallenger(std::string(lineKeys_.at(used))); });
            lines_.push_back(line);
        }
        QString said;
        QIcon mark;
        if (row->isBaseline()) {
            said = VerdictTexts::baselineLine(shareAbove(*row, *base, told_.score), reference);
        } else {
            const BoardVerdict other = boardVerdict(board_->board(), *row, *base, wanted_);
            said = VerdictTexts::line(other);
            if (other.answer == BoardAnswer::Better) mark = theme_->icon(QStringLiteral("done"), Ink::Success);
            if (other.answer == BoardAnswer::Worse) mark = theme_->icon(QStringLiteral("error"), Ink::Error);
        }
        lines_[used]->set(slotOf(*row), board_->nameOf(*row), said, mark);
        lines_[used]->show();
        lineKeys_.push_back(row->key);
        ++used;
    }
    for (std::size_t i = used; i < lines_.size(); ++i) lines_[i]->hide();
    line_->setVisible(used > 0);
}

void VerdictCard::chooseScore(int index) {
    const VerdictScore score = kVerdictScores[static_cast<std::size_t>(index)];
    if (score == VerdictScore::Test && told_.score != score && !opened_.contains(board_->scope())) {
        score_->setCurrentIndex(placeOf(told_.score));
        return askForTest();
    }
    setScore(score);
}

/// Who looks at it again and again chooses by it, and then it says too much of every choice.
void VerdictCard::askForTest() {
    auto* why = new WrappedLabel("note");
    why->setFullText(tr("Choose by validation; test is for the end."));
    why->setFocusPolicy(Qt::StrongFocus);  // Enter answers
    auto* question = new Popover(tr("Open the test part?"), why, tr("Open"), score_);
    connect(question, &Popover::accepted, this, [this] {
        opened_.insert(board_->scope());
        setScore(VerdictScore::Test);
    });
    question->open();
}

void VerdictCard::act() {
    switch (offer_) {
        case Offer::Base:
            if (const BoardRow* row = board_->challenger()) board_->setBase(std::string(row->key));
            break;
        case Offer::Train: {
            const std::vector<ExperimentConfig> runs = told_.missing;
            // The button is disabled while they wait; the next one in the order of tabs would do something else.
            if (button_->hasFocus()) score_->setFocus(Qt::OtherFocusReason);
            waiting_.insert(waiting_.end(), runs.begin(), runs.end());
            refresh();
            Q_EMIT trainRequested(runs);
            break;
        }
        case Offer::ByTime:
            setScore(VerdictScore::Time);
            break;
        case Offer::Instead: {
            const std::string challenger = told_.challengerInstead, base = told_.baseInstead;
            board_->setChallenger(base);  // a side is a chosen one
            board_->setBase(base);
            board_->setChallenger(challenger);
            break;
        }
        case Offer::Nothing:
            break;
    }
}

void VerdictCard::followBoard() {
    refresh();
    std::size_t seeds = 0;
    for (const BoardRow& row : board_->board().rows) seeds += row.scored();
    if (sweep_ && seeds != countedSeeds_) followSweep();
}

void VerdictCard::setSweep(SavedSweep sweep) {
    sweep_ = !sweep.isThere() ? nullptr : std::make_shared<const SavedSweep>(std::move(sweep));
    swept_ = {};
    followSweep();
    refresh();
}

/// Of thousands of groups it takes a while to find those of the sweep.
void VerdictCard::followSweep() {
    const int asked = ++asked_;
    countedSeeds_ = 0;
    if (!sweep_) return;
    std::vector<RunGroup> groups;
    for (const BoardRow& row : board_->board().rows) {
        countedSeeds_ += row.scored();
        if (!row.isBaseline()) groups.push_back(row.group);
    }
    job_->run<SweepResult>(
        [sweep = sweep_, groups = std::move(groups)](const Progress&) { return sweepResult(*sweep, groups); },
        [this, asked](SweepResult result) {
            if (asked != asked_) return;
            swept_ = std::move(result);
            refresh();
        },
        [](const Error&) { return SweepResult(); });
}

}  // namespace gatelab

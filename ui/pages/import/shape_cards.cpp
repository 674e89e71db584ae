// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/import/shape_cards.h"

#include "common/texts.h"
#include "common/theme.h"
#include "config/choices.h"
#include "pages/import/shape_picture.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/focus_ring.h"
#include "widgets/layouts.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kPadding = 8, kPictureWidth = 58, kLeastWidth = 176, kReadableWidth = 240;
constexpr std::size_t kMostCards = 5;

QString nameOf(const ShapeCandidate& candidate) {
    const Choice* choice = findChoice(csvShapeChoices(), candidate.shape);
    return choice != nullptr ? translated(choice->label) : fromUtf8(candidate.shape);
}

}  // namespace

ShapeCard::ShapeCard(Theme& theme, ShapeCandidate candidate, QWidget* parent)
    : QRadioButton(parent), theme_(theme), candidate_(std::move(candidate)), ring_(new FocusRing(this)) {
    QStringList words{nameOf(candidate_)};
    if (candidate_.isGuess) words << tr("as the table looks");
    for (const Phrase& phrase : {candidate_.outcome, candidate_.reason})
        if (!phrase.empty()) words << translated(phrase);
    setAccessibleName(words.join(QStringLiteral(", ")));
    setToolTip(words.join(QLatin1Char('\n')));
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize ShapeCard::sizeHint() const {
    const int lines = QFontMetrics(theme_.font(12, 600)).height() + 2 * QFontMetrics(theme_.font(11)).height();
    return {qRound(kLeastWidth * theme_.textScale()), lines + 2 * kPadding};
}

void ShapeCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Palette& palette = theme_.palette();
    painter.setRenderHint(QPainter::Antialiasing);
    const double line = isChecked() ? 2 : 1;
    painter.setPen(QPen(isChecked() ? palette.accent : underMouse() ? palette.strong : palette.border, line));
    painter.setBrush(isChecked() ? palette.selection : palette.surface);
    const double inset = line / 2;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 6, 6);
    if (ring_->visible()) {
        painter.setPen(QPen(palette.accent, 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(3.5, 3.5, -3.5, -3.5), 4, 4);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QRect inner = rect().adjusted(kPadding + 2, kPadding, -kPadding, -kPadding);
    const int picture = qRound(kPictureWidth * theme_.textScale());
    paintShape(painter, QRectF(inner.left(), inner.top() + 2, picture, inner.height() - 4), candidate_.shape,
               candidate_.ofColumns, theme_);
    int left = inner.left() + picture + 10, top = inner.top();
    const auto write = [&](const QString& text, const QFont& font, const QColor& colour, int right) {
        const QFontMetrics metrics(font);
        painter.setFont(font);
        painter.setPen(colour);
        const QRect place(left, top, right - left, metrics.height());
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(text, Qt::ElideRight, place.width()));
        top += metrics.height();
    };
    // Who has guessed it stands at the right of the name where there is room.
    const QFont bold = theme_.font(12, 600), small = theme_.font(11);
    const QString name = nameOf(candidate_), guess = candidate_.isGuess ? tr("as the table looks") : QString();
    const int mark = guess.isEmpty() ? 0 : QFontMetrics(small).horizontalAdvance(guess) + 8;
    const bool fits = QFontMetrics(bold).horizontalAdvance(name) + mark <= inner.right() - left;
    if (fits && mark > 0) {
        painter.setFont(small);
        painter.setPen(palette.muted);
        painter.drawText(QRect(left, top, inner.right() - left, QFontMetrics(bold).height()),
                         Qt::AlignRight | Qt::AlignVCenter, guess);
    }
    write(name, bold, palette.text, fits ? inner.right() - mark : inner.right());
    write(candidate_.outcome.empty() ? tr("a large file: read when chosen") : translated(candidate_.outcome), small,
          palette.text, inner.right());
    const QString reason = translated(candidate_.reason);
    write(fits || guess.isEmpty() ? reason : tr("%1; %2").arg(guess, reason), small, palette.muted, inner.right());
}

ShapeCards::ShapeCards(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme), group_(new QButtonGroup(this)) {
    card_ = new Card(tr("Shape"), tr("what a row of the table is; the best first"), this);
    back_ = makeButton(
        {}, tr("As the table looks"), this, [this] { Q_EMIT chosen(fromUtf8(guess())); }, card_);
    back_->setProperty("compact", true);
    back_->setToolTip(tr("Back to the shape that the table was seen to have"));
    card_->addHeaderWidget(back_);
    grid_ = new QGridLayout;
    grid_->setSpacing(8);
    card_->body()->addLayout(grid_);
    makeColumn(this, {}, 0, {card_});
    // Not idClicked: arrow keys check the neighbour without a click.
    connect(group_, &QButtonGroup::idToggled, this, [this](int id, bool on) {
        if (on && !isShowing_) Q_EMIT chosen(fromUtf8(cards_[static_cast<std::size_t>(id)]->candidate().shape));
    });
    hide();
}

std::string ShapeCards::guess() const {
    const auto found = std::ranges::find_if(cards_, [](const ShapeCard* card) { return card->candidate().isGuess; });
    return found == cards_.end() ? std::string() : (*found)->candidate().shape;
}

void ShapeCards::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void ShapeCards::arrange() {
    const auto count = static_cast<int>(cards_.size());
    const int fit = std::max(2, static_cast<int>(width() / (kReadableWidth * theme_.textScale()))),
              columns = std::min(fit, count);
    if (columns == 0 || std::exchange(columns_, columns) == columns) return;
    for (int i = 0; i < count; ++i) grid_->addWidget(cards_[static_cast<std::size_t>(i)], i / columns, i % columns);
    for (int i = 0; i < static_cast<int>(kMostCards); ++i) grid_->setColumnStretch(i, i < columns ? 1 : 0);
}

void ShapeCards::setCandidates(std::vector<ShapeCandidate> candidates) {
    for (ShapeCard* card : std::exchange(cards_, {})) {
        group_->removeButton(card);
        grid_->removeWidget(card);
        card->hide();
        card->deleteLater();  // its own click may have changed the shape
    }
    candidates.resize(std::min(candidates.size(), kMostCards));
    for (ShapeCandidate& candidate : candidates) {
        auto* card = new ShapeCard(theme_, std::move(candidate), card_);
        group_->addButton(card, static_cast<int>(cards_.size()));
        cards_.push_back(card);
    }
    columns_ = 0;
    arrange();
    setVisible(cards_.size() > 1);
    setChosen(chosen_);
}

void ShapeCards::setChosen(const std::string& shape) {
    chosen_ = shape;
    isShowing_ = true;
    group_->setExclusive(false);  // else one stays checked
    for (ShapeCard* card : cards_) card->setChecked(card->candidate().shape == shape);
    group_->setExclusive(true);
    isShowing_ = false;
    const std::string seen = guess();
    back_->setVisible(!seen.empty() && seen != shape);
}

}  // namespace gatelab

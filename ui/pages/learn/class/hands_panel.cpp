// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/class/hands_panel.h"

#include "common/texts.h"

#include <QPainter>

#include <algorithm>
#include <numeric>

namespace gatelab {

namespace {

// Of the drawn page, 404 px wide.
constexpr double kWidth = 404, kPadding = 16, kBox = 104, kBetween = 10, kChip = 36, kBar = 13;
constexpr int kLetters = 26;

int sum(const Hands& hands) { return std::accumulate(hands.begin(), hands.end(), 0); }

}  // namespace

HandsPanel::HandsPanel(Theme& theme, const QString& language, QWidget* parent)
    : QWidget(parent), theme_(theme), language_(language.toStdString()) {
    setMinimumWidth(qRound(kWidth * 0.9));
    setAccessibleName(tr("Question for hands"));
    tick_.setInterval(1000);
    connect(&tick_, &QTimer::timeout, this, [this] {
        if (talkLeft() == 0) {
            phase_ = Phase::After;
            tick_.stop();
        }
        describe();
    });
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

void HandsPanel::setQuestion(const ClassQuestion& question) {
    question_ = question;
    before_ = after_ = {};
    phase_ = Phase::Before;
    tick_.stop();
    describe();
}

void HandsPanel::count(int answer, int by) {
    if (answer < 0 || answer >= static_cast<int>(question_.answers.size()) || phase_ == Phase::Revealed) return;
    if (phase_ == Phase::Talk) {  // who counts has heard enough
        phase_ = Phase::After;
        tick_.stop();
    }
    int& hands = (phase_ == Phase::Before ? before_ : after_)[static_cast<std::size_t>(answer)];
    hands = std::clamp(hands + by, 0, 999);
    describe();
}

void HandsPanel::startTalk() {
    if (phase_ != Phase::Before) return;
    phase_ = Phase::Talk;
    talk_.start();
    tick_.start();
    describe();
}

void HandsPanel::reveal() {
    phase_ = Phase::Revealed;
    tick_.stop();
    describe();
}

bool HandsPanel::go(int by) {
    const int wanted = static_cast<int>(phase_) + by;
    if (wanted < static_cast<int>(Phase::Before) || wanted > static_cast<int>(Phase::Revealed)) return false;
    if (by > 0 && phase_ == Phase::Before) return startTalk(), true;
    // A talk is not held again.
    phase_ = by < 0 && phase_ == Phase::After ? Phase::Before : static_cast<Phase>(wanted);
    tick_.stop();
    describe();
    return true;
}

int HandsPanel::talkLeft() const {
    if (phase_ != Phase::Talk) return 0;
    return std::max(0, static_cast<int>(question_.talk - talk_.elapsed() / 1000));
}

QString HandsPanel::phaseText() const {
    switch (phase_) {
        case Phase::Before:
            return tr("Hands: keys 1 to 4, then Space");
        case Phase::Talk:
            return tr("Talk with your neighbour: %1:%2")
                .arg(talkLeft() / 60)
                .arg(talkLeft() % 60, 2, 10, QLatin1Char('0'));
        case Phase::After:
            return tr("Hands again: keys 1 to 4, then →");
        case Phase::Revealed:
            break;
    }
    return words(question_.why);
}

QString HandsPanel::words(const LessonText& text) const { return fromUtf8(text.in(language_)); }

/// As high as it needs: in a low window everything is smaller, but no letter below the smallest.
double HandsPanel::scale() const { return std::max(1.0, width() / kWidth * 0.92); }

QFont HandsPanel::font(int px, int weight) const {
    QFont made = theme_.font(px, weight);
    made.setPixelSize(std::max(kSmallest, qRound(px * scale())));
    return made;
}

double HandsPanel::paintText(QPainter& painter, const QRectF& box, const QString& text) const {
    QRectF used;
    painter.drawText(box, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text, &used);
    return used.height();
}

void HandsPanel::paintEvent(QPaintEvent* event) {
    Q_UNUSED(event)
    const Palette& palette = theme_.palette();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette.raised);
    if (!question_.isThere()) return;
    const QRectF all = QRectF(rect()).adjusted(kPadding, kPadding, -kPadding, -kPadding / 2);
    painter.setFont(font(kLetters, 500));
    painter.setPen(palette.text);
    const double used = paintText(painter, all, words(question_.question));
    // The reason is read whole.
    const QFontMetricsF last(font(kSmallest, phase_ == Phase::Revealed ? 500 : 400));
    const double foot = std::max(
        painter.fontMetrics().height() * 2.2,
        last.boundingRect(QRectF(0, 0, all.width(), 1e6), Qt::TextWordWrap, phaseText()).height() + kBetween + 6);
    const auto count = static_cast<double>(question_.answers.size());
    double y = all.top() + used + kBetween;
    const double high =
        std::min(kBox * scale(), (all.bottom() - foot - y - kBetween * (count - 1)) / std::max(1.0, count));
    for (std::size_t i = 0; i < question_.answers.size(); ++i) {
        paintAnswer(painter, QRectF(all.left() - 8, y, all.width() + 16, high), i);
        y += high + kBetween;
    }
    painter.setFont(font(kSmallest, phase_ == Phase::Revealed ? 500 : 400));
    painter.setPen(phase_ == Phase::Revealed ? palette.text : palette.muted);
    paintText(painter, QRectF(all.left(), y, all.width(), all.bottom() - y), phaseText());
}

void HandsPanel::paintAnswer(QPainter& painter, const QRectF& box, std::size_t answer) const {
    const Palette& palette = theme_.palette();
    const bool isRight = phase_ == Phase::Revealed && answer == question_.right;
    painter.setPen(QPen(isRight ? palette.success : palette.border, isRight ? 2.5 : 1));
    painter.setBrush(palette.surface);
    painter.drawRoundedRect(box, 8, 8);
    const double chip = std::min(kChip * scale(), box.height() / 2 - 4);
    const QRectF key(box.left() + 12, box.top() + 6, chip, chip);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.raised);
    painter.drawRoundedRect(key, 4, 4);
    painter.setPen(palette.text);
    painter.setFont(font(kSmallest, 600));
    painter.drawText(key, Qt::AlignCenter, QString::number(answer + 1));
    painter.setFont(font(kSmallest, isRight ? 600 : 400));
    const QRectF line(key.right() + 12, key.top(), box.right() - key.right() - (isRight ? 52 : 20), chip);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(words(question_.answers[answer].text), Qt::ElideRight,
                                                      static_cast<int>(line.width())));
    if (isRight) {
        const QPointF at(box.right() - 26, key.center().y());
        painter.setPen(QPen(palette.success, 3.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(QPolygonF{at + QPointF(-9, 0), at + QPointF(-2, 7), at + QPointF(10, -8)});
    }
    paintBars(painter, QRectF(box.left() + 12, key.bottom(), box.width() - 24, box.bottom() - key.bottom()), answer);
}

/// Grey before, ink after; the longest that can come is as many hands as there are.
void HandsPanel::paintBars(QPainter& painter, const QRectF& box, std::size_t answer) const {
    const Palette& palette = theme_.palette();
    const bool isSecond = phase_ == Phase::After || phase_ == Phase::Revealed;
    const QString counts = isSecond ? QStringLiteral("%1 → %2").arg(before_[answer]).arg(after_[answer])
                                    : QString::number(before_[answer]);
    painter.setFont(font(kSmallest, 500));
    painter.setPen(palette.text);
    painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, counts);
    const double widest = painter.fontMetrics().horizontalAdvance(QStringLiteral("99 → 99")) + 12;
    const double most = std::max({1, sum(before_), sum(after_)}), room = box.width() - widest;
    const double bar = std::min(kBar * scale(), box.height() / 2 - 4);
    double y = box.center().y() - bar - 2;
    for (const auto& [hands, colour] : {std::pair(before_[answer], palette.envelope), {after_[answer], palette.text}}) {
        painter.fillRect(QRectF(box.left(), y, room * hands / most, bar), colour);
        y += bar + 4;
    }
}

void HandsPanel::describe() {
    setAccessibleDescription(phaseText());
    update();
    Q_EMIT changed();
}

}  // namespace gatelab

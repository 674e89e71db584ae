// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/strip/run_segment.h"

#include "widgets/button.h"
#include "widgets/labels/elided_label.h"
#include "widgets/layouts.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kLive = 600, kResting = 372, kWaiting = 254;
constexpr int kIcon = 16, kLine = 3, kPadding = 12, kGap = 8;

int wantedWidth(SegmentKind kind) {
    switch (kind) {
        case SegmentKind::Live:
        case SegmentKind::Paused:
            return kLive;
        case SegmentKind::Aside:
        case SegmentKind::Ended:
        case SegmentKind::Elsewhere:
        case SegmentKind::Cluster:
            return kResting;
        case SegmentKind::Waiting:
            return kWaiting;
    }
    return kWaiting;
}

/// Wide enough for any figures of as many digits: nothing moves as they count.
int textRoom(const QLabel& label, QString text) {
    for (QChar& letter : text)
        if (letter.isDigit()) letter = QLatin1Char('8');
    label.ensurePolished();
    return label.fontMetrics().horizontalAdvance(text) + 2;
}

/// Of a run that has no colour yet.
QPixmap ringOf(const QColor& colour) {
    constexpr int side = 12, scale = 2;
    QPixmap picture(side * scale, side * scale);
    picture.setDevicePixelRatio(scale);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    Theme::drawMarker(painter, QPointF(side / 2.0, side / 2.0), static_cast<int>(Marker::Ring), colour);
    return picture;
}

}  // namespace

RunSegment::RunSegment(Theme& theme, const StripSegment& segment, QWidget* parent)
    : QFrame(parent),
      theme_(&theme),
      segment_(segment),
      icon_(new QLabel),
      marker_(new QLabel),
      name_(new ElidedLabel),
      words_(new ElidedLabel),
      ring_(new FocusRing(this)) {
    setFocusPolicy(Qt::TabFocus);
    auto* row = makeRow(this, {kPadding, 0, kPadding, kLine}, kGap);
    name_->setFont(theme.font(13, 600));
    words_->setFont(theme.font(12));
    words_->setProperty("role", "small");
    for (QLabel* label : {icon_, marker_, static_cast<QLabel*>(name_), static_cast<QLabel*>(words_)}) {
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
        row->addWidget(label);
    }
    row->addStretch();
    addButtons();
    showContent();
}

void RunSegment::addButton(SegmentAct act, const char* icon, const QString& word, const QString& tip) {
    auto* button = makeButton(theme_->icon(QLatin1String(icon)), word, this, [this, act] { Q_EMIT acted(act); });
    button->setProperty("word", word);
    button->setAccessibleName(tr("%1: %2").arg(word, segment_.number));
    button->setProperty("tip", tip);
    button->setToolTip(tip);
    buttons_[static_cast<std::size_t>(act)] = button;
    layout()->addWidget(button);
}

void RunSegment::addButtons() {
    const QString close = tr("Close"), stop = tr("Stop"),
                  stopTip = tr("Ends the run; its best weights are kept and tested");
    switch (segment_.kind) {
        case SegmentKind::Live:
        case SegmentKind::Paused:  // both: a run pauses and goes on, and its buttons stay where they are
            addButton(SegmentAct::Pause, "pause", tr("Pause"), {});
            button(SegmentAct::Pause)->setIcon(theme_->icon(QStringLiteral("pause"), Ink::OnFill));
            setStyleProperty(button(SegmentAct::Pause), "primary", true);
            addButton(SegmentAct::GoOn, "play", tr("Go on"), {});
            addButton(SegmentAct::Step, "step", tr("Step"), tr("Trains one batch and pauses"));
            addButton(SegmentAct::Stop, "stop", stop, stopTip);
            break;
        case SegmentKind::Aside:
            addButton(SegmentAct::Find, "search", tr("Find"), tr("Asks where its data file is now"));
            addButton(SegmentAct::GoOn, "play", tr("Go on"), tr("Goes on from its last checkpoint"));
            addButton(SegmentAct::Close, "close", close, tr("Takes it off the strip; the run is kept"));
            break;
        case SegmentKind::Ended:
            addButton(SegmentAct::Again, "branch", tr("Train again"), tr("Trains its settings once more, or others"));
            addButton(SegmentAct::Close, "close", close, tr("Takes it off the strip; the run is kept"));
            break;
        case SegmentKind::Waiting:
            addButton(SegmentAct::Close, "close", tr("Remove"), tr("Takes it out of the queue"));
            break;
        case SegmentKind::Cluster:
            addButton(SegmentAct::Requeue, "reset", tr("Requeue"),
                      tr("Ends its job where it trains (it saves) and lets it wait again"));
            addButton(SegmentAct::Cancel, "stop", tr("Cancel"),
                      tr("Takes its job away; the run is kept up to its last checkpoint"));
            break;
        case SegmentKind::Elsewhere:
            if (!segment_.isHeard) break;
            addButton(SegmentAct::Pause, "pause", tr("Pause"), {});
            addButton(SegmentAct::GoOn, "play", tr("Go on"), {});
            addButton(SegmentAct::Stop, "stop", stop, stopTip);
            break;
    }
}

void RunSegment::setSegment(const StripSegment& segment) {
    if (segment == segment_) return;
    segment_ = segment;
    showContent();
}

void RunSegment::setLevel(StripLevel level) {
    level_ = level;
    showContent();
}

void RunSegment::showContent() {
    icon_->setPixmap(theme_->icon(segment_.icon, segment_.ink).pixmap(kIcon, kIcon));
    const bool isWaiting = segment_.kind == SegmentKind::Waiting;
    marker_->setVisible(segment_.slot >= 0 || isWaiting);
    if (segment_.slot >= 0)
        marker_->setPixmap(theme_->marker(segment_.slot));
    else if (isWaiting)
        marker_->setPixmap(ringOf(theme_->palette().strong));
    const bool isCut = level_ >= StripLevel::Short;
    const bool isNumber = level_ >= StripLevel::Least || (isWaiting && level_ >= StripLevel::Numbers);
    name_->setFullText(isNumber ? segment_.number : segment_.name);
    name_->setMinimumWidth(textRoom(*name_, isNumber || isCut ? segment_.number : segment_.name));
    words_->setFullText(segment_.words);
    words_->setVisible(level_ < StripLevel::Least || segment_.id.isEmpty());
    words_->setMinimumWidth(isCut ? 0 : textRoom(*words_, segment_.words));
    if (segment_.isSteered()) showSteering();
    for (std::size_t i = 0; i < buttons_.size(); ++i) {
        QPushButton* one = buttons_[i];
        if (!one) continue;
        const auto act = static_cast<SegmentAct>(i);
        const QString word = one->property("word").toString();
        const bool isSteering = act == SegmentAct::Pause || (act == SegmentAct::GoOn && segment_.isSteered());
        const bool isFirst = isSteering || act == SegmentAct::Again;
        const bool isWord = act != SegmentAct::Close && level_ < (isFirst ? StripLevel::Least : StripLevel::Icons);
        const bool isKey =
            isWord && isSteering && segment_.isOpen && segment_.trainsHere() && level_ < StripLevel::Short;
        const auto label = [&](const QString& said) {
            return !isWord ? QString() : isKey ? tr("%1  Space").arg(said) : said;
        };
        one->setText(label(word));
        // As wide as its widest word: nothing moves under the mouse when the run pauses.
        if (!isSteering) continue;
        one->setMinimumWidth(0);
        const int text = one->fontMetrics().horizontalAdvance(one->text()), around = one->sizeHint().width() - text;
        one->setMinimumWidth(around + std::max(one->fontMetrics().horizontalAdvance(label(tr("Pause"))),
                                               one->fontMetrics().horizontalAdvance(label(tr("Go on")))));
    }
    if (QPushButton* find = buttons_[static_cast<std::size_t>(SegmentAct::Find)]) find->setVisible(segment_.isMissing);
    if (QPushButton* goOn = button(SegmentAct::GoOn)) {
        goOn->setEnabled(segment_.obstacle.isEmpty());
        goOn->setToolTip(segment_.obstacle.isEmpty() ? goOn->property("tip").toString() : segment_.obstacle);
    }
    setToolTip(QStringLiteral("%1: %2").arg(segment_.name, segment_.words));
    setAccessibleName(segment_.isOpen ? tr("%1, %2, shown").arg(segment_.name, segment_.words)
                                      : tr("%1, %2").arg(segment_.name, segment_.words));
    update();
}

/// Pause or Go on, with the keyboard where it was.
void RunSegment::showSteering() {
    const bool isPaused = segment_.isPaused;
    QPushButton *now = buttons_[static_cast<std::size_t>(isPaused ? SegmentAct::GoOn : SegmentAct::Pause)],
                *before = buttons_[static_cast<std::size_t>(isPaused ? SegmentAct::Pause : SegmentAct::GoOn)];
    now->show();
    if (before->hasFocus()) now->setFocus(Qt::OtherFocusReason);
    before->hide();
}

QPushButton* RunSegment::button(SegmentAct act) const {
    QPushButton* found = buttons_[static_cast<std::size_t>(act)];
    return found && !found->isHidden() ? found : nullptr;
}

SegmentRoom RunSegment::room() {
    layout()->invalidate();
    const int least = layout()->minimumSize().width();
    return {least, std::max(least, qRound(wantedWidth(segment_.kind) * theme_->textScale()))};
}

void RunSegment::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Palette& palette = theme_->palette();
    if (segment_.isOpen)
        painter.fillRect(rect(), palette.selection);
    else if (underMouse())
        painter.fillRect(rect(), palette.raised);
    else if (isDragged_)
        painter.fillRect(rect(), palette.bg);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), palette.border);
    if (segment_.share > 0) {
        const bool isLive = segment_.kind == SegmentKind::Live;
        painter.fillRect(QRectF(0, height() - kLine, width() * segment_.share, kLine),
                         isLive ? palette.accent : palette.axis);
    }
    if (!ring_->visible()) return;
    painter.setPen(QPen(palette.accent, 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

void RunSegment::enterEvent(QEnterEvent* event) {
    QFrame::enterEvent(event);
    update();
}

void RunSegment::leaveEvent(QEvent* event) {
    QFrame::leaveEvent(event);
    update();
}

void RunSegment::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QFrame::mousePressEvent(event);
    isPressed_ = true;
    isDragged_ = false;
    pressed_ = event->globalPosition().toPoint();
    from_ = x();
}

void RunSegment::mouseMoveEvent(QMouseEvent* event) {
    const int way = event->globalPosition().toPoint().x() - pressed_.x();
    if (!isPressed_ || segment_.kind != SegmentKind::Waiting) return;
    if (!isDragged_ && std::abs(way) < QApplication::startDragDistance()) return;
    if (!isDragged_) raise();
    isDragged_ = true;
    move(from_ + way, y());
}

void RunSegment::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !isPressed_) return;
    isPressed_ = false;
    if (std::exchange(isDragged_, false)) {
        Q_EMIT dropped(geometry().center().x());
        return;
    }
    if (rect().contains(event->position().toPoint())) Q_EMIT opened();
}

void RunSegment::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && name_->geometry().contains(event->position().toPoint()))
        Q_EMIT nameAsked();
}

void RunSegment::keyPressEvent(QKeyEvent* event) {
    const bool isWaiting = segment_.kind == SegmentKind::Waiting, isAlt = event->modifiers() == Qt::AltModifier;
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        Q_EMIT opened();
    else if (event->key() == Qt::Key_F2)
        Q_EMIT nameAsked();
    else if (event->key() == Qt::Key_Delete && button(SegmentAct::Close))
        Q_EMIT acted(SegmentAct::Close);
    else if (isWaiting && isAlt && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right))
        Q_EMIT moved(event->key() == Qt::Key_Left ? -1 : 1);
    else
        QFrame::keyPressEvent(event);
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_film.h"

#include "common/texts.h"
#include "lesson/rich_text.h"
#include "pages/learn/stage/stage_content.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {
constexpr double kTitle = 28, kTrack = 38, kLeft = 164, kRight = 148;
constexpr double kNarrow = 480, kNarrowLeft = 96, kNarrowRight = 84;  // without button and names
constexpr int kFramesPerSecond = 8;
constexpr double kEnd = 0.995;  ///< the last epoch was the best
}  // namespace

StageFilm::StageFilm(Theme& theme, double scale, QWidget* parent)
    : QWidget(parent), theme_(theme), scale_(scale), play_(new QPushButton(this)) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Film of the training"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    play_->setFocusPolicy(Qt::NoFocus);  // Space on the film does so
    if (scale_ > 1.35) play_->setStyleSheet(QStringLiteral("font-size: %1px;").arg(qRound(13 * scale_)));
    connect(play_, &QPushButton::clicked, this, [this] { play(!isPlaying()); });
    timer_.setInterval(1000 / kFramesPerSecond);
    connect(&timer_, &QTimer::timeout, this, [this] {
        if (frame_ + 1 >= frames()) return play(false);
        choose(frame_ + 1);
    });
    connect(&theme, &Theme::changed, this, [this] { update(); });
    play(false);
}

/// On the wall in a low window the slider alone.
bool StageFilm::isBare() const { return isLow_ && scale_ >= kClassScale; }

QSize StageFilm::sizeHint() const { return {600, qRound((isBare() ? 40 : isLow_ ? 88 : 136) * scale_)}; }

double StageFilm::titleHeight() const { return (isLow_ ? 8 : kTitle) * scale_; }

void StageFilm::setLow(bool on) {
    if (std::exchange(isLow_, on) == on) return;
    updateGeometry();
    update();
}

QFont StageFilm::font(int px, int weight) const {
    QFont made = theme_.font(px, weight);
    made.setPixelSize(stageLetters(px, scale_));
    return made;
}

void StageFilm::setFilm(std::vector<double> places, double epochs, const QString& why) {
    const bool isNew = places.size() != places_.size();
    places_ = std::move(places);
    epochs_ = epochs;
    why_ = why;
    if (isNew) frame_ = std::max(0, frames() - 1), play(false);
    play_->setVisible(frames() > 1 && !isNarrow());
    update();
}

void StageFilm::setCurves(std::vector<Curve> curves, const QString& name) {
    curves_ = std::move(curves);
    curvesName_ = name;
    update();
}

void StageFilm::showFrame(int frame) {
    frame_ = frame < 0 ? std::max(0, frames() - 1) : std::min(frame, std::max(0, frames() - 1));
    update();
}

void StageFilm::play(bool on) {
    if (on && frames() > 1) {
        if (frame_ + 1 >= frames()) choose(0);
        timer_.start();
    } else {
        timer_.stop();
    }
    play_->setIcon(theme_.icon(isPlaying() ? QStringLiteral("pause") : QStringLiteral("play")));
    play_->setText(isPlaying() ? tr("Pause") : tr("Play film"));
    play_->adjustSize();
}

bool StageFilm::isNarrow() const { return width() < kNarrow * scale_; }
double StageFilm::right() const { return (isNarrow() ? kNarrowRight : kRight) * scale_; }
QRectF StageFilm::plot() const {
    const double left = (isNarrow() ? kNarrowLeft : kLeft) * scale_;
    return {left, titleHeight(), width() - left - right(), height() - titleHeight() - kTrack * scale_};
}
double StageFilm::trackY() const { return height() - 26 * scale_; }
double StageFilm::placeX(double place) const { return plot().left() + plot().width() * place; }

void StageFilm::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    play_->setVisible(frames() > 1 && !isNarrow());
    play_->move(qRound(14 * scale_), qRound(plot().center().y() - play_->height() / 2.0));
}

void StageFilm::choose(int frame) {
    const int wanted = std::clamp(frame, 0, std::max(0, frames() - 1));
    if (wanted == frame_) return;
    frame_ = wanted;
    update();
    Q_EMIT frameChosen(frame_);
}

void StageFilm::chooseAt(double x) {
    if (frames() < 2) return;
    const double place = (x - plot().left()) / plot().width();
    choose(
        static_cast<int>(std::ranges::min_element(places_, {}, [place](double one) { return std::abs(one - place); }) -
                         places_.begin()));
}

void StageFilm::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    play(false);
    chooseAt(event->position().x());
}

void StageFilm::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) chooseAt(event->position().x());
}

void StageFilm::keyPressEvent(QKeyEvent* event) {
    if (frames() < 2) return QWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Left:
            return play(false), choose(frame_ - 1);
        case Qt::Key_Right:
            return play(false), choose(frame_ + 1);
        case Qt::Key_Home:
            return choose(0);
        case Qt::Key_End:
            return choose(frames() - 1);
        case Qt::Key_Space:
            return play(!isPlaying());
        default:
            QWidget::keyPressEvent(event);
    }
}

void StageFilm::focusInEvent(QFocusEvent* event) { QWidget::focusInEvent(event), update(); }
void StageFilm::focusOutEvent(QFocusEvent* event) { QWidget::focusOutEvent(event), update(); }

void StageFilm::paintEvent(QPaintEvent* event) {
    Q_UNUSED(event)
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& palette = theme_.palette();
    painter.fillRect(rect(), palette.surface);
    painter.setPen(QPen(palette.border, 1));
    painter.drawLine(QPointF(14, 0.5), QPointF(width() - 14, 0.5));
    if (!isLow_) paintTitle(painter);
    painter.setFont(font(12));
    if (!isBare() && frames() < 2 && curves_.empty())
        paintNothing(painter);
    else if (!isBare())
        paintCurves(painter);
    paintTrack(painter);
}

void StageFilm::paintTitle(QPainter& painter) const {
    const Palette& palette = theme_.palette();
    painter.setFont(font(13, 600));
    painter.setPen(palette.text);
    const QRectF title(14 * scale_, 2, width() - 28 * scale_, kTitle * scale_ - 4);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, tr("The film of the training"));
    const double used = painter.fontMetrics().horizontalAdvance(tr("The film of the training")) + 12 * scale_;
    painter.setFont(font(12));
    painter.setPen(palette.muted);
    painter.drawText(title.adjusted(used, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     frames() > 1 ? tr("drag back: the whole picture goes to that step") : QString());
}

/// Hatched, with the reason.
void StageFilm::paintNothing(QPainter& painter) const {
    const Palette& palette = theme_.palette();
    painter.save();
    painter.setClipRect(plot());
    painter.setPen(QPen(palette.hatch, 1));
    for (double x = plot().left() - plot().height(); x < plot().right(); x += 8)
        painter.drawLine(QPointF(x, plot().bottom()), QPointF(x + plot().height(), plot().top()));
    painter.restore();
    const double wide = painter.fontMetrics().horizontalAdvance(why_) + 20, most = width() - 28 * scale_;
    const bool isTwo = wide > most;  // lines
    const double high = (isTwo ? 34 : 22) * scale_, x = isTwo ? width() / 2.0 : plot().center().x();
    const QRectF box(x - std::min(wide, most) / 2, plot().center().y() - high / 2, std::min(wide, most), high);
    painter.fillRect(box, palette.surface);
    painter.setPen(palette.muted);
    painter.drawText(box, static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap, why_);
}

/// A whole number of decades around all curves.
StageFilm::LossScale StageFilm::lossScale() const {
    double low = INFINITY, high = 0;
    for (const Curve& curve : curves_)
        for (const double value : curve.line.y)
            if (value > 0 && std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    return {std::pow(10, std::floor(std::log10(low))), std::pow(10, std::ceil(std::log10(high * 1.0001))), high > 0,
            plot().adjusted(0, 4, 0, -6)};
}

void StageFilm::paintLossAxis(QPainter& painter, const LossScale& scale) const {
    const Palette& palette = theme_.palette();
    painter.setFont(font(11));
    const auto room = [&](double y) {
        return QRectF(scale.box.left() - 62 * scale_, y - 8 * scale_, 56 * scale_, 16 * scale_);
    };
    for (double tick = scale.high; tick >= scale.low * 0.99; tick /= 10) {
        const double y = scale.yOf(tick);
        painter.setPen(QPen(palette.grid, 1));
        painter.drawLine(QPointF(scale.box.left(), y), QPointF(scale.box.right(), y));
        if (tick < scale.high * 0.99 && tick > scale.low * 1.01) continue;
        painter.setPen(palette.muted);
        painter.drawText(room(y), Qt::AlignRight | Qt::AlignVCenter, formatWritten(QString::number(tick, 'g', 3)));
    }
    if (isLow_) return;
    painter.setPen(palette.muted);
    painter.drawText(room(scale.box.center().y()), Qt::AlignRight | Qt::AlignVCenter, curvesName_);
}

void StageFilm::paintCurves(QPainter& painter) const {
    const LossScale scale = lossScale();
    if (!scale.isThere) return;
    paintLossAxis(painter, scale);
    const Palette& palette = theme_.palette();
    for (const Curve& curve : curves_) {
        QPolygonF line;
        for (std::size_t i = 0; i < curve.line.x.size(); ++i)
            if (curve.line.y[i] > 0)
                line << QPointF(placeX(std::min(1.0, curve.line.x[i] / epochs_)), scale.yOf(curve.line.y[i]));
        painter.setPen(QPen(theme_.runColour(curve.slot), 2));
        painter.drawPolyline(line);
        // Where its best epoch was: of that are the picture and the figures.
        if (curve.kept > 0 && !line.isEmpty()) {
            const auto best = std::ranges::min_element(curve.line.y) - curve.line.y.begin();
            painter.setBrush(palette.surface);
            painter.drawEllipse(QPointF(placeX(std::min(1.0, curve.line.x[static_cast<std::size_t>(best)] / epochs_)),
                                        scale.yOf(curve.kept)),
                                4 * scale_, 4 * scale_);
            painter.setBrush(Qt::NoBrush);
        }
    }
    paintEnds(painter, scale);
}

/// Labels at the ends of their curves, one below the other and above the track.
void StageFilm::paintEnds(QPainter& painter, const LossScale& scale) const {
    std::vector<std::pair<double, const Curve*>> ends;
    for (const Curve& curve : curves_)
        if (!curve.line.y.empty() && curve.line.y.back() > 0) ends.emplace_back(scale.yOf(curve.line.y.back()), &curve);
    std::ranges::sort(ends);
    double most = trackY() - 18 * scale_;
    // Many labels stand closer, so that the first is not above the film.
    const double apart =
        std::min(15 * scale_, (most - 8 * scale_) / std::max<double>(1, static_cast<double>(ends.size()) - 1));
    if (apart < 13 * scale_) painter.setFont(font(11));
    for (std::size_t i = 1; i < ends.size(); ++i) ends[i].first = std::max(ends[i].first, ends[i - 1].first + apart);
    for (auto end = ends.rbegin(); end != ends.rend(); ++end, most -= apart) end->first = std::min(end->first, most);
    const double right = scale.box.right();
    for (const auto& [y, curve] : ends) {
        Theme::drawMarker(painter, QPointF(right + 12, y), curve->slot, theme_.runColour(curve->slot), 8 * scale_);
        if (isNarrow()) continue;  // the heads have marker and name
        painter.setPen(theme_.palette().text);
        const QRectF label(right + 20, y - 9 * scale_, kRight * scale_ - 22, 18 * scale_);
        const QString value =
            formatWritten(fromUtf8(figureWords(curve->kept > 0 ? curve->kept : curve->line.y.back(), "")));
        const int rest = static_cast<int>(label.width()) - painter.fontMetrics().horizontalAdvance(u' ' + value);
        painter.drawText(
            label, Qt::AlignLeft | Qt::AlignVCenter,
            QStringLiteral("%1 %2").arg(painter.fontMetrics().elidedText(curve->name, Qt::ElideRight, rest), value));
    }
}

double StageFilm::LossScale::yOf(double value) const {
    return box.bottom() - box.height() * std::log(std::clamp(value, low, high) / low) / std::log(high / low);
}

void StageFilm::paintTrack(QPainter& painter) const {
    const Palette& palette = theme_.palette();
    const double y = trackY(), left = plot().left(), right = plot().right();
    const bool isThere = frames() > 1;
    if (!isThere && why_.isEmpty()) return;  // figures of whole trainings have no film
    painter.setPen(QPen(palette.strong, 3, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(left, y), QPointF(right, y));
    const double at = isThere ? placeX(places_[static_cast<std::size_t>(frame_)]) : left;
    if (isThere) {
        painter.setPen(QPen(palette.fill, 3, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(left, y), QPointF(at, y));
        painter.setPen(QPen(palette.axis, 1));
        for (const double place : places_)
            painter.drawLine(QPointF(placeX(place), y + 9 * scale_), QPointF(placeX(place), y + 13 * scale_));
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(at, y), 10 * scale_, 10 * scale_);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(isThere ? palette.fill : palette.axis);
    painter.drawEllipse(QPointF(at, y), 7 * scale_, 7 * scale_);
    painter.setBrush(Qt::NoBrush);
    painter.setFont(font(12));
    painter.setPen(isThere && frame_ > 0 ? palette.muted : palette.text);
    painter.drawText(QRectF(0, y - 10 * scale_, left - 14 * scale_, 20 * scale_), Qt::AlignRight | Qt::AlignVCenter,
                     tr("untrained"));
    painter.setPen(isThere && frame_ + 1 == frames() ? palette.text : palette.muted);
    const QString epoch =
        formatSetting(isThere ? std::round(10 * places_[static_cast<std::size_t>(frame_)] * epochs_) / 10 : 0);
    painter.drawText(QRectF(right + 14 * scale_, y - 10 * scale_, this->right() - 14, 20 * scale_),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     !isThere                ? QString()
                     : frame_ + 1 < frames() ? tr("epoch %1").arg(epoch)
                     : places_.back() > kEnd ? tr("now")
                     : isNarrow()            ? tr("best")
                                             : tr("best: epoch %1").arg(epoch));
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/parallel/parallel_plot.h"

#include "common/list_text.h"
#include "common/responder.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QWhatsThis>
#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

/// More lines would be waited for.
constexpr std::size_t kDrawnAtOnce = 400;
constexpr double kDrag = 4;
/// An axis of numbers has so many steps for the keys; one of texts as many as texts.
constexpr int kSteps = 20;

}  // namespace

ParallelPlot::ParallelPlot(Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(&theme), painter_(theme), exportMenu_(new QMenu(this)), ring_(new FocusRing(this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setWhatsThis(keysHelp());
    fillExportMenu();
    setMinimumSize(200, 140);
    connect(theme_, &Theme::changed, this, &ParallelPlot::renew);
}

void ParallelPlot::setContent(std::vector<ParallelAxis> axes, std::vector<ParallelLine> lines) {
    painter_.set(std::move(axes), std::move(lines));
    if (chosen_ >= painter_.axes.size()) chosen_ = 0;
    renew();
}

void ParallelPlot::setHighlight(const QString& key) {
    highlight_ = key;
    update();
}

void ParallelPlot::setEmptyText(const QString& text) { emptyText_ = text; }

void ParallelPlot::setBrush(std::size_t axis, std::optional<std::pair<double, double>> range) {
    if (axis >= painter_.brushes.size()) return;
    if (range && range->first > range->second) std::swap(range->first, range->second);
    painter_.brushes[axis] = range;
    changed();
    Q_EMIT brushed();
}

void ParallelPlot::clearBrushes() {
    painter_.brushes.assign(painter_.axes.size(), std::nullopt);
    changed();
    Q_EMIT brushed();
}

void ParallelPlot::renew() {
    painter_.size = size();
    picture_ = {};
    painting_ = std::make_unique<BackgroundJob>();
    changed();
}

void ParallelPlot::changed() {
    stale_ = true;
    update();
    if (QAccessible::isActive()) describe();
}

void ParallelPlot::preparePicture() {
    // A range that is being dragged does not cut off the drawing that goes on, or nothing would be seen of it.
    if (!stale_ || (painting_->running() && !picture_.isNull())) return;
    stale_ = false;
    const auto paint = [strokes = painter_.strokes(), size = size(),
                        ratio = devicePixelRatioF()](const Progress& progress) {
        QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(ratio);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        paintStrokes(painter, strokes, progress);
        return image;
    };
    if (painter_.lines.size() <= kDrawnAtOnce) {
        picture_ = QPixmap::fromImage(paint({}));
        return;
    }
    painting_->run<QImage>(paint, [this](const QImage& image) {
        picture_ = QPixmap::fromImage(image);
        update();
    });
}

void ParallelPlot::drawAll(QPainter& painter, bool onScreen) {
    painter.setRenderHint(QPainter::Antialiasing);
    if (painter_.axes.empty() || painter_.lines.empty()) {
        painter.setPen(theme_->palette().muted);
        painter.setFont(theme_->font(13));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, emptyText_);
        return;
    }
    if (onScreen) preparePicture();
    if (onScreen && picture_.isNull()) {
        painter.setPen(theme_->palette().muted);
        painter.setFont(theme_->font(13));
        painter.drawText(rect(), Qt::AlignCenter,
                         tr("%1 lines are being drawn.").arg(formatCount(static_cast<qint64>(painter_.lines.size()))));
    }
    // What the ranges shut out stays faint, be it chosen or under the pointer.
    const auto highlighted = std::ranges::find_if(
        painter_.lines, [this](const ParallelLine& line) { return line.key == highlight_ && painter_.isInside(line); });
    if (highlighted != painter_.lines.end()) painter.setOpacity(0.55);
    if (onScreen)
        painter.drawPixmap(0, 0, picture_);
    else
        paintStrokes(painter, painter_.strokes());
    painter.setOpacity(1);
    if (highlighted != painter_.lines.end()) {
        painter.setBrush(highlighted->colour);
        const ParallelStroke stroke{painter_.points(*highlighted), highlighted->colour};
        paintStrokes(painter, {stroke});
        painter.translate(0, 1);  // two pixels wide
        paintStrokes(painter, {stroke});
        painter.translate(0, -1);
    }
    for (std::size_t i = 0; i < painter_.axes.size(); ++i) painter_.paintAxis(painter, i);
}

void ParallelPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawAll(painter, true);
    if (!ring_->visible() || painter_.axes.empty()) return;
    // Which axis the keys act on.
    const double x = painter_.position(chosen_, painter_.scales[chosen_].low).x();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme_->palette().accent, 2));
    painter.drawRoundedRect(QRectF(x - 12, painter_.area().top() - 5, 24, painter_.area().height() + 10), 4, 4);
}

void ParallelPlot::resizeEvent(QResizeEvent*) { renew(); }

void ParallelPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || painter_.axes.empty()) return;
    start_ = event->position();
    dragged_ = painter_.axisAt(start_);
    if (dragged_) chooseAxis(*dragged_);
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event) {
    if (painter_.axes.empty()) return;
    if (dragged_ && event->buttons().testFlag(Qt::LeftButton)) {
        if (std::abs(event->position().y() - start_.y()) >= kDrag)
            setBrush(*dragged_, std::pair(painter_.valueAt(*dragged_, start_.y()),
                                          painter_.valueAt(*dragged_, event->position().y())));
        return;
    }
    const auto axis = painter_.axisAt(event->position());
    setCursor(axis ? Qt::SplitVCursor : Qt::ArrowCursor);
    setToolTip(axis ? painter_.axes[*axis].help : QString());
    const QString key = painter_.lineAt(event->position());
    if (key == pointed_) return;
    pointed_ = key;
    Q_EMIT pointed(key);
}

void ParallelPlot::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || painter_.axes.empty()) return;
    const bool clicked = (event->position() - start_).manhattanLength() < kDrag;
    if (clicked && dragged_)
        setBrush(*dragged_, std::nullopt);
    else if (clicked)
        if (const QString key = painter_.lineAt(event->position()); !key.isEmpty()) Q_EMIT picked(key);
    dragged_.reset();
}

void ParallelPlot::moveRange(int low, int high) {
    if (painter_.axes.empty()) return;
    const ChartScale& scale = painter_.scales[chosen_];
    const int steps = painter_.axes[chosen_].categories.isEmpty()
                          ? kSteps
                          : static_cast<int>(painter_.axes[chosen_].categories.size());
    const auto& range = painter_.brushes[chosen_];
    double from = 0, to = steps;
    if (range) {
        from = scale.share(range->first) * steps, to = scale.share(range->second) * steps;
        // A range is moved as it is; of a single end only so far that one step remains.
        if (low == high) {
            const double by = low > 0 ? std::min<double>(low, steps - to) : std::max<double>(low, -from);
            from += by, to += by;
        } else {
            from = std::clamp<double>(from + low, 0, std::max(0.0, to - 1)),
            to = std::clamp<double>(to + high, std::min<double>(steps, from + 1), steps);
        }
    } else {
        // The first press marks the half that it points to.
        (low + high > 0 ? from : to) = steps / 2;
        if (to - from < 1) to = from + 1;
    }
    setBrush(chosen_, std::pair(scale.value(from / steps), scale.value(to / steps)));
}

void ParallelPlot::chooseAxis(std::size_t axis) {
    chosen_ = axis;
    describe();
    update();
}

void ParallelPlot::keyPressEvent(QKeyEvent* event) {
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier),
               control = event->modifiers().testFlag(Qt::ControlModifier);
    const bool marked = std::any_of(painter_.brushes.begin(), painter_.brushes.end(),
                                    [](const auto& range) { return range.has_value(); });
    if (painter_.axes.empty()) return QWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Left:
            return chooseAxis(chosen_ > 0 ? chosen_ - 1 : 0);
        case Qt::Key_Right:
            return chooseAxis(std::min(chosen_ + 1, painter_.axes.size() - 1));
        case Qt::Key_Up:
            return moveRange(shift ? 0 : 1, control ? 0 : 1);
        case Qt::Key_Down:
            return moveRange(shift ? 0 : -1, control ? 0 : -1);
        case Qt::Key_Delete:
        case Qt::Key_Backspace:
            return setBrush(chosen_, std::nullopt);
        case Qt::Key_Escape:
            if (!marked) break;
            return clearBrushes();
        case Qt::Key_C:
            if (!control) break;
            return copyToClipboard();
        default:
            break;
    }
    QWidget::keyPressEvent(event);
}

void ParallelPlot::focusInEvent(QFocusEvent* event) {
    describe();
    QWidget::focusInEvent(event);
}

QString ParallelPlot::axisText(std::size_t axis) const {
    const auto number = [](double value) { return formatNumber(value); };
    const QStringList& names = painter_.axes[axis].categories;
    const auto span = [&](double low, double high) {
        if (names.isEmpty()) return tr("%1 to %2").arg(number(low), number(high));
        QStringList within;
        for (qsizetype i = 0; i < names.size(); ++i)
            if (static_cast<double>(i) >= low && static_cast<double>(i) <= high) within << names[i];
        return within.isEmpty() ? tr("none") : listText(within);
    };
    const QString whole = span(painter_.scales[axis].low, painter_.scales[axis].high);
    const auto& range = painter_.brushes[axis];
    return range ? tr("%1: %2; marked: %3.").arg(painter_.axes[axis].title, whole, span(range->first, range->second))
                 : tr("%1: %2.").arg(painter_.axes[axis].title, whole);
}

QString ParallelPlot::textSummary() const {
    if (painter_.axes.empty() || painter_.lines.empty()) return emptyText_;
    QStringList words{
        tr("%1 of %2 runs are inside all marked ranges.")
            .arg(formatCount(painter_.inside().size()), formatCount(static_cast<qint64>(painter_.lines.size())))};
    for (std::size_t i = 0; i < painter_.axes.size(); ++i) words << axisText(i);
    return words.join(' ');
}

void ParallelPlot::describe() {
    // What the keys just acted on is said first.
    const bool isAxisChosen = hasFocus() && !painter_.axes.empty() && !painter_.lines.empty();
    setAccessibleDescription(isAxisChosen ? tr("Axis %1").arg(axisText(chosen_)) + ' ' + textSummary() : textSummary());
}

QString ParallelPlot::keysHelp() {
    return tr(
        "Keys: left and right choose an axis; up and down mark a range on it and move it, with Shift its upper end, "
        "with Ctrl its lower end; Del takes it away, Esc all; "
        "Ctrl+C copies the picture.\nMouse: dragging along an axis marks a range, a click on the axis takes it away.");
}

Picture ParallelPlot::picture() {
    return {accessibleName(), textSummary(), size().expandedTo(QSize(200, 140)), theme_->palette().surface,
            [this](QPainter& painter) { drawAll(painter, false); }};
}

QString ParallelPlot::exportTo(const QString& path, double scale) {
    return keepFile(path, picture().bytes(path.section('.', -1).toLower(), scale));
}

void ParallelPlot::copyToClipboard() {
    auto* copied = new QMimeData;
    copied->setImageData(picture().image(2));
    copied->setText(textSummary());
    QApplication::clipboard()->setMimeData(copied);
    reportSaved(*this, {});
}

void ParallelPlot::fillExportMenu() {
    for (const PictureFormat& format : pictureFormats())
        exportMenu_->addAction(format.text, this, [this, format] {
            askForFile(this, accessibleName(), format.suffix,
                       [this, format](const QString& path) { reportSaved(*this, path, exportTo(path, format.scale)); });
        });
}

void ParallelPlot::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool there = !painter_.axes.empty();
    const auto add = [&](const QString& text, const char* icon, const auto& action) {
        menu->addAction(theme_->icon(QString::fromLatin1(icon)), text, this, action);
    };
    if (there) {
        QAction* range = menu->addAction(tr("Take the range of \"%1\" away\tDel").arg(painter_.axes[chosen_].title),
                                         this, [this] { setBrush(chosen_, std::nullopt); });
        range->setEnabled(painter_.brushes[chosen_].has_value());
        menu->addAction(tr("Clear all ranges\tEsc"), this, &ParallelPlot::clearBrushes);
        menu->addSeparator();
    }
    add(tr("Copy as a picture\tCtrl+C"), "copy", [this] { copyToClipboard(); });
    QMenu* save = menu->addMenu(theme_->icon(QStringLiteral("export")), tr("Save as"));
    save->addActions(exportMenu_->actions());
    menu->addSeparator();
    add(tr("Keys and mouse"), "help", [this, at = event->globalPos()] { QWhatsThis::showText(at, keysHelp(), this); });
    menu->popup(event->globalPos());
}

}  // namespace gatelab

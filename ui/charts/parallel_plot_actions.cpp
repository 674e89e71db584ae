// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/parallel_plot.h"

#include "common/list_text.h"
#include "common/responder.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QWhatsThis>
#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

/// An axis of numbers has so many steps for the keys; one of texts as many as texts.
constexpr int kSteps = 20;

}  // namespace

void ParallelPlot::moveRange(int low, int high) {
    if (axes_.empty()) return;
    const ChartScale& scale = scales_[chosen_];
    const int steps = axes_[chosen_].categories.isEmpty() ? kSteps : static_cast<int>(axes_[chosen_].categories.size());
    const auto& range = brushes_[chosen_];
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
    const bool marked =
        std::any_of(brushes_.begin(), brushes_.end(), [](const auto& range) { return range.has_value(); });
    if (axes_.empty()) return QWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Left:
            return chooseAxis(chosen_ > 0 ? chosen_ - 1 : 0);
        case Qt::Key_Right:
            return chooseAxis(std::min(chosen_ + 1, axes_.size() - 1));
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
    const QStringList& names = axes_[axis].categories;
    const auto span = [&](double low, double high) {
        if (names.isEmpty()) return tr("%1 to %2").arg(number(low), number(high));
        QStringList within;
        for (qsizetype i = 0; i < names.size(); ++i)
            if (static_cast<double>(i) >= low && static_cast<double>(i) <= high) within << names[i];
        return within.isEmpty() ? tr("none") : listText(within);
    };
    const QString whole = span(scales_[axis].low, scales_[axis].high);
    const auto& range = brushes_[axis];
    return range ? tr("%1: %2; marked: %3.").arg(axes_[axis].title, whole, span(range->first, range->second))
                 : tr("%1: %2.").arg(axes_[axis].title, whole);
}

QString ParallelPlot::textSummary() const {
    if (axes_.empty() || lines_.empty()) return emptyText_;
    QStringList words{tr("%1 of %2 runs are inside all marked ranges.")
                          .arg(formatCount(inside().size()), formatCount(static_cast<qint64>(lines_.size())))};
    for (std::size_t i = 0; i < axes_.size(); ++i) words << axisText(i);
    return words.join(' ');
}

void ParallelPlot::describe() {
    // What the keys just acted on is said first.
    const bool isAxisChosen = hasFocus() && !axes_.empty() && !lines_.empty();
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
    auto* data = new QMimeData;
    data->setImageData(picture().image(2));
    data->setText(textSummary());
    QApplication::clipboard()->setMimeData(data);
    reportSaved(*this, {});
}

void ParallelPlot::fillExportMenu() {
    for (const PictureFormat& format : pictureFormats())
        connect(exportMenu_->addAction(format.text), &QAction::triggered, this, [this, format] {
            askForFile(this, accessibleName(), format.suffix,
                       [this, format](const QString& path) { reportSaved(*this, path, exportTo(path, format.scale)); });
        });
}

void ParallelPlot::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool there = !axes_.empty();
    const auto add = [&](const QString& text, const char* icon, const auto& action) {
        connect(menu->addAction(theme_->icon(QString::fromLatin1(icon)), text), &QAction::triggered, this, action);
    };
    if (there) {
        QAction* range = menu->addAction(tr("Take the range of \"%1\" away\tDel").arg(axes_[chosen_].title), this,
                                         [this] { setBrush(chosen_, std::nullopt); });
        range->setEnabled(brushes_[chosen_].has_value());
        menu->addAction(tr("Clear all ranges\tEsc"), this, &ParallelPlot::clearBrushes);
        menu->addSeparator();
    }
    add(tr("Copy as a picture\tCtrl+C"), "copy", [this] { copyToClipboard(); });
    add(tr("Copy the summary in words"), "info", [this] { QApplication::clipboard()->setText(textSummary()); });
    QMenu* save = menu->addMenu(theme_->icon(QStringLiteral("export")), tr("Save as"));
    save->addActions(exportMenu_->actions());
    menu->addSeparator();
    add(tr("Keys and mouse"), "help", [this, at = event->globalPos()] { QWhatsThis::showText(at, keysHelp(), this); });
    menu->popup(event->globalPos());
}

}  // namespace gatelab

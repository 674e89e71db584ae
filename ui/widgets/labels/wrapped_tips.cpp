// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/labels/wrapped_tips.h"

#include <QAbstractItemView>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QMessageBox>
#include <QStringList>
#include <QTextLayout>
#include <QToolTip>

namespace gatelab {

namespace {

constexpr const char* kMade = "gatelabWrappedTip";  ///< property: the tip as it was wrapped
constexpr int kLongest = 4000;                      ///< characters of a tip
constexpr int kMaxWide = 344;                       ///< of the look's 360, without padding and border

/// What a cell or a head says at a place of its view, and the part of the view that says it.
struct CellTip {
    QString text;
    QRect area;
};

CellTip tipAt(const QAbstractItemView& view, QPoint at) {
    if (const auto* heads = qobject_cast<const QHeaderView*>(&view)) {
        const int section = heads->logicalIndexAt(at);
        if (section < 0 || !heads->model()) return {};
        const int place = heads->sectionViewportPosition(section), size = heads->sectionSize(section);
        const bool isHorizontal = heads->orientation() == Qt::Horizontal;
        return {heads->model()->headerData(section, heads->orientation(), Qt::ToolTipRole).toString(),
                isHorizontal ? QRect(place, 0, size, heads->height()) : QRect(0, place, heads->width(), size)};
    }
    const QModelIndex index = view.indexAt(at);
    return index.isValid() ? CellTip{index.data(Qt::ToolTipRole).toString(), view.visualRect(index)} : CellTip{};
}

}  // namespace

QString wrappedTip(const QString& text, const Theme& theme) {
    const QFont font = theme.font(12);
    const double most = kMaxWide * theme.textScale();
    QStringList lines;
    for (const QString& paragraph : text.left(kLongest).split(QLatin1Char('\n'))) {
        if (QFontMetricsF(font).horizontalAdvance(paragraph) <= most) {
            lines << paragraph;
            continue;
        }
        QTextLayout layout(paragraph, font);
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(most);
            lines << paragraph.mid(line.textStart(), line.textLength()).trimmed();
        }
        layout.endLayout();
    }
    return lines.join(QLatin1Char('\n'));
}

bool WrappedTips::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Polish) {
        // The label of the tips is one of them.
        auto* label = qobject_cast<QLabel*>(watched);
        if (label && label->textFormat() == Qt::AutoText && !qobject_cast<QMessageBox*>(label->window()))
            label->setTextFormat(Qt::PlainText);
        return false;
    }
    if (event->type() != QEvent::ToolTipChange && event->type() != QEvent::ToolTip) return false;
    auto* widget = qobject_cast<QWidget*>(watched);
    if (!widget) return false;
    if (event->type() == QEvent::ToolTipChange) {
        // What is wrapped stays as it is, so that this ends.
        if (widget->property(kMade).toString() == widget->toolTip()) return false;
        const QString text = wrappedTip(widget->toolTip(), *theme_);
        widget->setProperty(kMade, text);
        if (text != widget->toolTip()) widget->setToolTip(text);
        return false;
    }
    const auto* view = qobject_cast<const QAbstractItemView*>(widget->parentWidget());
    if (!view || view->viewport() != widget) return false;
    const auto* help = static_cast<QHelpEvent*>(event);
    const CellTip tip = tipAt(*view, help->pos());
    const QString text = wrappedTip(tip.text, *theme_);
    if (text == tip.text) return false;  // the view does it
    QToolTip::showText(help->globalPos(), text, widget, tip.area);
    return true;
}

}  // namespace gatelab

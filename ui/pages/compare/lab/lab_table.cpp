// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/lab/lab_table.h"

#include "common/theme.h"
#include "models/lab_model.h"
#include "pages/compare/lab/lab_delegate.h"
#include "widgets/tables/table_style.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kHead = 28, kRow = 40, kLowRow = 26, kPadding = 8, kTickRoom = 64;
/// Of each column; the axis has what is left over.
constexpr int kWidths[LabModel::ColumnCount] = {306, LabTable::kMinAxis, 80, 110, 166, 72, 88, 82, 108};
/// Columns that go where it is narrow, in this order.
constexpr int kGoing[] = {LabModel::Difference, LabModel::Peak, LabModel::Samples, LabModel::Losses,
                          LabModel::Interval};

/// The heads of the lab: the labels of the axis stand over its dots.
class LabHeads : public TableHeads {
public:
    LabHeads(Theme& theme, LabModel& model, QTableView* view) : TableHeads(view), theme_(&theme), model_(&model) {}
    void setDelegate(LabDelegate* delegate) { drawer_ = delegate; }

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override {
        const Palette& palette = theme_->palette();
        painter->save();
        painter->fillRect(rect, palette.surface);
        painter->setPen(palette.border);
        painter->drawLine(rect.bottomLeft(), rect.bottomRight());
        painter->setFont(theme_->font(12, 500));
        painter->setPen(palette.muted);
        if (section == LabModel::Axis) {
            paintTicks(*painter, rect);
        } else {
            const int padding = qRound(kPadding * theme_->textScale());
            const bool isLeft =
                section == LabModel::Rung || section == LabModel::Interval || section == LabModel::Losses;
            const QRect room =
                rect.adjusted(section == LabModel::Rung ? drawer_->nameLeft() : padding, 0, -padding, -1);
            painter->drawText(room, static_cast<int>((isLeft ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter),
                              painter->fontMetrics().elidedText(
                                  model_->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString(),
                                  Qt::ElideRight, room.width()));
        }
        painter->restore();
    }

private:
    void paintTicks(QPainter& painter, const QRect& rect) const {
        const QRectF axis = drawer_->axisIn(rect);
        const int most = std::max(2, static_cast<int>(axis.width() / (kTickRoom * theme_->textScale())));
        for (const double tick : axisTicks(model_->axis(), most)) {
            const double x = axis.left() + model_->axis().place(tick) * axis.width();
            const QString text = tick == 1 ? QStringLiteral("1 ×") : formatSetting(tick);
            const double width = painter.fontMetrics().horizontalAdvance(text) + 2;
            painter.drawText(QRectF(x - width / 2, rect.top(), width, rect.height() - 1), Qt::AlignCenter, text);
        }
    }

    Theme* theme_;
    LabModel* model_;
    LabDelegate* drawer_ = nullptr;
};

}  // namespace

LabTable::LabTable(Theme& theme, LabModel& model, QWidget* parent)
    : QTableView(parent),
      theme_(&theme),
      model_(&model),
      delegate_(new LabDelegate(theme, model, *this)),
      widths_(LabModel::ColumnCount) {
    auto* heads = new LabHeads(theme, model, this);
    heads->setDelegate(delegate_);
    setHorizontalHeader(heads);
    setModel(model_);
    setItemDelegate(delegate_);
    styleTable(*this);
    setMouseTracking(true);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setAccessibleName(tr("Optimisation lab"));
    setFrameShape(QFrame::NoFrame);
    heads->setStretchLastSection(false);
    heads->setSectionsClickable(false);
    heads->setFixedHeight(px(kHead));
    connect(model_, &QAbstractItemModel::modelReset, this, &LabTable::layOut);
    connect(model_, &QAbstractItemModel::dataChanged, this, &LabTable::layOut);
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (model_->lineAt(index.row()) == LabModel::Line::Rung) act(index);
    });
    layOut();
}

int LabTable::px(int pixels) const { return qRound(pixels * theme_->textScale()); }

void LabTable::layOut() {
    clearSpans();
    int rungs = 0;
    for (int row = 0; row < model_->rowCount(); ++row) {
        if (model_->lineAt(row) == LabModel::Line::Rung)
            ++rungs;
        else
            setSpan(row, 0, 1, LabModel::ColumnCount);
    }
    const int low = px(kLowRow), others = (model_->rowCount() - rungs) * low;
    const int high = rungs * px(kRow) + others <= viewport()->height() ? px(kRow) : low;
    for (int row = 0; row < model_->rowCount(); ++row)
        setRowHeight(row, model_->lineAt(row) == LabModel::Line::Rung ? high : low);
    const int width = viewport()->width();
    // A column that goes moves what it said into the notes.
    std::size_t gone = 0;
    int rest = 0;
    for (;;) {
        for (int column = 0; column < LabModel::ColumnCount; ++column)
            setColumnHidden(column, std::find(kGoing, kGoing + gone, column) != kGoing + gone);
        measure(high == low);
        rest = width;
        for (int column = 0; column < LabModel::ColumnCount; ++column)
            if (!isColumnHidden(column)) rest -= widths_[static_cast<std::size_t>(column)];
        if (rest >= 0 || gone == std::size(kGoing)) break;
        ++gone;
    }
    // The names and notes come before a longer axis.
    rest = std::max(0, rest);
    const int names = std::clamp(names_ - widths_[LabModel::Rung], 0, rest);
    widths_[LabModel::Rung] += names;
    widths_[LabModel::Axis] += rest - names;
    for (int column = 0; column < LabModel::ColumnCount; ++column)
        if (!isColumnHidden(column)) setColumnWidth(column, widths_[static_cast<std::size_t>(column)]);
    viewport()->update();
}

void LabTable::measure(bool isOneLine) {
    const QFontMetrics heads(theme_->font(12, 500));
    names_ = 0;
    for (int column = 0; column < LabModel::ColumnCount; ++column) {
        int& width = widths_[static_cast<std::size_t>(column)];
        width = px(kWidths[column]);
        if (column == LabModel::Axis) continue;
        width = std::max(
            width, heads.horizontalAdvance(model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) +
                       2 * px(kPadding) + 1);
        for (int row = 0; row < model_->rowCount(); ++row) {
            if (model_->lineAt(row) != LabModel::Line::Rung || column == LabModel::Losses) continue;
            int& needed = column == LabModel::Rung ? names_ : width;
            needed = std::max(needed, delegate_->neededWidth(model_->index(row, column), isOneLine));
        }
    }
}

void LabTable::setHovered(int row) {
    if (row == delegate_->hovered()) return;
    delegate_->setHovered(row);
    viewport()->update();
}

void LabTable::act(const QModelIndex& index) {
    if (!index.isValid()) return;
    if (model_->lineAt(index.row()) == LabModel::Line::Fold)
        model_->setOpen(!model_->isOpen());
    else if (model_->lineAt(index.row()) == LabModel::Line::Rung)
        Q_EMIT rungActivated(model_->rungAt(index.row()));
}

void LabTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    layOut();
}

void LabTable::mouseMoveEvent(QMouseEvent* event) {
    setHovered(indexAt(event->pos()).row());
    QTableView::mouseMoveEvent(event);
}

void LabTable::mouseReleaseEvent(QMouseEvent* event) {
    QTableView::mouseReleaseEvent(event);
    const QModelIndex at = indexAt(event->pos());
    if (event->button() == Qt::LeftButton && at.isValid() && model_->lineAt(at.row()) == LabModel::Line::Fold) act(at);
}

void LabTable::leaveEvent(QEvent* event) {
    setHovered(-1);
    QTableView::leaveEvent(event);
}

void LabTable::keyPressEvent(QKeyEvent* event) {
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool opens = event->key() == Qt::Key_Space && currentIndex().isValid() &&
                       model_->lineAt(currentIndex().row()) == LabModel::Line::Fold;
    if (!isEnter && !opens) return QTableView::keyPressEvent(event);
    act(currentIndex());
}

}  // namespace gatelab

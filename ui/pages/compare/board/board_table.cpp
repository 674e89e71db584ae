// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/board_table.h"

#include "common/preferences.h"
#include "common/texts.h"
#include "common/theme.h"
#include "pages/compare/board/board_delegate.h"
#include "pages/compare/board/board_model.h"
#include "widgets/tables/table_style.h"

#include <QFocusEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <array>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kZoom = 1.5;
constexpr int kWiden = 8;  ///< a press of a key
constexpr int kRow = 26, kHead = 28, kMinAxis = 320, kDrag = 4, kCellPadding = 6, kMinColumn = 24, kMeasured = 300;
/// What a name of one's own gets beside the number, where one of the first rows has one.
constexpr int kName = 90, kLooked = 200;
const QString kSort = QStringLiteral("board/sort"), kOrder = QStringLiteral("board/order"),
              kWidths = QStringLiteral("board/widths");

/// How wide a column is, and which one gives way first where it is narrow (0: never).
struct ColumnPlace {
    int width, givesWay;
};
ColumnPlace placeOf(const BoardColumn& column) {
    switch (column.kind) {
        case BoardColumn::Kind::Run:
            return {104, 0};
        case BoardColumn::Kind::Seeds:
            return {58, 0};
        case BoardColumn::Kind::Score:
            return {96, 0};
        case BoardColumn::Kind::Axis:
            return {kMinAxis, 0};
        case BoardColumn::Kind::Test:
            return {78, 4};
        case BoardColumn::Kind::Seconds:
            return {60, 3};
        case BoardColumn::Kind::Changes:
            return {140, 1};
        case BoardColumn::Kind::Note:
            return {110, 0};
        case BoardColumn::Kind::Value:
            break;
    }
    return {72, 2};
}

/// The heads of the board: the labels of the axis stand over its dots. Keys: left and right go from head to head, Space
/// or Enter does what a click does (over the axis a double click), with Ctrl they move the column, with Shift its edge.
class BoardHeads : public TableHeads {
public:
    BoardHeads(Theme& theme, BoardModel& model, BoardDelegate& delegate, QWidget* parent)
        : TableHeads(parent), theme_(&theme), model_(&model), delegate_(&delegate) {
        setFocusPolicy(Qt::TabFocus);
        setAccessibleName(BoardTable::tr("Heads of the columns"));
    }

protected:
    void keyPressEvent(QKeyEvent* event) override {
        const int by = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
        if (by != 0 && event->modifiers().testFlag(Qt::ShiftModifier)) {
            resizeSection(current_, sectionSize(current_) + by * qRound(kWiden * theme_->textScale()));
        } else if (by != 0 && event->modifiers().testFlag(Qt::ControlModifier)) {
            const int to = besides(by);
            if (to > 0 && visualIndex(current_) > 0) moveSection(visualIndex(current_), to);
        } else if (by != 0) {
            current_ = logicalIndex(besides(by));
        } else if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
            act();
        } else {
            return TableHeads::keyPressEvent(event);
        }
        setAccessibleDescription(model_->headerData(current_, Qt::Horizontal, Qt::DisplayRole).toString());
        viewport()->update();
    }
    void focusInEvent(QFocusEvent* event) override {
        if (isSectionHidden(current_)) current_ = 0;
        setAccessibleDescription(model_->headerData(current_, Qt::Horizontal, Qt::DisplayRole).toString());
        TableHeads::focusInEvent(event);
    }
    void paintSection(QPainter* painter, const QRect& rect, int section) const override {
        const Palette& palette = theme_->palette();
        const BoardColumn& column = model_->columns()[static_cast<std::size_t>(section)];
        const double scale = theme_->textScale();
        painter->save();
        painter->fillRect(rect, palette.surface);
        painter->setPen(palette.border);
        painter->drawLine(rect.bottomLeft(), rect.bottomRight());
        const bool isSorted = sortIndicatorSection() == section;
        painter->setFont(theme_->font(12, isSorted ? 600 : 500));
        painter->setPen(isSorted ? palette.text : palette.muted);
        if (column.kind == BoardColumn::Kind::Axis) {
            paintTicks(*painter, rect);
        } else {
            const int padding = qRound(kCellPadding * scale), arrow = isSorted ? qRound(12 * scale) : 0;
            const int left = column.kind == BoardColumn::Kind::Run ? delegate_->numberLeft() : padding;
            const QRect room = rect.adjusted(left, 0, -padding - arrow, -1);
            const auto side = column.isText() ? Qt::AlignLeft : Qt::AlignRight;
            painter->drawText(room, side | Qt::AlignVCenter,
                              painter->fontMetrics().elidedText(column.title, Qt::ElideRight, room.width()));
            if (isSorted) {
                const int right =
                    column.isText()
                        ? std::min(room.right() + arrow,
                                   room.left() + arrow + painter->fontMetrics().horizontalAdvance(column.title) + 2)
                        : rect.right() - padding;
                theme_
                    ->icon(sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral("arrow-up")
                                                                      : QStringLiteral("arrow-down"),
                           Ink::Text)
                    .paint(painter, QRect(right - arrow + 2, rect.center().y() - arrow / 2, arrow, arrow));
            }
        }
        if (hasFocus() && section == current_) {
            painter->setPen(QPen(palette.accent, 2));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(rect.adjusted(1, 1, -1, -2));
        }
        painter->restore();
    }
    /// What a head asks for when the edge beside it is double-clicked.
    [[nodiscard]] QSize sectionSizeFromContents(int section) const override {
        const QString& title = model_->columns()[static_cast<std::size_t>(section)].title;
        return {QFontMetrics(theme_->font(12, 600)).horizontalAdvance(title) + qRound(28 * theme_->textScale()),
                qRound(kHead * theme_->textScale())};
    }

private:
    /// The place of the next one that is seen; the own where there is none.
    [[nodiscard]] int besides(int by) const {
        for (int place = visualIndex(current_) + by; place >= 0 && place < count(); place += by)
            if (!isSectionHidden(logicalIndex(place))) return place;
        return visualIndex(current_);
    }
    void act() {
        const bool isAxis = model_->columns()[static_cast<std::size_t>(current_)].kind == BoardColumn::Kind::Axis;
        if (isAxis) return Q_EMIT sectionDoubleClicked(current_);
        const bool turns = sortIndicatorSection() == current_ && sortIndicatorOrder() == Qt::AscendingOrder;
        setSortIndicator(current_, turns ? Qt::DescendingOrder : Qt::AscendingOrder);
        Q_EMIT sectionClicked(current_);
    }
    void paintTicks(QPainter& painter, const QRect& rect) const {
        const QRect axis = delegate_->axisIn(rect);
        const QFontMetrics metrics(painter.font());
        const int room = metrics.horizontalAdvance(QStringLiteral("0.0000")) + 12;
        for (const double tick : axisTicks(model_->axis(), std::max(2, axis.width() / room))) {
            const double x = axis.left() + model_->axis().place(tick) * axis.width();
            painter.setPen(theme_->palette().axis);
            painter.drawLine(QPointF(x, rect.bottom() - 3), QPointF(x, rect.bottom()));
            const QString text = formatSetting(tick);
            const int width = metrics.horizontalAdvance(text);
            const double left = std::clamp(x - width / 2.0, static_cast<double>(rect.left()),
                                           std::max<double>(rect.left(), rect.right() - width));
            painter.setPen(theme_->palette().muted);
            painter.drawText(QRectF(left, rect.top(), width + 1, rect.height() - 4), Qt::AlignCenter, text);
        }
    }

    Theme* theme_;
    BoardModel* model_;
    BoardDelegate* delegate_;
    int current_ = 0;  ///< section that the keys act on
};

}  // namespace

BoardTable::BoardTable(Theme& theme, RunBoard& board, BoardModel& model, Preferences& preferences, QWidget* parent)
    : QTableView(parent),
      theme_(&theme),
      board_(&board),
      model_(&model),
      preferences_(&preferences),
      delegate_(new BoardDelegate(theme, board, model, this)) {
    setHorizontalHeader(new BoardHeads(theme, model, *delegate_, this));
    setModel(model_);
    setItemDelegate(delegate_);
    styleTable(*this);
    setShowGrid(false);
    setMouseTracking(true);
    setAccessibleName(tr("Board of runs"));
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::NoSelection);  // chosen is what the board says; there is a current line
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->setDefaultSectionSize(px(kRow));
    makeHeads();
    QHeaderView* heads = horizontalHeader();
    const auto showSort = [this, heads] { heads->setSortIndicator(model_->sortColumn(), model_->sortOrder()); };
    connect(model_, &BoardModel::columnsReset, this, [this, showSort] {
        showSort();
        needed_.clear();
        measure();
        layOut();
        placeColumns();
    });
    connect(heads, &QHeaderView::sectionMoved, this, &BoardTable::keepColumns);
    connect(heads, &QHeaderView::sectionResized, this, [this](int section, int, int now) {
        const BoardColumn& column = model_->columns()[static_cast<std::size_t>(section)];
        if (isLayingOut_ || now == 0 || column.kind == BoardColumn::Kind::Axis) return;
        widths_[column.key] = qRound(now / theme_->textScale());
        keepColumns();
        layOut();
    });
    connect(model_, &BoardModel::listChanged, this, &BoardTable::spanNames);
    const auto widen = [this] {
        if (measure()) layOut();
    };
    connect(model_, &BoardModel::listChanged, this, widen);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, widen);
    connect(model_, &BoardModel::listChanged, this, [this] {
        fitNames();
        viewport()->update();
        horizontalHeader()->viewport()->update();
        if (!current_.isEmpty() && !currentIndex().isValid()) findCurrent();
    });
    connect(model_, &QAbstractItemModel::layoutAboutToBeChanged, this, [this] { currentLine_ = currentIndex().row(); });
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (!now.isValid()) {
            if (!choosing_) Q_EMIT currentRunChanged({}, false);
            return;
        }
        named_.clear();
        const QString run = currentRun();
        const BoardRow* row = model_->rowAt(now.row());
        current_ = !run.isEmpty() ? run : row ? fromUtf8(row->key) : QString();
        if (!choosing_) Q_EMIT currentRunChanged(run, true);
    });
    const QStringList sort = preferences.window(kSort).toString().split(QLatin1Char(' '));
    if (sort.size() == 2) model_->sortBy(sort[0], static_cast<Qt::SortOrder>(std::clamp(sort[1].toInt(), 0, 1)));
    for (const QString& one : preferences.window(kWidths).toStringList())
        if (const int width = one.section(QLatin1Char('='), 1).toInt(); width > 0)
            widths_[one.section(QLatin1Char('='), 0, 0)] = width;
    showSort();
    measure();
    fitNames();
    layOut();
    placeColumns();
    spanNames();
}

void BoardTable::makeHeads() {
    QHeaderView* heads = horizontalHeader();
    heads->setStretchLastSection(false);
    heads->setFixedHeight(px(kHead));
    heads->setSectionsMovable(true);
    heads->setFirstSectionMovable(false);
    heads->setSortIndicatorShown(true);
    heads->setSectionsClickable(true);
    connect(heads, &QHeaderView::sectionClicked, this, [this, heads](int section) {
        const BoardColumn& column = model_->columns()[static_cast<std::size_t>(section)];
        if (column.kind == BoardColumn::Kind::Axis) return;
        model_->sort(section, heads->sortIndicatorOrder());
        preferences_->setWindow(kSort, QStringLiteral("%1 %2").arg(column.key).arg(heads->sortIndicatorOrder()));
    });
    connect(heads, &QHeaderView::sectionDoubleClicked, this, [this](int section) {
        if (section == model_->columnOf(BoardColumn::Kind::Axis)) model_->zoom(0, 0);
    });
}

int BoardTable::px(int pixels) const { return qRound(pixels * theme_->textScale()); }

/// One that had no place yet comes behind the one that it follows by itself.
void BoardTable::placeColumns() {
    const auto& columns = model_->columns();
    const QStringList kept = preferences_->window(kOrder).toStringList();
    if (kept.isEmpty()) return;
    std::vector<int> order;
    for (const QString& key : kept)
        if (const auto found = std::ranges::find(columns, key, &BoardColumn::key); found != columns.end())
            order.push_back(static_cast<int>(found - columns.begin()));
    for (int column = 0; column < static_cast<int>(columns.size()); ++column)
        if (std::ranges::find(order, column) == order.end()) {
            const auto before = std::ranges::find(order, column - 1);
            order.insert(before == order.end() ? order.begin() : before + 1, column);
        }
    isLayingOut_ = true;
    for (std::size_t place = 0; place < order.size(); ++place)
        horizontalHeader()->moveSection(horizontalHeader()->visualIndex(order[place]), static_cast<int>(place));
    isLayingOut_ = false;
}

void BoardTable::keepColumns() {
    if (isLayingOut_) return;
    const auto& columns = model_->columns();
    QStringList order, widths;
    for (int place = 0; place < horizontalHeader()->count(); ++place)
        order << columns[static_cast<std::size_t>(horizontalHeader()->logicalIndex(place))].key;
    for (const QString& key : preferences_->window(kOrder).toStringList())
        if (!order.contains(key)) order << key;
    for (auto width = widths_.cbegin(); width != widths_.cend(); ++width)
        widths << QStringLiteral("%1=%2").arg(width.key()).arg(width.value());
    preferences_->setWindow(kOrder, order);
    preferences_->setWindow(kWidths, widths);
}

/// Of a long list every line would take too long; a line that comes into sight is measured then.
bool BoardTable::measure() {
    const std::vector<BoardColumn>& columns = model_->columns();
    needed_.resize(columns.size());
    const int lines = model_->rowCount(), first = std::max(0, rowAt(0)),
              last = std::min(lines, first + viewport()->height() / std::max(1, px(kRow)) + 2);
    const QFontMetrics metrics(theme_->font(13, 600));
    bool isWider = false;
    const auto add = [&](int line) {
        const BoardRow* row = model_->rowAt(line);
        if (!row && !model_->isWaiting(line)) return;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const bool isRun = columns[i].kind == BoardColumn::Kind::Run;
            const QString text = model_->index(line, static_cast<int>(i)).data().toString();
            if (isRun ? !text.startsWith(QLatin1Char('#')) : columns[i].isText()) continue;
            const int around = isRun ? delegate_->numberLeft() + px(2 * kCellPadding) : px(2 * kCellPadding);
            const int width = text.isEmpty() ? 0 : metrics.horizontalAdvance(text) + around + 2;
            isWider = isWider || width > needed_[i];
            needed_[i] = std::max(needed_[i], width);
        }
    };
    for (int line = 0; line < std::min(lines, kMeasured); ++line) add(line);
    for (int line = std::max(first, kMeasured); line < last; ++line) add(line);
    return isWider;
}

/// The axis takes what is left over; where that is too little, columns go, those that matter least first.
void BoardTable::layOut() {
    const std::vector<BoardColumn>& columns = model_->columns();
    const int width = viewport()->width();
    std::vector<bool> isSeen(columns.size(), true);
    const auto widthOf = [&](std::size_t i) {
        const BoardColumn& column = columns[i];
        const int head =
            column.kind == BoardColumn::Kind::Value
                ? std::min(px(120), horizontalHeader()->fontMetrics().horizontalAdvance(column.title) + px(26))
                : 0;
        if (const auto own = widths_.find(column.key); own != widths_.end() && column.kind != BoardColumn::Kind::Axis)
            return std::max(px(std::max(*own, kMinColumn)), needed_[i]);
        return std::max(
            {px(placeOf(column).width + (column.kind == BoardColumn::Kind::Run ? nameRoom_ : 0)), head, needed_[i]});
    };
    const auto sum = [&] {
        int all = 0;
        for (std::size_t i = 0; i < columns.size(); ++i) all += isSeen[i] ? widthOf(i) : 0;
        return all;
    };
    constexpr int kStages = 4;
    for (int stage = 1; stage <= kStages && sum() > width; ++stage)
        for (std::size_t i = columns.size(); i-- > 0 && sum() > width;)
            if (placeOf(columns[i]).givesWay == stage) isSeen[i] = false;
    const int rest = std::max(0, width - sum());
    isLayingOut_ = true;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const int section = static_cast<int>(i);
        setColumnHidden(section, !isSeen[i]);
        if (!isSeen[i]) continue;
        // Of a wide window the texts get a part.
        const bool isAxis = columns[i].kind == BoardColumn::Kind::Axis;
        const int texts = std::min(rest / 4, px(160));
        const bool takesTexts = columns[i].kind == BoardColumn::Kind::Note;
        setColumnWidth(section, widthOf(i) + (isAxis ? rest - texts : takesTexts ? texts : 0));
    }
    isLayingOut_ = false;
}

/// The name of a baseline and the fold of them run on over the cells of settings, which they have not.
void BoardTable::spanNames() {
    clearSpans();
    const int score = model_->columnOf(BoardColumn::Kind::Score);
    for (int line = 0; line < model_->rowCount(); ++line) {
        const BoardRow* row = model_->rowAt(line);
        if ((row ? row->isBaseline() : !model_->isWaiting(line)) && score > 1) setSpan(line, 0, 1, score);
    }
}

/// A name that a person gave stands beside the number.
void BoardTable::fitNames() {
    bool isNamed = false;
    for (int line = 0; line < std::min(model_->rowCount(), kLooked) && !isNamed; ++line)
        isNamed = !model_->ownNameAt(line).isEmpty();
    const int room = isNamed ? kName : 0;
    if (std::exchange(nameRoom_, room) != room) layOut();
}

void BoardTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    layOut();
}

int BoardTable::heightOf(int lines) const { return px(kHead) + lines * verticalHeader()->defaultSectionSize() + 2; }

QStringList BoardTable::valueColumns() const { return model_->valueColumns(); }

QString BoardTable::currentRun() const {
    if (!currentIndex().isValid()) return {};
    const QString named = namedRun();
    return named.isEmpty() ? model_->runAt(currentIndex().row()) : named;
}

QString BoardTable::namedRun() const {
    const BoardRow* row = model_->rowAt(currentIndex().row());
    return row && row->has(named_.toStdString()) ? named_ : QString();
}

void BoardTable::selectRun(const QString& run) {
    const QString before = currentRun();
    moveTo(run);
    named_ = run;
    if (currentRun() != before) Q_EMIT currentRunChanged(currentRun(), false);
}

PopoverAnchor BoardTable::anchor() const { return {viewport(), visualRect(currentIndex().siblingAtColumn(0))}; }

void BoardTable::select(const QString& keyOrRun) {
    const QString before = currentRun();
    moveTo(keyOrRun);
    if (currentRun() != before) Q_EMIT currentRunChanged(currentRun(), false);
}

void BoardTable::moveTo(const QString& keyOrRun) {
    const int line = model_->lineOf(keyOrRun);
    if (line < 0) return;
    choosing_ = true;
    setCurrentIndex(model_->index(line, 0));
    choosing_ = false;
    scrollTo(model_->index(line, 0));
}

/// Of a run that is gone the next one takes the place: Del again takes that.
void BoardTable::findCurrent() {
    int line = model_->lineOf(current_);
    const bool isGone = line < 0 && board_->board().rowOf(current_.toStdString()) < 0 && currentLine_ >= 0;
    if (isGone) line = std::min(currentLine_, model_->rowCount() - 1);
    if (line < 0) return;
    choosing_ = true;
    setCurrentIndex(model_->index(line, 0));
    choosing_ = false;
    if (isGone) Q_EMIT currentRunChanged(currentRun(), false);
}

QRect BoardTable::cellOf(const QPoint& position, int& column) const {
    const QModelIndex at = indexAt(position);
    column = at.isValid() ? at.column() : -1;
    return at.isValid() ? visualRect(at) : QRect();
}

void BoardTable::mousePressEvent(QMouseEvent* event) {
    int column = -1;
    const QRect cell = cellOf(event->pos(), column);
    isPressed_ = event->button() == Qt::LeftButton && column >= 0;
    dragFrom_ = dragTo_ = isPressed_ && column == model_->columnOf(BoardColumn::Kind::Axis) ? event->pos().x() : -1;
    Q_UNUSED(cell)
    const QModelIndex before = currentIndex();
    QTableView::mousePressEvent(event);
    // Chosen anew, though it was the current line all the time.
    if (isPressed_ && before.isValid() && before.row() == currentIndex().row()) {
        named_.clear();
        Q_EMIT currentRunChanged(currentRun(), true);
    }
}

void BoardTable::mouseMoveEvent(QMouseEvent* event) {
    setHovered(indexAt(event->pos()).row());
    if (dragFrom_ >= 0) {
        dragTo_ = event->pos().x();
        viewport()->update();
        return;
    }
    QTableView::mouseMoveEvent(event);
}

void BoardTable::mouseReleaseEvent(QMouseEvent* event) {
    const bool wasPressed = std::exchange(isPressed_, false);
    const int from = std::exchange(dragFrom_, -1), to = std::exchange(dragTo_, -1);
    QTableView::mouseReleaseEvent(event);
    if (!wasPressed) return;
    int column = -1;
    const QRect cell = cellOf(event->pos(), column);
    if (from >= 0 && std::abs(to - from) > px(kDrag)) {
        const int axisColumn = model_->columnOf(BoardColumn::Kind::Axis);
        const QRect axis = delegate_->axisIn({columnViewportPosition(axisColumn), 0, columnWidth(axisColumn), 1});
        const auto valueAt = [&](int x) {
            return model_->axis().valueAt(static_cast<double>(x - axis.left()) / std::max(1, axis.width()));
        };
        model_->zoom(valueAt(std::min(from, to)), valueAt(std::max(from, to)));
        return;
    }
    const int line = indexAt(event->pos()).row();
    if (line < 0) return;
    const bool isFold = model_->isFold(line);
    if (isFold || (column == 0 && delegate_->chevronIn(cell).contains(event->pos())))
        return model_->setOpen(line, !model_->isOpen(line));
    if (column == model_->columnOf(BoardColumn::Kind::Note) && delegate_->drawerIn(cell).contains(event->pos()) &&
        !model_->runAt(line).isEmpty()) {
        Q_EMIT drawerAsked(model_->runAt(line));
        return;
    }
    if (const BoardRow* row = model_->rowAt(line)) Q_EMIT turned(fromUtf8(row->key));
}

/// The first of its clicks has chosen the row or taken it out: it is as it was.
void BoardTable::mouseDoubleClickEvent(QMouseEvent* event) {
    const int line = indexAt(event->pos()).row();
    const BoardRow* row = model_->rowAt(line);
    int column = -1;
    const QRect cell = cellOf(event->pos(), column);
    // There each click is one of its own.
    if (model_->isFold(line) || (column == 0 && delegate_->chevronIn(cell).contains(event->pos())) ||
        (column == model_->columnOf(BoardColumn::Kind::Note) && delegate_->drawerIn(cell).contains(event->pos())))
        return mousePressEvent(event);
    if (event->button() != Qt::LeftButton || !row || row->isBaseline()) return;
    Q_EMIT turned(fromUtf8(row->key));
    Q_EMIT drawerAsked(model_->runAt(line));
}

void BoardTable::turnCurrent() {
    const int line = currentIndex().row();
    if (model_->isFold(line)) return model_->setOpen(line, !model_->isOpen(line));
    if (const BoardRow* row = model_->rowAt(line)) Q_EMIT turned(fromUtf8(row->key));
}

/// Around the score of the current row, else around the middle.
void BoardTable::zoomBy(double factor) {
    const BoardRow* row = model_->rowAt(currentIndex().row());
    const BoardAxis& axis = model_->axis();
    const double at = row && std::isfinite(row->score) ? std::clamp(axis.place(row->score), 0.0, 1.0) : 0.5;
    const double low = at - at / factor, high = at + (1 - at) / factor;
    const BoardAxis all = axisOf(board_->board());
    const double from = axis.valueAt(low), to = axis.valueAt(high);
    constexpr double kAll = 1e-6;  // as good as its ends
    if (all.place(from) < kAll && all.place(to) > 1 - kAll) return model_->zoom(0, 0);
    model_->zoom(std::max(from, all.low), std::min(to, all.high));
}

void BoardTable::keyPressEvent(QKeyEvent* event) {
    const int line = currentIndex().row();
    const bool isPlain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    switch (isPlain ? event->key() : 0) {
        case Qt::Key_Space:
            return turnCurrent();
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (const QString run = currentRun(); !run.isEmpty()) Q_EMIT drawerAsked(run);
            return;
        case Qt::Key_Right:
        case Qt::Key_Left:
            return model_->setOpen(line, event->key() == Qt::Key_Right);
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoomBy(kZoom);
        case Qt::Key_Minus:
            return zoomBy(1 / kZoom);
        case Qt::Key_0:
            return model_->zoom(0, 0);
        case Qt::Key_B:
        case Qt::Key_V:
        case Qt::Key_Escape:
            Q_EMIT keyAsked(event->key());
            return;
        default:
            QTableView::keyPressEvent(event);
    }
}

void BoardTable::setHovered(int line) {
    if (line == delegate_->hovered()) return;
    delegate_->setHovered(line);
    viewport()->update();
    const BoardRow* row = model_->rowAt(line);
    Q_EMIT hovered(row ? fromUtf8(row->key) : QString());
}

bool BoardTable::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Enter) model_->setHeld(true);
    if (event->type() == QEvent::Leave) {
        setHovered(-1);
        model_->setHeld(false);
    }
    return QTableView::viewportEvent(event);
}

void BoardTable::paintEvent(QPaintEvent* event) {
    QTableView::paintEvent(event);
    if (dragFrom_ < 0 || std::abs(dragTo_ - dragFrom_) <= px(kDrag)) return;
    QPainter painter(viewport());
    QColor tint = theme_->palette().accent;
    tint.setAlphaF(0.15F);
    painter.fillRect(QRect(std::min(dragFrom_, dragTo_), 0, std::abs(dragTo_ - dragFrom_), viewport()->height()), tint);
}

}  // namespace gatelab

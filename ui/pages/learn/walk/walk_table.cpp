// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/walk/walk_table.h"

#include "common/texts.h"
#include "pages/learn/walk/node_words.h"
#include "widgets/tables/table_style.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gatelab {

namespace {

constexpr std::size_t kMaxRows = 64, kFewRows = 14;
constexpr double kPerPixel = 0.01, kPerKey = 0.05;
enum Column { Name, Weight, Value, Product, Gradient, Columns };

QString gateOf(const std::string& sum) {
    return sum == "net.x" || sum == "net.h" ? QStringLiteral("n")
           : sum.size() > 4                 ? fromUtf8(sum.substr(4))
                                            : QString();
}

}  // namespace

QString termSymbol(const WalkTerm& term, const std::string& sum, const CellWalk& walk) {
    const QString gate = gateOf(sum), before = walk.direction == 1 ? QStringLiteral("ₜ₊₁") : QStringLiteral("ₜ₋₁");
    switch (term.from) {
        case WalkTerm::From::Input:
            return QStringLiteral("W%1 · %2").arg(gate, subscript(QStringLiteral("x"), term.index + 1));
        case WalkTerm::From::Hidden:
            return QStringLiteral("U%1 · %2").arg(gate, subscript(QStringLiteral("h"), term.index + 1));
        case WalkTerm::From::InputBias:
            return QStringLiteral("b%1 (W)").arg(gate);
        case WalkTerm::From::HiddenBias:
            return QStringLiteral("b%1 (U)").arg(gate);
        case WalkTerm::From::Cell:
            return QStringLiteral("p%1 · c%2").arg(gate, sum == "net.o" ? QStringLiteral("ₜ") : before);
        case WalkTerm::From::Output:
            return QStringLiteral("Wʰ · %1").arg(subscript(QStringLiteral("m"), term.index + 1));
    }
    return {};
}

QString placeName(const WalkPlace& place, const CellWalk& walk) {
    if (place.kind == WalkPlace::Kind::Weight) {
        for (const WalkSum& sum : walk.sums)
            for (const WalkTerm& term : sum.terms)
                if (term.weight == place) return termSymbol(term, sum.key, walk);
        return QStringLiteral("%1[%2]").arg(fromUtf8(place.tensor)).arg(place.index);
    }
    const QString name = subscript(place.kind == WalkPlace::Kind::Input    ? QStringLiteral("x")
                                   : place.kind == WalkPlace::Kind::Hidden ? QStringLiteral("h")
                                                                           : QStringLiteral("c"),
                                   place.index + 1);
    return WalkTable::tr("%1 read at step %2").arg(name).arg(place.step + 1);
}

WalkTable::WalkTable(Theme& theme, WalkEdits& edits, QWidget* parent)
    : QTableWidget(parent), theme_(&theme), edits_(&edits) {
    styleTable(*this);
    setColumnCount(Columns);
    setSelectionBehavior(QAbstractItemView::SelectItems);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setHorizontalHeaderLabels({tr("Summand"), tr("Weight"), tr("Value"), tr("Product"), tr("∂L/∂ weight, this step")});
    horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    horizontalHeaderItem(Name)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(Name, QHeaderView::Stretch);
    setAccessibleName(tr("Summands of the weighted sum"));
    setMouseTracking(true);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                    QAbstractItemView::AnyKeyPressed);
    setMinimumHeight(qRound(96 * theme.textScale()));
    connect(this, &QTableWidget::itemChanged, this, [this](QTableWidgetItem* item) {
        const auto edit = changeable(item->row(), item->column());
        if (filling_ || !edit) return;
        bool ok = false;
        double value = QLocale().toDouble(item->text(), &ok);
        if (!ok) value = QLocale::c().toDouble(QString(item->text()).replace(QChar(0x2212), QLatin1Char('-')), &ok);
        if (ok && std::isfinite(value))
            edits_->change(edit->place, value);
        else
            fill();
    });
}

QString WalkTable::termName(const WalkTerm& term) const {
    const QString symbol = termSymbol(term, key_, *walk_);
    const auto column = static_cast<std::size_t>(term.index);
    return term.from == WalkTerm::From::Input && walk_->layer == 0 && column < inputs_.size()
               ? QStringLiteral("%1  %2").arg(symbol, fromUtf8(inputs_[column]))
               : symbol;
}

void WalkTable::setSum(std::shared_ptr<const CellWalk> walk, const std::string& key,
                       const std::vector<std::string>& inputs) {
    const WalkSum* sum = walk ? walk->sum(key) : nullptr;
    const bool isOther = !walk_ || !walk || key != key_ || walk->unit != walk_->unit || walk->layer != walk_->layer ||
                         walk->direction != walk_->direction || walk->step != walk_->step ||
                         walk->window.window != walk_->window.window;
    walk_ = std::move(walk);
    key_ = key;
    inputs_ = inputs;
    const std::size_t count = sum ? sum->terms.size() : 0;
    // While a number is dragged the rows stay where they are.
    if (isOther || std::ranges::any_of(order_, [&](std::size_t at) { return at >= count; })) {
        order_.resize(count);
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        if (count > kFewRows)
            std::ranges::stable_sort(order_, std::greater<>(),
                                     [&](std::size_t at) { return std::abs(sum->terms[at].product()); });
        left_ = static_cast<int>(count > kMaxRows ? count - kMaxRows : 0);
        order_.resize(std::min(count, kMaxRows));
    }
    fill();
}

void WalkTable::fill() {
    if (state() == QAbstractItemView::EditingState) return;
    filling_ = true;
    const WalkSum* sum = walk_ ? walk_->sum(key_) : nullptr;
    setRowCount(sum ? static_cast<int>(order_.size()) : 0);
    for (int row = 0; row < rowCount(); ++row) {
        const WalkTerm& term = sum->terms[order_[static_cast<std::size_t>(row)]];
        const bool isBias = term.from == WalkTerm::From::InputBias || term.from == WalkTerm::From::HiddenBias;
        const QString texts[] = {termName(term), formatNumber(term.weightValue, 4),
                                 isBias ? QStringLiteral("1") : formatNumber(term.value, 4),
                                 formatNumber(term.product(), 4), formatNumber(term.weightGradient, 3)};
        for (int column = 0; column < Columns; ++column) {
            if (item(row, column) == nullptr) setItem(row, column, new QTableWidgetItem);
            QTableWidgetItem* one = item(row, column);
            one->setText(texts[column]);
            one->setTextAlignment(column == Name ? Qt::AlignLeft | Qt::AlignVCenter
                                                 : Qt::AlignRight | Qt::AlignVCenter);
            one->setFlags(changeable(row, column) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable
                                                  : Qt::ItemIsEnabled | Qt::ItemIsSelectable);
            if (changeable(row, column))
                one->setToolTip(
                    tr("Drag up or down (Shift: finer), press Ctrl+Up or Ctrl+Down, or type a number; Delete puts it "
                       "back"));
        }
    }
    filling_ = false;
    mark();
}

void WalkTable::mark() {
    filling_ = true;
    for (int row = 0; row < rowCount(); ++row)
        for (int column = Name; column < Columns; ++column) {
            const auto edit = changeable(row, column);
            const bool isEdited = edit && std::ranges::any_of(edits_->all(), [&](const WalkEdit& one) {
                                      return one.place == edit->place;
                                  });
            QTableWidgetItem* one = item(row, column);
            one->setBackground(isEdited ? QBrush(theme_->palette().infoTint) : QBrush());
            one->setForeground(edit ? QBrush(theme_->palette().accent) : QBrush(theme_->palette().text));
        }
    filling_ = false;
}

std::optional<WalkEdit> WalkTable::changeable(int row, int column) const {
    const WalkSum* sum = walk_ ? walk_->sum(key_) : nullptr;
    if (sum == nullptr || row < 0 || row >= static_cast<int>(order_.size())) return std::nullopt;
    const WalkTerm& term = sum->terms[order_[static_cast<std::size_t>(row)]];
    if (column == Weight) return WalkEdit{term.weight, term.weightValue};
    if (column != Value) return std::nullopt;
    using Kind = WalkPlace::Kind;
    const auto read = [&](Kind kind) {
        return WalkEdit{{kind, {}, walk_->layer, kind == Kind::Input ? 0 : walk_->direction, walk_->step, term.index},
                        term.value};
    };
    if (term.from == WalkTerm::From::Input) return read(Kind::Input);
    if (term.from == WalkTerm::From::Hidden) return read(Kind::Hidden);
    if (term.from == WalkTerm::From::Cell && key_ != "net.o") return read(Kind::Cell);
    return std::nullopt;
}

void WalkTable::mousePressEvent(QMouseEvent* event) {
    const QModelIndex at = indexAt(event->pos());
    dragged_ = event->button() == Qt::LeftButton ? changeable(at.row(), at.column()) : std::nullopt;
    dragFrom_ = event->pos();
    QTableWidget::mousePressEvent(event);
}

void WalkTable::mouseMoveEvent(QMouseEvent* event) {
    if (dragged_ && (event->buttons() & Qt::LeftButton)) {
        const int moved = dragFrom_.y() - event->pos().y();
        if (moved != 0)
            edits_->change(dragged_->place,
                           dragged_->value + kPerPixel * (event->modifiers() & Qt::ShiftModifier ? 0.1 : 1.0) * moved);
        return;
    }
    const QModelIndex at = indexAt(event->pos());
    viewport()->setCursor(changeable(at.row(), at.column()) ? Qt::SizeVerCursor : Qt::ArrowCursor);
    QTableWidget::mouseMoveEvent(event);
}

void WalkTable::mouseReleaseEvent(QMouseEvent* event) {
    dragged_.reset();
    QTableWidget::mouseReleaseEvent(event);
}

void WalkTable::keyPressEvent(QKeyEvent* event) {
    const auto edit = changeable(currentRow(), currentColumn());
    if (edit && (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace))
        return edits_->putBack(edit->place);
    if (edit && event->modifiers() & Qt::ControlModifier &&
        (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down))
        return edits_->change(edit->place, edit->value + (event->key() == Qt::Key_Up ? kPerKey : -kPerKey));
    QTableWidget::keyPressEvent(event);
}

}  // namespace gatelab

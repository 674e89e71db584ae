// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/walk/walk_panel.h"

#include "common/texts.h"
#include "pages/learn/walk/node_words.h"
#include "pages/learn/walk/walk_table.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace gatelab {

WalkPanel::WalkPanel(WalkCanvas& canvas, WalkEdits& edits, QWidget* parent)
    : QWidget(parent),
      canvas_(&canvas),
      edits_(&edits),
      name_(new WrappedLabel("name")),
      forward_(new WrappedLabel),
      back_(new WrappedLabel),
      paper_(new WrappedLabel("note")),
      symbols_(new WrappedLabel("note")),
      change_(new QWidget),
      number_(new QDoubleSpinBox),
      all_(makeButton({}, tr("Put all back"), &edits, &WalkEdits::putAllBack)),
      editPlace_(new QWidget),
      editRows_(new QVBoxLayout(editPlace_)),
      none_(new WrappedLabel("note")) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(makeLabel(tr("The number chosen"), "section"));
    column->addWidget(name_);
    column->addWidget(forward_);
    column->addWidget(back_);
    column->addWidget(paper_);
    auto* row = new QHBoxLayout(change_);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(makeLabel(tr("Change it"), "muted"));
    row->addWidget(number_, 1);
    number_->setRange(-1000, 1000);
    number_->setDecimals(4);
    number_->setSingleStep(0.05);
    number_->setKeyboardTracking(false);
    number_->setAccessibleName(tr("New value"));
    column->addWidget(change_);
    column->addWidget(makeLine());
    column->addWidget(makeLabel(tr("What was changed"), "section"));
    column->addWidget(none_);
    none_->setFullText(
        tr("Nothing. Drag a number in the drawing or in the table: all that follows changes with it, up to the "
           "forecast and the loss. The run itself stays as it is."));
    editRows_->setContentsMargins(0, 0, 0, 0);
    editRows_->setSpacing(4);
    column->addWidget(editPlace_);
    column->addWidget(all_);
    column->addWidget(makeLine());
    column->addWidget(makeLabel(tr("Symbols"), "section"));
    column->addWidget(symbols_);
    column->addStretch(1);
    connect(number_, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        if (const auto edit = canvas_->changeable(key_)) edits_->change(edit->place, value);
    });
    showEdits();
    showNode();
}

void WalkPanel::setWalk(std::shared_ptr<const CellWalk> walk) {
    walk_ = std::move(walk);
    showNode();
    showSymbols();
}

void WalkPanel::setNode(const std::string& key) {
    key_ = key;
    showNode();
}

void WalkPanel::showNode() {
    const WalkNode* node = canvas_->node(key_);
    if (node == nullptr) node = canvas_->node(key_ = canvas_->chosen());
    const auto edit = node ? canvas_->changeable(node->key) : std::nullopt;
    change_->setVisible(edit.has_value());
    if (node == nullptr) {
        name_->setFullText(tr("Point at a box, or move to it with the arrow keys."));
        for (WrappedLabel* label : {forward_, back_, paper_}) label->hide();
        return;
    }
    const NodeWords words = nodeWords(*node);
    // Papers are in English: so are the names there.
    const QString english = fromUtf8(node->name.source);
    name_->setFullText(english == words.name
                           ? tr("%1: %2").arg(words.symbol, words.name)
                           : tr("%1: %2").arg(words.symbol, words.name) + QLatin1Char('\n') + english);
    forward_->setFullText(words.filled.isEmpty()
                              ? QStringLiteral("%1 = %2").arg(words.symbol, formatNumber(walk_->value(node->key), 4))
                              : words.formula + QLatin1Char('\n') + words.filled);
    back_->setFullText(words.back + QLatin1Char('\n') +
                       (words.backFilled.isEmpty() ? formatNumber(walk_->gradient(node->key), 4) : words.backFilled));
    paper_->setFullText(words.paper);
    forward_->show(), back_->show();
    paper_->setVisible(!words.paper.isEmpty());
    if (!edit) return;
    const QSignalBlocker quiet(number_);
    number_->setToolTip(walk_->sum(node->key) ? tr("The bias of this sum; it is the same at every step")
                                              : tr("Only this step reads another number"));
    if (!number_->hasFocus() || qAbs(number_->value() - edit->value) > 1e-4) number_->setValue(edit->value);
}

void WalkPanel::showEdits() {
    const std::vector<WalkEdit>& edits = edits_->all();
    none_->setVisible(edits.empty());
    all_->setVisible(edits.size() > 1);
    while (editRows_->count() > static_cast<int>(edits.size())) {
        QLayoutItem* item = editRows_->takeAt(editRows_->count() - 1);
        item->widget()->deleteLater();
        delete item;
    }
    for (std::size_t i = 0; i < edits.size(); ++i) {
        if (editRows_->count() <= static_cast<int>(i)) {
            auto* made = makeButton({}, {}, this, [this, i] { edits_->putBack(WalkPlace(edits_->all()[i].place)); });
            made->setProperty("compact", true);
            editRows_->addWidget(made);
        }
        auto* button = qobject_cast<QPushButton*>(editRows_->itemAt(static_cast<int>(i))->widget());
        const WalkEdit& edit = edits[i];
        button->setText(tr("Put back: %1 = %2")
                            .arg(walk_ ? placeName(edit.place, *walk_) : QString(), formatNumber(edit.value, 4)));
        button->setToolTip(edit.place.kind == WalkPlace::Kind::Weight
                               ? tr("All steps share the weight, so earlier ones change too")
                               : tr("Only step %1 reads it").arg(edit.place.step + 1));
    }
}

/// One paragraph per symbol; anew only for another kind of cell.
void WalkPanel::showSymbols() {
    if (!walk_) return symbols_->setFullText({}), symbolsOf_.clear();
    const std::string kind = walk_->cell + (walk_->peephole ? "p" : "") + (walk_->projected ? "r" : "") +
                             (walk_->zoneout > 0 ? "z" : "") + (walk_->direction == 1 ? "-" : "") +
                             (walk_->isFirst ? "0" : "") + (walk_->isOff ? "x" : "") + std::to_string(walk_->layer) +
                             "of" + std::to_string(walk_->layers);
    if (kind == symbolsOf_) return;
    symbolsOf_ = kind;
    QStringList all;
    for (const WalkNode& node : canvas_->nodes()) {
        const NodeWords words = nodeWords(node);
        QStringList lines{tr("%1: %2").arg(words.symbol, words.name)};
        if (words.formula != words.symbol) lines << words.formula;
        lines << words.back;
        if (!words.paper.isEmpty()) lines << words.paper;
        all << lines.join(QLatin1Char('\n'));
    }
    all << tr("W, U, b: weights of the input, weights of the old state, biases; the same at every step")
        << tr("σ(x) = 1 / (1 + e⁻ˣ), between 0 and 1")
        << tr("L: loss of this window; ∂L/∂…: how much the loss changes when this number does")
        << tr("ŷ: the answer of the network; t: the step");
    if (walk_->layers > 1) all << tr("(1), (2): of layer 1, of layer 2");
    if (walk_->peephole) all << tr("p: peephole weights, by which a gate sees the cell state");
    if (walk_->zoneout > 0)
        all << tr("ζ = %1: share of the old state that zoneout keeps").arg(formatNumber(walk_->zoneout, 3));
    symbols_->setFullText(all.join(QStringLiteral("\n\n")));
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/walk/walk_view.h"

#include "common/texts.h"
#include "data/recipe/word_tables.h"
#include "pages/learn/gates/unit_order.h"
#include "pages/learn/walk/node_words.h"
#include "pages/learn/walk/walk_canvas.h"
#include "pages/learn/walk/walk_outcome.h"
#include "pages/learn/walk/walk_panel.h"
#include "pages/learn/walk/walk_table.h"
#include "pages/learn/walk/walk_transport.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/list_box.h"
#include "widgets/persistent_splitter.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

namespace {

QSpinBox* numberBox(const QString& name, const QString& tip) {
    auto* box = new QSpinBox;
    box->setProperty("compact", true);
    box->setMinimum(1);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    return box;
}

}  // namespace

WalkView::WalkView(Theme& theme, NetworkInspection& look, QWidget* parent)
    : LearnView(parent),
      theme_(&theme),
      look_(&look),
      card_(new Card(tr("Cell walk"))),
      layers_(new ListBox),
      unit_(numberBox(tr("Unit"), tr("Whose numbers are drawn; the foot of each box has all units"))),
      step_(numberBox(tr("Step"), tr("Which step of the window, as the cursor of the microscope"))),
      ofUnits_(makeLabel(QString(), "muted")),
      ofSteps_(makeLabel(QString(), "muted")),
      tableNote_(new WrappedLabel("note")),
      note_(new WrappedLabel("note")),
      below_(new QWidget),
      transport_(new WalkTransport(theme)),
      canvas_(new WalkCanvas(theme, edits_)),
      table_(new WalkTable(theme, edits_)),
      outcome_(new WalkOutcome(theme)),
      panel_(new WalkPanel(*canvas_, edits_, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(card_);
    layers_->setProperty("compact", true);
    layers_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    layers_->setAccessibleName(tr("Layer"));
    layers_->setToolTip(tr("Which layer, and which direction of it"));
    card_->addHeaderWidget(layers_);
    card_->addHeaderWidget(makeLabel(tr("unit"), "muted"));
    card_->addHeaderWidget(unit_);
    card_->addHeaderWidget(ofUnits_);
    card_->addHeaderWidget(makeLabel(tr("step"), "muted"));
    card_->addHeaderWidget(step_);
    card_->addHeaderWidget(ofSteps_);
    card_->body()->addWidget(transport_);
    card_->body()->addWidget(note_);
    note_->hide();

    auto* parts = new GripSplitter(Qt::Vertical);
    parts->setChildrenCollapsible(false);
    parts->addWidget(canvas_);
    auto* row = new QHBoxLayout(below_);
    row->setContentsMargins(0, 4, 0, 0);
    row->setSpacing(16);
    auto* sums = new QVBoxLayout;
    sums->setSpacing(4);
    sums->addWidget(tableNote_);
    sums->addWidget(table_, 1);
    row->addLayout(sums, 3);
    row->addWidget(outcome_, 2);
    parts->addWidget(below_);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 1);
    card_->body()->addWidget(parts, 1);

    connect(look_, &NetworkInspection::opened, this, &WalkView::networkChanged);
    connect(look_, &NetworkInspection::gatesChanged, this, &WalkView::windowChanged);
    connect(look_, &NetworkInspection::walked, this, &WalkView::show);
    connect(look_, &NetworkInspection::walkRefused, this, &WalkView::refuse);
    connect(layers_, &QComboBox::currentIndexChanged, this, &WalkView::ask);
    connect(unit_, &QSpinBox::valueChanged, this, &WalkView::ask);
    connect(step_, &QSpinBox::valueChanged, this, [this](int step) {
        ask();
        Q_EMIT stepChanged(step - 1);
    });
    connect(canvas_, &WalkCanvas::chosenChanged, this, &WalkView::choose);
    connect(transport_, &WalkTransport::moved, canvas_, &WalkCanvas::setStage);
    connect(canvas_, &WalkCanvas::playAsked, this, [this] { transport_->play(!transport_->isPlaying()); });
    connect(canvas_, &WalkCanvas::stageAsked, transport_, &WalkTransport::moveStage);
    connect(canvas_, &WalkCanvas::stepAsked, this, [this](int by) { step_->setValue(step_->value() + by); });
    connect(&edits_, &WalkEdits::changed, this, [this] {
        showEdits();
        ask();
    });
}

QWidget* WalkView::inspector() { return panel_; }

void WalkView::setZoom(double zoom) {
    canvas_->setZoom(zoom);
    card_->setTitle(zoom > 1 ? QString() : tr("Cell walk"));
    below_->setVisible(zoom <= 1);
}

int WalkView::step() const { return step_->value() - 1; }

void WalkView::networkChanged() {
    if (run_ != look_->run()) {
        run_ = look_->run();
        edits_.clear();
        walk_.reset();
        placed_ = false;
        transport_->setCell(run_ ? run_->config.cell : "lstm");
        fillLayers();
        const QSignalBlocker quiet(unit_);
        unit_->setRange(1, static_cast<int>(run_ ? run_->hidden : 1));
        unit_->setValue(1);
        unit_->setEnabled(run_ && run_->hidden > 1);
        ofUnits_->setText(tr("of %1").arg(formatCount(run_ ? run_->hidden : 0)));
        canvas_->setWalk(nullptr);
        panel_->setWalk(nullptr);
        outcome_->setWalk(nullptr, run_, false);
        showEdits();
    }
}

/// Another window, or other weights of the same run.
void WalkView::windowChanged() {
    networkChanged();
    const auto& gates = look_->gates();
    if (!gates && !look_->refusal().isEmpty()) {  // the note says why
        walk_.reset();
        canvas_->setWalk(nullptr);
        panel_->setWalk(nullptr);
        outcome_->setWalk(nullptr, run_, false);
    }
    if (!gates || !run_) return;
    const auto steps = static_cast<int>(gates->window.steps);
    {
        const QSignalBlocker quiet(step_);
        step_->setMaximum(std::max(1, steps));
        if (!std::exchange(placed_, true)) {
            step_->setValue(steps);
            const QSignalBlocker still(unit_);
            unit_->setValue(mostActiveUnit() + 1);
        }
        ofSteps_->setText(tr("of %1").arg(formatCount(steps)));
    }
    if (window_.part != look_->window().part || window_.window != look_->window().window) {
        edits_.keepWeights();
        showEdits();
    }
    window_ = look_->window();
    ask();
}

/// Of the layer that is shown, over the window that is read; as the microscope sorts them.
int WalkView::mostActiveUnit() const {
    const QPoint place = layers_->currentData().toPoint();
    const DirectionTracks& tracks =
        look_->gates()->layers[static_cast<std::size_t>(place.x())][static_cast<std::size_t>(place.y())];
    const auto cell = std::ranges::find(tracks, std::string("c"), &GateTrack::key);
    const auto order = unitOrder(cell != tracks.end() ? *cell : tracks.back(), UnitSort::Activity);
    return order.empty() ? 0 : order.front();
}

void WalkView::fillLayers() {
    const QSignalBlocker quiet(layers_);
    layers_->clear();
    for (int l = 0; run_ && l < run_->layers; ++l)
        for (int d = 0; d < run_->directions; ++d)
            layers_->addItem(run_->directions == 1 ? tr("Layer %1").arg(l + 1)
                             : d == 0              ? tr("Layer %1, forward").arg(l + 1)
                                                   : tr("Layer %1, reverse").arg(l + 1),
                             QPoint(l, d));
    layers_->setCurrentIndex(0);
    layers_->setVisible(layers_->count() > 1);
}

void WalkView::setPlace(int layer, int direction) {
    const int index = layers_->findData(QPoint(layer, direction));
    if (index >= 0) layers_->setCurrentIndex(index);
}

void WalkView::setStep(int step) {
    if (step < 0 || step == this->step()) return;
    placed_ = true;
    step_->setValue(step + 1);
}

void WalkView::showPlace(const LearnPlace& place) {
    windowChanged();
    const QPoint now = layers_->currentData().toPoint();
    setPlace(place.layer.value_or(now.x()), place.direction.value_or(now.y()));
    if (place.unit) unit_->setValue(*place.unit + 1);
    if (place.step) setStep(*place.step);
    if (place.stage) transport_->setStage(*place.stage);
}

void WalkView::setWanted(bool on) {
    if (on == wanted_) return;
    wanted_ = on;
    if (!on)
        transport_->play(false);
    else
        windowChanged();
}

void WalkView::ask() {
    if (!wanted_ || !look_->isOpen() || layers_->count() == 0) return;
    const QPoint place = layers_->currentData().toPoint();
    look_->askWalk({look_->window(), place.x(), place.y(), step(), unit_->value() - 1, edits_.all()});
}

void WalkView::refuse(const QString& message) {
    note_->setFullText(message);
    note_->show();
}

void WalkView::show(std::shared_ptr<const CellWalk> walk) {
    walk_ = std::move(walk);
    const bool isFar = walk_->gap > CellWalk::kMaxGap;
    note_->setVisible(isFar || walk_->isFirst);
    if (isFar)
        note_->setFullText(
            tr("This step is %1 away from the network's own pass: do not trust it.").arg(formatNumber(walk_->gap, 2)));
    else if (walk_->isFirst)
        note_->setFullText(tr("This is the first step that is read: the states before it are 0."));
    canvas_->setWalk(walk_);
    panel_->setWalk(walk_);
    panel_->showEdits();
    outcome_->setWalk(walk_, run_, !edits_.all().empty());
    if (walk_->sum(sum_) == nullptr) sum_ = walk_->sums.front().key;
    choose(fromUtf8(canvas_->chosen()));
    transport_->settle();
    Q_EMIT walkShown();
}

/// A gate's sum stands in the table when the gate is chosen.
void WalkView::choose(const QString& key) {
    const std::string name = key.toStdString();
    panel_->setNode(name);
    if (!walk_) return;
    const std::string own = name == "n" || name == "net.n" ? "net.x"
                            : name == "rh"                 ? "net.h"
                            : walk_->sum(name)             ? name
                                                           : "net." + name;
    if (walk_->sum(own)) sum_ = own;
    std::vector<std::string> inputs;
    if (run_ && run_->tokens.empty()) inputs = seenNames(wordTables(run_->config.recipe, run_->inputs), run_->inputs);
    table_->setSum(walk_, sum_, inputs);
    const WalkNode* node = canvas_->node(sum_);
    if (node == nullptr) return;
    const NodeWords words = nodeWords(*node);
    const QString title = QStringLiteral("%1 (%2)").arg(words.name, words.formula);
    tableNote_->setFullText(
        table_->left() > 0
            ? tr("%1; the largest %2, %3 more are not listed").arg(title).arg(table_->rowCount()).arg(table_->left())
            : title);
}

void WalkView::showEdits() {
    canvas_->update();
    table_->mark();
    panel_->showEdits();
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/walk_view.h"

#include "common/texts.h"
#include "pages/learn/node_words.h"
#include "pages/learn/unit_order.h"
#include "pages/learn/walk_canvas.h"
#include "pages/learn/walk_outcome.h"
#include "pages/learn/walk_panel.h"
#include "pages/learn/walk_table.h"
#include "widgets/card.h"
#include "widgets/wide_list_box.h"
#include "widgets/wrapped_label.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QSplitter>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <climits>

namespace gatelab {

namespace {

constexpr int kTickMs = 33, kStageMs = 1500;
constexpr double kSpeeds[] = {0.25, 0.5, 1, 2, 4};

QSpinBox* numberBox(const QString& name, const QString& tip) {
    auto* box = new QSpinBox;
    box->setProperty("compact", true);
    box->setMinimum(1);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    return box;
}

}  // namespace

WalkView::WalkView(Theme& theme, NetworkLook& look, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      look_(&look),
      card_(new Card(tr("Cell walk"))),
      layers_(new WideListBox),
      speeds_(new WideListBox),
      unit_(numberBox(tr("Unit"), tr("Whose numbers are drawn; the foot of each box has all units"))),
      step_(numberBox(tr("Step"), tr("Which step of the window, as the cursor of the microscope"))),
      ofUnits_(makeLabel(QString(), "muted")),
      ofSteps_(makeLabel(QString(), "muted")),
      stageLabel_(new WrappedLabel),
      tableNote_(new WrappedLabel("note")),
      note_(new WrappedLabel("note")),
      canvas_(new WalkCanvas(theme)),
      table_(new WalkTable(theme)),
      outcome_(new WalkOutcome(theme)),
      panel_(new WalkPanel(*canvas_, this)) {
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
    card_->body()->addWidget(makeTransport());
    card_->body()->addWidget(note_);
    note_->hide();

    auto* parts = new QSplitter(Qt::Vertical);
    parts->setChildrenCollapsible(false);
    parts->addWidget(canvas_);
    auto* below = new QWidget;
    auto* row = new QHBoxLayout(below);
    row->setContentsMargins(0, 4, 0, 0);
    row->setSpacing(16);
    auto* sums = new QVBoxLayout;
    sums->setSpacing(4);
    sums->addWidget(tableNote_);
    sums->addWidget(table_, 1);
    row->addLayout(sums, 3);
    row->addWidget(outcome_, 2);
    parts->addWidget(below);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 1);
    card_->body()->addWidget(parts, 1);

    clock_.setInterval(kTickMs);
    connect(&clock_, &QTimer::timeout, this, &WalkView::tick);
    connect(look_, &NetworkLook::opened, this, &WalkView::networkChanged);
    connect(look_, &NetworkLook::gatesChanged, this, &WalkView::windowChanged);
    connect(look_, &NetworkLook::walked, this, &WalkView::show);
    connect(look_, &NetworkLook::walkRefused, this, &WalkView::refuse);
    connect(layers_, &QComboBox::currentIndexChanged, this, &WalkView::ask);
    connect(unit_, &QSpinBox::valueChanged, this, &WalkView::ask);
    connect(step_, &QSpinBox::valueChanged, this, [this](int step) {
        ask();
        Q_EMIT stepChanged(step - 1);
    });
    connect(canvas_, &WalkCanvas::chosenChanged, this, &WalkView::choose);
    connect(canvas_, &WalkCanvas::changed, this, &WalkView::change);
    connect(canvas_, &WalkCanvas::putBack, this, &WalkView::putBack);
    connect(canvas_, &WalkCanvas::playAsked, this, [this] { play(!isPlaying()); });
    connect(canvas_, &WalkCanvas::stageAsked, this, &WalkView::moveStage);
    connect(canvas_, &WalkCanvas::stepAsked, this, [this](int by) { step_->setValue(step_->value() + by); });
    connect(table_, &WalkTable::changed, this, &WalkView::change);
    connect(table_, &WalkTable::putBack, this, &WalkView::putBack);
    connect(panel_, &WalkPanel::changed, this, &WalkView::change);
    connect(panel_, &WalkPanel::putBack, this, &WalkView::putBack);
    connect(panel_, &WalkPanel::allPutBack, this, &WalkView::putAllBack);
    setStage(WalkStage::Hidden, 1);
}

QWidget* WalkView::panel() const { return panel_; }
int WalkView::step() const { return step_->value() - 1; }

QWidget* WalkView::makeTransport() {
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    const auto button = [&](const char* icon, const QString& tip) {
        auto* one = new QToolButton;
        one->setProperty("compact", true);
        one->setAutoRaise(true);
        one->setIcon(theme_->icon(QLatin1String(icon)));
        one->setToolTip(tip);
        one->setAccessibleName(tip);
        row->addWidget(one);
        return one;
    };
    toStart_ = button("reset", tr("To the start (Home in the drawing)"));
    back_ = button("chevron-left", tr("One stage back (,)"));
    play_ = button("play", tr("Play (Space in the drawing)"));
    forward_ = button("chevron-right", tr("One stage forward (.)"));
    speeds_->setProperty("compact", true);
    for (const double speed : kSpeeds) speeds_->addItem(tr("%1 ×").arg(formatSetting(speed)), speed);
    speeds_->setCurrentIndex(2);
    speeds_->setAccessibleName(tr("Speed"));
    speeds_->setToolTip(tr("How fast the walk plays"));
    row->addWidget(speeds_);
    row->addSpacing(8);
    row->addWidget(stageLabel_, 1);
    connect(toStart_, &QToolButton::clicked, this, [this] { moveStage(INT_MIN); });
    connect(back_, &QToolButton::clicked, this, [this] { moveStage(-1); });
    connect(forward_, &QToolButton::clicked, this, [this] { moveStage(1); });
    connect(play_, &QToolButton::clicked, this, [this] { play(!isPlaying()); });
    connect(speeds_, &QComboBox::currentIndexChanged, this, [this] { speed_ = speeds_->currentData().toDouble(); });
    return bar;
}

void WalkView::setSpeed(double speed) {
    speed_ = speed;
    const int index = speeds_->findData(speed);
    if (index >= 0) speeds_->setCurrentIndex(index);
}

void WalkView::networkChanged() {
    if (run_ != look_->run()) {
        run_ = look_->run();
        edits_.clear();
        walk_.reset();
        placed_ = false;
        fillLayers();
        const QSignalBlocker quiet(unit_);
        unit_->setRange(1, static_cast<int>(run_ ? run_->hidden : 1));
        unit_->setValue(1);
        unit_->setEnabled(run_ && run_->hidden > 1);
        ofUnits_->setText(tr("of %1").arg(formatCount(run_ ? run_->hidden : 0)));
        canvas_->setWalk(nullptr);
        panel_->setWalk(nullptr);
        outcome_->setWalk(nullptr, run_, false);
        editsChanged();
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
    // What was read belongs to its window; a weight to all.
    if (window_.part != look_->window().part || window_.window != look_->window().window) {
        std::erase_if(edits_, [](const WalkEdit& edit) { return edit.place.kind != WalkPlace::Kind::Weight; });
        editsChanged();
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
    if (place.stage) play(false), setStage(*place.stage, 1);
}

void WalkView::setWanted(bool on) {
    if (on == wanted_) return;
    wanted_ = on;
    if (!on)
        play(false);
    else
        windowChanged();
}

void WalkView::ask() {
    if (!wanted_ || !look_->isOpen() || layers_->count() == 0) return;
    const QPoint place = layers_->currentData().toPoint();
    look_->askWalk({look_->window(), place.x(), place.y(), step(), unit_->value() - 1, edits_});
}

void WalkView::refuse(const QString& message) {
    note_->setFullText(message);
    note_->show();
}

void WalkView::show(std::shared_ptr<const CellWalk> walk) {
    walk_ = std::move(walk);
    const bool isFar = walk_->gap > CellWalk::kMostGap;
    note_->setVisible(isFar || walk_->isFirst);
    if (isFar)
        note_->setFullText(
            tr("This step is %1 away from the network's own pass: do not trust it.").arg(formatNumber(walk_->gap, 2)));
    else if (walk_->isFirst)
        note_->setFullText(tr("This is the first step that is read: the states before it are 0."));
    canvas_->setWalk(walk_);
    canvas_->setEdits(edits_);
    panel_->setWalk(walk_);
    panel_->setEdits(edits_);
    outcome_->setWalk(walk_, run_, !edits_.empty());
    if (walk_->sum(sum_) == nullptr) sum_ = walk_->sums.front().key;
    choose(fromUtf8(canvas_->chosen()));
    if (const auto all = stages(); std::ranges::find(all, stage_) == all.end()) stage_ = WalkStage::Hidden;
    if (!isPlaying()) setStage(stage_, 1);
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
    table_->setSum(walk_, sum_, run_ && run_->tokens.empty() ? run_->inputs : std::vector<std::string>());
    table_->setEdits(edits_);
    const WalkNode* node = canvas_->node(sum_);
    if (node == nullptr) return;
    const NodeWords words = nodeWords(*node);
    const QString title = QStringLiteral("%1 (%2)").arg(words.name, words.formula);
    tableNote_->setFullText(
        table_->left() > 0
            ? tr("%1; the largest %2, %3 more are not listed").arg(title).arg(table_->rowCount()).arg(table_->left())
            : title);
}

void WalkView::change(const WalkPlace& place, double value) {
    const auto found = std::ranges::find(edits_, place, &WalkEdit::place);
    if (found != edits_.end())
        found->value = value;
    else
        edits_.push_back({place, value});
    editsChanged();
    ask();
}

void WalkView::putBack(const WalkPlace& place) {
    if (std::erase_if(edits_, [&](const WalkEdit& edit) { return edit.place == place; }) == 0) return;
    editsChanged();
    ask();
}

void WalkView::putAllBack() {
    edits_.clear();
    editsChanged();
    ask();
}

void WalkView::editsChanged() {
    canvas_->setEdits(edits_);
    table_->setEdits(edits_);
    panel_->setEdits(edits_);
}

std::vector<WalkStage> WalkView::stages() const { return walkStages(run_ ? run_->config.cell : "lstm"); }

int WalkView::stageIndex() const {
    const auto all = stages();
    return static_cast<int>(std::ranges::find(all, stage_) - all.begin());
}

void WalkView::setStage(WalkStage stage, double progress) {
    stage_ = stage;
    canvas_->setStage(stage, progress);
    const auto all = stages();
    stageLabel_->setFullText(tr("%1 of %2. %3").arg(stageIndex() + 1).arg(all.size()).arg(stageText()));
    toStart_->setEnabled(stage != all.front());
    back_->setEnabled(stage != all.front());
    forward_->setEnabled(stage != all.back());
}

void WalkView::moveStage(int by) {
    play(false);
    const auto all = stages();
    const int last = static_cast<int>(all.size()) - 1;
    setStage(all[static_cast<std::size_t>(by == INT_MIN   ? 0
                                          : by == INT_MAX ? last
                                                          : std::clamp(stageIndex() + by, 0, last))],
             1);
}

void WalkView::play(bool on) {
    if (on == isPlaying()) return;
    play_->setIcon(theme_->icon(on ? QStringLiteral("pause") : QStringLiteral("play")));
    play_->setToolTip(on ? tr("Pause (Space in the drawing)") : tr("Play (Space in the drawing)"));
    play_->setAccessibleName(play_->toolTip());
    if (!on) {
        clock_.stop();
        return setStage(stage_, 1);
    }
    // From the start where the end, or a drawing at rest, is shown.
    if (stage_ == stages().back() || stage_ == WalkStage::Hidden) setStage(stages().front(), 0);
    sinceStage_.start();
    clock_.start();
}

void WalkView::tick() {
    // The system asks for less motion
    const bool isStill = style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0;
    const double progress = static_cast<double>(sinceStage_.elapsed()) * speed_ / kStageMs;
    if (progress < 1) {
        if (!isStill) canvas_->setStage(stage_, progress);
        return;
    }
    const auto all = stages();
    const auto next = static_cast<std::size_t>(stageIndex()) + 1;
    if (next >= all.size()) return play(false);
    sinceStage_.start();
    setStage(all[next], isStill ? 1 : 0);
}

QString WalkView::stageText() const {
    const std::string cell = run_ ? run_->config.cell : "lstm";
    const bool isGru = cell == "gru", isPlain = !isGru && cell != "lstm";
    switch (stage_) {
        case WalkStage::Inputs:
            return isGru || isPlain
                       ? tr("The step begins: its input and the hidden state of the step before are read.")
                       : tr("The step begins: its input, and hidden and cell state of the step before, are read.");
        case WalkStage::Sums:
            return tr("Weighted sums: what is read is multiplied by weights, and added up with a bias.");
        case WalkStage::Gates:
            return isGru ? tr("Gates: σ makes a number between 0 and 1 of each sum. The reset gate says how much of "
                              "the old state the candidate uses.")
                         : tr("Gates: σ makes a number between 0 and 1 of each sum, tanh makes the candidate between "
                              "−1 and 1.");
        case WalkStage::Products:
            return isGru ? tr("Candidate: tanh squeezes its sum between −1 and 1.")
                         : tr("Products: the forget gate keeps a part of the old cell state, the input gate lets in a "
                              "part of the candidate.");
        case WalkStage::Cell:
            return isGru ? tr("The update gate keeps a part of the old state and lets in the rest of the candidate.")
                         : tr("Cell: both parts are added. This is the new cell state.");
        case WalkStage::Hidden:
            return isGru     ? tr("Hidden state: both parts are added and handed on.")
                   : isPlain ? tr("Hidden state: the sum goes through its function and is handed on.")
                             : tr("Hidden state: the output gate shows a part of the squeezed cell state.");
        case WalkStage::HiddenBack:
            return tr(
                "Backward: the gradient of the loss comes to the hidden state, from the answer and from later steps.");
        case WalkStage::CellBack:
            return isGru ? tr("Backward: it is shared between the old state and the candidate.")
                         : tr("Backward: the cell state gathers what comes through the hidden state and what later "
                              "steps send along the conveyor.");
        case WalkStage::ProductsBack:
            return isGru ? tr("Backward: through tanh to the sum of the candidate.")
                         : tr("Backward: a sum hands the gradient on unchanged to both of its parts.");
        case WalkStage::GatesBack:
            return tr("Backward: each gate gets the gradient times what it was multiplied with.");
        case WalkStage::SumsBack:
            return tr(
                "Backward: through σ and tanh, flat where they are saturated. A weight's gradient is this times what "
                "it multiplied.");
        case WalkStage::InputsBack:
            return isPlain || isGru
                       ? tr("Backward: what is left goes to the hidden state of the step before, and to the input.")
                       : tr("Backward: the old cell state gets the gradient times the forget gate; that product over "
                            "many steps is how far back learning reaches.");
    }
    return {};
}

}  // namespace gatelab

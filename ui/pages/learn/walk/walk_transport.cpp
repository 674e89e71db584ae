// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/walk/walk_transport.h"

#include "common/texts.h"
#include "config/cell_traits.h"
#include "config/setting_predicates.h"
#include "pages/learn/walk/walk_drawing.h"
#include "widgets/button.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/list_box.h"

#include <QHBoxLayout>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <climits>

namespace gatelab {

namespace {

constexpr int kTickMs = 33, kStageMs = 1500;
constexpr double kSpeeds[] = {0.25, 0.5, 1, 2, 4};

}  // namespace

WalkTransport::WalkTransport(Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(&theme), speeds_(new ListBox), stageLabel_(new WrappedLabel) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    const auto button = [&](const char* icon, const QString& tip, auto act) {
        auto* one = makeIconButton(theme.icon(QLatin1String(icon)), tip, this, act);
        one->setProperty("compact", true);
        row->addWidget(one);
        return one;
    };
    toStart_ = button("reset", tr("To the start (Home in the drawing)"), [this] { moveStage(INT_MIN); });
    back_ = button("chevron-left", tr("One stage back (,)"), [this] { moveStage(-1); });
    play_ = button("play", tr("Play (Space in the drawing)"), [this] { play(!isPlaying()); });
    forward_ = button("chevron-right", tr("One stage forward (.)"), [this] { moveStage(1); });
    speeds_->setProperty("compact", true);
    for (const double speed : kSpeeds) speeds_->addItem(tr("%1 ×").arg(formatSetting(speed)), speed);
    speeds_->setCurrentIndex(2);
    speeds_->setAccessibleName(tr("Speed"));
    speeds_->setToolTip(tr("How fast the walk plays"));
    row->addWidget(speeds_);
    row->addSpacing(8);
    row->addWidget(stageLabel_, 1);
    clock_.setInterval(kTickMs);
    connect(&clock_, &QTimer::timeout, this, &WalkTransport::tick);
    connect(speeds_, &QComboBox::currentIndexChanged, this, [this] { speed_ = speeds_->currentData().toDouble(); });
    setStage(WalkStage::Hidden);
}

void WalkTransport::setSpeed(double speed) {
    speed_ = speed;
    const int index = speeds_->findData(speed);
    if (index >= 0) speeds_->setCurrentIndex(index);
}

void WalkTransport::setCell(const std::string& cell) { cell_ = cell; }

void WalkTransport::setStage(WalkStage stage) {
    play(false);
    show(stage, 1);
}

void WalkTransport::settle() {
    if (const auto all = stages(); std::ranges::find(all, stage_) == all.end()) stage_ = WalkStage::Hidden;
    if (!isPlaying()) show(stage_, 1);
}

std::vector<WalkStage> WalkTransport::stages() const { return walkStages(cell_); }

int WalkTransport::stageIndex() const {
    const auto all = stages();
    return static_cast<int>(std::ranges::find(all, stage_) - all.begin());
}

void WalkTransport::show(WalkStage stage, double progress) {
    stage_ = stage;
    const auto all = stages();
    stageLabel_->setFullText(tr("%1 of %2. %3").arg(stageIndex() + 1).arg(all.size()).arg(stageText()));
    toStart_->setEnabled(stage != all.front());
    back_->setEnabled(stage != all.front());
    forward_->setEnabled(stage != all.back());
    Q_EMIT moved(stage, progress);
}

void WalkTransport::moveStage(int by) {
    play(false);
    const auto all = stages();
    const int last = static_cast<int>(all.size()) - 1;
    show(all[static_cast<std::size_t>(by == INT_MIN   ? 0
                                      : by == INT_MAX ? last
                                                      : std::clamp(stageIndex() + by, 0, last))],
         1);
}

void WalkTransport::play(bool on) {
    if (on == isPlaying()) return;
    play_->setIcon(theme_->icon(on ? QStringLiteral("pause") : QStringLiteral("play")));
    play_->setToolTip(on ? tr("Pause (Space in the drawing)") : tr("Play (Space in the drawing)"));
    play_->setAccessibleName(play_->toolTip());
    if (!on) {
        clock_.stop();
        return show(stage_, 1);
    }
    // From the start where the end, or a drawing at rest, is shown.
    if (stage_ == stages().back() || stage_ == WalkStage::Hidden) show(stages().front(), 0);
    sinceStage_.start();
    clock_.start();
}

void WalkTransport::tick() {
    // The system asks for less motion
    const bool isStill = style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0;
    const double progress = static_cast<double>(sinceStage_.elapsed()) * speed_ / kStageMs;
    if (progress < 1) {
        if (!isStill) Q_EMIT moved(stage_, progress);
        return;
    }
    const auto all = stages();
    const auto next = static_cast<std::size_t>(stageIndex()) + 1;
    if (next >= all.size()) return play(false);
    sinceStage_.start();
    show(all[next], isStill ? 1 : 0);
}

QString WalkTransport::stageText() const {
    const CellTraits& traits = cellTraits(cell_);
    const bool isGru = gatelab::isGru(cell_), isPlain = traits.gates.empty(), hasCell = traits.cellState,
               squeezes = hasCell && traits.second == 0;  // the LSTM's own tanh of its cell state
    const bool isOther = !isGru && !isPlain && !squeezes;
    switch (stage_) {
        case WalkStage::Inputs:
            if (traits.eigenvalues)
                return tr("The step begins: its input and the cell state of the step before are read.");
            return !hasCell ? tr("The step begins: its input and the hidden state of the step before are read.")
                            : tr("The step begins: its input, and hidden and cell state of the step before, are read.");
        case WalkStage::Sums:
            return tr("Weighted sums: what is read is multiplied by weights, and added up with a bias.");
        case WalkStage::Gates:
            if (isOther) return tr("Gates: each sum goes through the function of its box.");
            return isGru ? tr("Gates: σ makes a number between 0 and 1 of each sum. The reset gate says how much of "
                              "the old state the candidate uses.")
                         : tr("Gates: σ makes a number between 0 and 1 of each sum, tanh makes the candidate between "
                              "−1 and 1.");
        case WalkStage::Products:
            if (isOther) return tr("Products: what is let in of the candidate, and what is kept of the old state.");
            return isGru ? tr("Candidate: tanh squeezes its sum between −1 and 1.")
                         : tr("Products: the forget gate keeps a part of the old cell state, the input gate lets in a "
                              "part of the candidate.");
        case WalkStage::Cell:
            if (isOther && !hasCell) return tr("What is kept of the old state.");
            return isGru ? tr("The update gate keeps a part of the old state and lets in the rest of the candidate.")
                         : tr("Cell: both parts are added. This is the new cell state.");
        case WalkStage::Hidden:
            if (isOther && hasCell) return tr("Hidden state: the output gate shows a part of the cell state.");
            return isGru || isOther ? tr("Hidden state: both parts are added and handed on.")
                   : isPlain        ? tr("Hidden state: the sum goes through its function and is handed on.")
                                    : tr("Hidden state: the output gate shows a part of the squeezed cell state.");
        case WalkStage::HiddenBack:
            return tr(
                "Backward: the gradient of the loss comes to the hidden state, from the answer and from later steps.");
        case WalkStage::CellBack:
            return !hasCell ? tr("Backward: it is shared between the old state and the candidate.")
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
            if (traits.eigenvalues)
                return tr(
                    "Backward: the old cell state gets the gradient, turned back by λ; how slowly λ fades is how far "
                    "back learning reaches.");
            return !hasCell
                       ? tr("Backward: what is left goes to the hidden state of the step before, and to the input.")
                       : tr("Backward: the old cell state gets the gradient times the forget gate; that product over "
                            "many steps is how far back learning reaches.");
    }
    return {};
}

}  // namespace gatelab

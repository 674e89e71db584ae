// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/network_views.h"

#include "pages/learn/gates/compared_cells.h"
#include "pages/learn/gates/microscope_view.h"
#include "pages/learn/gradient/gradient_view.h"
#include "pages/learn/walk/walk_view.h"

#include <memory>
#include <utility>

namespace gatelab {

NetworkViews::NetworkViews(Theme& theme, RunController& runs, QueueController* queue, QObject* parent)
    : QObject(parent),
      microscope_(new MicroscopeView(theme, look_, beside_)),
      gradient_(new GradientPanel(theme, look_, beside_,
                                  queue ? std::make_unique<ComparedCells>(runs, *queue, look_) : nullptr)),
      walk_(new WalkView(theme, look_)) {
    connect(&look_, &NetworkInspection::opened, this, [this] {
        microscope_->refresh();
        takePlace();
    });
    connect(&look_, &NetworkInspection::gatesChanged, this, [this] {
        if (beside_.isOpen()) beside_.setWindow(look_.window().part, look_.window().window);
        microscope_->refresh();
        takePlace();
    });
    connect(&beside_, &NetworkInspection::opened, this,
            [this] { beside_.setWindow(look_.window().part, look_.window().window); });
    connect(&beside_, &NetworkInspection::gatesChanged, microscope_, &MicroscopeView::refresh);
    connect(microscope_, &MicroscopeView::placeChanged, walk_,
            [this] { walk_->setPlace(microscope_->layer(), microscope_->direction()); });
    connect(&microscope_->canvas(), &GateCanvas::cursorMoved, walk_, &WalkView::setStep);
    connect(walk_, &WalkView::stepChanged, &microscope_->canvas(), &GateCanvas::setCursorStep);
}

void NetworkViews::openPlace(const LearnPlace& place) {
    place_ = place;
    takePlace();
}

/// As much of the place that was asked for as can be shown now.
void NetworkViews::takePlace() {
    if (!place_ || !look_.isOpen()) return;
    if (!place_->weights.isEmpty()) look_.setWeights(std::exchange(place_->weights, QString()));
    if (place_->part || place_->window) {
        look_.setWindow(place_->part.value_or(look_.window().part), place_->window.value_or(look_.window().window));
        place_->part.reset(), place_->window.reset();
    }
    const auto& gates = look_.gates();
    // With the answer
    if (!gates || gates->window.part != look_.window().part || gates->window.window != look_.window().window) return;
    const LearnPlace place = *std::exchange(place_, std::nullopt);
    microscope_->showPlace(place);
    walk_->showPlace(place);
}

}  // namespace gatelab

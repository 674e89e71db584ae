// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/gates/network_inspection.h"
#include "pages/learn/learn_view.h"

#include <QObject>

#include <optional>

namespace gatelab {

class GradientPanel;
class MicroscopeView;
class QueueController;
class RunController;
class WalkView;

/// Microscope, gradient and cell walk of one network, with another beside it: all show one window, one place in the
/// network and one step. The views belong to whoever puts them into a layout. GUI thread.
class NetworkViews : public QObject {
    Q_OBJECT
public:
    /// `queue`: trains other cells, whose gradient then stands beside; null: none are offered.
    NetworkViews(Theme& theme, RunController& runs, QueueController* queue, QObject* parent = nullptr);
    [[nodiscard]] NetworkInspection& look() { return look_; }
    [[nodiscard]] NetworkInspection& beside() { return beside_; }
    [[nodiscard]] MicroscopeView& microscope() { return *microscope_; }
    [[nodiscard]] GradientPanel& gradient() { return *gradient_; }
    [[nodiscard]] WalkView& walk() { return *walk_; }
    /// Window, weights, layer, unit and step are shown as soon as the network is open and has read that window.
    void openPlace(const LearnPlace& place);
    [[nodiscard]] bool isAsked() const { return place_.has_value(); }  ///< a place is not shown yet

private:
    void takePlace();

    NetworkInspection look_, beside_;
    MicroscopeView* microscope_;
    GradientPanel* gradient_;
    WalkView* walk_;
    std::optional<LearnPlace> place_;
};

}  // namespace gatelab

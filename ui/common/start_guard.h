// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QObject;
class QWidget;

namespace gatelab {

struct ExperimentConfig;

/// Asks once what a person should know before something trains, whatever door it comes from: the window is one. GUI
/// thread.
class StartGuard {
public:
    virtual ~StartGuard() = default;
    /// `start` is called now where there is nothing to ask, later or not at all. `over`: the window that it is asked
    /// from.
    virtual void guardStart(const ExperimentConfig& config, QWidget& over, std::function<void()> start) = 0;
};

/// By the nearest parent of `part` that asks; of what stands alone `start` is called at once. One call for all runs of
/// a sweep or a study: `config` is what they have in common. Not called when `part` is gone by then.
void guardStart(QWidget& part, const ExperimentConfig& config, std::function<void()> start);

}  // namespace gatelab

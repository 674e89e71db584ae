// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/main_window.h"

#include <QObject>
#include <functional>

namespace gatelab {

/// Weights out of a run and into a new one, as safetensors with PyTorch's names. GUI thread.
class WeightsCommands : public QObject {
    Q_OBJECT
public:
    /// What is asked before a run starts over the present data; calls what it is given, now, later or not at all.
    using Ask = std::function<void(std::function<void()> start)>;
    /// `chosenRun`: the run that commands mean; empty: none.
    WeightsCommands(MainWindow& window, const MainWindow::Parts& parts, std::function<QString()> chosenRun, Ask ask,
                    QObject* parent);
    void save();   ///< of the chosen run
    void start();  ///< a new run from a file that is asked for

private:
    MainWindow& window_;
    MainWindow::Parts parts_;
    std::function<QString()> chosenRun_;
    Ask ask_;
};

}  // namespace gatelab

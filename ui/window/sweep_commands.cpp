// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/sweep_commands.h"

#include "common/theme.h"
#include "pages/model/sweep_panel.h"
#include "window/status_line.h"
#include "window/window_shell.h"

namespace gatelab {

SweepCommands::SweepCommands(MainWindow& window, const MainWindow::Parts& parts, QObject* parent)
    : QObject(parent), window_(window), parts_(parts) {}

SweepCommands::~SweepCommands() { delete panel_; }

void SweepCommands::show() {
    if (!panel_) {
        panel_ = new SweepPanel(parts_.theme, parts_.experiment, parts_.runs, parts_.queue, &window_);
        connect(panel_, &SweepPanel::queued, this, [this](int count) {
            window_.showPage(QStringLiteral("compare"));
            window_.shell().status()->flash(count == 1 ? tr("1 run is in the queue.")
                                                       : tr("%1 runs are in the queue.").arg(formatCount(count)));
        });
    }
    panel_->show();
    panel_->raise();
    panel_->activateWindow();
}

}  // namespace gatelab

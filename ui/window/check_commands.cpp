// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/check_commands.h"

#include "measure/experiment_check.h"
#include "pages/model/check_panel.h"
#include "window/notices.h"

namespace gatelab {

namespace {
const QString kAction = QStringLiteral("check-experiment");
}

CheckCommands::CheckCommands(MainWindow& window, const MainWindow::Parts& parts, QObject* parent)
    : QObject(parent), window_(window), parts_(parts) {
    connect(&window_.experimentCheck(), &ExperimentCheck::ended, this, &CheckCommands::reportEnd);
}

CheckCommands::~CheckCommands() { delete panel_; }

void CheckCommands::show() {
    if (!panel_) panel_ = new CheckPanel(parts_.theme, parts_.experiment, window_.experimentCheck(), &window_);
    panel_->show();
    panel_->raise();
    panel_->activateWindow();
}

void CheckCommands::reportEnd() {
    if (panel_ && panel_->isVisible()) return;
    const ExperimentCheck& check = window_.experimentCheck();
    const bool good =
        check.verdict() == ExperimentCheck::Verdict::Good || check.verdict() == ExperimentCheck::Verdict::None;
    window_.notices().add({good ? Tone::Info : Tone::Error, check.sentence(), {}, tr("Show"), kAction, 0});
}

}  // namespace gatelab

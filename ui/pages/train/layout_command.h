// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/dashboard.h"

#include <QUndoCommand>
#include <optional>

namespace gatelab {

/// Charts that a person keeps under a name, or forgets: what stood under it before, and now. GUI thread.
class LayoutCommand : public QUndoCommand {
public:
    /// `after`: nothing forgets the name.
    LayoutCommand(Preferences& preferences, const QString& name, std::optional<Dashboard> after);
    void undo() override { keep(before_); }
    void redo() override { keep(after_); }

private:
    void keep(const std::optional<Dashboard>& dashboard);
    DashboardStore store_;
    QString name_;
    std::optional<Dashboard> before_, after_;
};

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/dashboard.h"

#include <QPointer>
#include <QUndoCommand>
#include <optional>

namespace gatelab {

class TrainPage;

/// One change that a person makes to the charts of the Train page: as they were, as they are. GUI thread.
class DashboardCommand : public QUndoCommand {
public:
    /// `what`: its name in the menu, e.g. "reset the charts"; empty: said by what differs.
    DashboardCommand(TrainPage& page, Dashboard before, Dashboard after, const QString& what);
    void undo() override { show(before_); }
    void redo() override { show(after_); }

private:
    void show(const Dashboard& dashboard);
    QPointer<TrainPage> page_;
    Dashboard before_, after_;
};

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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "widgets/popover.h"

#include <QWidget>

class QTreeWidget;

namespace gatelab {

class EmptyState;
class RunController;

/// The runs of the workspace as a tree by parent: what came from what, and what changed on the way. Built only while
/// shown. GUI thread.
class LineagePanel : public QWidget {
    Q_OBJECT
public:
    LineagePanel(Theme& theme, RunController& runs, QWidget* parent = nullptr);
    void setShown(bool shown);
    /// The run of the current row; empty: none.
    [[nodiscard]] QString currentId() const;
    /// Makes the line of a run the current one, once it is listed.
    void select(const QString& runId);
    /// Its name, for questions about it.
    [[nodiscard]] PopoverAnchor anchor() const;

Q_SIGNALS:
    void trainRequested();  ///< there is no run yet
    void openRequested(const QString& runId);
    void currentChanged();
    void againRequested(const QString& runId);

private:
    void rebuild();
    /// Until a person sizes it: wide enough for the names with their indentation, as far as it goes.
    void fitNames();
    void contextMenu(const QPoint& position);
    Theme* theme_;
    RunController* runs_;
    QTreeWidget* tree_;
    EmptyState* empty_;
    bool shown_ = false, isSized_ = false;
};

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/compare/compare_panel.h"

class QTreeWidget;

namespace gatelab {

class EmptyState;
class RunController;

/// The runs of the workspace as a tree by parent: what came from what, and what changed on the way. Built only while
/// shown. GUI thread.
class LineagePanel : public ComparePanel {
    Q_OBJECT
public:
    LineagePanel(Theme& theme, RunController& runs, QWidget* parent = nullptr);
    void setShown(bool shown) override;
    /// The run of the current row.
    [[nodiscard]] QString runId() const override;
    /// Makes the line of a run the current one, once it is listed.
    void choose(const QString& runId) override;
    [[nodiscard]] std::optional<PopoverAnchor> anchor() const override;
    void describe(CompareInspector& inspector) const override { inspector.showRun(runId()); }

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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/compare/compare_panel.h"
#include "store/workspace.h"

#include <QStringList>
#include <vector>

class QLabel;
class QPushButton;
class QTableWidget;

namespace gatelab {

class BackgroundJob;
class Banner;
class Card;
class EmptyState;
class RunController;

/// The deleted runs of the workspace: any number of them can be chosen and brought back (Enter) or removed for good
/// (Del), which is asked once more in place. Read while shown, whenever the runs of the workspace are others. GUI
/// thread.
class TrashPanel : public ComparePanel {
    Q_OBJECT
public:
    TrashPanel(Theme& theme, RunController& runs, QWidget* parent = nullptr);
    void setShown(bool shown) override;

private:
    void read();
    void fill(const std::vector<RunSummary>& deleted);
    void showChoice();
    [[nodiscard]] QStringList chosenIds() const;
    void restore();
    void askErase();
    void erase();
    Theme* theme_;
    RunController* runs_;
    BackgroundJob* job_;
    Card* card_;
    EmptyState* empty_;
    Banner* question_;
    QTableWidget* table_;
    QLabel* note_;
    QPushButton *restore_, *erase_;
    bool shown_ = false;
    bool fresh_ = false;  ///< shown, but not filled since
};

}  // namespace gatelab

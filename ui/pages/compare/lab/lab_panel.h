// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/compare/compare_panel.h"

#include <QPointer>

class QComboBox;

namespace gatelab {

class Banner;
class CaseDialog;
class LabBar;
class LabController;
class LabHeadlineCard;
class LabModel;
class LabTable;

/// The page of the optimisation lab: what its controller plans, measures or has measured, the answer first, then the
/// ladder as a forest plot; exports it. GUI thread.
class LabPanel : public ComparePanel {
    Q_OBJECT
public:
    LabPanel(Theme& theme, LabController& lab, QWidget* parent = nullptr);
    void setShown(bool shown) override;
    void setCompact(bool compact) override;
    [[nodiscard]] QWidget* bar() const override;
    void askExport() override;

private:
    void showReport();
    void showState();
    void showUse();
    QWidget* makeSides();
    void copyCommand();
    void openCase();
    void copyRung(std::size_t rung);
    Theme* theme_;
    LabController* lab_;
    LabBar* bar_;
    LabHeadlineCard* headline_;
    LabModel* model_;
    LabTable* table_;
    Banner* used_;
    QPointer<CaseDialog> case_;
    QComboBox *first_, *second_;  ///< A and B
    QWidget *sides_, *choices_;   ///< with what they are; with the mode beside it where the page's bar is too narrow
    bool shown_ = false, compact_ = false;
};

}  // namespace gatelab

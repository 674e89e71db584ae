// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/compare/compare_panel.h"

#include <QStringList>

class QLabel;
class QPushButton;
class QTableView;

namespace gatelab {

class Banner;
class Card;
class LabBar;
class LabChart;
class LabController;
class LabModel;

/// The page of the optimisation lab: what its controller plans, measures or has measured, as table and chart; exports
/// it. GUI thread.
class LabPanel : public ComparePanel {
    Q_OBJECT
public:
    LabPanel(Theme& theme, LabController& lab, QWidget* parent = nullptr);
    void setShown(bool shown) override;
    void describe(CompareInspector& inspector) const override { inspector.showLab(headline(), findings()); }
    void askExport() override;
    /// What the lab shows; empty before it has run.
    [[nodiscard]] QStringList findings() const;
    /// All of it in a word, or what goes on now; empty: neither.
    [[nodiscard]] QString headline() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showReport();
    void showState();
    void showExplanation();
    void showUse();
    /// Columns as wide as their heads and figures need, while it measures never narrower than before; the rung takes
    /// what is left.
    void fitColumns();
    /// Table and chart where all rows are seen beside it, otherwise one of them; rows of two lines where there is room.
    void arrange();
    /// Height that the table can have without the chart, px.
    [[nodiscard]] int tableRoom() const;
    /// What is shown was measured for other settings than the present ones.
    [[nodiscard]] bool isOfOther() const;
    /// Which experiment the table is about, and since when.
    [[nodiscard]] QString subject() const;
    [[nodiscard]] QString stateText() const;
    void fillEarlier();
    void copyCommand() const;
    Theme* theme_;
    LabController* lab_;
    LabBar* bar_;
    QLabel *state_, *subject_, *explanation_;
    QPushButton* other_;  ///< from what was measured last to the plan, and back
    QPushButton* earlier_;
    QTableView* table_;
    LabModel* model_;
    LabChart* chart_;
    Card* card_;
    Banner* used_;
    bool shown_ = false, isChart_ = false, ran_ = false;
};

}  // namespace gatelab

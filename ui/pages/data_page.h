// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"

class QLabel;
class QProgressBar;
class QStackedWidget;
class QTableView;

namespace gatelab {

class Card;
class DataInspector;
class EmptyState;
class ExperimentModel;
class RunController;
class Segments;
class SeriesModel;
class StackedSeriesPlot;
class Theme;

/// The series under the user's hands: every channel drawn, the borders of the split to drag, or the rows as a table; what to do about it in the inspector.
class DataPage : public Page {
    Q_OBJECT
public:
    DataPage(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
    [[nodiscard]] QString title() const override { return tr("Data"); }
    [[nodiscard]] QWidget* inspector() override;
    [[nodiscard]] QString inspectorTitle() const override { return tr("Findings"); }
    [[nodiscard]] PageMark mark() const override;
    void setCompact(bool compact) override;
    void showField(const QString& key) override;

private:
    QWidget* makeBar();
    void showData();
    void showLoading();
    void showSplit();
    void moveBorders(qint64 first, qint64 second);
    Theme& theme_;
    ExperimentModel& experiment_;
    Segments* views_;
    QLabel* busy_;
    QProgressBar* progress_;
    Card* card_;
    QStackedWidget* stack_;
    StackedSeriesPlot* plot_;
    QTableView* table_;
    SeriesModel* model_;
    EmptyState* empty_;
    DataInspector* inspector_;
};

}  // namespace gatelab

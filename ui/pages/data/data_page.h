// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"
#include "data/split.h"
#include "pages/page.h"

#include <vector>

class QLabel;
class QProgressBar;
class QStackedWidget;
class QTableView;

namespace gatelab {

class BackgroundJob;
class Card;
class DataInspector;
class EmptyState;
class ExperimentModel;
class PreparedPanel;
class RunController;
class Segments;
class SequencePanel;
class SeriesModel;
class SeriesOverview;
class SeriesPlot;
class SeriesView;
class Theme;

/// The series under the user's hands: every channel drawn, the borders of the split to drag, or the rows as a table; of
/// sequences their classes and each of them; what to do about it in the inspector.
class DataPage : public Page {
    Q_OBJECT
public:
    DataPage(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
    [[nodiscard]] QWidget* inspector() override;
    [[nodiscard]] QString inspectorTitle() const override { return tr("Plan and findings"); }
    [[nodiscard]] PageMark mark() const override;
    void setCompact(bool compact) override;
    void showPlace(const Place& place) override;
    [[nodiscard]] QVariantMap viewState() const override;
    void restoreViewState(const QVariantMap& state) override;

private:
    QWidget* makeBar();
    void showData();
    void showLoading();
    void drawSeries(const SeriesPtr& series);
    void showSplit();
    void showMarks();
    void applyViewState();
    /// Series, table or prepared, as the segments are numbered.
    void showView(int view);
    void takeSplit(const Split& split);
    void showRows(qint64 begin, qint64 end);
    QWidget* makeDrawing();
    Theme& theme_;
    ExperimentModel& experiment_;
    Segments* views_;
    QLabel* busy_;
    QProgressBar* progress_;
    Card* card_;
    QStackedWidget* stack_;
    SeriesView* view_;
    SeriesPlot* plot_;
    SeriesOverview* overview_;
    Segments* statistics_;
    QLabel* splitText_;
    BackgroundJob* drawingJob_;
    QTableView* table_;
    SeriesModel* model_;
    EmptyState* empty_;
    SequencePanel* sequences_;
    PreparedPanel* prepared_;
    DataInspector* inspector_;
    std::vector<QWidget*> ofSeries_;  ///< in the bar: of no use for sequences
    QVariantMap restored_;            ///< waits until the series is drawn
};

}  // namespace gatelab

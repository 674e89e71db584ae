// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"
#include "data/split.h"
#include "pages/page.h"

#include <optional>
#include <string>
#include <vector>

class QLabel;
class QLineEdit;
class QProgressBar;
class QStackedWidget;
class QTableView;

namespace gatelab {

class BackgroundJob;
class Card;
class DataInspector;
class EmptyState;
class ExperimentModel;
class InsightList;
class LookViews;
class MemberBox;
class PreparedPanel;
class RunBoard;
class RunController;
class Segments;
class SequencePanel;
class SeriesModel;
class SeriesPlot;
struct ColumnUse;
struct Insight;
struct SpanAndStep;
class SeriesView;
class Theme;

/// The series under the user's hands: every channel drawn with what it is used for, the borders of the split to drag;
/// of one column how its values lie, what of it repeats and what others have to do with it; the series as prepared, or
/// the rows as a table; of sequences their classes and each of them; plan and findings in the inspector, and the plan
/// as a line over the page where that is not shown.
class DataPage : public Page {
    Q_OBJECT
public:
    DataPage(Theme& theme, ExperimentModel& experiment, RunController& runs, RunBoard& board,
             QWidget* parent = nullptr);
    [[nodiscard]] QWidget* inspector() override;
    [[nodiscard]] QString inspectorTitle() const override { return tr("Plan and findings"); }
    [[nodiscard]] PageMark mark() const override;
    void showPlace(const Place& place) override;
    [[nodiscard]] QVariantMap viewState() const override;
    void restoreViewState(const QVariantMap& state) override;

private:
    struct AskedRows {
        QString column;
        qint64 begin = 0, end = 0;
    };
    QWidget* makeBar(RunBoard& board);
    QWidget* makeOpenButton(QWidget* bar);
    QWidget* makeTable();
    void follow(const Insight& insight);
    void makeHeader();
    void showData();
    void showLoading();
    void showSpan(const Series& series, RowRange ends, const SpanAndStep& times);
    void drawSeries(const SeriesPtr& series);
    void drawMended(const SeriesPtr& series);
    void followMends();
    void showSplit();
    void showMember();
    void arrangeTable();
    [[nodiscard]] std::vector<std::size_t> orderOf(const Series& shown) const;
    [[nodiscard]] Split shownSplit() const;
    void showMarks();
    void applyViewState();
    /// As the segments are numbered.
    void showView(int view);
    /// What depends on the view that is shown.
    void arrange();
    void showClasses();
    void takeSplit(const Split& split);
    /// Rows of the data, whichever series they are of.
    void showRows(const QString& column, qint64 begin, qint64 end);
    void showOwnRows(const AskedRows& rows);
    void showChannels();
    void setInput(int channel, bool on);
    void setTarget(int channel, bool besides);
    /// One undoable step; a forecast needs a target and an input: the last of each stays.
    void setUses(const std::vector<ColumnUse>& uses);
    Theme& theme_;
    ExperimentModel& experiment_;
    Segments* views_;
    QLabel* busy_;
    QProgressBar* progress_;
    Card* card_;
    QStackedWidget* stack_;
    SeriesView* view_;
    SeriesPlot* plot_;
    QLineEdit* find_;
    MemberBox* member_;
    BackgroundJob* drawingJob_;
    QTableView* table_;
    InsightList* said_;  ///< above the table
    SeriesModel* model_;
    EmptyState* empty_;
    SequencePanel* sequences_;
    LookViews* look_;
    PreparedPanel* prepared_;
    DataInspector* inspector_;
    QWidget* fit_;                    ///< of no use for sequences
    QVariantMap restored_;            ///< waits until the series is drawn
    std::optional<AskedRows> asked_;  ///< of a series that is not drawn yet
    std::vector<std::string> mends_;  ///< steps of the recipe by which the drawn values are mended
};

}  // namespace gatelab

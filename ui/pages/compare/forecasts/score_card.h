// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/score_model.h"
#include "run/series_forecasts.h"
#include "widgets/card.h"

class QLabel;
class QStackedWidget;
class QStyledItemDelegate;
class QTableView;

namespace gatelab {

class QuantileModel;
class Segments;
class SeriesScoreModel;

/// Scores of runs beside the baselines on a scale that can be chosen; where the forecast of the first has quantiles,
/// how good each of them and their interval was; of many series how well each is forecast, in a table that can be
/// sorted.
class ScoreCard : public Card {
    Q_OBJECT
public:
    explicit ScoreCard(QWidget* parent = nullptr);
    /// The unit is that of the original scale; empty: not known.
    void setRuns(std::vector<ScoredRun> runs, const std::string& unit = {});
    /// Of one run.
    void setScores(const std::vector<TestScore>& scores, const std::string& unit = {}) {
        setRuns({ScoredRun{{}, {}, scores}}, unit);
    }
    /// Forecasts minus truth of a method of the table; NaN: not known.
    struct Errors {
        std::string method;
        QColor colour;
        std::vector<double> values;
    };
    void setErrors(const std::vector<Errors>& errors);
    /// Of what these are the scores; empty: the test part.
    void setPart(const QString& part);
    /// How well a run forecasts each of many series; none: it has one.
    void setSeries(std::vector<SeriesScore> series);
    /// The one that is shown beside the table; empty: all of them.
    void chooseSeries(const std::string& name);
    [[nodiscard]] const ScoreModel& scores() const { return *model_; }
    /// As high as all rows need, also above a bar that scrolls across.
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void scaleChanged();
    void seriesChosen(const QString& name);  ///< by the user, in the table

private:
    /// What can stand in the card.
    enum Page { Methods, Quantiles, Series };
    void fill();
    void fillPages();
    void choosePage(Page page);
    QWidget* makeSeriesPage();
    [[nodiscard]] int heightOf(int rows) const;
    QString part_;
    std::vector<TestScore> all_;  ///< of all runs
    std::vector<TestScore> first_;
    std::string unit_;
    ScoreModel* model_;
    QuantileModel* quantiles_;
    SeriesScoreModel* series_;
    Segments *what_, *scale_;
    QStackedWidget* stack_;
    QTableView *table_, *quantileTable_, *seriesTable_;
    QLabel *interval_, *verdict_;
    std::vector<Page> pages_;
    std::string chosen_;
    bool isChoosing_ = false;  ///< a row of the table of series, by the program
    QStyledItemDelegate* residuals_;
};

}  // namespace gatelab

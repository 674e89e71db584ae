// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/score_model.h"
#include "widgets/card.h"

class QLabel;
class QStackedWidget;
class QTableView;

namespace gatelab {

class QuantileModel;
class Segments;

/// Scores of a run beside the baselines on a scale that can be chosen, and, where the forecast has quantiles, how good
/// each of them and their interval was.
class ScoreCard : public Card {
    Q_OBJECT
public:
    explicit ScoreCard(QWidget* parent = nullptr);
    /// The unit is that of the original scale; empty: not known.
    void setScores(const std::vector<TestScore>& scores, const std::string& unit = {});
    [[nodiscard]] const ScoreModel& scores() const { return *model_; }
    /// As high as all rows need, also above a bar that scrolls across.
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void scaleChanged();

private:
    void fill();
    [[nodiscard]] int heightOf(int rows) const;
    std::vector<TestScore> all_;
    std::string unit_;
    ScoreModel* model_;
    QuantileModel* quantiles_;
    Segments *what_, *scale_;
    QStackedWidget* stack_;
    QTableView *table_, *quantileTable_;
    QLabel* interval_;
};

}  // namespace gatelab

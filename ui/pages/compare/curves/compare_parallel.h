// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/parallel/parallel_plot.h"
#include "pages/compare/curves/chart_groups.h"
#include "pages/compare/curves/compare_view.h"

#include <QStringList>
#include <vector>

class QLabel;
class QTimer;

namespace gatelab {

/// Parallel coordinates: a line for each group on the axes of the settings that differ, the score last, in the scale of
/// the map: the best is the strongest. Chosen ones lie on top in their colours. Of very many groups the best and some
/// others are drawn. A range that is marked on an axis is asked for as a filter. GUI thread.
class CompareParallel : public CompareView {
    Q_OBJECT
public:
    CompareParallel(Theme& theme, RunBoard& board, const RunColumns& columns, QWidget* parent = nullptr);
    [[nodiscard]] QWidget* pickers() override;
    void showRows() override;
    void setHighlight(const QString& rowKey) override { plot_->setHighlight(rowKey); }
    [[nodiscard]] ParallelPlot& plot() { return *plot_; }
    /// Keys of the axes.
    [[nodiscard]] const QStringList& axes() const { return keys_; }
    /// The marked ranges as a filter: "hidden_size < 32 and learning_rate > 0.005"; empty: none is marked.
    [[nodiscard]] QString expression() const;

Q_SIGNALS:
    void filterRequested(const QString& expression);

private:
    [[nodiscard]] QString termOf(std::size_t axis) const;
    /// How runs are filtered by their score.
    [[nodiscard]] QString scoreKey(const std::vector<ChartGroup>& groups) const;
    [[nodiscard]] QColor colourOf(const ChartGroup& group, const BoardAxis& scale) const;
    void showCount(std::size_t drawn, std::size_t all);
    Theme* theme_;
    RunBoard* board_;
    const RunColumns* columns_;
    ParallelPlot* plot_;
    QLabel* count_;
    QTimer* dragging_;                     ///< a range that is being dragged is asked for when it rests
    QStringList keys_;                     ///< of the axes
    std::vector<RunValues> values_;        ///< of the axes, for the drawn groups
    std::vector<QStringList> categories_;  ///< of the axes, as filters write them; empty: numbers
};

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "models/column_table.h"
#include "run/run_event.h"

#include <QPixmap>
#include <QString>
#include <cstddef>
#include <string>
#include <vector>

namespace gatelab {

/// A run among others in a table of scores: its own are those of the method "model".
struct ScoredRun {
    QString name;  ///< empty: "this run"
    QPixmap marker;
    std::vector<TestScore> scores;
    bool isDriven = false;  ///< its R² is called NSE (config/tasks/driven_system.h)
};

/// Forecast minus truth of a method on the original scale: their mean, and how many lie in each of some equal bins
/// around zero.
struct MethodResiduals {
    std::string method;
    QColor colour;
    double mean = 0;
    std::vector<double> counts;
};

/// Test scores as a table: one row per method (the runs first, then the baselines, best first), one column per metric,
/// for one scale, and what is left of the truth where that is known. The best value of a column is written bold. GUI
/// thread.
class ScoreModel : public ColumnTable<std::string> {
    Q_OBJECT
public:
    /// Of the cells of the last column: counts (a list of numbers) and colour of a histogram.
    enum Role { CountsRole = Qt::UserRole, ColourRole };
    using ColumnTable::ColumnTable;
    /// Of one run.
    void setScores(const std::vector<TestScore>& scores) { setRuns({ScoredRun{{}, {}, scores}}); }
    /// In this order; the baselines are those of the first that has any.
    void setRuns(std::vector<ScoredRun> runs);
    /// Of methods of the table; `reach`: the bins go from -reach to reach. None: there are no such columns.
    void setResiduals(std::vector<MethodResiduals> residuals, double reach);
    /// Column of the histograms; -1: none.
    [[nodiscard]] int residualColumn() const;
    /// "original" or "standardised".
    void setScale(const std::string& scale);
    [[nodiscard]] const std::string& scale() const { return scale_; }
    [[nodiscard]] const std::string& methodAt(int row) const { return rowAt(row); }
    /// The method of a run, from 0: "model", then "model2", ...
    [[nodiscard]] static std::string runMethod(std::size_t run);
    [[nodiscard]] double value(const std::string& method, const std::string& metric) const;  ///< NaN: not there
    /// What it is called, and what it was limited to.
    [[nodiscard]] QString label(const std::string& method) const;
    /// The best baseline's key by a metric; empty: none.
    [[nodiscard]] std::string bestBaseline(const std::string& metric) const;

private:
    void rebuild();
    [[nodiscard]] TableColumns columns() const override;
    [[nodiscard]] QVariant cell(const std::string& method, int column, int role) const override;
    [[nodiscard]] bool isBest(const std::string& method, const std::string& metric) const;
    /// Why there is no number.
    [[nodiscard]] QString reason(const std::string& method, const std::string& metric) const;
    [[nodiscard]] const ScoredRun* runOf(const std::string& method) const;
    [[nodiscard]] const MethodResiduals* residualsOf(const std::string& method) const;
    std::vector<ScoredRun> runs_;
    std::vector<TestScore> scores_;  ///< of all methods
    std::string scale_ = "original";
    std::vector<std::string> metrics_;
    std::vector<MethodResiduals> residuals_;
    double reach_ = 0;
};

}  // namespace gatelab

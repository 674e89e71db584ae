// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "run/run_event.h"

#include <QAbstractTableModel>
#include <QString>
#include <string>
#include <vector>

namespace gatelab {

/// Test scores as a table: one row per method (the run first, then the baselines, best first), one column per metric,
/// for one scale. The best value of a column is written bold. GUI thread.
class ScoreModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    void setScores(const std::vector<TestScore>& scores);
    /// "original" or "standardised".
    void setScale(const std::string& scale);
    [[nodiscard]] const std::string& scale() const { return scale_; }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] const std::string& methodAt(int row) const { return methods_[static_cast<std::size_t>(row)]; }
    [[nodiscard]] double value(const std::string& method, const std::string& metric) const;  ///< NaN: not there
    /// What it is called, and what it was limited to.
    [[nodiscard]] QString label(const std::string& method) const;
    /// The best baseline's key by a metric; empty: none.
    [[nodiscard]] std::string bestBaseline(const std::string& metric) const;

private:
    void rebuild();
    /// Why there is no number.
    [[nodiscard]] QString reason(const std::string& method, const std::string& metric) const;
    std::vector<TestScore> scores_;
    std::string scale_ = "original";
    std::vector<std::string> methods_, metrics_;
};

}  // namespace gatelab

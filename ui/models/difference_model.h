// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/field.h"
#include "theme.h"

#include <QAbstractTableModel>
#include <vector>

namespace gatelab {

/// Settings of several runs beside each other: one row per field, the base run in the first column after the name; cells that differ from the base
/// are tinted. GUI thread.
class DifferenceModel : public QAbstractTableModel {
    Q_OBJECT
public:
    struct Run {
        QString name;
        ExperimentConfig config;
    };
    explicit DifferenceModel(Theme& theme, QObject* parent = nullptr);
    void setRuns(std::vector<Run> runs);
    void setHideIdentical(bool on);
    /// Fields in which any run differs from the base, of all fields.
    [[nodiscard]] int differing() const { return differing_; }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void rebuild();
    [[nodiscard]] bool differs(const Field& field, std::size_t run) const;
    Theme* theme_;
    std::vector<Run> runs_;
    std::vector<const Field*> rows_;
    int differing_ = 0;
    bool hideIdentical_ = true;
};

}  // namespace gatelab

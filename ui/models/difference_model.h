// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "config/field.h"
#include "models/column_table.h"
#include "run/run_change.h"

namespace gatelab {

/// A setting, and of each column what it says and whether it differs from the base.
struct DifferenceRow {
    const Field* field = nullptr;
    std::vector<QString> cells;
    std::vector<bool> differs;
};

/// Settings of several runs beside each other: a row per field, named at the left; a column per setting, the base
/// first. Runs of one setting, which may differ in their seed, share a column; a setting that was changed while the run
/// went on has all its values, with the steps. Cells that differ from the base are tinted and heavier; a setting
/// without effect differs from nothing. GUI thread.
class DifferenceModel : public ColumnTable<DifferenceRow> {
    Q_OBJECT
public:
    struct Column {
        QString name;                           ///< of the run, or of what its runs have in common
        std::vector<ExperimentConfig> configs;  ///< of its runs; equal but for what is free (see RunGroup)
        int colour = 0;                         ///< slot of the first run
        QString id = {};                        ///< of the first run
        /// While it went on, of one that is alone for them (see groupBySettings())
        std::vector<RunChange> changes = {};

        friend bool operator==(const Column&, const Column&) = default;
    };
    explicit DifferenceModel(Theme& theme, QObject* parent = nullptr) : ColumnTable(parent), theme_(&theme) {}
    /// The base first. The same columns again change nothing.
    void setColumns(std::vector<Column> columns);
    void setHideIdentical(bool on);
    /// Fields in which any column differs from the base, or the runs of the only one from each other.
    [[nodiscard]] int differing() const { return differing_; }
    [[nodiscard]] QString idAt(int column) const;

private:
    void rebuild();
    [[nodiscard]] DifferenceRow makeRow(const Field& field) const;
    [[nodiscard]] TableColumns columns() const override;
    [[nodiscard]] QVariant cell(const DifferenceRow& row, int column, int role) const override;
    [[nodiscard]] QVariant head(int column, int role) const override;
    [[nodiscard]] QVariant rowHead(const DifferenceRow& row, int role) const override;
    Theme* theme_;
    std::vector<Column> compared_;
    int differing_ = 0;
    bool hideIdentical_ = true;
};

/// "1-3, 7" of 7, 2, 3, 1, 1.
QString rangesText(std::vector<std::int64_t> numbers);

}  // namespace gatelab

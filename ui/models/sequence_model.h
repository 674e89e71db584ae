// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/sequences/sequence_classes.h"
#include "data/series.h"
#include "models/column_table.h"

namespace gatelab {

/// What a class is called; without one: "no class".
QString className(const SequenceSet& set, std::int32_t label);
/// "training", "validation", "test"; empty: the file names no part.
QString partName(const SequenceSet& set, std::size_t item);

/// The classes of a sequence set, a row each: how many sequences, in which part, how long, values that are missing. GUI
/// thread.
class SequenceClassModel : public ColumnTable<SequenceClass> {
    Q_OBJECT
public:
    using ColumnTable::ColumnTable;
    void setClasses(SequenceSetPtr set, std::vector<SequenceClass> classes);

private:
    [[nodiscard]] TableColumns columns() const override;
    SequenceSetPtr set_;
};

/// The sequences of a set, a row each: class, part, steps, and of one channel mean, standard deviation (n - 1), least
/// and greatest value, which are computed when they are looked at. GUI thread.
class SequenceItemModel : public NumberedTable {
    Q_OBJECT
public:
    using ColumnTable::ColumnTable;
    void setSequences(SequenceSetPtr set);
    void setChannel(std::size_t channel);

private:
    enum Column { Class, Part, Steps, Missing, Mean, Deviation, Least, Greatest };
    [[nodiscard]] TableColumns columns() const override;
    [[nodiscard]] QVariant rowHead(const std::size_t& item, int role) const override;
    SequenceSetPtr set_;
    std::size_t channel_ = 0;
};

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/sequences/sequence_classes.h"
#include "data/series.h"

#include <QAbstractTableModel>
#include <vector>

namespace gatelab {

/// What a class is called; without one: "no class".
QString className(const SequenceSet& set, std::int32_t label);
/// "training", "test"; empty: the file names no part.
QString partName(const SequenceSet& set, std::size_t item);

/// The classes of a sequence set, a row each: how many sequences, in which part, how long, values that are missing. GUI
/// thread.
class SequenceClassModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit SequenceClassModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    void setClasses(SequenceSetPtr set, std::vector<SequenceClass> classes);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    enum Column { Name, Count, Share, Train, Test, Length, Missing };
    [[nodiscard]] Column columnAt(int section) const;
    SequenceSetPtr set_;
    std::vector<SequenceClass> classes_;
    std::int64_t all_ = 0;
    bool hasParts_ = false;
};

/// The sequences of a set, a row each: class, part, steps, and of one channel mean, standard deviation (n - 1), least
/// and greatest value, which are computed when they are looked at. GUI thread.
class SequenceItemModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit SequenceItemModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    void setSequences(SequenceSetPtr set);
    void setChannel(std::size_t channel);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    enum Column { Class, Part, Steps, Missing, Mean, Deviation, Least, Greatest, ColumnCount };
    SequenceSetPtr set_;
    std::size_t channel_ = 0;
};

}  // namespace gatelab

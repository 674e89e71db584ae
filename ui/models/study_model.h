// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lab/memory_study.h"

#include <QAbstractTableModel>

namespace gatelab {

/// The rows of the memory study: forecast and measured peak of each, and one more group of figures. What cannot be
/// measured is grey with its reason. GUI thread.
class StudyModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Factor, Value, Forecast, Measured, Error, FixedColumns };
    enum class Figures { Causes, Phases, Device };

    explicit StudyModel(Theme& theme, QObject* parent = nullptr) : QAbstractTableModel(parent), theme_(&theme) {}
    void setStudy(const MemoryStudy& study);
    [[nodiscard]] const MemoryStudy& study() const { return study_; }
    void setFigures(Figures figures);
    /// Why the row has no figures; empty: it has some, or will.
    [[nodiscard]] QString note(int row) const;
    /// The run colour of a row's factor.
    [[nodiscard]] int slot(int row) const;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// "Batch", "64" as people read them.
    static QString factorName(const StudyRow& row);
    static QString valueName(const StudyRow& row);
    /// A metric's label at the beginning of a line.
    static QString metricName(MetricId id);

private:
    [[nodiscard]] std::span<const MetricId> figures() const;
    /// The last column beside the phases: which of them, or the evaluation, makes the peak.
    [[nodiscard]] bool isPeakPart(int column) const;
    [[nodiscard]] QString text(const StudyRow& row, int column) const;
    Theme* theme_;
    MemoryStudy study_;
    Figures figures_ = Figures::Causes;
};

}  // namespace gatelab

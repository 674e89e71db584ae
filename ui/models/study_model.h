// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lab/memory_study.h"

#include <QAbstractTableModel>

namespace gatelab {

/// The rows of the memory study: forecast and measured peak of each, and where it lies. What cannot be measured is
/// grey, with its reason in the last column. GUI thread.
class StudyModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Factor, Value, Forecast, Measured, Error, Peak, ColumnCount };

    explicit StudyModel(Theme& theme, QObject* parent = nullptr) : QAbstractTableModel(parent), theme_(&theme) {}
    void setStudy(const MemoryStudy& study);
    [[nodiscard]] const MemoryStudy& study() const { return study_; }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QString text(const StudyRow& row, int column);
    Theme* theme_;
    MemoryStudy study_;
};

}  // namespace gatelab

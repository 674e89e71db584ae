// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run_controller.h"
#include "theme.h"

#include <QAbstractTableModel>
#include <QSet>
#include <QSortFilterProxyModel>

namespace gatelab {

/// The runs of the workspace with their figures, for the Compare page: a tick per run, sortable values, names that can be edited (the edit is asked
/// for by a signal, so that it becomes an undoable command). Which runs are ticked is the model's own. GUI thread.
class RunTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, BestValidation, BestEpoch, TestMse, TestMae, SamplesPerSecond, Time, Seed, State, Created, Tags, ColumnCount };
    enum Role { IdRole = Qt::UserRole + 1, SortRole, TextRole };

    RunTableModel(Theme& theme, RunController& runs, QObject* parent = nullptr);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    [[nodiscard]] QStringList checked() const;  ///< ids of ticked runs that exist, newest first
    void setChecked(const QStringList& ids);
    [[nodiscard]] QString idAt(int row) const;

Q_SIGNALS:
    void checkedChanged();
    void renameAsked(const QString& runId, const QString& name);

private:
    void refresh();
    [[nodiscard]] const RunSummary* runAt(int row) const;
    [[nodiscard]] double number(const RunSummary& run, int column) const;
    [[nodiscard]] QString text(const RunSummary& run, int column) const;
    Theme* theme_;
    RunController* runs_;
    std::vector<std::string> ids_;
    QSet<QString> checked_;
};

/// Sorts by value (missing ones last either way) and keeps rows whose texts hold all words of the filter.
class RunTableFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setWords(const QString& words);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QStringList words_;
};

/// A score of the test part; NaN when the run has none.
double testScore(const RunSummary& run, const char* method, const char* scale, const char* metric);

}  // namespace gatelab

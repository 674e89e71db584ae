// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>

namespace gatelab {

class RunController;
struct RunSummary;

/// The runs of the workspace as a list, starred ones on top, then newest first: name, when it began and its data,
/// marker, best value and what that is of; the live one with its share done. Archived runs are left out unless asked
/// for. Names can be edited; the edit is asked for by a signal, so that it becomes an undoable command.
class RunsModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        IdRole = Qt::UserRole + 1,
        SlotRole,
        ValueRole,
        StateRole,
        ShareRole,
        SortRole,
        StarRole,
        TitleRole,
        DetailRole,
        UnitRole
    };

    explicit RunsModel(RunController& runs, QObject* parent = nullptr);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] QModelIndex indexOf(const QString& runId) const;
    void setArchivedShown(bool on);
    [[nodiscard]] int archivedCount() const { return archived_; }

Q_SIGNALS:
    void renameAsked(const QString& runId, const QString& name);

private:
    void refresh();
    void refreshProgress(const QString& runId);
    [[nodiscard]] QString describe(const RunSummary& run) const;
    /// When it began, and its data.
    [[nodiscard]] QString detailOf(const RunSummary& run) const;
    /// For who hears it: `listed` by its name, `run` as it stands.
    [[nodiscard]] QString resultText(const RunSummary& listed, const RunSummary& run) const;
    struct Row {
        std::string id;
        std::size_t at;  ///< where the controller's list had it
        bool operator==(const Row& other) const { return id == other.id; }
    };
    RunController& runs_;
    std::vector<Row> rows_;  ///< as views know them
    int archived_ = 0;
    bool archivedShown_ = false;
};

}  // namespace gatelab

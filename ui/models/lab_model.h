// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/board.h"
#include "lab/lab.h"

#include <QAbstractTableModel>
#include <set>
#include <string>
#include <vector>

namespace gatelab {

/// The rungs of the optimisation lab in their groups, with what was measured of them; what cannot run here is one line
/// that opens. Rungs have a check box; what it changes is asked of the owner by toggled(). GUI thread.
class LabModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Rung, Axis, Effect, Interval, Losses, AtEnd, Samples, Peak, Difference, ColumnCount };
    /// The head of a group, a rung, the line of those that cannot run here, one of these.
    enum class Line { Group, Rung, Fold, Missing };
    /// What stands on the axis, as times as fast as the first rung; NaN: nothing does.
    struct Mark {
        double value = kNotMeasured, low = kNotMeasured, high = kNotMeasured;  ///< with all switches up to it
        double from = kNotMeasured;                                            ///< of the rung that it stands on
        bool loses = false;                                                    ///< is slower than that one
    };

    using QAbstractTableModel::QAbstractTableModel;
    /// `leftOut`: rungs whose box is off.
    void setReport(const LabReport& report, const std::set<std::string>& leftOut);
    [[nodiscard]] const LabReport& report() const { return report_; }
    /// Of a rung, as people read it.
    static QString title(const LabRung& rung);
    /// While it measures nothing can be ticked.
    void setLocked(bool locked);
    /// Opens or closes the line of what cannot run here.
    void setOpen(bool open);
    [[nodiscard]] bool isOpen() const { return open_; }

    [[nodiscard]] Line lineAt(int row) const { return rowAt(row).line; }
    /// Its place in the report, of a rung and of one that cannot run here.
    [[nodiscard]] std::size_t rungAt(int row) const { return rowAt(row).rung; }
    /// Row of a rung; -1: it has none now.
    [[nodiscard]] int rowOf(const std::string& key) const;
    /// What is said behind a name: what the switch does, why it cannot run or failed; of a group what its rungs are.
    [[nodiscard]] QString note(int row) const;
    [[nodiscard]] Mark markAt(int row) const;
    /// The run colour of a rung, and so its marker.
    [[nodiscard]] int slotAt(int row) const;
    /// A figure that stands out: beyond chance, or the best of its column.
    [[nodiscard]] bool isStrong(int row, int column) const;
    /// The outputs move more than rounding explains.
    [[nodiscard]] bool movesOutputs(int row) const;
    [[nodiscard]] const BoardAxis& axis() const { return axis_; }
    /// "times as fast as the plain loop".
    [[nodiscard]] QString axisTitle() const;
    /// Of all curves of the loss; logarithmic in time, `low` is above 0. Empty ones: no curve was kept.
    [[nodiscard]] const BoardAxis& time() const { return time_; }
    [[nodiscard]] const BoardAxis& loss() const { return loss_; }
    [[nodiscard]] bool hasCurves() const { return time_.low > 0; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void toggled(const QString& key, bool wanted);

private:
    struct Row {
        Line line = Line::Rung;
        std::size_t rung = 0;  ///< of a group its first one
        bool operator==(const Row&) const = default;
    };
    [[nodiscard]] const Row& rowAt(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    [[nodiscard]] std::vector<Row> rows() const;
    void updateRows();
    void updateAxes();
    static QString times(double value);           ///< "4.56 ×", or "-"
    static QString range(const LabRatio& ratio);  ///< of 95 %; empty: none
    [[nodiscard]] QString figure(std::size_t rung, int column) const;
    [[nodiscard]] QString groupTitle(std::size_t first) const;
    [[nodiscard]] QString groupNote(std::size_t first) const;
    [[nodiscard]] QString tip(int row, int column) const;
    LabReport report_;
    std::set<std::string> leftOut_;
    std::vector<Row> rows_;
    BoardAxis axis_, time_, loss_;
    bool locked_ = false, open_ = false;
};

}  // namespace gatelab

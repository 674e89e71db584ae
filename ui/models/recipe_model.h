// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/recipe/recipe.h"

#include <QAbstractListModel>
#include <vector>

namespace gatelab {

class ExperimentModel;

/// The recipe of the experiment as a list: a tick per step, order by dragging. It shows the configuration and changes
/// it by undoable commands; a step that cannot be read stays as a line that says so.
class RecipeModel : public QAbstractListModel {
    Q_OBJECT
public:
    explicit RecipeModel(ExperimentModel& experiment, QObject* parent = nullptr);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    bool moveRows(const QModelIndex& parent, int from, int count, const QModelIndex& toParent, int to) override;

    /// Null when the line cannot be read.
    [[nodiscard]] const RecipeStepConfig* step(int row) const;
    void add(const QString& key);
    void remove(int row);
    /// One undoable edit, merged while typing.
    void setParameter(int row, const QString& key, const QString& value);

private:
    struct Line {
        std::string text;
        RecipeStepConfig step;
        bool readable = false;
        friend bool operator==(const Line& a, const Line& b) { return a.text == b.text; }
    };
    void refresh();
    [[nodiscard]] std::vector<std::string> texts() const;
    void replaceWith(const std::vector<std::string>& recipe, const QString& text);
    ExperimentModel& experiment_;
    std::vector<Line> lines_;
};

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/recipe_model.h"

#include "common/recipe_words.h"
#include "common/texts.h"
#include "runs/experiment_model.h"

#include <algorithm>

namespace gatelab {

RecipeModel::RecipeModel(ExperimentModel& experiment, QObject* parent)
    : QAbstractListModel(parent), experiment_(experiment) {
    connect(&experiment_, &ExperimentModel::configChanged, this, &RecipeModel::refresh);
    refresh();
}

void RecipeModel::refresh() {
    std::vector<Line> lines;
    for (const auto& text : experiment_.config().recipe) {
        Line line{text, {}, false};
        if (auto step = parseRecipeStep(text); step.ok()) {
            line.step = std::move(*step);
            line.readable = true;
        }
        lines.push_back(std::move(line));
    }
    if (lines == lines_) return;
    if (lines.size() == lines_.size()) {  // selection and editors stay
        lines_ = std::move(lines);
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    lines_ = std::move(lines);
    endResetModel();
}

int RecipeModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

const RecipeStepConfig* RecipeModel::step(int row) const {
    if (row < 0 || row >= rowCount() || !lines_[static_cast<std::size_t>(row)].readable) return nullptr;
    return &lines_[static_cast<std::size_t>(row)].step;
}

QVariant RecipeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Line& line = lines_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole: {
            const QString text =
                line.readable ? describeRecipeStep(line.step) : tr("cannot be read: %1").arg(fromUtf8(line.text));
            return QStringLiteral("%1  %2").arg(index.row() + 1).arg(text);
        }
        case Qt::CheckStateRole:
            return line.readable ? QVariant(line.step.enabled ? Qt::Checked : Qt::Unchecked) : QVariant();
        case Qt::ToolTipRole: {
            const RecipeStep* row = findRecipeStep(line.step.key);
            return row ? translated(row->help) : fromUtf8(line.text);
        }
        default:
            return {};
    }
}

bool RecipeModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !step(index.row())) return false;
    RecipeStepConfig changed = *step(index.row());
    changed.enabled = value.toInt() == Qt::Checked;
    auto recipe = texts();
    recipe[static_cast<std::size_t>(index.row())] = formatRecipeStep(changed);
    replaceWith(recipe, changed.enabled ? tr("switch on %1").arg(recipeStepName(changed))
                                        : tr("switch off %1").arg(recipeStepName(changed)));
    return true;
}

Qt::ItemFlags RecipeModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::ItemIsDropEnabled;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsDragEnabled |
           Qt::ItemNeverHasChildren;
}

bool RecipeModel::moveRows(const QModelIndex& parent, int from, int count, const QModelIndex& toParent, int to) {
    if (parent.isValid() || toParent.isValid() || count != 1 || from < 0 || from >= rowCount() || to < 0 ||
        to > rowCount())
        return false;
    if (to == from || to == from + 1) return false;
    auto recipe = texts();
    const auto begin = recipe.begin();
    if (to > from)
        std::rotate(begin + from, begin + from + 1, begin + to);
    else
        std::rotate(begin + to, begin + from, begin + from + 1);
    replaceWith(recipe, tr("move a recipe step"));
    return true;
}

void RecipeModel::add(const QString& key) {
    RecipeStepConfig step;
    step.key = key.toStdString();
    auto recipe = texts();
    recipe.push_back(formatRecipeStep(step));
    replaceWith(recipe, tr("add %1").arg(recipeStepName(step)));
}

void RecipeModel::remove(int row) {
    if (row < 0 || row >= rowCount()) return;
    const QString name = step(row) ? recipeStepName(*step(row)) : tr("a step");
    auto recipe = texts();
    recipe.erase(recipe.begin() + row);
    replaceWith(recipe, tr("remove %1").arg(name));
}

void RecipeModel::setParameter(int row, const QString& key, const QString& value) {
    if (!step(row)) return;
    RecipeStepConfig changed = *step(row);
    changed.parameters[key.toStdString()] = value.toStdString();
    auto recipe = texts();
    recipe[static_cast<std::size_t>(row)] = formatRecipeStep(changed);
    experiment_.set("recipe", recipe);
}

std::vector<std::string> RecipeModel::texts() const { return experiment_.config().recipe; }

void RecipeModel::replaceWith(const std::vector<std::string>& recipe, const QString& text) {
    ExperimentConfig config = experiment_.config();
    config.recipe = recipe;
    experiment_.replace(config, text);
}

}  // namespace gatelab

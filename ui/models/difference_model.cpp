// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/difference_model.h"

#include "common/field_text.h"
#include "common/list_text.h"
#include "config/field_use.h"
#include "verdict/run_groups.h"

#include <QFont>
#include <algorithm>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

/// The name of a run is no setting that could explain a result.
bool isSetting(const Field& field) {
    return std::string_view(field.key) != "name" && std::string_view(field.key) != "notes";
}

/// What a cell tells.
struct Shown {
    std::vector<FieldValue> values;  ///< at the start, each once; none where the field has no effect
    std::vector<std::pair<std::int64_t, FieldValue>> later;  ///< from a step on

    friend bool operator==(const Shown&, const Shown&) = default;
};

Shown shownIn(const DifferenceModel::Column& column, const Field& field) {
    Shown shown;
    std::vector<FieldValue>& values = shown.values;
    for (const ExperimentConfig& config : column.configs) {
        if (unusedReason(field, config)) continue;
        const FieldValue value = fieldValue(config, field);
        if (const auto at = std::lower_bound(values.begin(), values.end(), value); at == values.end() || *at != value)
            values.insert(at, value);
        if (!isFree(field)) break;
    }
    for (const RunChange& change : column.changes) {
        if (change.what.field != &field || values.empty()) continue;
        if (shown.later.empty()) values = {change.what.from};  // the settings follow a longer plan
        shown.later.emplace_back(change.step, change.what.to);
    }
    return shown;
}

QString textOf(const Shown& shown, const Field& field) {
    std::vector<std::int64_t> numbers;
    QStringList texts;
    for (const FieldValue& value : shown.values) {
        if (const auto* whole = std::get_if<std::int64_t>(&value)) numbers.push_back(*whole);
        texts << displayValue(field, value);
    }
    if (texts.isEmpty()) return QStringLiteral("-");
    const QString unit = translated(field.unit);
    const auto withUnit = [&unit](const QString& text) {
        return unit.isEmpty() ? text : DifferenceModel::tr("%1 %2").arg(text, unit);
    };
    QStringList parts{withUnit(numbers.size() > 1 ? rangesText(numbers) : listText(texts))};
    for (const auto& [step, value] : shown.later)
        parts << DifferenceModel::tr("%1 from step %2").arg(withUnit(displayValue(field, value)), formatCount(step));
    return listText(parts);
}

}  // namespace

QString rangesText(std::vector<std::int64_t> numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    QStringList parts;
    for (std::size_t first = 0, last = 0; first < numbers.size(); first = ++last) {
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
        if (last == first + 1) parts << QString::number(numbers[first]);
        parts << (last > first + 1 ? QStringLiteral("%1-%2").arg(numbers[first]).arg(numbers[last])
                                   : QString::number(numbers[last]));
    }
    return listText(parts);
}

DifferenceModel::DifferenceModel(Theme& theme, QObject* parent) : QAbstractTableModel(parent), theme_(&theme) {}

void DifferenceModel::setColumns(std::vector<Column> columns) {
    if (columns == columns_) return;
    beginResetModel();
    columns_ = std::move(columns);
    rebuild();
    endResetModel();
}

void DifferenceModel::setHideIdentical(bool on) {
    beginResetModel();
    hideIdentical_ = on;
    rebuild();
    endResetModel();
}

void DifferenceModel::rebuild() {
    rows_.clear();
    differing_ = 0;
    if (columns_.empty()) return;
    for (const Field& field : fields()) {
        if (!isSetting(field)) continue;
        Row row = makeRow(field);
        const bool any = std::find(row.differs.begin(), row.differs.end(), true) != row.differs.end();
        differing_ += any ? 1 : 0;
        if (any || !hideIdentical_) rows_.push_back(std::move(row));
    }
}

DifferenceModel::Row DifferenceModel::makeRow(const Field& field) const {
    Row row{&field, {}, {}};
    Shown base;  // where the base does not use the field: of the first column that does
    for (const Column& column : columns_) {
        const Shown shown = shownIn(column, field);
        if (base.values.empty()) base = shown;
        row.cells.push_back(textOf(shown, field));
        row.differs.push_back(columns_.size() == 1 ? shown.values.size() > 1 : !shown.values.empty() && shown != base);
    }
    return row;
}

QString DifferenceModel::idAt(int column) const {
    return column < 0 || column >= columnCount() ? QString() : columns_[static_cast<std::size_t>(column)].id;
}

int DifferenceModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int DifferenceModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant DifferenceModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<std::size_t>(index.column());
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
            return row.cells[column];
        case Qt::BackgroundRole:
            return row.differs[column] ? QVariant(theme_->palette().infoTint) : QVariant();
        case Qt::FontRole: {
            if (!row.differs[column]) return {};
            QFont font;
            font.setWeight(QFont::DemiBold);  // the tint alone is faint
            return font;
        }
        case Qt::AccessibleDescriptionRole:
            return row.differs[column] ? QVariant(tr("differs from the base")) : QVariant();
        default:
            return {};
    }
}

QVariant DifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | Qt::AlignLeft);
    if (orientation == Qt::Horizontal)
        return section < 0 || section >= columnCount() ? QVariant() : columnHead(section, role);
    if (section < 0 || section >= rowCount()) return {};
    const Field& field = *rows_[static_cast<std::size_t>(section)].field;
    if (role == Qt::DisplayRole) return translated(field.label);
    return role == Qt::ToolTipRole ? QVariant(fieldToolTip(field)) : QVariant();
}

QVariant DifferenceModel::columnHead(int column, int role) const {
    const Column& shown = columns_[static_cast<std::size_t>(column)];
    if (role == Qt::DecorationRole) return theme_->marker(shown.colour);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    QString head = shown.name;
    if (shown.configs.size() > 1) {
        std::vector<std::int64_t> seeds;
        for (const ExperimentConfig& config : shown.configs) seeds.push_back(config.seed);
        const bool isOneSeed = std::ranges::count(seeds, seeds.front()) == std::ssize(seeds);
        head = (isOneSeed ? tr("%1, %2 runs of seed %3") : tr("%1, %2 runs (seeds %3)"))
                   .arg(head, formatCount(static_cast<qint64>(shown.configs.size())), rangesText(std::move(seeds)));
    }
    if (column == 0) head = tr("%1 (base)").arg(head);
    if (role == Qt::DisplayRole) return head;
    if (column == 0)
        return tr("%1\nThe others are compared with it: the oldest ticked run, or the one that the verdict is against, "
                  "until another is chosen (\"Use as base of the comparison\" in the menu of a run).")
            .arg(head);
    return tr("%1\nDouble-click: the others are compared with it.").arg(head);
}

}  // namespace gatelab

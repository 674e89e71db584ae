// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/difference_model.h"

#include "common/field_text.h"
#include "common/list_text.h"
#include "config/field_use.h"
#include "verdict/run_groups.h"

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

void DifferenceModel::setColumns(std::vector<Column> columns) {
    if (columns == compared_) return;
    compared_ = std::move(columns);
    rebuild();
}

void DifferenceModel::setHideIdentical(bool on) {
    hideIdentical_ = on;
    rebuild();
}

void DifferenceModel::rebuild() {
    std::vector<DifferenceRow> rows;
    differing_ = 0;
    for (const Field& field : fields()) {
        if (compared_.empty() || !isSetting(field)) continue;
        DifferenceRow row = makeRow(field);
        const bool any = std::find(row.differs.begin(), row.differs.end(), true) != row.differs.end();
        differing_ += any ? 1 : 0;
        if (any || !hideIdentical_) rows.push_back(std::move(row));
    }
    setRows(std::move(rows));
}

DifferenceRow DifferenceModel::makeRow(const Field& field) const {
    DifferenceRow row{&field, {}, {}};
    Shown base;  // where the base does not use the field: of the first column that does
    for (const Column& column : compared_) {
        const Shown shown = shownIn(column, field);
        if (base.values.empty()) base = shown;
        row.cells.push_back(textOf(shown, field));
        row.differs.push_back(compared_.size() == 1 ? shown.values.size() > 1 : !shown.values.empty() && shown != base);
    }
    return row;
}

QString DifferenceModel::idAt(int column) const {
    return column < 0 || column >= columnCount() ? QString() : compared_[static_cast<std::size_t>(column)].id;
}

DifferenceModel::TableColumns DifferenceModel::columns() const {
    TableColumns heads;
    for (const Column& column : compared_) {
        QString head = column.name;
        if (column.configs.size() > 1) {
            std::vector<std::int64_t> seeds;
            for (const ExperimentConfig& config : column.configs) seeds.push_back(config.seed);
            const bool isOneSeed = std::ranges::count(seeds, seeds.front()) == std::ssize(seeds);
            head = (isOneSeed ? tr("%1, %2 runs of seed %3") : tr("%1, %2 runs (seeds %3)"))
                       .arg(head, formatCount(std::ssize(seeds)), rangesText(seeds));
        }
        if (heads.empty()) head = tr("%1 (base)").arg(head);
        const QString tip =
            heads.empty()
                ? tr("%1\nThe others are compared with it: the oldest ticked run, or the one that the verdict is "
                     "against, until another is chosen (\"Use as base of the comparison\" in the menu of a run).")
                : tr("%1\nDouble-click: the others are compared with it.");
        heads.push_back({head, [at = heads.size()](const DifferenceRow& row) { return row.cells[at]; }, tip.arg(head),
                         Qt::AlignLeft});
    }
    return heads;
}

QVariant DifferenceModel::cell(const DifferenceRow& row, int column, int role) const {
    const auto at = static_cast<std::size_t>(column);
    if (role == Qt::ToolTipRole) return row.cells[at];
    if (row.differs[at]) {
        if (role == Qt::BackgroundRole) return theme_->palette().infoTint;
        if (role == Qt::FontRole) return heavier();  // the tint alone is faint
        if (role == Qt::AccessibleDescriptionRole) return tr("differs from the base");
    }
    return ColumnTable::cell(row, column, role);
}

QVariant DifferenceModel::head(int column, int role) const {
    return role == Qt::DecorationRole ? theme_->marker(compared_[static_cast<std::size_t>(column)].colour)
                                      : ColumnTable::head(column, role);
}

QVariant DifferenceModel::rowHead(const DifferenceRow& row, int role) const {
    if (role == Qt::DisplayRole) return translated(row.field->label);
    if (role == Qt::ToolTipRole) return fieldToolTip(*row.field);
    return role == Qt::TextAlignmentRole ? QVariant(Qt::AlignVCenter | Qt::AlignLeft) : QVariant();
}

}  // namespace gatelab

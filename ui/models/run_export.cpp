// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_export.h"

#include "io/csv_cell.h"
#include "models/run_table_model.h"

namespace gatelab {

namespace {

void appendCell(std::string& out, const QVariant& value) {
    if (value.typeId() == QMetaType::Double)
        appendCsvNumber(out, value.toDouble());
    else
        out += csvText(value.toString().toStdString());
}

/// A cell of a Markdown table is one line without bars.
QString cell(QString text) { return text.simplified().replace(QLatin1Char('|'), QLatin1String("\\|")); }

/// What tells runs of one name apart; a group has none.
QString idOf(const RunTableModel& model, int row) { return model.isGroup(row) ? QString() : model.idAt(row); }

/// Times are read like texts, from the left.
bool isOfNumbers(const RunTableModel& model, int column) {
    const RunColumn* shown = model.columns().find(model.shownColumns().value(column));
    return !shown || (!shown->isText() && shown->kind != RunColumn::Kind::Time);
}

}  // namespace

std::string runsCsv(const RunTableModel& model, const std::vector<int>& columns) {
    std::string text;
    for (int row = -1; row < model.rowCount(); ++row) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (i > 0) text += ',';
            appendCell(text, row < 0 ? model.headerData(columns[i], Qt::Horizontal, RunTableModel::ExactRole)
                                     : model.index(row, columns[i]).data(RunTableModel::ExactRole));
        }
        text += row < 0 ? std::string(",id\n") : ',' + csvText(idOf(model, row).toStdString()) + '\n';
    }
    return text;
}

std::string runsMarkdown(const RunTableModel& model, const std::vector<int>& columns) {
    QString text = QStringLiteral("|"), rule = QStringLiteral("|");
    for (const int column : columns) {
        text += QStringLiteral(" %1 |").arg(cell(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()));
        rule += isOfNumbers(model, column) ? QStringLiteral("---:|") : QStringLiteral("---|");
    }
    text += QStringLiteral(" id |\n%1---|\n").arg(rule);
    for (int row = 0; row < model.rowCount(); ++row) {
        text += QLatin1Char('|');
        for (const int column : columns)
            text += QStringLiteral(" %1 |").arg(cell(model.index(row, column).data().toString()));
        text += QStringLiteral(" %1 |\n").arg(cell(idOf(model, row)));
    }
    return text.toStdString();
}

}  // namespace gatelab

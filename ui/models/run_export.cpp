// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_export.h"

#include "io/csv_cell.h"
#include "models/run_table_model.h"

namespace gatelab {

namespace {

void appendCell(std::string& out, const QVariant& value) {
    if (value.typeId() == QMetaType::Double) appendCsvNumber(out, value.toDouble());
    else out += csvText(value.toString().toStdString());
}

/// A cell of a Markdown table is one line without bars.
QString cell(QString text) { return text.simplified().replace(QLatin1Char('|'), QLatin1String("\\|")); }

}  // namespace

std::string runsCsv(const RunTableModel& model, const std::vector<int>& columns) {
    std::string text;
    for (int row = -1; row < model.rowCount(); ++row) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (i > 0) text += ',';
            appendCell(text, row < 0 ? model.headerData(columns[i], Qt::Horizontal, RunTableModel::ExactRole) : model.index(row, columns[i]).data(RunTableModel::ExactRole));
        }
        text += '\n';
    }
    return text;
}

std::string runsMarkdown(const RunTableModel& model, const std::vector<int>& columns) {
    QString text = QStringLiteral("|"), rule = QStringLiteral("|");
    for (const int column : columns) {
        text += QStringLiteral(" %1 |").arg(cell(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()));
        const auto side = Qt::Alignment(model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
        rule += side.testFlag(Qt::AlignRight) ? QStringLiteral("---:|") : QStringLiteral("---|");
    }
    text += QLatin1Char('\n') + rule + QLatin1Char('\n');
    for (int row = 0; row < model.rowCount(); ++row) {
        text += QLatin1Char('|');
        for (const int column : columns) text += QStringLiteral(" %1 |").arg(cell(model.index(row, column).data().toString()));
        text += QLatin1Char('\n');
    }
    return text.toStdString();
}

}  // namespace gatelab

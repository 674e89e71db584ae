// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/board_file.h"

#include "common/list_text.h"
#include "common/texts.h"
#include "io/csv_cell.h"
#include "pages/compare/board/board_model.h"

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

QString idsOf(const BoardModel& model, int line) {
    if (model.seedAt(line)) return model.runAt(line);
    const BoardRow* row = model.rowAt(line);
    return row ? toStringList(row->group.ids).join(QLatin1Char(' ')) : QString();
}

}  // namespace

std::string boardCsv(const BoardModel& model, const std::vector<int>& columns) {
    std::string text;
    for (int line = -1; line < model.rowCount(); ++line) {
        if (line >= 0 && !model.rowAt(line)) continue;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (i > 0) text += ',';
            appendCell(text, line < 0 ? model.headerData(columns[i], Qt::Horizontal, BoardModel::ExactRole)
                                      : model.index(line, columns[i]).data(BoardModel::ExactRole));
        }
        text += line < 0 ? std::string(",ids\n") : ',' + csvText(idsOf(model, line).toStdString()) + '\n';
    }
    return text;
}

std::string boardMarkdown(const BoardModel& model, const std::vector<int>& columns) {
    QString text = QStringLiteral("|"), rule = QStringLiteral("|");
    for (const int column : columns) {
        text += QStringLiteral(" %1 |").arg(cell(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()));
        rule += model.columns()[static_cast<std::size_t>(column)].isText() ? QStringLiteral("---|")
                                                                           : QStringLiteral("---:|");
    }
    text += QStringLiteral(" ids |\n%1---|\n").arg(rule);
    for (int line = 0; line < model.rowCount(); ++line) {
        if (line >= 0 && !model.rowAt(line)) continue;
        text += QLatin1Char('|');
        for (const int column : columns)
            text += QStringLiteral(" %1 |").arg(cell(model.index(line, column).data().toString()));
        text += QStringLiteral(" %1 |\n").arg(cell(idsOf(model, line)));
    }
    return text.toStdString();
}

}  // namespace gatelab

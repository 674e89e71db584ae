// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/account.h"

#include "data/csv/row_account.h"

#include <algorithm>

namespace gatelab {
namespace {

ReadColumn::Kind kindOf(ColumnKind kind) {
    switch (kind) {
        case ColumnKind::Number:
            return ReadColumn::Kind::Number;
        case ColumnKind::Date:
            return ReadColumn::Kind::Date;
        case ColumnKind::Clock:
            return ReadColumn::Kind::Clock;
        case ColumnKind::Text:
            return ReadColumn::Kind::Text;
        case ColumnKind::Empty:
            break;
    }
    return ReadColumn::Kind::Empty;
}

ReadColumn::Role roleOf(CsvRole role) {
    switch (role) {
        case CsvRole::Value:
            return ReadColumn::Role::Value;
        case CsvRole::Time:
            return ReadColumn::Role::Time;
        case CsvRole::OtherTime:
        case CsvRole::Stamp:
            return ReadColumn::Role::OtherTime;
        case CsvRole::TimePart:
            return ReadColumn::Role::Part;
        case CsvRole::Counter:
            return ReadColumn::Role::Counter;
        case CsvRole::Text:
            return ReadColumn::Role::Text;
        case CsvRole::Empty:
            break;
    }
    return ReadColumn::Role::Empty;
}

}  // namespace

ReadAccount accountOf(std::string_view text, const CsvDialect& dialect, const CsvLayout& layout,
                      const ExperimentConfig& options, TableScan& scan) {
    ReadAccount account = std::move(scan.account);
    CsvRows above(text.substr(0, layout.bodyAt), dialect);
    while (above.next()) {
        if (std::ranges::find(layout.headerLines, above.line()) != layout.headerLines.end()) continue;
        if (above.line() <= options.csvSkipLines)
            account.leave(above.line(), GATELAB_TEXT("Reading", "skipped as the settings say"));
        else
            account.leave(above.line(), above.isBlank() ? reasonOf(LeftOut::Blank)
                                        : above.isComment()
                                            ? reasonOf(LeftOut::Comment)
                                            : Phrase(GATELAB_TEXT("Reading", "it stands above the table")));
    }
    account.rowsInFile = countLines(text) - std::ssize(layout.headerLines) - above.innerLines() - scan.innerLines;
    account.rowsRead = scan.rows;
    return account;
}

std::vector<ReadColumn> columnsOf(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan,
                                  const CsvRoles& roles) {
    std::vector<ReadColumn> columns;
    for (std::size_t c = 0; c < layout.width; ++c)
        columns.push_back({layout.names[c], kindOf(plan.columns[c].kind), roleOf(roles.of[c]),
                           scan.evidence[c].empty + scan.evidence[c].words});
    return columns;
}

}  // namespace gatelab

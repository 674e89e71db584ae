// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/account.h"

#include <algorithm>

namespace gatelab {
namespace {

/// A line above the first row of values.
struct LineAbove {
    std::int64_t line;
    bool blank, comment;
};

/// Which of them the names of the columns begin with; as many as there are: no header. A header row is found by its
/// cells; names in a comment are the last one above the table.
std::size_t firstHeaderLine(std::string_view text, const CsvDialect& dialect, const CsvLayout& layout,
                            std::vector<LineAbove>& lines, std::int64_t& innerLines) {
    std::ptrdiff_t header = -1, lastComment = -1;
    CsvRows rows(text.substr(0, layout.bodyAt), dialect);
    while (rows.next()) {
        std::size_t filled = rows.cells().size();
        while (filled > 1 && rows.cells()[filled - 1].empty()) --filled;
        if (rows.isComment())
            lastComment = std::ssize(lines);
        else if (!layout.headerCells.empty() && std::ranges::equal(rows.cells().first(filled), layout.headerCells))
            header = std::ssize(lines);
        lines.push_back({rows.line(), rows.isBlank(), rows.isComment()});
    }
    innerLines = rows.innerLines();
    if (!layout.header) return lines.size();
    const std::ptrdiff_t found = layout.headerCells.empty() ? lastComment : header;
    return found < 0 ? lines.size() : static_cast<std::size_t>(found);
}

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
    std::vector<LineAbove> above;
    std::int64_t innerLines = 0, names = 0;
    const std::size_t header = firstHeaderLine(text, dialect, layout, above, innerLines);
    for (std::size_t i = 0; i < above.size(); ++i) {
        const LineAbove& line = above[i];
        // Names may go on in a second and a third line, and units stand below them.
        if (i == header || (i > header && !line.blank && !line.comment))
            ++names;
        else if (line.line <= options.csvSkipLines)
            account.leave(line.line, GATELAB_TEXT("Reading", "skipped as the settings say"));
        else
            account.leave(line.line, line.blank     ? GATELAB_TEXT("Reading", "a blank line")
                                     : line.comment ? GATELAB_TEXT("Reading", "a comment")
                                                    : GATELAB_TEXT("Reading", "it stands above the table"));
    }
    account.rowsInFile = countLines(text) - names - innerLines - scan.innerLines;
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

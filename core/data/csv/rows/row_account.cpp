// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/rows/row_account.h"

#include "data/csv/text/line_index.h"
#include "data/csv/words.h"

#include <algorithm>
#include <utility>

namespace gatelab {
namespace {

constexpr std::int64_t kMaxListed = 20;  // warnings of one kind with their line

}  // namespace

const Phrase& reasonOf(LeftOut why) {
    static const std::array<Phrase, 13> kReasons = {
        GATELAB_TEXT("Reading", "a blank line"),
        GATELAB_TEXT("Reading", "a comment"),
        GATELAB_TEXT("Reading", "a comment, which would be a row without its mark"),
        GATELAB_TEXT("Reading", "the names of the columns once more"),
        GATELAB_TEXT("Reading", "it has no number and no time"),
        GATELAB_TEXT("Reading", "a row without any content"),
        GATELAB_TEXT("Reading", "its label is that of a sum, a mean or a spread"),
        GATELAB_TEXT("Reading", "it belongs to a second table"),
        GATELAB_TEXT("Reading", "it stands below the table, with words in place of a time"),
        GATELAB_TEXT("Reading", "it is the head of a page"),
        GATELAB_TEXT("Reading", "a line that is drawn between rows"),
        GATELAB_TEXT("Reading", "it lacks cells, and blanks do not tell which"),
        GATELAB_TEXT("Reading", "the file ends inside of it")};
    return kReasons[static_cast<std::size_t>(why)];
}

void RowAccount::note(Note kind, std::int64_t line, Phrase message) {
    if (++notes_[static_cast<std::size_t>(kind)] <= kMaxListed) scan_->warnings.push_back({line, std::move(message)});
}

void RowAccount::leaveUnread(const CsvRows& rows, bool isRow) {
    leave(rows.line(), isRow ? LeftOut::CommentedRow : rows.isComment() ? LeftOut::Comment : LeftOut::Blank);
    blankRows_ += rows.isBlank() && scan_->rows > 0 ? 1 : 0;
}

void RowAccount::leaveTheRest(CsvRows& rows) {
    scan_->warnings.push_back(
        {rows.line(),
         {GATELAB_TEXT("Reading",
                       "from this line on the file looks like a second table and was left out. To read that one, skip "
                       "the %1 lines above its names on import"),
          {rows.line() - 1}}});
    do leave(rows.line(), rows.isBlank() ? LeftOut::Blank : rows.isComment() ? LeftOut::Comment : LeftOut::OtherTable);
    while (rows.next());
}

void RowAccount::beginRow(std::int64_t line) {
    if (blankRows_ > 0 && std::exchange(blankInside_, blankInside_ + std::exchange(blankRows_, 0)) == 0)
        blankLine_ = line - 1;
}

void RowAccount::leaveWaiting() {
    for (const std::int64_t line : emptyLines_) leave(line, LeftOut::NoContent);
    scan_->excluded += static_cast<std::int64_t>(emptyLines_.size());
    emptyLines_.clear();
}

void RowAccount::keepWaiting(std::int64_t line) {
    if (keptEmpty_ == 0) keptEmptyLine_ = line;
    keptEmpty_ += static_cast<std::int64_t>(emptyLines_.size());
    emptyLines_.clear();
}

void RowAccount::addNumbers() {
    const auto more = [&](Note kind, const Text& what) {
        const std::int64_t count = notes_[static_cast<std::size_t>(kind)];
        if (count > kMaxListed) scan_->warnings.push_back({-1, {what, {count - kMaxListed}}});
    };
    more(Note::Short, GATELAB_TEXT("Reading", "%1 further lines have too few cells; the missing ones are empty"));
    more(Note::Long, GATELAB_TEXT("Reading", "%1 further lines have too many cells; the last ones were left out"));
    more(Note::Empty, GATELAB_TEXT("Reading", "%1 further places have rows without any content; they were left out"));
    more(Note::Sum, GATELAB_TEXT("Reading", "%1 further lines hold sums, means or spreads and were left out"));
    more(Note::Unplaced, GATELAB_TEXT("Reading", "%1 further lines lack cells between blanks and were left out"));
    more(Note::Reordered, GATELAB_TEXT("Reading", "%1 further lines name the columns in another order"));
    more(Note::Foreign, GATELAB_TEXT("Reading", "%1 further lines have no number and no time and were left out"));
}

void RowAccount::addOfComments(const CsvDialect& dialect, const TablePlan& plan) {
    if (scan_->commentRows > 0 && plan.keepsCommentedRows)
        scan_->warnings.push_back(
            {scan_->commentLine,
             {GATELAB_TEXT("Reading",
                           "%1 lines of the table start with '%2' and hold cells as its rows do; they are too many "
                           "for comments and were read as rows (the first is this line). Where they are comments, "
                           "choose comment lines '%2'"),
              {scan_->commentRows, dialect.comment}}});
    else if (scan_->commentRows > 0)
        scan_->warnings.push_back(
            {scan_->commentLine,
             {GATELAB_TEXT("Reading",
                           "%1 lines of the table start with '%2' and were taken as comments (the first is this "
                           "line); where they hold values, choose comment lines 'none'"),
              {scan_->commentRows, dialect.comment}}});
}

void RowAccount::finish(const CsvLayout& layout, const CsvDialect& dialect, const TablePlan& plan) {
    addNumbers();
    if (repeated_ > 0)
        scan_->warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading", "the header is repeated %1 times inside the table; the repeats were left out"),
              {repeated_}}});
    if (pageHeads_ > 0)
        scan_->warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading", "%1 heads of pages stand between the rows of the table and were left out"),
              {pageHeads_}}});
    if (scan_->strayQuotes > 0)
        scan_->warnings.push_back({scan_->strayLine,
                                   {GATELAB_TEXT("Reading",
                                                 "%1 cells start with a quote that does not close in its row (the "
                                                 "first is in this line); it was left out"),
                                    {scan_->strayQuotes}}});
    // With more columns a row of missing values has its delimiters.
    if (blankInside_ > 0 && layout.width == 1)
        scan_->warnings.push_back(
            {blankLine_,
             {GATELAB_TEXT("Reading",
                           "%1 blank lines stand between the values of this one column and were left out; where "
                           "they mean missing values, write NA in their place"),
              {blankInside_}}});
    if (keptEmpty_ > 0)
        scan_->warnings.push_back({keptEmptyLine_,
                                   {GATELAB_TEXT("Reading",
                                                 "%1 rows without any content (the first before this line) were read "
                                                 "as missing values, since no time tells whether they are rows"),
                                    {keptEmpty_}}});
    addOfComments(dialect, plan);
    scan_->shortRows = notes_[static_cast<std::size_t>(Note::Short)];
    scan_->longRows = notes_[static_cast<std::size_t>(Note::Long)];
}

ReadAccount accountOf(std::string_view text, const LineIndex& lines, const CsvDialect& dialect, const CsvLayout& layout,
                      const ExperimentConfig& options, TableScan& scan) {
    ReadAccount account = std::move(scan.account);
    CsvRows above(text.substr(0, layout.bodyAt), dialect);
    while (above.next()) {
        if (std::ranges::find(layout.headerLines, above.line()) != layout.headerLines.end()) continue;
        if (above.line() <= options.csvSkipLines)
            account.leave(above.line(), GATELAB_TEXT("Reading", "skipped as the settings say"));
        else
            account.leave(above.line(), above.isBlank()     ? reasonOf(LeftOut::Blank)
                                        : above.isComment() ? reasonOf(LeftOut::Comment)
                                        : isRule(above.cells(), dialect.delimiter, true)
                                            ? reasonOf(LeftOut::Rule)
                                            : Phrase(GATELAB_TEXT("Reading", "it stands above the table")));
    }
    account.rowsInFile = lines.lines(text) - std::ssize(layout.headerLines) - above.innerLines() - scan.innerLines;
    account.rowsRead = scan.rows;
    return account;
}

}  // namespace gatelab

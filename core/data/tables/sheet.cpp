// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/sheet.h"

#include "data/tables/sheet_rows.h"
#include "data/tables/xml_walk.h"
#include "io/archive_file.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

using Attributes = XmlHandlers::Attributes;

const std::string& at(const Attributes& attributes, const char* name) {
    static const std::string none;
    const auto found = attributes.find(name);
    return found == attributes.end() ? none : found->second;
}

std::int64_t wholeOf(std::string_view text, std::int64_t otherwise) {
    std::int64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() ? value : otherwise;
}

Result<> walkMember(const std::filesystem::path& path, const std::string& member, XmlWalk& walk,
                    const Progress& progress) {
    auto done = unpackMember(
        path, member, [&](std::string_view piece) { return walk.feed(piece); }, progress);
    if (done) done = walk.finish();
    return done;
}
/// A member that a workbook may lack.
Result<> walkIfThere(const std::filesystem::path& path, const std::string& member, XmlWalk& walk,
                     const Progress& progress) {
    auto done = walkMember(path, member, walk, progress);
    return !done && done.error().code == ErrorCode::NotFound ? Result<>() : done;
}

Error damaged(const Phrase& what) {
    return {ErrorCode::InvalidInput, {GATELAB_TEXT("Reading", "the workbook is damaged (%1)"), {what}}};
}

Error tooLong(const Phrase& what) {
    return {
        ErrorCode::Unsupported,
        {GATELAB_TEXT("Reading",
                      "%1 take more than %2 GiB, which is beyond what is read of a workbook; save the sheet as CSV"),
         {what, SheetRows::kMaxBytes >> 30}}};
}

/// How the number format of a cell shows a number.
DateShown dateShown(const std::string& format) {
    bool quoted = false, bracket = false;
    DateShown shown = DateShown::Number;
    bool isPercent = false;
    for (std::size_t i = 0; i < format.size() && format[i] != ';'; ++i) {
        const char c = format[i];
        if (c == '"') quoted = !quoted;
        if (quoted || c == '"') continue;
        if (c == '\\' || c == '_' || c == '*') {
            ++i;
        } else if (c == '[') {
            bracket = true;
            const char next = i + 1 < format.size() ? format[i + 1] : '\0';
            if (std::strchr("hmsHMS", next) != nullptr && next != '\0') return DateShown::Number;  // hours that passed
        } else if (c == ']') {
            bracket = false;
        } else if (!bracket) {
            isPercent = isPercent || c == '%';
            if (std::strchr("hHsS", c) != nullptr)
                shown = shown == DateShown::Date ? DateShown::DateTime : std::max(shown, DateShown::Time);
            if (std::strchr("yYdD", c) != nullptr)
                shown = shown == DateShown::Time ? DateShown::DateTime : std::max(shown, DateShown::Date);
            if ((c == 'm' || c == 'M') && shown == DateShown::Number) shown = DateShown::Date;
        }
    }
    return isPercent && shown == DateShown::Number ? DateShown::Percent : shown;
}

/// Of the formats that are built in by number (ECMA-376, 18.8.30).
DateShown builtinShown(std::int64_t id) {
    if (id == 22) return DateShown::DateTime;
    if (id == 9 || id == 10) return DateShown::Percent;
    if ((id >= 18 && id <= 21) || id == 45 || id == 47) return DateShown::Time;
    if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return DateShown::Date;
    return DateShown::Number;
}

/// What all sheets of an xlsx share.
struct XlsxBook {
    std::vector<std::pair<std::string, std::string>> sheets;  ///< name, relation
    std::map<std::string, std::string> targets;               ///< relation, member
    std::vector<std::string> strings;
    std::vector<DateShown> styles;
    bool from1904 = false;
};

Result<> readNames(const std::filesystem::path& path, XlsxBook& book, const Progress& progress) {
    XmlWalk walk({.begin = [&](std::string_view name, const Attributes& attributes) {
        if (name == "workbookPr")
            book.from1904 = at(attributes, "date1904") == "1" || at(attributes, "date1904") == "true";
        if (name == "sheet") book.sheets.emplace_back(at(attributes, "name"), at(attributes, "r:id"));
    }});
    if (auto done = walkMember(path, "xl/workbook.xml", walk, progress); !done) return done;
    XmlWalk relations({.begin = [&](std::string_view name, const Attributes& attributes) {
        const std::string& target = at(attributes, "Target");
        if (name == "Relationship")
            book.targets[at(attributes, "Id")] = target.starts_with('/') ? target.substr(1) : "xl/" + target;
    }});
    return walkMember(path, "xl/_rels/workbook.xml.rels", relations, progress);
}

Result<> readStrings(const std::filesystem::path& path, XlsxBook& book, const Progress& progress) {
    bool inside = false, phonetic = false;
    std::size_t bytes = 0;
    XmlWalk* self = nullptr;
    const auto grow = [&](std::size_t by) {
        if ((bytes += by) > SheetRows::kMaxBytes)
            self->stop(tooLong(GATELAB_TEXT("Reading", "the texts of its cells")));
    };
    XmlWalk walk({.begin =
                      [&](std::string_view name, const Attributes&) {
                          if (name == "si") book.strings.emplace_back(), grow(sizeof(std::string));
                          if (name == "rPh") phonetic = true;
                          inside = name == "t" && !phonetic && !book.strings.empty();
                      },
                  .end =
                      [&](std::string_view name) {
                          inside = false;
                          if (name == "rPh") phonetic = false;
                      },
                  .text =
                      [&](std::string_view text) {
                          if (inside) book.strings.back() += text, grow(text.size());
                      }});
    self = &walk;
    return walkIfThere(path, "xl/sharedStrings.xml", walk, progress);
}

Result<> readStyles(const std::filesystem::path& path, XlsxBook& book, const Progress& progress) {
    std::map<std::string, std::string> formats;
    bool cells = false;
    XmlWalk walk({.begin =
                      [&](std::string_view name, const Attributes& attributes) {
                          if (name == "numFmt") formats[at(attributes, "numFmtId")] = at(attributes, "formatCode");
                          if (name == "cellXfs") cells = true;
                          if (name != "xf" || !cells) return;
                          const auto own = formats.find(at(attributes, "numFmtId"));
                          book.styles.push_back(own != formats.end()
                                                    ? dateShown(own->second)
                                                    : builtinShown(wholeOf(at(attributes, "numFmtId"), 0)));
                      },
                  .end =
                      [&](std::string_view name) {
                          if (name == "cellXfs") cells = false;
                      }});
    return walkIfThere(path, "xl/styles.xml", walk, progress);
}

/// "BC12": 54; nothing: no cell.
std::optional<std::size_t> columnOf(std::string_view reference) {
    std::size_t column = 0;
    for (const char c : reference) {
        if (c < 'A' || c > 'Z' || column > SheetRows::kMaxColumns) break;
        column = column * 26 + static_cast<std::size_t>(c - 'A') + 1;
    }
    if (column == 0 || column > SheetRows::kMaxColumns) return std::nullopt;
    return column - 1;
}

constexpr std::int64_t kFewRows = 3;  ///< a name over two rows is a head

/// Cells that are merged over rows, by column and first row, with the last one. They stand behind the cells, so that
/// they are looked for first, in the bytes alone.
using Merged = std::map<std::pair<std::size_t, std::int64_t>, std::int64_t>;

Result<Merged> readMerged(const std::filesystem::path& path, const std::string& member, const Progress& progress) {
    constexpr std::string_view kBegin = "mergeCells";
    constexpr std::size_t kMost = std::size_t{16} << 20;
    std::string tail;
    bool isFound = false;
    auto done = unpackMember(
        path, member,
        [&](std::string_view piece) -> Result<> {
            if (tail.size() < kMost) tail += piece;
            if (isFound) return {};
            const std::size_t begin = tail.find(kBegin);
            isFound = begin != std::string::npos;
            tail.erase(0, isFound ? begin : tail.size() - std::min(tail.size(), kBegin.size()));
            return {};
        },
        progress);
    if (!done) return done.error();
    Merged merged;
    for (std::size_t at = isFound ? tail.find(" ref=\"") : std::string::npos; at != std::string::npos;
         at = tail.find(" ref=\"", at + 1)) {
        if (tail.rfind("mergeCell", at) == std::string::npos || tail.find("/", at) == std::string::npos) break;
        const std::string_view ref = std::string_view(tail).substr(at + 6, tail.find('"', at + 6) - at - 6);
        const std::size_t colon = ref.find(':');
        const auto column = columnOf(ref);
        if (colon == std::string_view::npos || !column) continue;
        const auto rowOf = [](std::string_view cell) {
            const std::size_t digit = cell.find_first_of("0123456789");
            return digit == std::string_view::npos ? 0 : wholeOf(cell.substr(digit), 0);
        };
        const std::int64_t from = rowOf(ref.substr(0, colon)), last = rowOf(ref.substr(colon + 1));
        if (from > 0 && last > from) merged[{*column, from}] = last;
    }
    return merged;
}

/// Takes the elements of an xlsx sheet.
class XlsxSheet {
public:
    XlsxSheet(const XlsxBook& book, SheetRows& rows) : book_(book), rows_(rows) {}

    Result<> read(const std::filesystem::path& path, const std::string& member, const Progress& progress) {
        XmlWalk walk({.begin = [this](std::string_view name, const Attributes& attributes) { begin(name, attributes); },
                      .end = [this](std::string_view name) { end(name); },
                      .text =
                          [this](std::string_view text) {
                              if (isValue_) value_ += text;
                              if (value_.size() > SheetRows::kMaxBytes)
                                  walk_->stop(tooLong(GATELAB_TEXT("Reading", "the texts of its cells")));
                          }});
        walk_ = &walk;
        auto merged = readMerged(path, member, progress ? [&](double) { return progress(-1); } : Progress());
        if (!merged) return merged.error();
        merged_ = std::move(*merged);
        return walkMember(path, member, walk, progress);
    }

private:
    /// Texts over two rows are names of columns.
    void holdMerged() {
        const auto found = merged_.find({column_, rows_.row()});
        if (found == merged_.end()) return;
        const bool isText = type_ == "s" || type_ == "str" || type_ == "inlineStr";
        if (!isText || found->second - rows_.row() + 1 >= kFewRows) rows_.holdDown(column_, found->second);
    }

    void begin(std::string_view name, const Attributes& attributes) {
        if (name == "row") {
            const std::int64_t row = wholeOf(at(attributes, "r"), rows_.row() + 1);
            if (!rows_.beginRow(row)) walk_->stop(damaged({GATELAB_TEXT("Reading", "row %1"), {row}}));
            next_ = 0;
        } else if (name == "c") {
            const std::string& reference = at(attributes, "r");
            const auto column = reference.empty() ? std::optional(next_) : columnOf(reference);
            if (!column || *column >= SheetRows::kMaxColumns)
                return walk_->stop(damaged({GATELAB_TEXT("Reading", "cell '%1'"), {reference}}));
            column_ = *column;
            next_ = column_ + 1;
            type_ = at(attributes, "t"), style_ = wholeOf(at(attributes, "s"), -1);
            value_.clear();
            isFormula_ = false;
        } else if (name == "f") {
            isFormula_ = true;
        }
        isValue_ = name == "v" || name == "t";
    }

    void end(std::string_view name) {
        isValue_ = false;
        if (name != "c") return;
        if (value_.empty()) {
            if (isFormula_) rows_.putUnvalued(column_);
            return;
        }
        holdMerged();
        if (type_ == "s") {
            const std::int64_t index = wholeOf(value_, -1);
            if (index < 0 || index >= std::ssize(book_.strings))
                return walk_->stop(damaged({GATELAB_TEXT("Reading", "shared text %1"), {value_}}));
            rows_.put(column_, book_.strings[static_cast<std::size_t>(index)]);
        } else if (type_ == "n" || type_.empty()) {
            const bool hasStyle = style_ >= 0 && style_ < std::ssize(book_.styles);
            rows_.putNumber(column_, value_,
                            hasStyle ? book_.styles[static_cast<std::size_t>(style_)] : DateShown::Number);
        } else {
            rows_.put(column_, value_);  // texts, dates in ISO 8601, switches as 0 and 1, errors as they are shown
        }
    }

    const XlsxBook& book_;
    Merged merged_;
    SheetRows& rows_;
    XmlWalk* walk_ = nullptr;
    std::size_t column_ = 0, next_ = 0;
    std::int64_t style_ = -1;
    std::string type_, value_;
    bool isValue_ = false, isFormula_ = false;
};

/// Takes the elements of one table of content.xml.
class OdsSheet {
public:
    OdsSheet(std::string sheet, SheetRows& rows) : sheet_(std::move(sheet)), rows_(rows) {}

    Result<> read(const std::filesystem::path& path, const Progress& progress) {
        progress_ = progress;
        XmlWalk walk({.begin = [this](std::string_view name, const Attributes& attributes) { begin(name, attributes); },
                      .end = [this](std::string_view name) { end(name); },
                      .text =
                          [this](std::string_view text) {
                              if (paragraphs_ > 0 && isText_) value_ += text;
                              if (value_.size() > SheetRows::kMaxBytes)
                                  walk_->stop(tooLong(GATELAB_TEXT("Reading", "the texts of its cells")));
                          }});
        walk_ = &walk;
        return walkMember(path, "content.xml", walk, progress);
    }

private:
    void begin(std::string_view name, const Attributes& attributes) {
        if (name == "table") isMine_ = at(attributes, "table:name") == sheet_;
        if (!isMine_) return;
        if (name == "table-row") {
            cells_.clear(), unvalued_.clear(), percents_.clear(), spans_.clear(), rowBytes_ = 0;
            repeatRows_ = wholeOf(at(attributes, "table:number-rows-repeated"), 1);
        } else if (name == "table-cell" || name == "covered-table-cell") {
            repeat_ = wholeOf(at(attributes, "table:number-columns-repeated"), 1);
            const std::string& type = at(attributes, "office:value-type");
            span_ = wholeOf(at(attributes, "table:number-rows-spanned"), 1);
            isText_ = type == "string", isPercent_ = type == "percentage";
            value_ = type == "date"      ? at(attributes, "office:date-value")
                     : type == "time"    ? at(attributes, "office:time-value")
                     : type == "boolean" ? (at(attributes, "office:boolean-value") == "true" ? "1" : "0")
                     : isText_           ? std::string()
                                         : at(attributes, "office:value");
            isUnvalued_ = type.empty() && !at(attributes, "table:formula").empty();
        } else if (name == "p") {
            ++paragraphs_;
        }
    }

    void end(std::string_view name) {
        if (!isMine_) return;
        if (name == "p") --paragraphs_;
        if (name == "table-cell" || name == "covered-table-cell") takeCell();
        if (name == "table-row") takeRow();
        if (name == "table") isMine_ = false;
    }

    void takeCell() {
        if (repeat_ < 1 || repeat_ > static_cast<std::int64_t>(SheetRows::kMaxColumns) ||
            cells_.size() + static_cast<std::size_t>(repeat_) > SheetRows::kMaxColumns)
            return walk_->stop(damaged({GATELAB_TEXT("Reading", "%1 cells in a row"), {repeat_}}));
        rowBytes_ += static_cast<std::size_t>(repeat_) * (value_.size() + 1);
        if (rowBytes_ > SheetRows::kMaxBytes)
            return walk_->stop(tooLong(GATELAB_TEXT("Reading", "the cells of a row")));
        if (span_ > 1 && (!isText_ || span_ >= kFewRows)) spans_[cells_.size()] = span_;
        for (std::int64_t i = 0; isUnvalued_ && value_.empty() && i < repeat_; ++i)
            unvalued_.insert(cells_.size() + static_cast<std::size_t>(i));
        for (std::int64_t i = 0; isPercent_ && i < repeat_; ++i)
            percents_.insert(cells_.size() + static_cast<std::size_t>(i));
        isUnvalued_ = isPercent_ = false;
        cells_.insert(cells_.end(), static_cast<std::size_t>(repeat_), value_);
        value_.clear();
    }

    void takeRow() {
        while (!cells_.empty() && cells_.back().empty() && !unvalued_.contains(cells_.size() - 1)) cells_.pop_back();
        const bool isRest = cells_.empty() && repeatRows_ > 1000;  // the empty rest of the sheet
        for (std::int64_t i = 0; i < repeatRows_ && !isRest; ++i) {
            if (!rows_.beginRow(rows_.row() + 1))
                return walk_->stop(damaged({GATELAB_TEXT("Reading", "row %1"), {rows_.row() + 1}}));
            for (const auto& [c, span] : spans_)
                if (c < cells_.size()) rows_.holdDown(c, rows_.row() + std::min(span, SheetRows::kMaxRows) - 1);
            for (std::size_t c = 0; c < cells_.size(); ++c)
                unvalued_.contains(c)   ? rows_.putUnvalued(c)
                : percents_.contains(c) ? rows_.putNumber(c, cells_[c], DateShown::Percent)
                                        : rows_.put(c, cells_[c]);
            untold_ += cells_.size();
            if (untold_ < kCellsPerAsk) continue;
            untold_ = 0;
            if (!report(progress_, -1))
                return walk_->stop({ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")});
        }
    }

    std::string sheet_;
    SheetRows& rows_;
    XmlWalk* walk_ = nullptr;
    std::vector<std::string> cells_;
    std::set<std::size_t> unvalued_;             ///< those of formulas without a value
    std::set<std::size_t> percents_;             ///< those that are shown in percent
    std::map<std::size_t, std::int64_t> spans_;  ///< rows over which a cell is merged
    std::string value_;
    static constexpr std::size_t kCellsPerAsk = std::size_t{1} << 18;  // of a row that is repeated: nothing is unpacked
    Progress progress_;
    std::size_t rowBytes_ = 0, untold_ = 0;
    std::int64_t repeat_ = 1, repeatRows_ = 1, span_ = 1;
    int paragraphs_ = 0;
    bool isMine_ = false, isText_ = false, isUnvalued_ = false, isPercent_ = false;
};

}  // namespace

WorkbookKind workbookKind(const std::vector<std::string>& members) {
    const auto has = [&](const char* name) { return std::ranges::find(members, name) != members.end(); };
    if (has("xl/workbook.xml")) return WorkbookKind::Xlsx;
    return has("content.xml") && has("mimetype") ? WorkbookKind::Ods : WorkbookKind::None;
}

Result<std::vector<std::string>> listSheets(const std::filesystem::path& path, WorkbookKind kind,
                                            const Progress& progress) {
    std::vector<std::string> names;
    if (kind == WorkbookKind::Xlsx) {
        XlsxBook book;
        if (auto done = readNames(path, book, progress); !done) return done.error();
        for (auto& [name, relation] : book.sheets) names.push_back(std::move(name));
        return names;
    }
    XmlWalk walk({.begin = [&](std::string_view name, const Attributes& attributes) {
        if (name == "table" && !at(attributes, "table:name").empty()) names.push_back(at(attributes, "table:name"));
    }});
    if (auto done = walkMember(path, "content.xml", walk, progress); !done) return done.error();
    return names;
}

Result<SheetText> readSheet(const std::filesystem::path& path, WorkbookKind kind, const std::string& sheet,
                            const Progress& progress) {
    XlsxBook book;
    if (kind == WorkbookKind::Ods) {
        SheetRows rows(false);
        if (auto done = OdsSheet(sheet, rows).read(path, progress); !done) return done.error();
        return rows.finish();
    }
    // How long they take beside the sheet nobody knows.
    const Progress asking = progress ? [&](double) { return progress(-1); } : Progress();
    for (const auto read : {readNames, readStrings, readStyles})
        if (auto done = read(path, book, asking); !done) return done.error();
    const auto found = std::ranges::find(book.sheets, sheet, [](const auto& entry) { return entry.first; });
    if (found == book.sheets.end())
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Reading", "there is no sheet '%1' in this workbook"), {sheet}}};
    SheetRows rows(book.from1904);
    if (auto done = XlsxSheet(book, rows).read(path, book.targets[found->second], progress); !done) return done.error();
    return rows.finish();
}

}  // namespace gatelab

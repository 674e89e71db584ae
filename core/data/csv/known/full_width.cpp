// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/known/known_table.h"
#include "data/tables/file_part.h"

#include <algorithm>

namespace gatelab::known_table {
namespace {

std::size_t count(std::string_view line, std::string_view mark) {
    std::size_t found = 0;
    for (std::size_t at = line.find(mark); at != std::string_view::npos; at = line.find(mark, at + mark.size()))
        ++found;
    return found;
}

/// As many in each of the first lines, and no delimiter of ASCII in any of them.
bool delimits(const std::vector<std::string_view>& lines, std::string_view mark) {
    const std::size_t each = count(lines.front(), mark);
    return each > 0 && std::ranges::all_of(lines, [&](std::string_view line) {
               return line.empty() || (count(line, mark) == each && line.find_first_of(",;\t|\"") == line.npos);
           });
}

}  // namespace

std::optional<KnownTable> fullWidth(std::string_view text) {
    constexpr std::size_t kLines = 40, kFewest = 3;
    const std::vector<std::string_view> lines = firstLines(text, kLines);
    if (lines.size() < kFewest) return std::nullopt;
    for (const std::string_view mark : {"\uFF0C", "\uFF1B"}) {
        if (!delimits(lines, mark)) continue;
        KnownTable table;
        table.keepsLines = true;
        for (std::string_view rest = text; !rest.empty(); table.text += '\n') {
            std::string_view line = takeLine(rest);
            for (std::size_t at = 0; !line.empty(); line.remove_prefix(at)) {
                const std::size_t end = std::min(line.find(mark), line.size());
                appendCsvCell(table.text, line.substr(0, end));
                if (end < line.size()) table.text += ',';
                at = std::min(end + mark.size(), line.size());
            }
        }
        table.said.push_back({1,
                              {GATELAB_TEXT("Reading",
                                            "full-width marks '%1' stand between the cells, as Chinese input methods "
                                            "write them, and were taken as the delimiter"),
                               {std::string(mark)}}});
        return table;
    }
    return std::nullopt;
}

}  // namespace gatelab::known_table

// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/word_tables.h"

#include "base/category_names.h"
#include "data/recipe/categories.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>

namespace gatelab {
namespace {

/// " +24" at the end of a name; empty: there is none.
std::string aheadMark(const std::string& name) {
    const std::size_t plus = name.rfind(" +");
    if (plus == std::string::npos || plus + 2 == name.size()) return {};
    const std::string mark = name.substr(plus);
    return std::ranges::all_of(mark.substr(2), [](char c) { return c >= '0' && c <= '9'; }) ? mark : std::string();
}

/// Whose word it is: the longest of the columns, as a name may hold '='.
std::optional<std::string> columnOf(const std::map<std::string, std::int64_t>& columns, const std::string& input) {
    std::optional<std::string> found;
    for (const auto& [column, size] : columns)
        if (isWordOf(input, column) && (!found || column.size() > found->size())) found = column;
    return found;
}

std::string safeName(const std::string& column, std::set<std::string>& taken) {
    std::string name;
    for (const char c : column) {
        const bool isSafe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
        name += isSafe ? c : '_';
    }
    std::string free = name;
    for (int number = 2; !taken.insert(free).second; ++number) free = name + "_" + std::to_string(number);
    return free;
}

/// Adds inputs to one table.
class TableWords {
public:
    explicit TableWords(std::span<const std::string> inputs) : inputs_(inputs.begin(), inputs.end()) {}

    void add(const std::string& input, std::int64_t place, WordTable& table) {
        std::string mark = aheadMark(input), word = input.substr(0, input.size() - mark.size());
        if (!inputs_.contains(word)) mark.clear(), word = input;  // the word itself ends so
        const auto row = rows_.emplace(word, std::ssize(rows_)).first->second;
        const auto copy = copies_.emplace(mark, table.copies.size()).first->second;
        if (copy == table.copies.size()) table.copies.push_back({{}, {}, mark});
        table.copies[copy].inputs.push_back(place);
        table.copies[copy].rows.push_back(row);
        table.words = std::ssize(rows_);
    }

private:
    std::set<std::string> inputs_;
    std::map<std::string, std::int64_t> rows_;
    std::map<std::string, std::size_t> copies_;
};

}  // namespace

std::vector<WordTable> wordTables(const std::vector<std::string>& recipe, const std::vector<std::string>& inputs) {
    const std::map<std::string, std::int64_t> columns = embeddedColumns(recipe);
    std::vector<WordTable> tables;
    std::vector<TableWords> words;
    std::set<std::string> taken;
    for (std::size_t place = 0; place < inputs.size() && !columns.empty(); ++place) {
        const std::optional<std::string> column = columnOf(columns, inputs[place]);
        if (!column) continue;
        auto table = std::ranges::find(tables, *column, &WordTable::column);
        if (table == tables.end()) {
            tables.push_back({*column, "category." + safeName(*column, taken) + ".weight"});
            words.emplace_back(inputs);
            table = tables.end() - 1;
        }
        words[static_cast<std::size_t>(table - tables.begin())].add(inputs[place], static_cast<std::int64_t>(place),
                                                                    *table);
    }
    for (WordTable& table : tables) {
        const std::int64_t asked = columns.at(table.column);
        table.size = asked > 0 ? asked : usualTableSize(table.words);
    }
    return tables;
}

std::vector<std::string> seenNames(const std::vector<WordTable>& tables, const std::vector<std::string>& inputs) {
    std::vector<std::string> names;
    for (const std::int64_t input : plainInputs(tables, std::ssize(inputs)))
        names.push_back(inputs[static_cast<std::size_t>(input)]);
    for (const WordTable& table : tables)
        for (const WordTable::Copy& copy : table.copies)
            for (std::int64_t k = 0; k < table.size; ++k)
                names.push_back(table.column + " [" + std::to_string(k + 1) + "]" + copy.mark);
    return names;
}

}  // namespace gatelab

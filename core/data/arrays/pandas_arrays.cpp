// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/pandas_arrays.h"

#include "base/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace gatelab {
namespace {

std::string textOf(const FileArray& dataset, std::string_view name) {
    const auto found = std::ranges::find(dataset.attributes, name, &FileAttribute::name);
    return found == dataset.attributes.end() || found->texts.empty() ? std::string() : found->texts.front();
}

void appendUtf8(std::string& text, unsigned code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | code >> 6);
        text += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        text += static_cast<char>(0xE0 | code >> 12);
        text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
        text += static_cast<char>(0x80 | (code & 0x3F));
    }
}

/// Latin-1 with \u4E2D, as the letter V of a pickle has it.
std::string unescaped(std::string_view raw) {
    constexpr std::size_t kDigits = 4;
    std::string text;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        unsigned code = static_cast<unsigned char>(raw[i]);
        if (raw.substr(i).starts_with("\\u") && raw.size() - i >= 2 + kDigits) {
            const char* const from = raw.data() + i + 2;
            const auto read = std::from_chars(from, from + kDigits, code, 16);
            if (read.ptr == from + kDigits) i += 1 + kDigits;
        }
        appendUtf8(text, code);
    }
    return text;
}

/// "ns" of "datetime64[ns]" and "datetime64[ns, Europe/Berlin]"; ns where none is said; empty: it is no time.
std::string timeUnitOf(std::string_view kind) {
    if (!kind.starts_with("datetime64")) return {};
    const std::size_t open = kind.find('[');
    if (open == std::string_view::npos) return "ns";
    return std::string(kind.substr(open + 1, kind.find_first_of(",]", open) - open - 1));
}

/// Names of columns, which may be whole numbers.
std::vector<std::string> itemNames(Hdf5Reader& reader, const StoredArray& items) {
    std::vector<std::string> names;
    if (auto texts = reader.texts(items.path)) return std::move(*texts);
    const auto numbers = items.usable ? reader.read(items.path) : Result<std::vector<double>>(Error());
    if (!numbers) return names;
    constexpr double kMostWhole = 9e15;
    for (const double number : *numbers) {
        const bool isWhole = std::abs(number) < kMostWhole;  // else the file is damaged
        names.push_back(isWhole ? std::to_string(static_cast<std::int64_t>(number)) : numberText(number));
    }
    return names;
}

bool isFixedItems(const std::string& path) { return path.ends_with("_items") || path.ends_with("/axis0"); }

}  // namespace

std::vector<std::string> pickledTexts(const std::string& pickle) {
    std::vector<std::string> texts;
    if (!pickle.starts_with("(l")) return texts;
    std::string_view rest = pickle;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        while (line.starts_with('a')) line.remove_prefix(1);
        if (line.starts_with('V')) texts.push_back(unescaped(line.substr(1)));
    }
    return texts;
}

std::string pandasKey(const std::string& path) {
    const std::size_t at = path.rfind('/');
    if (at == std::string::npos || at == 0) return {};
    const std::string_view group = std::string_view(path).substr(0, at), name = std::string_view(path).substr(at + 1);
    constexpr std::string_view kTable = "/table";
    const bool isTable = group.ends_with(kTable) && group.size() > kTable.size() && name.starts_with("values_block_");
    if (isTable) return std::string(group.substr(1, group.size() - kTable.size() - 1));
    return name.starts_with("block") && name.ends_with("_values") ? std::string(group.substr(1)) : std::string();
}

void readPandas(const FileArray& dataset, StoredArray& array) {
    const std::string kind = textOf(dataset, "kind");
    std::string unit;
    for (const char* said : {"kind", "dtype", "value_type"})
        if (unit.empty()) unit = timeUnitOf(textOf(dataset, said));
    const bool isIndex = array.path.ends_with("/index") || array.path.ends_with("/axis1");
    if (isIndex && kind == "integer") {
        array.isHelper = true;
        array.reason = GATELAB_TEXT("Reading", "the numbers that pandas gives to rows");
    } else if (!unit.empty() && array.usable) {
        array.isTime = true, array.unit = unit;
        if (array.path.ends_with("/axis1")) array.names = {"index"};
        if (array.shape.size() == 2 && array.shape[1] == 1) array.shape.pop_back();
    }
    const std::vector<std::string> names = pickledTexts(kind);
    const std::int64_t columns = array.shape.size() == 2 ? array.shape[1] : 1;
    if (std::ssize(names) == columns) array.names = names;
}

void namePandasBlocks(Hdf5Reader& reader, std::vector<StoredArray>& arrays) {
    for (StoredArray& items : arrays) {
        if (!isFixedItems(items.path)) continue;
        const std::string group = items.path.substr(0, items.path.rfind('/'));
        if (std::ranges::none_of(arrays, [&](const StoredArray& array) {
                return array.path == group + "/axis1" || array.path == group + "/axis1_label0";
            }))
            continue;
        const std::vector<std::string> names = itemNames(reader, items);
        items.isHelper = items.isIndex = true, items.usable = items.isText = false;
        items.reason = GATELAB_TEXT("Reading", "it holds the names of the columns");
        if (names.empty() || !items.path.ends_with("_items")) continue;
        constexpr std::size_t kEnding = 6;  // "_items"
        const std::string values = items.path.substr(0, items.path.size() - kEnding) + "_values";
        const auto block = std::ranges::find(arrays, values, &StoredArray::path);
        if (block == arrays.end()) continue;
        const std::int64_t columns = block->shape.size() == 2 ? block->shape[1] : 1;
        if (columns == std::ssize(names) || !block->usable) block->names = names;
        if (!block->usable && !block->isText)
            block->reason = GATELAB_TEXT("Reading",
                                         "pandas keeps texts in it as Python's objects (pickle), which are not opened; "
                                         "write the frame with format='table'");
    }
}

void expandPandasLevels(Hdf5Reader& reader, const std::vector<FileArray>& stored, ArrayFile& file) {
    constexpr std::string_view kLabel = "/axis1_label";
    std::vector<StoredArray> made;
    for (StoredArray& codes : file.arrays) {
        const std::size_t at = codes.path.rfind(kLabel);
        if (at == std::string::npos || !codes.usable || codes.shape.size() != 1) continue;
        const std::string number = codes.path.substr(at + kLabel.size());
        const auto level =
            std::ranges::find(file.arrays, codes.path.substr(0, at) + "/axis1_level" + number, &StoredArray::path);
        const auto facts =
            std::ranges::find(stored, codes.path.substr(0, at) + "/axis1_level" + number, &FileArray::path);
        if (level == file.arrays.end() || facts == stored.end()) continue;
        const auto places = reader.read(codes.path);
        const auto numbers = level->usable && !file.made.contains(level->path) ? reader.read(level->path)
                                                                               : Result<std::vector<double>>(Error());
        if (!places) continue;
        StoredArray column = *level;
        column.path = codes.path.substr(0, at) + "/" +
                      (textOf(*facts, "name").empty() || textOf(*facts, "name") == "N." ? "level" + number
                                                                                        : textOf(*facts, "name"));
        column.shape = codes.shape;
        const auto fill = [&](const auto& values, auto& cells, auto none) {
            for (const double place : *places)
                cells.push_back(place >= 0 && place < static_cast<double>(values.size())
                                    ? values[static_cast<std::size_t>(place)]
                                    : none);
        };
        if (level->isText)
            fill(file.texts[level->path], file.texts[column.path], std::string());
        else if (numbers)
            fill(*numbers, file.made[column.path], std::numeric_limits<double>::quiet_NaN());
        else
            continue;
        made.push_back(std::move(column));
        for (StoredArray* helper : {&codes, &*level}) {
            helper->isHelper = helper->isIndex = true, helper->isText = false;
            helper->reason = GATELAB_TEXT("Reading", "pandas keeps a level of the index in it, which is read");
        }
    }
    file.arrays.insert(file.arrays.begin(), made.begin(), made.end());
}

}  // namespace gatelab

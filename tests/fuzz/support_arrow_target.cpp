// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/support_arrow_target.h"

#include "data/tables/arrow_columns.h"
#include "data/tables/arrow_lists.h"
#include "io/arrow_stream.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <list>
#include <string>
#include <vector>

namespace gatelab::testing {
namespace {

/// Numbers from the bytes, zeros behind their end.
class Draw {
public:
    explicit Draw(std::string_view bytes) : bytes_(bytes) {}
    std::int64_t below(std::int64_t count) { return count <= 1 ? 0 : static_cast<std::uint8_t>(next()) % count; }
    char next() {
        if (bytes_.empty()) return 0;
        const char first = bytes_.front();
        bytes_.remove_prefix(1);
        return first;
    }
    std::string some(std::size_t count) {
        std::string text(count, '\0');
        std::ranges::generate(text, [&] { return next(); });
        return text;
    }

private:
    std::string_view bytes_;
};

/// A column with all that it points to.
struct Built {
    std::string format, name;
    ArrowSchema schema{};
    ArrowArray array{};
    std::list<std::vector<char>> memory;
    std::vector<const void*> buffers;
    std::list<Built> inner;
    std::vector<ArrowSchema*> schemas;
    std::vector<ArrowArray*> arrays;
};

class Columns {
public:
    explicit Columns(Draw& draw) : draw_(draw) {}

    /// A column of `rows` rows, lists in it `depth` deep at most.
    void build(Built& built, std::int64_t rows, int depth) {
        built.array.length = rows, built.array.offset = draw_.below(4);
        const std::int64_t all = rows + built.array.offset;
        built.name = draw_.some(static_cast<std::size_t>(draw_.below(4)));
        addBuffer(built, draw_.below(2) == 0 ? "" : draw_.some(static_cast<std::size_t>(all / 8 + 1)));
        switch (draw_.below(depth > 0 ? 6 : 2)) {
            case 0:
                plain(built, all);
                break;
            case 1:
                text(built, all);
                break;
            case 2:
                list(built, all, depth);
                break;
            case 3:
                fixedList(built, all, depth);
                break;
            case 4:
                dictionary(built, all);
                break;
            default:
                built.format = std::array{"n", "+s", "z", "+m", "w:4", ""}[static_cast<std::size_t>(draw_.below(6))];
        }
        built.array.buffers = built.buffers.data(), built.array.n_buffers = std::ssize(built.buffers);
        built.schema.format = built.format.c_str(), built.schema.name = built.name.c_str();
    }

private:
    /// "": a null pointer.
    static void addBuffer(Built& built, const std::string& bytes) {
        built.memory.emplace_back(bytes.begin(), bytes.end());
        built.buffers.push_back(bytes.empty() ? nullptr : built.memory.back().data());
    }

    template <class Number>
    std::string rising(std::int64_t count, std::int64_t& last) {
        std::string bytes;
        last = 0;
        for (std::int64_t i = 0; i <= count; ++i) {
            const auto value = static_cast<Number>(last);
            bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
            if (i < count) last += draw_.below(5);
        }
        return bytes;
    }

    void plain(Built& built, std::int64_t all) {
        static constexpr std::array kFormats{
            "c",   "C",   "s",   "S",    "i",       "I",   "l",     "L",       "e",    "f",   "g",   "b",         "tdD",
            "tdm", "tts", "ttn", "tsn:", "tss:UTC", "tDm", "d:9,3", "d:38,-5", "tsu:", "ttm", "tDs", "tsm:+01:00"};
        built.format = kFormats[static_cast<std::size_t>(draw_.below(std::ssize(kFormats)))];
        addBuffer(built, draw_.some(static_cast<std::size_t>(all) * 16 + 1));
    }

    void text(Built& built, std::int64_t all) {
        const bool isLarge = draw_.below(2) == 1;
        std::int64_t last = 0;
        built.format = isLarge ? "U" : "u";
        addBuffer(built, isLarge ? rising<std::int64_t>(all, last) : rising<std::int32_t>(all, last));
        addBuffer(built, draw_.some(static_cast<std::size_t>(last)));
    }

    void within(Built& built, std::int64_t rows, int depth) {
        build(built.inner.emplace_back(), rows, depth - 1);
        built.schemas = {&built.inner.back().schema}, built.arrays = {&built.inner.back().array};
        built.schema.children = built.schemas.data(), built.schema.n_children = 1;
        built.array.children = built.arrays.data(), built.array.n_children = 1;
    }

    void list(Built& built, std::int64_t all, int depth) {
        const bool isLarge = draw_.below(2) == 1;
        std::int64_t last = 0;
        built.format = isLarge ? "+L" : "+l";
        addBuffer(built, isLarge ? rising<std::int64_t>(all, last) : rising<std::int32_t>(all, last));
        within(built, last, depth);
    }

    void fixedList(Built& built, std::int64_t all, int depth) {
        const std::int64_t size = draw_.below(4);
        built.format = "+w:" + std::to_string(size);
        within(built, all * size, depth);
    }

    void dictionary(Built& built, std::int64_t all) {
        const std::int64_t words = 1 + draw_.below(4);
        built.format = "c";
        std::string places;
        for (std::int64_t i = 0; i < all; ++i) places.push_back(static_cast<char>(draw_.below(words)));
        addBuffer(built, places);
        build(built.inner.emplace_back(), words, 0);
        built.schema.dictionary = &built.inner.back().schema, built.array.dictionary = &built.inner.back().array;
    }

    Draw& draw_;
};

}  // namespace

bool readArrowColumns(const FuzzTarget&, std::string_view bytes, const std::filesystem::path&) {
    Draw draw(bytes);
    Columns columns(draw);
    Built table;
    const std::int64_t rows = draw.below(16);
    for (std::int64_t c = 0, count = 1 + draw.below(6); c < count; ++c)
        columns.build(table.inner.emplace_back(), rows, 2);
    for (Built& each : table.inner) table.schemas.push_back(&each.schema), table.arrays.push_back(&each.array);
    table.schema.n_children = table.array.n_children = std::ssize(table.inner);
    table.schema.children = table.schemas.data(), table.array.children = table.arrays.data();
    table.array.length = rows;
    auto read = arrowColumns(table.schema);
    const auto added = addArrowRows(table.schema, table.array, 1 << 12, read);
    if (!isRead(added) || !added.ok()) return true;
    for (const ArrowColumn& column : read) {
        const auto count = column.isList                            ? std::ssize(column.lists)
                           : column.kind == ArrowColumn::Kind::Text ? std::ssize(column.texts)
                                                                    : std::ssize(column.numbers);
        if (column.kind != ArrowColumn::Kind::Unread && count != rows) endWith("a column has rows of its own");
    }
    static_cast<void>(listedSeries(read, {}));
    const auto plain = withoutLists(read);
    if (isRead(plain) && plain.ok() && std::ranges::any_of(*plain, &ArrowColumn::isList))
        endWith("a list is left where there are none");
    return true;
}

}  // namespace gatelab::testing

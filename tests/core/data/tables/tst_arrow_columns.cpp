// SPDX-License-Identifier: GPL-3.0-or-later
// Columns as Arrow hands them over, which say more than memory holds: one long word for each of many rows.
// Holds core/data/tables/arrow_columns.cpp.
#include "data/tables/arrow_columns.h"
#include "data/tables/arrow_lists.h"
#include "support/take.h"

#include <QTest>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace gatelab;
using testing::take;

namespace {

/// A table of one column of words out of a dictionary that has one.
struct Words {
    explicit Words(std::string only, std::int64_t rows)
        : word(std::move(only)), places(static_cast<std::size_t>(rows), 0) {
        offsets = {0, static_cast<std::int32_t>(word.size())};
        textBuffers = {nullptr, offsets.data(), word.data()};
        placeBuffers = {nullptr, places.data()};
        textSchema.format = "u", schema.format = "c", schema.name = "word", schema.dictionary = &textSchema;
        texts.length = 1, texts.n_buffers = 3, texts.buffers = textBuffers.data();
        array.length = rows, array.n_buffers = 2, array.buffers = placeBuffers.data(), array.dictionary = &texts;
        table.length = rows, table.n_children = tableSchema.n_children = 1;
        table.children = &child, tableSchema.children = &childSchema, tableSchema.format = "+s";
    }
    std::string word;
    std::vector<char> places;
    std::array<std::int32_t, 2> offsets{};
    std::array<const void*, 3> textBuffers{};
    std::array<const void*, 2> placeBuffers{};
    ArrowSchema textSchema{}, schema{}, tableSchema{};
    ArrowArray texts{}, array{}, table{};
    ArrowArray* child = &array;
    ArrowSchema* childSchema = &schema;
};

ArrowColumn timesOf(std::vector<std::vector<double>> lists) {
    return {.name = "t", .kind = ArrowColumn::Kind::Time, .isList = true, .lists = std::move(lists)};
}

}  // namespace

class TestArrowColumns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aWordInEachRowIsCountedByItsBytes() {
        constexpr std::int64_t kRows = 1000;
        Words few("a", kRows), long_(std::string(8000, 'a'), kRows);
        auto columns = arrowColumns(few.tableSchema);
        QVERIFY(addArrowRows(few.tableSchema, few.table, 100 * kRows, columns).ok());
        QCOMPARE(std::ssize(columns.front().texts), kRows);
        QCOMPARE(columns.front().texts.back(), std::string("a"));
        // Batch after batch
        QVERIFY(addArrowRows(few.tableSchema, few.table, 8 * kRows, columns).ok());
        QCOMPARE(addArrowRows(few.tableSchema, few.table, 8 * kRows, columns).error().code, ErrorCode::Unsupported);
        auto many = arrowColumns(long_.tableSchema);
        const auto added = addArrowRows(long_.tableSchema, long_.table, 100 * kRows, many);
        QVERIFY(!added.ok() && added.error().code == ErrorCode::Unsupported);
        QVERIFY(std::ssize(many.front().texts) < 101);
        auto all = arrowColumns(long_.tableSchema);
        QVERIFY(addArrowRows(long_.tableSchema, long_.table, 2000 * kRows, all).ok());
    }

    void aDecimalIsOfAScaleThatADoubleHas() {
        for (const auto& [format, kind] : {std::pair("d:38,-2147483648", ArrowColumn::Kind::Unread),
                                           std::pair("d:38,2147483647", ArrowColumn::Kind::Unread),
                                           std::pair("d:38,-30", ArrowColumn::Kind::Number)}) {
            Words words("a", 1);
            words.schema.dictionary = nullptr, words.schema.format = format;
            QVERIFY2(arrowColumns(words.tableSchema).front().kind == kind, format);
        }
    }

    /// A text stands once beside a list, and in a row for each of its values.
    void textsBesideListsAreNotMultipliedWithoutEnd() {
        const ArrowColumn name{.name = "id", .kind = ArrowColumn::Kind::Text, .texts = {std::string(1 << 20, 'a')}};
        const auto made = withoutLists({timesOf({{1, 2, 3}}), name});
        QVERIFY(made.ok() && (*made)[1].texts.size() == 3);
        const auto beyond = withoutLists({timesOf({std::vector<double>(4096, 1.0)}), name});
        QVERIFY(!beyond.ok() && beyond.error().code == ErrorCode::Unsupported);
    }

    void timesThatAreMissingHaveNoStep() {
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        const ArrowColumn values{
            .name = "y", .kind = ArrowColumn::Kind::Number, .isList = true, .lists = {{1, 2, 3}, {4, 5, 6}}};
        const auto listed = listedSeries({timesOf({{kNone, 3.6e9, kNone}, {7.2e9, 1.08e10, 1.44e10}}), values}, {});
        QVERIFY(listed.isIrregular);
        QCOMPARE(listed.series.size(), std::size_t{2});
    }
};

QTEST_GUILESS_MAIN(TestArrowColumns)
#include "tst_arrow_columns.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Which inputs are read through which table. Holds core/data/recipe/word_tables.cpp and
// core/config/words/word_table.cpp.
#include "config/architecture.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/rank_obstacle.h"
#include "config/weight_shape.h"
#include "data/recipe/categories.h"
#include "data/recipe/recipe.h"
#include "data/recipe/word_tables.h"

#include <QTest>

using namespace gatelab;

namespace {

using Names = std::vector<std::string>;
using Places = std::vector<std::int64_t>;

}  // namespace

class TestWordTables : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void inputsFindTheirTables() {
        const Names inputs = {"temp", "kind=a", "kind=b", "day=mo", "kind=a +24", "kind=c", "kind=b +24", "wind"};
        const auto tables = wordTables({"category(column=kind, as=embedding, size=3)", "standardise"}, inputs);
        QCOMPARE(tables.size(), std::size_t{1});
        const WordTable& table = tables.front();
        QCOMPARE(table.column, std::string("kind"));
        QCOMPARE(table.name, std::string("category.kind.weight"));
        QCOMPARE(table.words, std::int64_t{3});
        QCOMPARE(table.size, std::int64_t{3});
        QCOMPARE(table.copies.size(), std::size_t{2});
        QCOMPARE(table.copies[0].inputs, (Places{1, 2, 5}));
        QCOMPARE(table.copies[0].rows, (Places{0, 1, 2}));
        QCOMPARE(table.copies[1].inputs, (Places{4, 6}));
        QCOMPARE(table.copies[1].rows, (Places{0, 1}));
        QCOMPARE(plainInputs(tables, std::ssize(inputs)), (Places{0, 3, 7}));
        QCOMPARE(seenInputs(tables, std::ssize(inputs)), std::int64_t{3 + 2 * 3});
        QCOMPARE(seenNames(tables, inputs), (Names{"temp", "day=mo", "wind", "kind [1]", "kind [2]", "kind [3]",
                                                   "kind [1] +24", "kind [2] +24", "kind [3] +24"}));
    }

    void aWordMayLookLikeAnotherColumn() {
        // The longest column is meant; "a +5" is a word where there is no word "a".
        const auto tables = wordTables({"category(as=embedding, column=x)", categoryStep("x=y", kAsEmbedding)},
                                       {"x=z", "x=y=1", "x=y=2", "x=a +5"});
        QCOMPARE(tables.size(), std::size_t{2});
        QCOMPARE(tables[0].copies.size(), std::size_t{1});
        QCOMPARE(tables[0].copies[0].inputs, (Places{0, 3}));
        QCOMPARE(tables[1].copies[0].inputs, (Places{1, 2}));
    }

    void namesAreSafeAndTheirOwn() {
        const auto tables = wordTables({categoryStep("a.b", kAsEmbedding), categoryStep("a b", kAsEmbedding)},
                                       {"a.b=1", "a b=1", "a b=2"});
        QCOMPARE(tables[0].name, std::string("category.a_b.weight"));
        QCOMPARE(tables[1].name, std::string("category.a_b_2.weight"));
    }

    void theSizeFollowsTheWords() {
        QCOMPARE(usualTableSize(1), std::int64_t{2});
        QCOMPARE(usualTableSize(40), std::int64_t{13});
        QCOMPARE(usualTableSize(200), std::int64_t{32});
        QCOMPARE(usualTableSize(100000), std::int64_t{50});
        QVERIFY(wordTables({"category(column=kind)"}, {"kind=a"}).empty());
        QVERIFY(wordTables({"!category(column=kind, as=embedding)"}, {"kind=a"}).empty());
        QVERIFY(!parseRecipeStep("category(column=kind, as=embedding, size=513)").ok());
        // What is said last counts.
        QVERIFY(wordTables({"category(column=kind, as=embedding)", "category(column=kind)"}, {"kind=a"}).empty());
    }

    void whatCannotReadTablesSaysSo() {
        ExperimentConfig config;
        QVERIFY(xlaObstacle(config).isEmpty());
        const ExperimentConfig before = config;
        config.recipe.insert(config.recipe.begin(), "category(column=kind, as=embedding)");
        QVERIFY(readsTables(config));
        QVERIFY(std::string(xlaObstacle(config).source).find("table") != std::string::npos);
        config.pipelineChunks = 2, config.layers = 2;
        QVERIFY(std::string(rankObstacle(config, false).source).find("table") != std::string::npos);
        config = before, config.recipe.insert(config.recipe.begin(), "category(column=kind, as=embedding)");
        const auto changes = shapeChanges(before, config);
        QCOMPARE(changes.size(), std::size_t{1});
        QVERIFY(shapeChanges(config, config).empty());
    }
};

QTEST_APPLESS_MAIN(TestWordTables)
#include "tst_word_tables.moc"

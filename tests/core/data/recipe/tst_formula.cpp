// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic over columns: values, places of errors, bounds, and any text without a crash. Holds
// core/data/recipe/formula.cpp.
#include "base/rng.h"
#include "data/recipe/formula.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

double valueOf(const char* text, std::vector<double> values = {}) {
    const auto formula = Formula::parse(text);
    if (!formula.ok()) qFatal("%s: %s", text, formula.error().message.c_str());
    return formula->value(values);
}

std::string errorOf(const std::string& text) {
    const auto formula = Formula::parse(text);
    return formula.ok() ? std::string() : formula.error().message;
}

}  // namespace

class TestFormula : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void values();
    void errorsNameThePlace();
    void bounds();
    void anyText();
};

void TestFormula::values() {
    QCOMPARE(valueOf("1 + 2 * 3"), 7.0);
    QCOMPARE(valueOf("(1 + 2) * 3"), 9.0);
    QCOMPARE(valueOf("10 - 4 - 3"), 3.0);
    QCOMPARE(valueOf("2 ^ 3 ^ 2"), 512.0);
    QCOMPARE(valueOf("-2 ^ 2"), -4.0);
    QCOMPARE(valueOf("-2 * 3"), -6.0);
    QCOMPARE(valueOf("8 / 4 / 2"), 1.0);
    QCOMPARE(valueOf("2 > 1 ? 10 : 20"), 10.0);
    QCOMPARE(valueOf("1 >= 2 ? 10 : 3 < 2 ? 20 : 30"), 30.0);
    QCOMPARE(valueOf("max(2, min(5, 3)) + abs(-1)"), 4.0);
    QCOMPARE(valueOf("max(2; 3)"), 3.0);
    QCOMPARE(valueOf("sqrt(16) + exp(0) + floor(2.7) + sign(-3)"), 6.0);
    QCOMPARE(valueOf("a * 2 + 'b c' + a", {3, 10}), 19.0);
    QVERIFY(std::isnan(valueOf("a + 1", {std::nan("")})));
    QVERIFY(std::isnan(valueOf("1 / 0")));
    QVERIFY(std::isnan(valueOf("log(0 - 1)")));
    QCOMPARE(valueOf("a > 0 ? 1 : log(a)", {2}), 1.0);
    const auto named = Formula::parse("Temp_2 / 'wind m/s' - Temp_2");
    QVERIFY(named.ok());
    QCOMPARE(named->columns(), (std::vector<std::string>{"Temp_2", "wind m/s"}));
}

void TestFormula::errorsNameThePlace() {
    QVERIFY2(errorOf("1 + ").find("character 5") != std::string::npos, errorOf("1 + ").c_str());
    QVERIFY2(errorOf("(1 + 2").find("')'") != std::string::npos, errorOf("(1 + 2").c_str());
    QVERIFY2(errorOf("a b").find("character 3") != std::string::npos, errorOf("a b").c_str());
    QVERIFY2(errorOf("system(1)").find("character 1 ") != std::string::npos, errorOf("system(1)").c_str());
    QVERIFY(!errorOf("max(1)").empty());
    QVERIFY(!errorOf("1 ? 2").empty());
    QVERIFY(!errorOf("'open").empty());
    QVERIFY(!errorOf("").empty());
}

void TestFormula::bounds() {
    for (const std::size_t depth : {60, 70}) {
        std::string text(depth, '(');
        text.append(1, '1').append(depth, ')');
        QCOMPARE(errorOf(text).empty(), depth == 60);
    }
    QVERIFY(!errorOf(std::string(900, '(')).empty());
    QVERIFY(!errorOf(std::string(900, '-').append(1, '1')).empty());
    QVERIFY(!errorOf(std::string(3000, '1')).empty());
    std::string chain = "1";
    for (int i = 0; i < 900; ++i) chain += "+1";
    QCOMPARE(valueOf(chain.c_str()), 901.0);
}

void TestFormula::anyText() {
    const std::string pieces[] = {"1", "a",    "'b'",  "+", "-",  "*",  "/", "^", "(", ")",        "?",    ":",
                                  ",", "max(", "log(", "<", ">=", "==", " ", ".", "e", "\xc3\xa9", "\x01", ";"};
    Rng rng(5, RandomPurpose::Test);
    int readable = 0;
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        for (std::uint64_t k = rng.below(14); k > 0; --k) text += pieces[rng.below(std::size(pieces))];
        const auto formula = Formula::parse(text);
        if (!formula.ok()) continue;
        ++readable;
        (void)formula->value(std::vector<double>(formula->columns().size(), 2.0));
    }
    QVERIFY(readable > 100);
}

QTEST_GUILESS_MAIN(TestFormula)
#include "tst_formula.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// How several rows of one span are put together, as a setting.
#include "config/choices.h"
#include "config/field.h"
#include "config/shapes/resample_rule.h"

#include <QTest>

using namespace gatelab;

class TestResampleRule : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isReadAndWritten_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("written");
        QTest::newRow("one") << "sum"
                             << "sum";
        QTest::newRow("nothing") << ""
                                 << "auto";
        QTest::newRow("one column") << "sum, Balance=last"
                                    << "sum, Balance=last";
        QTest::newRow("no common rule") << "Balance = last ,Paid in=sum"
                                        << "Balance=last, Paid in=sum";
        QTest::newRow("in any order") << "a=max,min"
                                      << "min, a=max";
        QTest::newRow("quoted") << R"("a, b"=first,"say ""x"""=most)"
                                << R"("a, b"=first, "say ""x"""=most)";
        QTest::newRow("equals in a name") << "x=y=last"
                                          << "x=y=last";
        QTest::newRow("auto") << "auto, a=mean"
                              << "a=mean";
    }
    void isReadAndWritten() {
        QFETCH(QString, text);
        QFETCH(QString, written);
        const auto rule = parseResampleRule(text.toStdString());
        QVERIFY(rule.ok());
        QCOMPARE(QString::fromStdString(formatResampleRule(*rule)), written);
        const auto again = parseResampleRule(written.toStdString());
        QVERIFY(again.ok() && *again == *rule);
    }

    void ofAColumn() {
        const auto rule = parseResampleRule("sum, \"a, b\"=last");
        QVERIFY(rule.ok());
        QVERIFY(rule->of("a, b") == SpanRule::Last && rule->of("a") == SpanRule::Sum);
        QVERIFY(parseResampleRule("a=min")->of("b") == SpanRule::Auto);
    }

    void isRefused() {
        for (const char* text : {"total", "sum, mean", "a=sum, a=last", "a=", "=", "sum=", "a=summe"})
            QVERIFY2(!parseResampleRule(text).ok(), text);
        // As a setting too, from a flag as from a file
        const Field& field = *findField("resample_by");
        QVERIFY(!parseFieldValue(field, "a=often").ok());
        QVERIFY(parseFieldValue(field, "sum, Balance=last").ok());
    }

    // Each choice of the list is a rule, and each rule a choice.
    void eachIsAChoice() {
        for (const Choice& choice : resampleChoices()) {
            const auto rule = parseResampleRule(choice.key);
            QVERIFY2(rule.ok(), choice.key);
            QCOMPARE(std::string(keyOf(rule->common)), std::string(choice.key));
        }
        for (const SpanRule rule : {SpanRule::Auto, SpanRule::Mean, SpanRule::Sum, SpanRule::First, SpanRule::Last,
                                    SpanRule::Lowest, SpanRule::Highest, SpanRule::Most})
            QVERIFY2(findChoice(resampleChoices(), keyOf(rule)) != nullptr, keyOf(rule));
    }
};

QTEST_APPLESS_MAIN(TestResampleRule)
#include "tst_resample_rule.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/result.h"
#include "io/phrase_json.h"

#include <QTest>

using namespace gatelab;

class TestPhrase : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fillsItsPattern() {
        QCOMPARE(Phrase(GATELAB_TEXT("Test", "%2 of %1: %2")).english(), std::string(" of : "));
        QCOMPARE(Phrase(GATELAB_TEXT("Test", "%2 of %1: %2"), {"b", 7}).english(), std::string("7 of b: 7"));
        QCOMPARE(Phrase(GATELAB_TEXT("Test", "%1"), {std::int64_t{-3}}).english(), std::string("-3"));
        QCOMPARE(Phrase(GATELAB_TEXT("Test", "")).english(), std::string());
    }

    void valuesAreNeverPatterns() {
        QCOMPARE(Phrase("100 %1 of it").english(), std::string("100 %1 of it"));
        QCOMPARE(Phrase(GATELAB_TEXT("Test", "%1 and %2"), {"%2", "b"}).english(), std::string("%2 and b"));
    }

    void otherPercentSignsAreText() {
        QCOMPARE(Phrase(GATELAB_TEXT("Test", "60%/20% %0 %a %1%"), {"x"}).english(), std::string("60%/20% %0 %a x%"));
        QCOMPARE(Phrase(GATELAB_TEXT("Test", "%")).english(), std::string("%"));
    }

    void phrasesNest() {
        const Phrase inner(GATELAB_TEXT("Test", "row %1"), {5});
        QCOMPARE(Phrase(GATELAB_TEXT("Test", "at %1"), {inner}).english(), std::string("at row 5"));
        QCOMPARE(labelled("file", inner).english(), std::string("file: row 5"));
        QCOMPARE(together(inner, "done.").english(), std::string("row 5 done."));
    }

    void errorsKeepBothForms() {
        const Error error =
            Error(ErrorCode::InvalidInput, {GATELAB_TEXT("Test", "not a number: '%1'"), {"x"}}).withContext("line 3");
        QCOMPARE(error.message, std::string("line 3: not a number: 'x'"));
        QCOMPARE(error.phrase.arguments.at(1).context, std::string("Test"));
        QCOMPARE(Error(ErrorCode::Io, "plain").withContext("a").message, std::string("a: plain"));
    }

    void textKeepsContextAndArguments() {
        const Phrase phrase(GATELAB_TEXT("Test", "%1 at %2"),
                            {"{\"a\": 1}", Phrase(GATELAB_TEXT("Test", "row %1"), {5})});
        const Phrase back = phraseFromText(phraseToText(phrase));
        QCOMPARE(back.context, std::string("Test"));
        QCOMPARE(back.arguments.at(1).source, std::string("row %1"));
        QCOMPARE(back.english(), phrase.english());
    }

    void oneIsSaidOtherwiseThanMore() {
        const auto say = [](std::int64_t number) {
            return counted(number, GATELAB_TEXT("Test", "1 run"), GATELAB_TEXT("Test", "%1 runs")).english();
        };
        QCOMPARE(say(1), std::string("1 run"));
        QCOMPARE(say(0), std::string("0 runs"));
        QCOMPARE(say(26), std::string("26 runs"));
    }

    void textThatIsNoPhraseStaysAsItIs() {
        for (const char* text : {"", "plain", "{", "{}", "{\"context\": 1}", "[1]",
                                 "{\"context\":\"a\",\"source\":\"b\",\"arguments\":[1]}"}) {
            const Phrase phrase = phraseFromText(text);
            QCOMPARE(phrase.english(), std::string(text));
            QCOMPARE(phraseToText(phrase), std::string(text));
        }
    }

    // Names of files are bytes.
    void bytesThatAreNoTextAreReplaced() {
        const Phrase back =
            phraseFromText(phraseToText(Phrase(GATELAB_TEXT("Test", "cannot read %1"), {"a\xff\xfe.csv"})));
        QCOMPARE(back.context, std::string("Test"));
        QVERIFY2(back.english().starts_with("cannot read a") && back.english().ends_with(".csv"),
                 back.english().c_str());
    }
};

QTEST_APPLESS_MAIN(TestPhrase)
#include "tst_phrase.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/result.h"

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
        const Error error = Error(ErrorCode::InvalidInput, {GATELAB_TEXT("Test", "not a number: '%1'"), {"x"}}).withContext("line 3");
        QCOMPARE(error.message, std::string("line 3: not a number: 'x'"));
        QCOMPARE(error.phrase.arguments.at(1).context, std::string("Test"));
        QCOMPARE(Error(ErrorCode::Io, "plain").withContext("a").message, std::string("a: plain"));
    }
};

QTEST_APPLESS_MAIN(TestPhrase)
#include "tst_phrase.moc"
